<?php
/**
 * Shows merchants what they must decide.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Admin;

use Automattic\WooCommerce\Utilities\OrderUtil;
use Cedi\Commerce\Order\Decisions;
use Cedi\Commerce\Order\Lost_Orders;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Order_Query;
use Cedi\Commerce\Refund\Second_Payment;
use WC_Order;
use WP_Query;
use const Cedi\Commerce\EDIT_ORDERS;

defined( 'ABSPATH' ) || exit;

/**
 * A notice on the order with the one action that solves it, a count in the menu, and a view of the list of orders.
 */
final class Decision_Notice {
	const ACTION = 'cedi_commerce_decide';

	/** The name of the view in the address of the list. */
	const VIEW = 'cedi_commerce_decide';

	/**
	 * Adds everything.
	 */
	public static function add() {
		add_action( 'admin_notices', array( self::class, 'show' ) );
		add_action( 'admin_menu', array( self::class, 'count' ), 99 );
		add_action( 'admin_post_' . self::ACTION, array( self::class, 'decide' ) );
		add_filter( 'views_edit-shop_order', array( self::class, 'add_view' ) );
		add_filter( 'views_woocommerce_page_wc-orders', array( self::class, 'add_view' ) );
		add_action( 'pre_get_posts', array( self::class, 'filter_posts' ) );
		add_filter( 'woocommerce_order_list_table_prepare_items_query_args', array( self::class, 'filter_table' ) );
	}

	/**
	 * Shows what must be decided about this order, and money of deleted orders.
	 */
	public static function show() {
		if ( ! current_user_can( EDIT_ORDERS ) ) {
			return;
		}
		$order = self::on_screen();
		if ( $order && '' !== Order_Payments::of( $order )->decision() ) {
			list( $text, $button ) = self::words( Order_Payments::of( $order )->decision() );
			self::show_one( $text, $button, $order->get_id() );
		}
		foreach ( Lost_Orders::paid() as $key => $row ) {
			self::show_one( $row['text'], __( 'I have refunded it, or made a new order', 'cedi-commerce' ), $key );
		}
	}

	/**
	 * Shows one notice.
	 *
	 * @param string     $text   What has happened.
	 * @param string     $button What solves it.
	 * @param int|string $id     The order, or the payment of an order that is gone.
	 */
	private static function show_one( $text, $button, $id ) {
		printf(
			'<div class="notice notice-error"><p><strong>%1$s</strong> %2$s</p><p><a class="button button-primary" href="%3$s">%4$s</a></p></div>',
			esc_html__( 'Payment needs a decision.', 'cedi-commerce' ),
			esc_html( $text ),
			esc_url( wp_nonce_url( admin_url( 'admin-post.php?action=' . self::ACTION . "&id=$id" ), self::ACTION . "_$id" ) ),
			esc_html( $button )
		);
	}

	/**
	 * The text about a decision, and the action that solves it.
	 *
	 * @param string $decision As Order_Payments names it.
	 * @return array{string, string}
	 */
	private static function words( $decision ) {
		if ( 'second' === $decision ) {
			return array( __( 'The buyer has paid this order twice.', 'cedi-commerce' ), __( 'Ask for the refund of the second payment', 'cedi-commerce' ) );
		}
		if ( 'mismatch' === $decision ) {
			return array( __( 'The payment does not match this order; its notes name both figures. To give the money back, use the refund button of the order.', 'cedi-commerce' ), __( 'Take the payment as it is, and deliver', 'cedi-commerce' ) );
		}
		return array( __( 'Money has come for this order when nobody waited for it. To give it back, use the refund button of the order.', 'cedi-commerce' ), __( 'Deliver the order', 'cedi-commerce' ) );
	}

	/**
	 * Runs the action.
	 */
	public static function decide() {
		$id = sanitize_key( (string) filter_input( INPUT_GET, 'id' ) );
		check_admin_referer( self::ACTION . "_$id" );
		if ( ! current_user_can( EDIT_ORDERS ) ) {
			wp_die( esc_html__( 'You are not allowed to look into orders.', 'cedi-commerce' ), '', array( 'response' => 403 ) );
		}
		self::solve( $id );
		$back = wp_get_referer();
		wp_safe_redirect( false === $back ? admin_url() : $back );
		exit;
	}

	/**
	 * Solves the decision.
	 *
	 * @param string $id The order, or the payment of an order that is gone.
	 */
	public static function solve( $id ) {
		$order = ctype_digit( $id ) ? wc_get_order( (int) $id ) : null;
		if ( ! $order instanceof WC_Order ) {
			Lost_Orders::forget( $id );
			return;
		}
		$decision = Order_Payments::of( $order )->decision();
		if ( 'second' === $decision ) {
			Second_Payment::refund( $order );
		} elseif ( '' !== $decision ) {
			$order->update_status( 'processing', __( 'The shop takes the payment and delivers.', 'cedi-commerce' ), true );
		}
		Decisions::recount();
	}

	/**
	 * The order on the screen.
	 */
	private static function on_screen(): ?WC_Order {
		$screen = function_exists( 'get_current_screen' ) ? get_current_screen() : null;
		if ( ! $screen || ! in_array( $screen->id, array( 'shop_order', 'woocommerce_page_wc-orders' ), true ) ) {
			return null;
		}
		$id    = filter_input( INPUT_GET, 'shop_order' === $screen->id ? 'post' : 'id', FILTER_VALIDATE_INT );
		$order = $id ? wc_get_order( $id ) : null;
		return $order instanceof WC_Order ? $order : null;
	}

	/**
	 * Shows the count in WooCommerce's menu, below the orders, while there is something to decide.
	 */
	public static function count() {
		$count = (int) get_option( Decisions::OPTION );
		if ( $count > 0 ) {
			$title = esc_html__( 'Payments to decide', 'cedi-commerce' ) . ' <span class="awaiting-mod count-' . $count . '"><span>' . number_format_i18n( $count ) . '</span></span>';
			add_submenu_page( 'woocommerce', __( 'Payments to decide', 'cedi-commerce' ), $title, EDIT_ORDERS, add_query_arg( self::VIEW, '1', self::list_url() ), '', 2 );
		}
	}

	/**
	 * Where the list of orders is.
	 */
	private static function list_url() {
		$has_tables = class_exists( OrderUtil::class ) && OrderUtil::custom_orders_table_usage_is_enabled();
		return $has_tables ? 'admin.php?page=wc-orders' : 'edit.php?post_type=shop_order';
	}

	/**
	 * Adds the view to the list of orders.
	 *
	 * @param string[] $views The views.
	 * @return string[]
	 */
	public static function add_view( $views ) {
		$count = (int) get_option( Decisions::OPTION );
		if ( $count > 0 ) {
			$url                 = admin_url( add_query_arg( self::VIEW, '1', self::list_url() ) );
			$views[ self::VIEW ] = '<a href="' . esc_url( $url ) . '">' . esc_html__( 'Cedi: needs a decision', 'cedi-commerce' ) . ' <span class="count">(' . number_format_i18n( $count ) . ')</span></a>';
		}
		return $views;
	}

	/**
	 * Filters the list for the view, where orders are posts.
	 *
	 * @param WP_Query $query The query.
	 */
	public static function filter_posts( $query ) {
		if ( is_admin() && $query->is_main_query() && 'shop_order' === $query->get( 'post_type' ) && self::is_view() ) {
			$query->set( 'post__in', array_merge( array( 0 ), Order_Query::undecided( -1 ) ) );
		}
	}

	/**
	 * Filters the list for the view, where orders have their own tables.
	 *
	 * @param array $args The query.
	 * @return array
	 */
	public static function filter_table( $args ) {
		return self::is_view() ? array( 'post__in' => array_merge( array( 0 ), Order_Query::undecided( -1 ) ) ) + $args : $args;
	}

	/**
	 * Whether the view is open.
	 */
	private static function is_view() {
		return '1' === filter_input( INPUT_GET, self::VIEW );
	}
}
