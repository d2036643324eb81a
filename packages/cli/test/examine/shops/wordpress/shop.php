<?php
/**
 * REST routes of a small WooCommerce shop for scripted buyers.
 *
 * @package cedi-commerce
 */

defined( 'ABSPATH' ) || exit;

require_once WP_PLUGIN_DIR . '/../../shop-product.php';

// A second process has the same database and another port, so the canonical URL would be wrong.
remove_action( 'template_redirect', 'redirect_canonical' );

// One line per delivery: WooCommerce calls this when an order is paid.
add_action(
	'woocommerce_payment_complete',
	static function ( $id ) {
		file_put_contents( dirname( WP_CONTENT_DIR ) . '/deliveries.txt', "$id\n", FILE_APPEND | LOCK_EX );
	}
);

/**
 * Creates an order, or returns the order of this cart. Option names are unique, so the first order is stored.
 */
function cedi_shop_order( $request ) {
	$cart = 'shop_' . md5( $request['cart'] . ' ' . $request['product'] . ' ' . $request['quantity'] );
	if ( false === get_option( $cart ) ) {
		$url      = CEDI_COMMERCE_BASE_URL . '/api/v1/products/' . rawurlencode( $request['product'] );
		$headers  = array( 'Authorization' => 'Bearer ' . CEDI_COMMERCE_API_KEY );
		$response = json_decode( wp_remote_retrieve_body( wp_remote_get( $url, array( 'headers' => $headers ) ) ), true );
		$price    = $response['data']['price'] ?? null;
		if ( null === $price ) {
			return new WP_Error( 'unavailable', 'We cannot reach the payment service.', array( 'status' => 503 ) );
		}
		$total = wc_format_decimal( $price * (int) $request['quantity'], 2 );
		$order = wc_create_order( array( 'created_via' => 'checkout' ) );
		$order->add_product( cedi_lab_product( $total ) );
		$order->set_total( $total );
		$order->set_currency( 'GHS' );
		$order->set_billing_email( $request['email'] );
		$order->set_payment_method( 'cedi_commerce' );
		$order->set_created_via( 'checkout' );
		$order->save();
		add_option( $cart, $order->get_id() );
	}
	$order = wc_get_order( (int) get_option( $cart ) );
	if ( ! $order->is_paid() ) {
		try {
			WC()->payment_gateways()->payment_gateways()['cedi_commerce']->process_payment( $order->get_id() );
		} catch ( Exception $error ) {
			return new WP_Error( 'unavailable', $error->getMessage(), array( 'status' => 503 ) );
		}
	}
	$attempts = array_values( (array) Cedi\Commerce\Order\Order_Payments::fresh( $order->get_id() )->order()->get_meta( '_cedi_commerce_payment_attempts' ) );
	$last     = end( $attempts );
	return array(
		'order'        => $order->get_id() . '-' . $order->get_order_key(),
		'checkout_url' => CEDI_COMMERCE_BASE_URL . '/pay/' . ( $last['token'] ?? '' ),
	);
}

/**
 * Checks an order, at most six times and with increasing pauses. The plugin also checks it on its page and by its schedule.
 */
function cedi_shop_check( $id ) {
	$checks = (array) get_option( "shop_checks_$id", array() );
	$pause  = array( 0, 2, 4, 8, 15, 60 )[ count( $checks ) ] ?? null;
	if ( null !== $pause && time() >= (int) end( $checks ) + $pause ) {
		update_option( "shop_checks_$id", array_merge( $checks, array( time() ) ) );
		Cedi\Commerce\Order\Payment_Checker::check( $id );
	}
}

/**
 * Returns the state for the shop's employees.
 */
function cedi_shop_state( $request ) {
	$id = (int) $request['id'];
	cedi_shop_check( $id );
	$order  = Cedi\Commerce\Order\Order_Payments::fresh( $id )->order();
	$file   = dirname( WP_CONTENT_DIR ) . '/deliveries.txt';
	$lines  = is_file( $file ) ? file( $file, FILE_IGNORE_NEW_LINES ) : array();
	$states = array(
		'processing' => 'paid',
		'completed'  => 'paid',
		'failed'     => 'failed',
		'cancelled'  => 'failed',
		'on-hold'    => 'review',
	);
	return array(
		'status'    => $order->get_status(),
		'state'     => $states[ $order->get_status() ] ?? 'unpaid',
		'delivered' => count( array_keys( $lines, (string) $id, true ) ),
	);
}

add_action(
	'rest_api_init',
	static function () {
		foreach ( array( 'order', 'state' ) as $name ) {
			register_rest_route(
				'shop/v1',
				"/$name",
				array(
					'methods'             => 'POST',
					'callback'            => "cedi_shop_$name",
					'permission_callback' => '__return_true',
				)
			);
		}
	}
);
