<?php
/**
 * What the tests need to see and do: mails, counts, and a shop whose buyers are programs.
 *
 * @package cedi-commerce
 */

defined( 'ABSPATH' ) || exit;

/**
 * Keeps a line in a file of the site: several processes write to it.
 */
function cedi_lab_note( $name, $line ) {
	file_put_contents( dirname( WP_CONTENT_DIR ) . "/$name.txt", "$line\n", FILE_APPEND | LOCK_EX );
}

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

// What a page cost.
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
			'order'  => static function ( $request ) {
				$order = wc_create_order( array( 'created_via' => 'checkout' ) );
				$order->set_total( $request['total'] );
				$order->set_currency( 'GHS' );
				$order->set_billing_email( 'kofi@example.com' );
				$order->set_payment_method( 'cedi_commerce' );
				$order->set_created_via( 'checkout' );
				$order->save();
				global $wpdb;
				// Old enough for WooCommerce to cancel it.
				$wpdb->update( $wpdb->posts, array( 'post_modified_gmt' => gmdate( 'Y-m-d H:i:s', time() - 7200 ) ), array( 'ID' => $order->get_id() ) );
				clean_post_cache( $order->get_id() );
				return array(
					'id'  => $order->get_id(),
					'key' => $order->get_order_key(),
				);
			},
			'pay'    => static function ( $request ) {
				$gateways = WC()->payment_gateways()->payment_gateways();
				$answer   = $gateways['cedi_commerce']->process_payment( (int) $request['id'] );
				$notices  = wc_get_notices( 'error' );
				return $answer + array( 'notice' => $notices ? $notices[0]['notice'] : '' );
			},
			'look'   => static function ( $request ) {
				$order    = wc_get_order( (int) $request['id'] );
				$attempts = $order->get_meta( '_cedi_commerce_attempts' );
				return array(
					'status'   => $order->get_status(),
					'state'    => $order->get_meta( '_cedi_commerce_state' ),
					'attempts' => is_array( $attempts ) ? array_values( $attempts ) : array(),
				);
			},
			'cancel' => static function () {
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
