<?php
/**
 * Order screens.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use Cedi\Commerce\Refund\Refund_Updater;
use Cedi\Commerce\Rest\Rest_Order_Status;
use Cedi\Commerce\Service\Money;
use Cedi\Commerce\Support\Lock;
use Cedi\Commerce\Support\Payment_Methods;
use Cedi\Commerce\Support\Price;
use Cedi\Commerce\Support\Scripts;
use WC_Order;
use const Cedi\Commerce\EDIT_ORDERS;

defined( 'ABSPATH' ) || exit;

/**
 * Adds a meta box, order actions, a bulk action and the tool that checks pending orders.
 */
final class Order_Screen {
	/** Maximum number of orders per request. */
	const BATCH = 20;

	/**
	 * Adds the hooks for both order screens: posts and custom tables.
	 */
	public static function add() {
		add_action( 'add_meta_boxes', array( self::class, 'add_box' ), 10, 2 );
		add_filter( 'woocommerce_order_actions', array( self::class, 'add_actions' ), 10, 2 );
		add_action( 'woocommerce_order_action_cedi_commerce_check_payment', array( self::class, 'check_payment' ) );
		// WooCommerce runs the chosen action at priority 50.
		add_action( 'woocommerce_process_shop_order_meta', array( self::class, 'add_refund_actions' ), 45 );
		foreach ( array( 'edit-shop_order', 'woocommerce_page_wc-orders' ) as $screen ) {
			add_filter( "bulk_actions-$screen", array( self::class, 'add_bulk_action' ) );
			add_filter( "handle_bulk_actions-$screen", array( self::class, 'check_many' ), 10, 3 );
		}
		add_filter( 'woocommerce_debug_tools', array( self::class, 'add_tool' ) );
		add_action( 'admin_notices', array( self::class, 'show_notice' ) );
	}

	/**
	 * Whether an order has a Cedi payment.
	 *
	 * @param mixed $order Order or another value.
	 * @return bool
	 * @psalm-assert-if-true WC_Order $order
	 */
	private static function has_payment( $order ) {
		return $order instanceof WC_Order && Payment_Methods::has_own( $order ) && (bool) $order->get_meta( Payment_Attempts::META );
	}

	/**
	 * Adds the box to the order screen.
	 *
	 * @param string            $screen Screen ID.
	 * @param \WP_Post|WC_Order $edited Post or order on the screen.
	 */
	public static function add_box( $screen, $edited ) {
		$order = $edited instanceof \WP_Post && 'shop_order' === $edited->post_type ? wc_get_order( $edited->ID ) : $edited;
		if ( self::has_payment( $order ) && current_user_can( EDIT_ORDERS ) ) {
			add_meta_box( 'cedi-commerce', __( 'Cedi payment', 'cedi-commerce' ), array( self::class, 'show_box' ), $screen, 'side', 'high' );
		}
	}

	/**
	 * Shows the box.
	 *
	 * @param \WP_Post|WC_Order $edited Post or order on the screen.
	 */
	public static function show_box( $edited ) {
		$order = $edited instanceof WC_Order ? $edited : wc_get_order( $edited->ID );
		if ( ! $order instanceof WC_Order ) {
			return;
		}
		$payment = Payment_Status::of( Order_Payments::of( $order ) ) + Rest_Order_Status::details( Order_Payments::of( $order ) );
		Scripts::enqueue( 'order-screen', true );
		printf(
			'<div id="cedi-commerce-order" data-order="%1$d" data-payment="%2$s"><p>%3$s</p></div>',
			absint( $order->get_id() ),
			esc_attr( (string) wp_json_encode( $payment ) ),
			esc_html( $payment['message'] )
		);
	}

	/**
	 * Adds actions to the order screen.
	 *
	 * @param string[]      $actions Actions.
	 * @param WC_Order|null $order   Order.
	 * @return string[]
	 */
	public static function add_actions( $actions, $order = null ) {
		$order = $order instanceof WC_Order ? $order : ( isset( $GLOBALS['theorder'] ) ? $GLOBALS['theorder'] : null );
		if ( self::has_payment( $order ) ) {
			$actions['cedi_commerce_check_payment'] = __( 'Cedi: check the payment', 'cedi-commerce' );
			foreach ( Order_Payments::of( $order )->refunds()->pending() as $key => $row ) {
				// The screen may be outdated, so the action contains the key of its refund.
				$amount = Price::format( Money::of( $row['amount'] ) );
				/* translators: 1: amount, 2: reference of the refund. */
				$actions[ "cedi_commerce_refund_paid_$key" ] = sprintf( __( 'Cedi: the refund of %1$s (%2$s) was paid out', 'cedi-commerce' ), $amount, $row['ref'] );
				/* translators: 1: amount, 2: reference of the refund. */
				$actions[ "cedi_commerce_refund_rejected_$key" ] = sprintf( __( 'Cedi: the refund of %1$s (%2$s) was rejected', 'cedi-commerce' ), $amount, $row['ref'] );
			}
		}
		return $actions;
	}

	/**
	 * Adds handlers for the refund actions of an order that is being saved.
	 *
	 * @param int $order_id Order ID.
	 */
	public static function add_refund_actions( $order_id ) {
		$order = wc_get_order( $order_id );
		if ( ! self::has_payment( $order ) ) {
			return;
		}
		foreach ( array_keys( Order_Payments::of( $order )->refunds()->pending() ) as $key ) {
			foreach ( array( 'paid', 'rejected' ) as $result ) {
				add_action(
					"woocommerce_order_action_cedi_commerce_refund_{$result}_$key",
					static function ( $order ) use ( $result, $key ) {
						self::mark_refund( $order, $result, $key );
					}
				);
			}
		}
	}

	/**
	 * Checks the payment.
	 *
	 * @param WC_Order $order Order.
	 */
	public static function check_payment( $order ) {
		$status = Payment_Checker::check( $order->get_id() );
		$order  = Order_Payments::fresh( $order->get_id() )->order();
		/* translators: %s: how the payment stands. */
		$order->add_order_note( sprintf( __( 'Checked with Cedi: %s', 'cedi-commerce' ), esc_html( $status['message'] ) ), 0, true );
	}

	/**
	 * Records that the operator has paid or rejected a refund. A resolved refund does not change.
	 *
	 * @param WC_Order $order  Order.
	 * @param string   $result paid or rejected.
	 * @param string   $key    Key of the request.
	 */
	public static function mark_refund( $order, $result, $key ) {
		$lock = Lock::for_order( $order->get_id(), 5000 );
		if ( ! $lock ) {
			$order->add_order_note( __( 'The payment of this order is being checked right now. Try again in a moment.', 'cedi-commerce' ) );
			return;
		}
		try {
			$payments = Order_Payments::fresh( $order->get_id() );
			if ( 'paid' === $result ) {
				Refund_Updater::mark_paid( $payments, $key );
			} else {
				Refund_Updater::mark_rejected( $payments, $key );
			}
		} finally {
			$lock->release();
		}
	}

	/**
	 * Adds the bulk action.
	 *
	 * @param string[] $actions Actions.
	 * @return string[]
	 */
	public static function add_bulk_action( $actions ) {
		$actions['cedi_commerce_check_payment'] = __( 'Cedi: check the payments', 'cedi-commerce' );
		return $actions;
	}

	/**
	 * Handles the bulk action. WordPress or WooCommerce has verified the nonce.
	 *
	 * @param string $redirect Redirect URL.
	 * @param string $action   Action.
	 * @param int[]  $ids      Order IDs.
	 * @return string
	 */
	public static function check_many( $redirect, $action, $ids ) {
		if ( 'cedi_commerce_check_payment' !== $action || ! current_user_can( EDIT_ORDERS ) ) {
			return $redirect;
		}
		$paid = 0;
		foreach ( array_slice( array_map( 'absint', $ids ), 0, self::BATCH ) as $id ) {
			$before = wc_get_order( $id );
			$status = Payment_Checker::check( $id, 4.0 );
			$paid  += $before instanceof WC_Order && ! $before->is_paid() && 'paid' === $status['state'] ? 1 : 0;
		}
		return add_query_arg(
			array(
				'cedi_commerce_checked' => min( count( $ids ), self::BATCH ),
				'cedi_commerce_paid'    => $paid,
			),
			$redirect
		);
	}

	/**
	 * Shows the result of the bulk action.
	 */
	public static function show_notice() {
		$checked = filter_input( INPUT_GET, 'cedi_commerce_checked', FILTER_VALIDATE_INT );
		$paid    = filter_input( INPUT_GET, 'cedi_commerce_paid', FILTER_VALIDATE_INT );
		if ( is_int( $checked ) && is_int( $paid ) && current_user_can( EDIT_ORDERS ) ) {
			echo '<div class="notice notice-info is-dismissible"><p>' . esc_html( self::summary( $checked, $paid ) ) . '</p></div>';
		}
	}

	/**
	 * Adds the tool to WooCommerce > Status > Tools.
	 *
	 * @param array[] $tools Tools.
	 * @return array[]
	 */
	public static function add_tool( $tools ) {
		$tools['cedi_commerce_check_payment'] = array(
			'name'     => __( 'Cedi: repair pending orders', 'cedi-commerce' ),
			'button'   => __( 'Check now', 'cedi-commerce' ),
			'desc'     => __( 'Checks the payment of each order that waits for one, and moves on the orders that are paid.', 'cedi-commerce' ),
			'callback' => array( self::class, 'check_pending' ),
		);
		return $tools;
	}

	/**
	 * Checks the oldest pending orders.
	 *
	 * @return string Result for the merchant.
	 */
	public static function check_pending() {
		$count = count( Order_Query::payable( -1 ) );
		$rows  = Scheduled_Checks::check_all( self::BATCH, 4.0 );
		$paid  = count( array_keys( array_column( $rows, 'state' ), 'paid', true ) );
		$text      = self::summary( count( $rows ), $paid );
		$remaining = max( 0, $count - count( $rows ) );
		/* translators: %d: number of orders. */
		return 0 === $remaining ? $text : $text . ' ' . sprintf( _n( '%d more order waits: check again.', '%d more orders wait: check again.', $remaining, 'cedi-commerce' ), $remaining );
	}

	/**
	 * Returns the result of a check of several orders.
	 *
	 * @param int $checked Number of orders.
	 * @param int $paid    Number of received payments.
	 */
	private static function summary( $checked, $paid ): string {
		/* translators: %d: number of orders. */
		$orders = sprintf( _n( '%d order checked.', '%d orders checked.', $checked, 'cedi-commerce' ), $checked );
		/* translators: %d: number of payments. */
		return $orders . ' ' . sprintf( _n( '%d payment had arrived.', '%d payments had arrived.', $paid, 'cedi-commerce' ), $paid );
	}
}
