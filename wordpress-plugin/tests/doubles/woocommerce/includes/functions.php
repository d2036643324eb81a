<?php
/**
 * Functions of WooCommerce.
 *
 * @package cedi-commerce
 */

defined( 'ABSPATH' ) || exit;

function get_woocommerce_currency() {
	return apply_filters( 'woocommerce_currency', get_option( 'woocommerce_currency', 'GHS' ) );
}

function wc_get_price_decimals() {
	return absint( apply_filters( 'wc_get_price_decimals', get_option( 'woocommerce_price_num_decimals', 2 ) ) );
}

function wc_format_decimal( $number, $dp = false ) {
	$number = is_float( $number ) ? number_format( $number, 6, '.', '' ) : (string) $number;
	return false === $dp ? $number : number_format( (float) $number, (int) $dp, '.', '' );
}

function wc_price( $price ) {
	return '<span class="woocommerce-Price-amount">' . esc_html( 'GH₵' . number_format( (float) $price, 2 ) ) . '</span>';
}

/**
 * Returns the price that the shop displays, with or without tax.
 */
function wc_get_price_to_display( $product, $args = array() ) {
	$price        = (float) ( isset( $args['price'] ) ? $args['price'] : $product->get_price() );
	$rate         = 'yes' === get_option( 'woocommerce_calc_taxes' ) ? 1 + (float) get_option( 'wc_double_tax_rate' ) / 100 : 1;
	$is_inclusive = 'yes' === get_option( 'woocommerce_prices_include_tax' );
	if ( 'incl' === get_option( 'woocommerce_tax_display_shop' ) ) {
		return round( $is_inclusive ? $price : $price * $rate, 2 );
	}
	return round( $is_inclusive ? $price / $rate : $price, 2 );
}

/**
 * Tax rates: one for all products.
 */
final class WC_Tax {
	public static function _insert_tax_rate( $tax_rate ) {
		update_option( 'wc_double_tax_rate', $tax_rate['tax_rate'] );
		return 1;
	}
}

function wc_get_is_paid_statuses() {
	return apply_filters( 'woocommerce_order_is_paid_statuses', array( 'processing', 'completed' ) );
}

function wc_get_order_statuses() {
	$statuses = array(
		'wc-pending'    => 'Pending payment',
		'wc-processing' => 'Processing',
		'wc-on-hold'    => 'On hold',
		'wc-completed'  => 'Completed',
		'wc-cancelled'  => 'Cancelled',
		'wc-refunded'   => 'Refunded',
		'wc-failed'     => 'Failed',
		'wc-checkout-draft' => 'Draft',
	);
	return apply_filters( 'wc_order_statuses', $statuses );
}

/**
 * The statuses in which a payment can be completed, which include a draft of the checkout.
 */
function wc_double_add_draft( $statuses ) {
	return array_merge( $statuses, array( 'checkout-draft' ) );
}
add_filter( 'woocommerce_valid_order_statuses_for_payment', 'wc_double_add_draft', 999 );
add_filter( 'woocommerce_valid_order_statuses_for_payment_complete', 'wc_double_add_draft', 999 );

function wc_get_order_status_name( $status ) {
	$statuses = wc_get_order_statuses();
	return isset( $statuses[ "wc-$status" ] ) ? $statuses[ "wc-$status" ] : $status;
}

function wc_create_order( $args = array() ) {
	$order = new WC_Order();
	$order->set_currency( get_woocommerce_currency() );
	if ( isset( $args['created_via'] ) ) {
		$order->set_created_via( $args['created_via'] );
	}
	$order->save();
	return $order;
}

/**
 * The container. It finds classes by their full names, and refuses a name that begins with a backslash.
 */
function wc_get_container() {
	return new class() {
		public function get( $name ) {
			if ( '\\' === $name[0] || ! class_exists( $name ) ) {
				throw new RuntimeException( "Alias ($name) is not being managed by the container." );
			}
			return new $name();
		}
	};
}

function wc_get_order( $order = false ) {
	if ( $order instanceof WC_Order || $order instanceof WC_Order_Refund ) {
		return $order;
	}
	$id   = $order instanceof WP_Post ? $order->ID : (int) $order;
	$post = $id ? get_post( $id ) : null;
	if ( ! $post ) {
		return false;
	}
	if ( 'shop_order_refund' === $post->post_type ) {
		return new WC_Order_Refund( $id );
	}
	return 'shop_order' === $post->post_type ? new WC_Order( $id ) : false;
}

function wc_get_orders( $args ) {
	$query = array(
		'post_type'        => 'shop_order',
		'post_status'      => isset( $args['status'] ) ? $args['status'] : array_keys( wc_get_order_statuses() ),
		'numberposts'      => -1,
		'orderby'          => 'ID',
		'order'            => isset( $args['order'] ) ? $args['order'] : 'DESC',
		'fields'           => 'ids',
		'suppress_filters' => false,
	);
	if ( isset( $args['meta_key'] ) ) {
		$query['meta_key']     = $args['meta_key'];
		if ( isset( $args['meta_value'] ) ) {
			$query['meta_value'] = $args['meta_value'];
		}
		$query['meta_compare'] = isset( $args['meta_compare'] ) ? $args['meta_compare'] : '=';
	}
	$found = array();
	foreach ( get_posts( $query ) as $id ) {
		$order   = new WC_Order( $id );
		$matches = ( ! isset( $args['payment_method'] ) || $order->get_payment_method() === $args['payment_method'] )
			&& ( ! isset( $args['billing_email'] ) || $order->get_billing_email() === $args['billing_email'] )
			&& ( ! isset( $args['date_created'] ) || $order->get_date_created()->getTimestamp() > (int) ltrim( $args['date_created'], '>' ) );
		if ( $matches ) {
			$found[] = isset( $args['return'] ) && 'ids' === $args['return'] ? $id : $order;
		}
	}
	$limit = isset( $args['limit'] ) ? $args['limit'] : 10;
	return $limit < 0 ? $found : array_slice( $found, $limit * ( ( isset( $args['paged'] ) ? $args['paged'] : ( isset( $args['page'] ) ? $args['page'] : 1 ) ) - 1 ), $limit );
}

/**
 * Cancels unpaid orders. WooCommerce runs it by its schedule.
 */
function wc_cancel_unpaid_orders() {
	$hold_minutes = (int) get_option( 'woocommerce_hold_stock_minutes', 60 );
	if ( $hold_minutes < 1 || 'yes' !== get_option( 'woocommerce_manage_stock' ) ) {
		return;
	}
	$ids = get_posts(
		array(
			'post_type'        => 'shop_order',
			'post_status'      => 'wc-pending',
			'numberposts'      => -1,
			'fields'           => 'ids',
			'date_query'       => array(
				array(
					'column' => 'post_modified_gmt',
					'before' => gmdate( 'Y-m-d H:i:s', apply_filters( 'cedi_test_time', time() ) - $hold_minutes * 60 ),
				),
			),
			'suppress_filters' => false,
		)
	);
	foreach ( $ids as $id ) {
		$order = wc_get_order( $id );
		if ( apply_filters( 'woocommerce_cancel_unpaid_order', 'checkout' === $order->get_created_via(), $order ) ) {
			$order->update_status( 'cancelled', 'Unpaid order cancelled - time limit reached.' );
		}
	}
}
add_action( 'woocommerce_cancel_unpaid_orders', 'wc_cancel_unpaid_orders' );

function wc_add_notice( $message, $type = 'success' ) {
	$GLOBALS['wc_double_notices'][ $type ][] = array( 'notice' => $message );
}

function wc_get_notices( $type = '' ) {
	$all = isset( $GLOBALS['wc_double_notices'] ) ? $GLOBALS['wc_double_notices'] : array();
	return '' === $type ? $all : ( isset( $all[ $type ] ) ? $all[ $type ] : array() );
}

function wc_clear_notices() {
	$GLOBALS['wc_double_notices'] = array();
}

function wc_print_notice( $message, $type = 'success' ) {
	echo '<div class="woocommerce-' . esc_attr( $type ) . '" role="alert">' . wp_kses_post( $message ) . '</div>';
}

function wc_get_logger() {
	static $logger;
	if ( null === $logger ) {
		$logger = new class() {
			public function error( $message, $context = array() ) {
				$this->log( 'error', $message, $context );
			}
			public function log( $level, $message, $context = array() ) {
				$line = gmdate( 'c' ) . ' ' . strtoupper( $level ) . ' ' . $message . "\n";
				file_put_contents( dirname( WP_CONTENT_DIR ) . '/wc.log', $line, FILE_APPEND );
			}
		};
	}
	return $logger;
}

/**
 * The e-mails to buyers: one when an order is being processed, one for a refund.
 */
function wc_double_mail( $order_id, $subject ) {
	$order = wc_get_order( $order_id );
	wp_mail( $order->get_billing_email(), "$subject #$order_id", $subject );
}
foreach ( array( 'pending_to_processing', 'failed_to_processing', 'on-hold_to_processing', 'cancelled_to_processing', 'pending_to_completed' ) as $wc_double_move ) {
	add_action(
		"woocommerce_order_status_$wc_double_move",
		static function ( $order_id ) {
			wc_double_mail( $order_id, 'Your order is being worked on' );
		}
	);
}

/**
 * The e-mail about an order that is being processed.
 */
final class WC_Double_Processing_Mail {
	public function trigger( $order_id, $order = false ) {
		wc_double_mail( $order_id, 'Your order is being worked on' );
	}
}

/**
 * The e-mail about a refund.
 */
final class WC_Double_Refund_Mail {
	/** @var WC_Order_Refund|false */
	public $refund = false;

	public function trigger( $order_id, $partial_refund = false, $refund_id = null ) {
		$this->refund = $refund_id ? wc_get_order( $refund_id ) : false;
		$name         = $partial_refund ? 'customer_partially_refunded_order' : 'customer_refunded_order';
		if ( apply_filters( "woocommerce_email_enabled_$name", true, wc_get_order( $order_id ), $this ) ) {
			wc_double_mail( $order_id, 'Your order was refunded' );
		}
	}
}
foreach ( array( 'fully', 'partially' ) as $wc_double_part ) {
	add_action(
		"woocommerce_order_{$wc_double_part}_refunded_notification",
		static function ( $order_id, $refund_id ) use ( $wc_double_part ) {
			( new WC_Double_Refund_Mail() )->trigger( $order_id, 'partially' === $wc_double_part, $refund_id );
		},
		10,
		2
	);
}
