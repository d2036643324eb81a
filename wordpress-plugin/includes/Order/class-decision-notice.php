<?php
/**
 * Notices about payments that need a decision.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use Cedi\Commerce\Refund\Duplicate_Payment;
use Cedi\Commerce\Service\Money;
use Cedi\Commerce\Support\Price;
use WC_Order;
use WP_Query;
use const Cedi\Commerce\EDIT_ORDERS;

defined( 'ABSPATH' ) || exit;

/**
 * Shows a notice with an action on the order screen, a count in the menu and a view in the list of orders.
 */
final class Decision_Notice {
	const ACTION = 'cedi_commerce_resolve';

	/** Query argument of the view. */
	const VIEW = 'cedi_commerce_needs_decision';

	/**
	 * Adds the hooks.
	 */
	public static function add() {
		add_action( 'admin_notices', array( self::class, 'show' ) );
		add_action( 'admin_menu', array( self::class, 'add_menu_count' ), 99 );
		add_action( 'admin_post_' . self::ACTION, array( self::class, 'handle_action' ) );
		add_filter( 'views_edit-shop_order', array( self::class, 'add_view' ) );
		add_filter( 'views_woocommerce_page_wc-orders', array( self::class, 'add_view' ) );
		add_action( 'pre_get_posts', array( self::class, 'filter_posts' ) );
		add_filter( 'woocommerce_order_list_table_prepare_items_query_args', array( self::class, 'filter_table' ) );
	}

	/**
	 * Shows the notices about this order, about orders in the trash, which have no screen, and about payments of deleted orders.
	 */
	public static function show() {
		if ( ! current_user_can( EDIT_ORDERS ) ) {
			return;
		}
		$order = self::current_order();
		if ( $order && '' !== Order_Payments::of( $order )->decision() ) {
			list( $text, $button ) = self::texts( Order_Payments::of( $order ) );
			self::show_notice( $text, $button, $order->get_id() );
		}
		foreach ( self::trashed_orders() as $trashed ) {
			list( $text, $button ) = self::texts( Order_Payments::of( $trashed ) );
			/* translators: %s: number of the order. */
			self::show_notice( sprintf( __( 'Order #%s is in the trash. Restore it to open it.', 'cedi-commerce' ), $trashed->get_order_number() ) . " $text", $button, $trashed->get_id() );
		}
		foreach ( Deleted_Order_Handler::paid() as $key => $row ) {
			self::show_notice( $row['message'], __( 'I have refunded it, or made a new order', 'cedi-commerce' ), $key );
		}
	}

	/**
	 * Shows one notice.
	 *
	 * @param string     $text   Message.
	 * @param string     $button Label of the action.
	 * @param int|string $id     Order ID, or key of a deleted order's attempt.
	 */
	private static function show_notice( $text, $button, $id ) {
		printf(
			'<div class="notice notice-error"><p><strong>%1$s</strong> %2$s</p><p><a class="button button-primary" href="%3$s">%4$s</a></p></div>',
			esc_html__( 'Payment needs a decision.', 'cedi-commerce' ),
			esc_html( $text ),
			esc_url( wp_nonce_url( admin_url( 'admin-post.php?action=' . self::ACTION . "&id=$id" ), self::ACTION . "_$id" ) ),
			esc_html( $button )
		);
	}

	/**
	 * Returns the message about a decision and the label of its action.
	 *
	 * @param Order_Payments $payments Payment data of an order that needs a decision.
	 * @return array{string, string}
	 */
	private static function texts( Order_Payments $payments ) {
		$decision = $payments->decision();
		if ( 'duplicate' === $decision ) {
			return array( __( 'The buyer has paid this order twice.', 'cedi-commerce' ), __( 'Ask for the refund of the second payment', 'cedi-commerce' ) );
		}
		if ( 'mismatch' === $decision ) {
			return array( __( 'The payment does not match this order; its notes name both figures. To give the money back, use the refund button of the order.', 'cedi-commerce' ) . self::excess_text( $payments ), __( 'Take the payment as it is, and deliver', 'cedi-commerce' ) );
		}
		return array( __( 'Money was received for this order when no payment was expected. To return it, use the refund button of the order.', 'cedi-commerce' ) . self::excess_text( $payments ), __( 'Deliver the order', 'cedi-commerce' ) );
	}

	/**
	 * Returns the message about the part of a payment that exceeds the order, which WooCommerce cannot refund; '' if there is none.
	 *
	 * @param Order_Payments $payments Payment data.
	 */
	private static function excess_text( Order_Payments $payments ): string {
		$attempt = $payments->paid_attempt();
		$total   = Money::parse( $payments->order()->get_total() );
		$excess  = $attempt && $total ? $attempt->amount_received()->pesewas() - $total->pesewas() - $payments->refunded_elsewhere() : 0;
		/* translators: 1: amount, 2: reference of the payment. */
		return $excess > 0 ? ' ' . sprintf( __( 'It returns no more than the total of the order: refund the other %1$s of the payment %2$s in the merchant portal.', 'cedi-commerce' ), Price::format( Money::of( $excess ) ), $payments->ref() ) : '';
	}

	/**
	 * Handles the request of an action.
	 */
	public static function handle_action() {
		$id = sanitize_key( (string) filter_input( INPUT_GET, 'id' ) );
		check_admin_referer( self::ACTION . "_$id" );
		if ( ! current_user_can( EDIT_ORDERS ) ) {
			wp_die( esc_html__( 'You are not allowed to look into orders.', 'cedi-commerce' ), '', array( 'response' => 403 ) );
		}
		self::resolve( $id );
		$back = wp_get_referer();
		wp_safe_redirect( false === $back ? admin_url() : $back );
		exit;
	}

	/**
	 * Resolves a decision.
	 *
	 * @param string $id Order ID, or key of a deleted order's attempt.
	 */
	public static function resolve( $id ) {
		$order = ctype_digit( $id ) ? wc_get_order( (int) $id ) : null;
		if ( ! $order instanceof WC_Order ) {
			Deleted_Order_Handler::remove( $id );
			return;
		}
		$decision = Order_Payments::of( $order )->decision();
		if ( 'duplicate' === $decision ) {
			Duplicate_Payment::refund( $order );
		} elseif ( '' !== $decision ) {
			if ( $order->has_status( 'trash' ) ) {
				$order->untrash();
				$order = Order_Payments::fresh( $order->get_id() )->order();
			}
			$order->update_status( 'processing', __( 'The shop takes the payment and delivers.', 'cedi-commerce' ), true );
		}
		Merchant_Notices::update_count();
	}

	/**
	 * Returns the orders in the trash that need a decision, on the list of orders.
	 *
	 * @return WC_Order[]
	 */
	private static function trashed_orders(): array {
		$screen = function_exists( 'get_current_screen' ) ? get_current_screen() : null;
		if ( ! $screen || ! in_array( $screen->id, array( 'edit-shop_order', 'woocommerce_page_wc-orders' ), true ) || 0 === (int) get_option( Merchant_Notices::OPTION ) ) {
			return array();
		}
		return array_filter(
			array_map( 'wc_get_order', Order_Query::needing_decision( -1 ) ),
			static function ( $order ) {
				return $order instanceof WC_Order && $order->has_status( 'trash' );
			}
		);
	}

	/**
	 * Returns the order on the screen.
	 */
	private static function current_order(): ?WC_Order {
		$screen = function_exists( 'get_current_screen' ) ? get_current_screen() : null;
		if ( ! $screen || ! in_array( $screen->id, array( 'shop_order', 'woocommerce_page_wc-orders' ), true ) ) {
			return null;
		}
		$id    = filter_input( INPUT_GET, 'shop_order' === $screen->id ? 'post' : 'id', FILTER_VALIDATE_INT );
		$order = $id ? wc_get_order( $id ) : null;
		return $order instanceof WC_Order ? $order : null;
	}

	/**
	 * Adds the count to WooCommerce's menu if it is not zero.
	 */
	public static function add_menu_count() {
		$count = (int) get_option( Merchant_Notices::OPTION );
		if ( $count > 0 ) {
			$title = esc_html__( 'Payments to decide', 'cedi-commerce' ) . ' <span class="awaiting-mod count-' . $count . '"><span>' . number_format_i18n( $count ) . '</span></span>';
			add_submenu_page( 'woocommerce', __( 'Payments to decide', 'cedi-commerce' ), $title, EDIT_ORDERS, add_query_arg( self::VIEW, '1', Merchant_Notices::list_url() ), '', 2 );
		}
	}

	/**
	 * Adds the view to the list of orders.
	 *
	 * @param string[] $views Views.
	 * @return string[]
	 */
	public static function add_view( $views ) {
		$count = (int) get_option( Merchant_Notices::OPTION );
		if ( $count > 0 ) {
			$url                 = admin_url( add_query_arg( self::VIEW, '1', Merchant_Notices::list_url() ) );
			$views[ self::VIEW ] = '<a href="' . esc_url( $url ) . '">' . esc_html__( 'Cedi: needs a decision', 'cedi-commerce' ) . ' <span class="count">(' . number_format_i18n( $count ) . ')</span></a>';
		}
		return $views;
	}

	/**
	 * Filters the list for the view if orders are posts.
	 *
	 * @param WP_Query $query Query.
	 */
	public static function filter_posts( $query ) {
		if ( is_admin() && $query->is_main_query() && 'shop_order' === $query->get( 'post_type' ) && self::is_view() ) {
			$query->set( 'post__in', array_merge( array( 0 ), Order_Query::needing_decision( -1 ) ) );
			$query->set( 'post_status', Order_Query::any_status() );
		}
	}

	/**
	 * Filters the list for the view if orders have their own tables.
	 *
	 * @param array<string, mixed> $args Query arguments.
	 * @return array<string, mixed>
	 */
	public static function filter_table( $args ) {
		return self::is_view() ? array(
			'post__in' => array_merge( array( 0 ), Order_Query::needing_decision( -1 ) ),
			'status'   => Order_Query::any_status(),
		) + $args : $args;
	}

	/**
	 * Whether the view is selected.
	 */
	private static function is_view() {
		return '1' === filter_input( INPUT_GET, self::VIEW );
	}
}
