<?php
/**
 * What merchants can do with orders.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Admin;

use Cedi\Commerce\Order\Attempts;
use Cedi\Commerce\Order\Fresh_Order;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Order_Query;
use Cedi\Commerce\Order\Order_Settler;
use Cedi\Commerce\Order\Payment_Report;
use Cedi\Commerce\Refund\Refunds;
use Cedi\Commerce\Rest\Rest_Order_Status;
use Cedi\Commerce\Service\Money;
use Cedi\Commerce\Support\Lock;
use Cedi\Commerce\Support\Price;
use Cedi\Commerce\Support\Scripts;
use WC_Order;
use const Cedi\Commerce\EDIT_ORDERS;
use const Cedi\Commerce\GATEWAY;

defined( 'ABSPATH' ) || exit;

/**
 * The box on the order screen, order actions, the bulk action and the tool that repairs pending orders.
 */
final class Order_Screen {
	/** How many orders one request checks. */
	const BATCH = 20;

	/**
	 * Adds everything. Orders have two screens: for posts, and for their own tables.
	 */
	public static function add() {
		add_action( 'add_meta_boxes', array( self::class, 'add_box' ), 10, 2 );
		add_filter( 'woocommerce_order_actions', array( self::class, 'add_actions' ), 10, 2 );
		add_action( 'woocommerce_order_action_cedi_commerce_settle', array( self::class, 'settle' ) );
		// WooCommerce runs the chosen action at priority 50.
		add_action( 'woocommerce_process_shop_order_meta', array( self::class, 'listen' ), 45 );
		foreach ( array( 'edit-shop_order', 'woocommerce_page_wc-orders' ) as $screen ) {
			add_filter( "bulk_actions-$screen", array( self::class, 'add_bulk_action' ) );
			add_filter( "handle_bulk_actions-$screen", array( self::class, 'settle_many' ), 10, 3 );
		}
		add_filter( 'manage_edit-shop_order_columns', array( self::class, 'add_column' ) );
		add_filter( 'manage_woocommerce_page_wc-orders_columns', array( self::class, 'add_column' ) );
		add_action( 'manage_shop_order_posts_custom_column', array( self::class, 'show_column' ), 10, 2 );
		add_action( 'manage_woocommerce_page_wc-orders_custom_column', array( self::class, 'show_column' ), 10, 2 );
		add_filter( 'woocommerce_debug_tools', array( self::class, 'add_tool' ) );
		add_action( 'admin_notices', array( self::class, 'show_notice' ) );
	}

	/**
	 * Whether an order has a Cedi payment.
	 *
	 * @param mixed $order An order, perhaps.
	 * @return bool
	 * @psalm-assert-if-true WC_Order $order
	 */
	private static function is_ours( $order ) {
		return $order instanceof WC_Order && GATEWAY === $order->get_payment_method() && (bool) $order->get_meta( Attempts::META );
	}

	/**
	 * Adds the box to the order screen.
	 *
	 * @param string            $screen The screen.
	 * @param \WP_Post|WC_Order $edited What is edited.
	 */
	public static function add_box( $screen, $edited ) {
		$order = $edited instanceof \WP_Post && 'shop_order' === $edited->post_type ? wc_get_order( $edited->ID ) : $edited;
		if ( self::is_ours( $order ) && current_user_can( EDIT_ORDERS ) ) {
			add_meta_box( 'cedi-commerce', __( 'Cedi payment', 'cedi-commerce' ), array( self::class, 'show_box' ), $screen, 'side', 'high' );
		}
	}

	/**
	 * Shows the box.
	 *
	 * @param \WP_Post|WC_Order $edited What is edited.
	 */
	public static function show_box( $edited ) {
		$order = $edited instanceof WC_Order ? $edited : wc_get_order( $edited->ID );
		if ( ! $order instanceof WC_Order ) {
			return;
		}
		$payment = Payment_Report::of( Order_Payments::of( $order ) ) + Rest_Order_Status::details( Order_Payments::of( $order ) );
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
	 * @param string[]      $actions The actions.
	 * @param WC_Order|null $order   The order.
	 * @return string[]
	 */
	public static function add_actions( $actions, $order = null ) {
		$order = $order instanceof WC_Order ? $order : ( isset( $GLOBALS['theorder'] ) ? $GLOBALS['theorder'] : null );
		if ( self::is_ours( $order ) ) {
			$actions['cedi_commerce_settle'] = __( 'Cedi: check the payment', 'cedi-commerce' );
			foreach ( Order_Payments::of( $order )->refunds()->waiting() as $key => $row ) {
				// The screen may be older than the order, so the action names its refund.
				$amount = Price::show( Money::of( $row['amount'] ) );
				/* translators: 1: amount, 2: reference of the refund. */
				$actions[ "cedi_commerce_refund_paid_$key" ] = sprintf( __( 'Cedi: the refund of %1$s (%2$s) was paid out', 'cedi-commerce' ), $amount, $row['ref'] );
				/* translators: 1: amount, 2: reference of the refund. */
				$actions[ "cedi_commerce_refund_rejected_$key" ] = sprintf( __( 'Cedi: the refund of %1$s (%2$s) was rejected', 'cedi-commerce' ), $amount, $row['ref'] );
			}
		}
		return $actions;
	}

	/**
	 * Listens for the actions of each refund of an order that is being saved.
	 *
	 * @param int $order_id The order.
	 */
	public static function listen( $order_id ) {
		$order = wc_get_order( $order_id );
		if ( ! self::is_ours( $order ) ) {
			return;
		}
		foreach ( array_keys( Order_Payments::of( $order )->refunds()->waiting() ) as $key ) {
			foreach ( array( 'paid', 'rejected' ) as $verdict ) {
				add_action(
					"woocommerce_order_action_cedi_commerce_refund_{$verdict}_$key",
					static function ( $order ) use ( $verdict, $key ) {
						self::mark_refund( $order, $verdict, $key );
					}
				);
			}
		}
	}

	/**
	 * Checks the payment.
	 *
	 * @param WC_Order $order The order.
	 */
	public static function settle( $order ) {
		$report = Order_Settler::settle( $order->get_id() );
		$order  = Fresh_Order::read( $order->get_id() );
		/* translators: %s: how the payment stands. */
		$order->add_order_note( sprintf( __( 'Checked with Cedi: %s', 'cedi-commerce' ), $report['message'] ), 0, true );
	}

	/**
	 * Records what an operator did with a refund. One that no longer waits stays as it is.
	 *
	 * @param WC_Order $order   The order.
	 * @param string   $verdict paid or rejected.
	 * @param string   $key     The request.
	 */
	public static function mark_refund( $order, $verdict, $key ) {
		$lock = Lock::acquire( 'settle_' . $order->get_id(), 60, 5000 );
		if ( ! $lock ) {
			$order->add_order_note( __( 'The payment of this order is being checked right now. Try again in a moment.', 'cedi-commerce' ) );
			return;
		}
		try {
			$payments = Order_Payments::fresh( $order->get_id() );
			if ( 'paid' === $verdict ) {
				Refunds::mark_paid( $payments, $key );
			} else {
				Refunds::mark_rejected( $payments, $key );
			}
		} finally {
			$lock->release();
		}
	}

	/**
	 * Adds the bulk action.
	 *
	 * @param string[] $actions The actions.
	 * @return string[]
	 */
	public static function add_bulk_action( $actions ) {
		$actions['cedi_commerce_settle'] = __( 'Cedi: check the payments', 'cedi-commerce' );
		return $actions;
	}

	/**
	 * Checks the payments of many orders. WooCommerce and WordPress have checked the nonce.
	 *
	 * @param string $redirect Where to go then.
	 * @param string $action   The action.
	 * @param int[]  $ids      The orders.
	 * @return string
	 */
	public static function settle_many( $redirect, $action, $ids ) {
		if ( 'cedi_commerce_settle' !== $action || ! current_user_can( EDIT_ORDERS ) ) {
			return $redirect;
		}
		$paid = 0;
		foreach ( array_slice( array_map( 'absint', $ids ), 0, self::BATCH ) as $id ) {
			$before = wc_get_order( $id );
			$report = Order_Settler::settle( $id, 4.0 );
			$paid  += $before instanceof WC_Order && ! $before->is_paid() && 'paid' === $report['state'] ? 1 : 0;
		}
		return add_query_arg(
			array(
				'cedi_commerce_asked' => min( count( $ids ), self::BATCH ),
				'cedi_commerce_paid'  => $paid,
			),
			$redirect
		);
	}

	/**
	 * Reports the result of the bulk action.
	 */
	public static function show_notice() {
		$asked = filter_input( INPUT_GET, 'cedi_commerce_asked', FILTER_VALIDATE_INT );
		$paid  = filter_input( INPUT_GET, 'cedi_commerce_paid', FILTER_VALIDATE_INT );
		if ( is_int( $asked ) && is_int( $paid ) && current_user_can( EDIT_ORDERS ) ) {
			/* translators: 1: how many orders, 2: how many payments. */
			$text = sprintf( __( 'Asked about %1$d orders; %2$d payments had arrived.', 'cedi-commerce' ), $asked, $paid );
			echo '<div class="notice notice-info is-dismissible"><p>' . esc_html( $text ) . '</p></div>';
		}
	}

	/**
	 * Adds a column to the list of orders.
	 *
	 * @param string[] $columns The columns.
	 * @return string[]
	 */
	public static function add_column( $columns ) {
		$columns['cedi_commerce'] = __( 'Cedi', 'cedi-commerce' );
		return $columns;
	}

	/**
	 * Shows the column.
	 *
	 * @param string       $column The column.
	 * @param int|WC_Order $order  The order.
	 */
	public static function show_column( $column, $order ) {
		$order = 'cedi_commerce' === $column ? ( $order instanceof WC_Order ? $order : wc_get_order( $order ) ) : null;
		if ( ! self::is_ours( $order ) ) {
			return;
		}
		$state = Payment_Report::of( Order_Payments::of( $order ) )['state'];
		if ( Order_Payments::of( $order )->refunds()->waiting() ) {
			$state = 'refund';
		}
		$words = array(
			'pending'    => __( 'waiting', 'cedi-commerce' ),
			'paid'       => __( 'paid', 'cedi-commerce' ),
			'failed'     => __( 'failed', 'cedi-commerce' ),
			'refund'     => __( 'refund requested', 'cedi-commerce' ),
			'paid_twice' => __( 'paid twice', 'cedi-commerce' ),
		);
		echo esc_html( isset( $words[ $state ] ) ? $words[ $state ] : __( 'needs a look', 'cedi-commerce' ) );
	}

	/**
	 * Adds the tool to WooCommerce > Status > Tools.
	 *
	 * @param array[] $tools The tools.
	 * @return array[]
	 */
	public static function add_tool( $tools ) {
		$tools['cedi_commerce_settle'] = array(
			'name'     => __( 'Cedi: repair pending orders', 'cedi-commerce' ),
			'button'   => __( 'Ask now', 'cedi-commerce' ),
			'desc'     => __( 'Checks the payment of each order that waits for one, and moves on the orders that are paid.', 'cedi-commerce' ),
			'callback' => array( self::class, 'repair' ),
		);
		return $tools;
	}

	/**
	 * Checks the oldest pending orders.
	 *
	 * @return string What came of it.
	 */
	public static function repair() {
		$paid = 0;
		$all  = Order_Query::unsettled( -1 );
		$ids  = array_slice( $all, 0, self::BATCH );
		foreach ( $ids as $id ) {
			$paid += 'paid' === Order_Settler::settle( $id, 4.0 )['state'] ? 1 : 0;
		}
		/* translators: 1: how many orders, 2: how many payments. */
		$text = sprintf( __( 'Asked about %1$d orders; %2$d payments had arrived.', 'cedi-commerce' ), count( $ids ), $paid );
		$left = count( $all ) - count( $ids );
		/* translators: %d: how many orders. */
		return 0 === $left ? $text : $text . ' ' . sprintf( __( '%d more wait: ask again.', 'cedi-commerce' ), $left );
	}
}
