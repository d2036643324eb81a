<?php
/**
 * Gives the tests what they need: the e-mails, counts, and a shop whose buyers are programs.
 *
 * @package cedi-commerce
 */

defined( 'ABSPATH' ) || exit;

require_once __DIR__ . '/../../../scripts/lab/woocommerce/product.php';

/**
 * Adds a line to a file of the site, which several processes write to.
 */
function cedi_lab_note( $name, $line ) {
	file_put_contents( dirname( WP_CONTENT_DIR ) . "/$name.txt", "$line\n", FILE_APPEND | LOCK_EX );
}

// Every WooCommerce extension declares its features. The files that WooCommerce loads for the first one are not counted.
add_action(
	'before_woocommerce_init',
	static function () {
		foreach ( array( 'custom_order_tables', 'cart_checkout_blocks' ) as $feature ) {
			Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( $feature, 'another/another.php', true );
		}
	}
);

add_filter(
	'pre_wp_mail',
	static function ( $done, $mail ) {
		cedi_lab_note( 'admin@example.com' === $mail['to'] ? 'mails-to-the-shop' : 'mails', $mail['subject'] );
		return true;
	},
	10,
	2
);
add_action(
	'woocommerce_payment_complete',
	static function ( $order_id ) {
		cedi_lab_note( 'completed', $order_id );
	}
);

/**
 * Makes an order old enough for WooCommerce to cancel it, whether it is a post or in the order table.
 */
function cedi_lab_make_old( $id ) {
	global $wpdb;
	$then = gmdate( 'Y-m-d H:i:s', time() - 7200 );
	$wpdb->update( $wpdb->posts, array( 'post_modified' => $then, 'post_modified_gmt' => $then ), array( 'ID' => $id ) );
	if ( 'yes' === get_option( 'woocommerce_custom_orders_table_enabled' ) ) {
		$wpdb->update( "{$wpdb->prefix}wc_orders", array( 'date_updated_gmt' => $then ), array( 'id' => $id ) );
	}
}

/**
 * Creates an order that a buyer has just placed.
 */
function cedi_lab_order( $total ) {
	$order = wc_create_order( array( 'created_via' => 'checkout' ) );
	// WooCommerce completes an order without lines by itself.
	$order->add_product( cedi_lab_product( $total ) );
	$order->set_total( $total );
	$order->set_currency( 'GHS' );
	$order->set_billing_email( 'kofi@example.com' );
	$order->set_payment_method( 'cedi_commerce' );
	$order->set_created_via( 'checkout' );
	$order->save();
	return array(
		'id'  => $order->get_id(),
		'key' => $order->get_order_key(),
	);
}

/**
 * The state of an order.
 */
function cedi_lab_look( $id ) {
	$order    = Cedi\Commerce\Order\Order_Payments::fresh( $id )->order();
	$attempts = $order->get_meta( '_cedi_commerce_payment_attempts' );
	return array(
		'status'   => $order->get_status(),
		'state'    => $order->get_meta( '_cedi_commerce_payment_state' ),
		'attempts' => is_array( $attempts ) ? array_values( $attempts ) : array(),
	);
}

// The cost of the page.
ob_start();
add_action(
	'shutdown',
	static function () {
		$files = array_filter(
			get_included_files(),
			static function ( $file ) {
				return false !== strpos( $file, 'wordpress-plugin/' ) && false === strpos( $file, '/tests/' ) && false === strpos( $file, '/.cache/' ) && false === strpos( $file, '/scripts/' );
			}
		);
		if ( ! headers_sent() ) {
			header( 'X-Lab-Queries: ' . $GLOBALS['wpdb']->num_queries );
			header( 'X-Lab-Memory: ' . memory_get_usage() );
			header( 'X-Lab-Files: ' . implode( ',', array_map( 'basename', $files ) ) );
		}
	},
	0
);

add_action(
	'rest_api_init',
	static function () {
		$routes = array(
			'orders' => static function ( $request ) {
				return array_map( 'cedi_lab_order', array_fill( 0, $request['count'], $request['total'] ) );
			},
			'pay'    => static function ( $request ) {
				if ( function_exists( 'wc_load_cart' ) ) {
					wc_load_cart();
				}
				$id       = (int) $request['id'];
				$gateways = WC()->payment_gateways()->payment_gateways();
				try {
					$result = $gateways['cedi_commerce']->process_payment( $id ) + array( 'notice' => '' );
				} catch ( Exception $error ) {
					$result = array(
						'result'   => 'failure',
						'redirect' => '',
						'notice'   => $error->getMessage(),
					);
				}
				return $result + cedi_lab_look( $id );
			},
			'look'   => static function ( $request ) {
				return array_map( 'cedi_lab_look', $request['ids'] );
			},
			'move'   => static function ( $request ) {
				// For example when an anonymous buyer cancels.
				wc_get_order( (int) $request['id'] )->update_status( $request['status'] );
				return array();
			},
			'return-url' => static function ( $request ) {
				update_option( 'lab_thank_you', (string) $request['kind'] );
				return array( 'redirect' => Cedi\Commerce\Support\Checkout_Intent::order_return_url( wc_get_order( (int) $request['id'] ) ) );
			},
			'cancel' => static function ( $request ) {
				cedi_lab_make_old( (int) $request['id'] );
				do_action( 'woocommerce_cancel_unpaid_orders' );
				return array();
			},
		);
		foreach ( $routes as $name => $callback ) {
			register_rest_route(
				'lab/v1',
				"/$name",
				array(
					'methods'             => 'POST',
					'callback'            => $callback,
					'permission_callback' => '__return_true',
				)
			);
		}
	}
);
