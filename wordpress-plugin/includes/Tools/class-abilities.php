<?php
/**
 * Abilities.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tools;

use Cedi\Commerce\Button\Products;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Order_Totals;
use Cedi\Commerce\Order\Payment_Status;
use Cedi\Commerce\Reports\Reconciliation;
use Cedi\Commerce\Rest\Rest_Order_Status;
use Cedi\Commerce\Rest\Rest_Products;
use Cedi\Commerce\Rest\Rest_Settings;
use Cedi\Commerce\Service\Money;
use Cedi\Commerce\Support\Connection;
use Cedi\Commerce\Support\Lock;
use Cedi\Commerce\Support\Payment_Methods;
use Cedi\Commerce\Support\Price;
use WC_Order;
use WP_Error;
use const Cedi\Commerce\MANAGE_SHOP;

defined( 'ABSPATH' ) || exit;

/**
 * Registers the actions that assistants and other programs may run, with the Abilities API of WordPress 6.9. All but one are read-only.
 * Each requires the same permission as the route or page with the same data.
 *
 * @decision 0083
 */
final class Abilities {
	const CATEGORY = 'cedi-commerce';

	/**
	 * Adds the hooks. WordPress fires them when the abilities are first needed; versions before 6.9 never do.
	 */
	public static function add() {
		add_action( 'wp_abilities_api_categories_init', array( self::class, 'register_category' ) );
		add_action( 'wp_abilities_api_init', array( self::class, 'register' ) );
	}

	/**
	 * Registers the category.
	 */
	public static function register_category() {
		wp_register_ability_category(
			self::CATEGORY,
			array(
				'label'       => __( 'Cedi Commerce', 'cedi-commerce' ),
				'description' => __( 'Payments in Ghana cedis: status, orders, refunds, products and reconciliation.', 'cedi-commerce' ),
			)
		);
	}

	/**
	 * Registers the abilities. Those about orders need WooCommerce.
	 */
	public static function register() {
		self::register_one( 'get-status', __( 'Get the payment status of the site', 'cedi-commerce' ), __( 'Tests the connection to the payment service, and returns the scopes of the key and the balance in GH₵.', 'cedi-commerce' ), array(), Ability_Schemas::status() );
		self::register_one( 'list-products', __( 'List the products of the payment service', 'cedi-commerce' ), __( 'Returns the products that a buy button can sell. Prices are in GH₵.', 'cedi-commerce' ), array(), Ability_Schemas::products() );
		if ( ! function_exists( 'wc_get_order' ) ) {
			return;
		}
		self::register_one( 'get-order-payment', __( 'Get the payment of an order', 'cedi-commerce' ), __( 'Returns how the payment of an order stands, with its attempts, refunds, fee and net amount in GH₵. Sends no request to the payment service.', 'cedi-commerce' ), Ability_Schemas::order_input(), Ability_Schemas::order_payment() );
		self::register_one( 'list-refunds', __( 'List unpaid refunds', 'cedi-commerce' ), __( 'Returns the refunds that were requested and that the Cedi team has not paid.', 'cedi-commerce' ), array(), Ability_Schemas::refunds() );
		self::register_one( 'get-reconciliation', __( 'Reconcile orders and balance', 'cedi-commerce' ), __( 'Returns the payments, fees and refunds of each month, and compares their sum with the balance of the payment service. Amounts are in pesewas (GH₵ 0.01).', 'cedi-commerce' ), array(), Ability_Schemas::reconciliation() );
		self::register_one( 'request-refund', __( 'Request a refund', 'cedi-commerce' ), __( 'Requests a refund for a paid order. The Cedi team pays it later. It cannot be undone here.', 'cedi-commerce' ), Ability_Schemas::refund_input(), Ability_Schemas::refund() );
	}

	/**
	 * Registers one ability.
	 *
	 * @param string $name        Name without the namespace; the callback is named after it.
	 * @param string $label       Label.
	 * @param string $description Description.
	 * @param array  $input       Schema of the input; empty if it has none.
	 * @param array  $output      Schema of the output.
	 */
	private static function register_one( $name, $label, $description, array $input, array $output ) {
		$is_read_only = 'request-refund' !== $name;
		$arguments    = array(
			'label'               => $label,
			'description'         => $description,
			'category'            => self::CATEGORY,
			'output_schema'       => $output,
			'execute_callback'    => array( self::class, str_replace( '-', '_', $name ) ),
			'permission_callback' => static function () use ( $name ) {
				return self::is_allowed( $name );
			},
			'meta'                => array(
				'show_in_rest' => true,
				// The MCP Adapter offers only public abilities to assistants.
				'mcp'          => array( 'public' => true ),
				'annotations'  => array(
					'readonly'    => $is_read_only,
					'destructive' => ! $is_read_only,
					'idempotent'  => true,
				),
			),
		);
		if ( $input ) {
			$arguments['input_schema'] = $input;
		}
		wp_register_ability( self::CATEGORY . "/$name", $arguments );
	}

	/**
	 * Whether the user may use an ability. The rules are those of the routes and pages with the same data.
	 *
	 * @param string $name Name without the namespace.
	 */
	private static function is_allowed( $name ): bool {
		switch ( $name ) {
			case 'get-status':
				return true === Rest_Settings::can_manage();
			case 'list-products':
				return true === Rest_Products::can_edit_posts();
			case 'get-reconciliation':
				return current_user_can( MANAGE_SHOP );
			default:
				return true === Rest_Order_Status::can_edit_orders();
		}
	}

	/**
	 * Returns the status of the connection.
	 */
	public static function get_status(): array {
		return Connection::test();
	}

	/**
	 * Returns the products.
	 *
	 * @return array|WP_Error
	 */
	public static function list_products() {
		$list = Products::list_all();
		if ( is_wp_error( $list ) ) {
			return $list;
		}
		$columns  = array_keys( Ability_Schemas::products()['properties']['products']['items']['properties'] );
		$products = array();
		foreach ( $list['products'] as $product ) {
			$products[] = array_intersect_key( $product, array_flip( $columns ) );
		}
		return array(
			'products'    => $products,
			'is_complete' => $list['is_complete'],
		);
	}

	/**
	 * Returns the payment of an order.
	 *
	 * @param array $input order_id.
	 * @return array|WP_Error
	 */
	public static function get_order_payment( $input ) {
		$order = self::order( $input );
		if ( is_wp_error( $order ) ) {
			return $order;
		}
		$payments = Order_Payments::of( $order );
		$costs    = Order_Totals::costs( $order );
		return array(
			'order_id' => $order->get_id(),
			'total'    => (string) $order->get_total(),
			'currency' => $order->get_currency(),
			'ref'      => $payments->ref(),
			'fee'      => $costs ? $costs['fee']->format() : '',
			'net'      => $costs ? ( $costs['net_pesewas'] < 0 ? '-' : '' ) . Money::of( abs( $costs['net_pesewas'] ) )->format() : '',
			'refunded' => self::refunded( $order )->format(),
			'decision' => $payments->decision(),
		) + ( $payments->has_attempts() ? Payment_Status::of( $payments ) : Payment_Status::none() ) + Rest_Order_Status::details( $payments );
	}

	/**
	 * Returns the unpaid refunds.
	 */
	public static function list_refunds(): array {
		return array( 'refunds' => Reconciliation::unpaid_refunds() );
	}

	/**
	 * Returns the monthly totals and their comparison with the balance.
	 *
	 * @return array|WP_Error
	 */
	public static function get_reconciliation() {
		$lines   = Reconciliation::lines();
		$balance = Reconciliation::compare( $lines );
		if ( is_wp_error( $balance ) ) {
			return $balance;
		}
		$months = array();
		foreach ( Reconciliation::months( $lines ) as $month => $sums ) {
			$months[] = array( 'month' => (string) $month ) + $sums;
		}
		return array(
			'months'  => $months,
			'balance' => $balance,
		);
	}

	/**
	 * Requests a refund as the button on the order screen does. A repeated call requests nothing, because the refunded amount has changed.
	 *
	 * @param array $input order_id, amount, already_refunded, reason and confirm.
	 * @return array|WP_Error
	 */
	public static function request_refund( $input ) {
		$lock = Lock::acquire( 'refund_ability_' . absint( ( (array) $input )['order_id'] ), 60, 1000 );
		if ( ! $lock ) {
			return new WP_Error( 'cedi_commerce_busy', __( 'Another refund of this order is being requested. Try again in a moment.', 'cedi-commerce' ), array( 'status' => 409 ) );
		}
		try {
			return self::request_refund_locked( $input );
		} finally {
			$lock->release();
		}
	}

	/**
	 * Requests a refund. The caller holds the lock.
	 *
	 * @param array $input Input of request_refund().
	 * @return array|WP_Error
	 */
	private static function request_refund_locked( $input ) {
		$order = self::order( $input );
		if ( is_wp_error( $order ) ) {
			return $order;
		}
		$input = (array) $input;
		$money = Money::parse( $input['amount'] );
		if ( null === $money || 0 === $money->pesewas() ) {
			return new WP_Error( 'cedi_commerce_amount', __( 'Say how much to refund, in GH₵ with at most two decimals.', 'cedi-commerce' ), array( 'status' => 400 ) );
		}
		if ( ! Payment_Methods::has_own( $order ) || null === Order_Payments::of( $order )->paid_attempt() ) {
			return new WP_Error( 'cedi_commerce_not_paid', __( 'This order was not paid by Cedi, so that Cedi cannot refund it.', 'cedi-commerce' ), array( 'status' => 409 ) );
		}
		$refunded = self::refunded( $order );
		if ( true !== ( $input['confirm'] ?? false ) ) {
			/* translators: 1: amount, 2: number of an order, 3: amount without a currency. */
			return new WP_Error( 'cedi_commerce_not_confirmed', sprintf( __( 'Nothing was requested. Ask a person: refund %1$s of order #%2$s to the buyer? After a yes, send the same input with "confirm": true and "already_refunded": "%3$s".', 'cedi-commerce' ), Price::format( $money ), $order->get_order_number(), $refunded->format() ), array( 'status' => 409 ) );
		}
		if ( ! $refunded->equals( Money::parse( $input['already_refunded'] ?? '' ) ) ) {
			/* translators: 1: amount, 2: number of an order. */
			return new WP_Error( 'cedi_commerce_changed', sprintf( __( 'Nothing was requested. %1$s of order #%2$s is refunded already, which differs from "already_refunded". An earlier call may have succeeded. Send the input without "confirm" to ask again.', 'cedi-commerce' ), Price::format( $refunded ), $order->get_order_number() ), array( 'status' => 409 ) );
		}
		$refund = wc_create_refund(
			array(
				'order_id'       => $order->get_id(),
				'amount'         => $money->format(),
				'reason'         => sanitize_text_field( (string) ( $input['reason'] ?? '' ) ),
				'refund_payment' => true,
			)
		);
		return is_wp_error( $refund ) ? $refund : array(
			'state'   => Order_Payments::fresh( $order->get_id() )->refund_state(),
			/* translators: 1: amount, 2: number of an order. */
			'message' => sprintf( __( 'Refund of %1$s of order #%2$s requested. The Cedi team sends it.', 'cedi-commerce' ), Price::format( $money ), $order->get_order_number() ),
		);
	}

	/**
	 * Returns the sum of the requested and paid refunds of an order.
	 *
	 * @param WC_Order $order Order.
	 */
	private static function refunded( WC_Order $order ): Money {
		return Money::parse( (float) $order->get_total_refunded() ) ?? Money::of( 0 );
	}

	/**
	 * Returns the order that an input names.
	 *
	 * @param array $input Input.
	 * @return WC_Order|WP_Error
	 */
	private static function order( $input ) {
		$order = wc_get_order( absint( ( (array) $input )['order_id'] ) );
		return $order instanceof WC_Order ? $order : new WP_Error( 'cedi_commerce_not_found', __( 'There is no such order.', 'cedi-commerce' ), array( 'status' => 404 ) );
	}
}
