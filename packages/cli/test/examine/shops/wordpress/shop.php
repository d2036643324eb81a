<?php
/**
 * Adds the WooCommerce routes that the adapter of `cedi examine` requests to the test double.
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

// The application password of a shop manager. WordPress accepts real ones over HTTPS only.
add_filter(
	'determine_current_user',
	static function ( $user ) {
		$is_manager = 'admin' === ( $_SERVER['PHP_AUTH_USER'] ?? '' ) && 'examine' === ( $_SERVER['PHP_AUTH_PW'] ?? '' );
		return $is_manager ? 1 : $user;
	},
	30
);

/**
 * Returns the name of the buyer's cart, which a cookie identifies. Sets the cookie of a new buyer.
 */
function cedi_shop_cart() {
	$session = sanitize_key( $_COOKIE['cedi_shop_session'] ?? '' );
	if ( '' === $session ) {
		$session = md5( wp_generate_uuid4() );
		setcookie( 'cedi_shop_session', $session, 0, '/' );
	}
	return "shop_cart_$session";
}

/**
 * Handles DELETE cart/items and POST cart/add-item.
 */
function cedi_shop_change_cart( WP_REST_Request $request ) {
	$items = 'DELETE' === $request->get_method() ? array() : array( $request['id'] => (int) $request['quantity'] );
	update_option( cedi_shop_cart(), $items );
	return array( 'items' => $items );
}

/**
 * Handles POST checkout: creates an order, or returns the order of this cart. Option names are unique, so the first order
 * is stored.
 */
function cedi_shop_checkout( WP_REST_Request $request ) {
	$items = (array) get_option( cedi_shop_cart(), array() );
	if ( ! $items ) {
		return new WP_Error( 'woocommerce_rest_cart_empty', 'The cart is empty.', array( 'status' => 400 ) );
	}
	$name = 'shop_order_' . md5( cedi_shop_cart() . wp_json_encode( $items ) );
	if ( false === get_option( $name ) ) {
		$product = wc_get_product( (int) key( $items ) );
		$order   = wc_create_order( array( 'created_via' => 'store-api' ) );
		$order->add_product( $product );
		$order->set_total( wc_format_decimal( $product->get_price() * current( $items ), 2 ) );
		$order->set_currency( 'GHS' );
		$order->set_billing_email( $request['billing_address']['email'] );
		$order->set_payment_method( $request['payment_method'] );
		$order->set_created_via( 'store-api' );
		$order->save();
		add_option( $name, $order->get_id() );
	}
	$order = wc_get_order( (int) get_option( $name ) );
	if ( ! $order->is_paid() ) {
		try {
			$result = WC()->payment_gateways()->payment_gateways()['cedi_commerce']->process_payment( $order->get_id() );
		} catch ( Exception $error ) {
			return new WP_Error( 'woocommerce_rest_payment_error', $error->getMessage(), array( 'status' => 402 ) );
		}
	}
	return array(
		'order_id'       => $order->get_id(),
		'order_key'      => $order->get_order_key(),
		'payment_result' => array( 'redirect_url' => $result['redirect'] ?? $order->get_checkout_order_received_url() ),
	);
}

/**
 * Handles GET and POST products.
 */
function cedi_shop_product( WP_REST_Request $request ) {
	$product = array( 'id' => cedi_lab_product( $request['regular_price'] ?? '45.50' )->get_id() );
	return 'GET' === $request->get_method() ? array( $product ) : $product;
}

/**
 * Handles GET orders/{id}.
 */
function cedi_shop_read_order( WP_REST_Request $request ) {
	$order = Cedi\Commerce\Order\Order_Payments::fresh( (int) $request['id'] )->order();
	$file  = dirname( WP_CONTENT_DIR ) . '/deliveries.txt';
	$lines = is_file( $file ) ? file( $file, FILE_IGNORE_NEW_LINES ) : array();
	return array(
		'status'      => $order->get_status(),
		'payment_url' => home_url( '/checkout/order-pay/' . $order->get_id() . '/?pay_for_order=true&key=' . $order->get_order_key() ),
		'meta_data'   => array(
			array(
				'key'   => 'cedi_examine_deliveries',
				'value' => count( array_keys( $lines, (string) $order->get_id(), true ) ),
			),
		),
	);
}

add_action(
	'rest_api_init',
	static function () {
		$is_manager = static fn() => current_user_can( 'edit_shop_orders' );
		$routes     = array(
			array( 'wc/store/v1', '/cart', 'GET', static fn() => array( 'items' => array() ), '__return_true' ),
			array( 'wc/store/v1', '/cart/items', 'DELETE', 'cedi_shop_change_cart', '__return_true' ),
			array( 'wc/store/v1', '/cart/add-item', 'POST', 'cedi_shop_change_cart', '__return_true' ),
			array( 'wc/store/v1', '/checkout', 'POST', 'cedi_shop_checkout', '__return_true' ),
			array( 'wc/v3', '/products', 'GET, POST', 'cedi_shop_product', $is_manager ),
			array( 'wc/v3', '/orders/(?P<id>\d+)', 'GET', 'cedi_shop_read_order', $is_manager ),
		);
		foreach ( $routes as list( $namespace, $route, $methods, $callback, $permission_callback ) ) {
			register_rest_route( $namespace, $route, compact( 'methods', 'callback', 'permission_callback' ) );
		}
	}
);
