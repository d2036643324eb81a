<?php
/**
 * The pages of a shop: a checkout, the order-pay and the order-received page, and the checkout of the Store API.
 *
 * @package cedi-commerce
 */

defined( 'ABSPATH' ) || exit;

add_filter(
	'query_vars',
	static function ( $vars ) {
		return array_merge( $vars, array( 'order-pay', 'order-received' ) );
	}
);

add_action(
	'parse_request',
	static function ( $wp ) {
		$path = trim( (string) wp_parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH ), '/' );
		if ( 'checkout' === $path ) {
			$wp->query_vars = array( 'wc_double' => 'checkout' );
		} elseif ( preg_match( '~^checkout/(order-pay|order-received)/(\d+)$~', $path, $match ) ) {
			$wp->query_vars = array( $match[1] => $match[2] );
		}
	}
);

add_action(
	'template_redirect',
	static function () {
		global $wp;
		$vars = $wp->query_vars;
		if ( isset( $vars['order-received'] ) ) {
			wc_double_page( 'wc_double_order_received', (int) $vars['order-received'] );
		} elseif ( isset( $vars['order-pay'] ) ) {
			wc_double_page( isset( $_GET['pay_for_order'] ) ? 'wc_double_pay_form' : 'wc_double_receipt', (int) $vars['order-pay'] );
		} elseif ( isset( $vars['wc_double'] ) ) {
			if ( isset( $_GET['add'] ) ) {
				WC()->cart->add( wc_format_decimal( sanitize_text_field( wp_unslash( $_GET['add'] ) ), 2 ) );
				WC()->session->set( 'billing_phone', '0244123789' );
			}
			wc_double_page( 'wc_double_checkout', 0 );
		}
	}
);

function is_checkout() {
	return 0 === strpos( (string) wp_parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH ), '/checkout' );
}

function wc_double_page( $callback, $order_id ) {
	$order = $order_id ? wc_get_order( $order_id ) : null;
	$key   = isset( $_GET['key'] ) ? sanitize_text_field( wp_unslash( $_GET['key'] ) ) : '';
	if ( $order_id && ( ! $order || ! hash_equals( $order->get_order_key(), $key ) ) ) {
		status_header( 404 );
		exit( 'There is no such order.' );
	}
	status_header( 200 );
	nocache_headers();
	wp_enqueue_style( 'wc-double', plugins_url( 'assets/shop.css', __DIR__ ), array(), WC_VERSION );
	ob_start();
	$callback( $order );
	$content = ob_get_clean();
	echo '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title>';
	wp_head();
	echo '</head><body class="woocommerce-checkout"><header class="wc-double-header">' . esc_html( get_bloginfo( 'name' ) ) . '</header><main class="woocommerce">' . $content . '</main>';
	wp_footer();
	echo '</body></html>';
	exit;
}

function wc_double_order_received( $order ) {
	// The real one has read the order earlier, and does not read it again here.
	do_action( 'woocommerce_before_thankyou', $order->get_id() );
	if ( $order->has_status( 'failed' ) ) {
		echo '<p>Unfortunately your order cannot be processed.</p><p><a class="button pay" href="' . esc_url( $order->get_checkout_payment_url() ) . '">Pay</a></p>';
	} else {
		if ( ! wc_get_order( $order->get_id() )->has_status( array( 'pending', 'failed', 'cancelled' ) ) ) {
			WC()->cart->empty_cart();
		}
		echo '<h1>Order received</h1><p>' . apply_filters( 'woocommerce_thankyou_order_received_text', 'Thank you. Your order has been received.', $order ) . '</p>';
	}
	do_action( 'woocommerce_thankyou_' . $order->get_payment_method(), $order->get_id() );
	do_action( 'woocommerce_thankyou', $order->get_id() );
}

function wc_double_receipt( $order ) {
	echo '<h1>Pay for order</h1>';
	do_action( 'woocommerce_receipt_' . $order->get_payment_method(), $order->get_id() );
}

function wc_double_methods() {
	echo '<ul class="wc_payment_methods">';
	$available = WC()->payment_gateways()->get_available_payment_gateways();
	if ( ! $available ) {
		echo '<li class="woocommerce-notice">' . esc_html( apply_filters( 'woocommerce_no_available_payment_methods_message', 'Sorry, it seems that there are no available payment methods.' ) ) . '</li>';
	}
	foreach ( $available as $gateway ) {
		echo '<li><label><input type="radio" name="payment_method" value="' . esc_attr( $gateway->id ) . '" checked> ' . esc_html( $gateway->get_title() ) . ' ' . $gateway->get_icon() . '</label><div class="payment_box">';
		$gateway->payment_fields();
		echo '</div></li>';
	}
	echo '</ul><button class="button alt" id="place_order" name="woocommerce_checkout_place_order" value="1">Place order</button>';
}

function wc_double_pay( WC_Order $order ) {
	$gateways = WC()->payment_gateways()->get_available_payment_gateways();
	$method   = isset( $_POST['payment_method'] ) ? sanitize_key( $_POST['payment_method'] ) : '';
	if ( ! isset( $gateways[ $method ] ) ) {
		wc_add_notice( 'Invalid payment method.', 'error' );
		return;
	}
	$order->set_payment_method( $method );
	$order->save();
	$result = $gateways[ $method ]->process_payment( $order->get_id() );
	if ( isset( $result['result'] ) && 'success' === $result['result'] ) {
		wp_redirect( $result['redirect'] );
		exit;
	}
}

function wc_double_pay_form( $order ) {
	if ( isset( $_POST['woocommerce_pay'] ) && wp_verify_nonce( sanitize_key( $_POST['woocommerce-pay-nonce'] ), 'woocommerce-pay' ) ) {
		wc_double_pay( $order );
	}
	wc_double_form( '<h1>Pay for order</h1><input type="hidden" name="woocommerce_pay" value="1">' . wp_nonce_field( 'woocommerce-pay', 'woocommerce-pay-nonce', true, false ) . wc_double_review( wc_price( $order->get_total() ) ) );
}

function wc_double_checkout() {
	if ( isset( $_POST['woocommerce_checkout_place_order'] ) && wp_verify_nonce( sanitize_key( $_POST['woocommerce-process-checkout-nonce'] ), 'woocommerce-process_checkout' ) && ! WC()->cart->is_empty() ) {
		wc_double_pay( wc_double_cart_order( array_map( 'sanitize_text_field', wp_unslash( $_POST ) ) ) );
	}
	wc_double_form(
		'<h1>Checkout</h1><h2>Billing details</h2><p><label>Email <input name="billing_email" type="email" value="kofi@example.com"></label></p><p><label>Phone <input name="billing_phone" value="' . esc_attr( WC()->customer->get_billing_phone() ) . '"></label></p>'
		. wp_nonce_field( 'woocommerce-process_checkout', 'woocommerce-process-checkout-nonce', true, false )
		. wc_double_review( WC()->cart->get_total() )
	);
}

function wc_double_review( $total ) {
	return '<h2>Your order</h2><table class="shop_table"><tbody><tr><th>Total</th><td>' . wp_kses_post( $total ) . '</td></tr></tbody></table>';
}

function wc_double_form( $fields ) {
	foreach ( wc_get_notices( 'error' ) as $notice ) {
		wc_print_notice( $notice['notice'], 'error' );
	}
	echo '<form method="post" class="checkout">' . $fields;
	wc_double_methods();
	echo '</form>';
}

/**
 * The order of the cart: the order that waits for payment, as long as the cart does not change.
 */
function wc_double_cart_order( array $posted ) {
	$order = wc_get_order( (int) WC()->session->get( 'order_awaiting_payment', 0 ) );
	if ( ! $order || ! $order->has_status( array( 'pending', 'failed', 'checkout-draft' ) ) || $order->get_total() !== wc_format_decimal( WC()->cart->total, 2 ) ) {
		$order = wc_create_order( array( 'created_via' => 'checkout' ) );
		$order->set_total( WC()->cart->total );
		require_once dirname( __DIR__, 4 ) . '/scripts/lab/woocommerce/product.php';
		$order->add_product( cedi_lab_product( WC()->cart->total ) );
		do_action( 'woocommerce_checkout_order_created', $order );
		WC()->session->set( 'order_awaiting_payment', $order->get_id() );
	}
	$order->set_billing_email( isset( $posted['billing_email'] ) ? $posted['billing_email'] : '' );
	$order->set_billing_phone( isset( $posted['billing_phone'] ) ? $posted['billing_phone'] : '' );
	$order->save();
	return $order;
}

add_action(
	'rest_api_init',
	static function () {
		register_rest_route(
			'wc/v3',
			'/payment_gateways/(?P<id>[\w-]+)',
			array(
				'methods'             => 'PUT',
				'permission_callback' => static function () {
					return current_user_can( 'manage_woocommerce' );
				},
				'callback'            => 'wc_double_change_method',
			)
		);
		register_rest_route(
			'wc/store/v1',
			'/cart',
			array(
				'methods'             => 'GET',
				'permission_callback' => '__return_true',
				'callback'            => static function () {
					return new WP_REST_Response( array(), 200, array( 'Nonce' => wp_create_nonce( 'wc_store_api' ) ) );
				},
			)
		);
		register_rest_route(
			'wc/store/v1',
			'/checkout',
			array(
				'methods'             => 'POST',
				'permission_callback' => '__return_true',
				'callback'            => 'wc_double_store_checkout',
			)
		);
	}
);

/**
 * Changes a payment method. It stores the settings that the method returns.
 */
function wc_double_change_method( WP_REST_Request $request ) {
	$gateway = WC()->payment_gateways()->payment_gateways()[ $request['id'] ];
	$gateway->init_form_fields();
	$settings = $gateway->settings;
	if ( isset( $request['enabled'] ) ) {
		$settings['enabled'] = $request['enabled'] ? 'yes' : 'no';
		$gateway->enabled    = $settings['enabled'];
	}
	foreach ( array( 'title', 'description' ) as $name ) {
		if ( isset( $request[ $name ] ) ) {
			$settings[ $name ] = wp_kses_post( $request[ $name ] );
			$gateway->$name    = $settings[ $name ];
		}
	}
	$gateway->settings = $settings;
	update_option( $gateway->get_option_key(), $settings );
	if ( isset( $request['order'] ) ) {
		$gateway->order = absint( $request['order'] );
	}
	return array(
		'id'          => $gateway->id,
		'title'       => $gateway->title,
		'description' => $gateway->description,
	);
}

/**
 * The checkout of the Checkout block.
 */
function wc_double_store_checkout( WP_REST_Request $request ) {
	if ( ! wp_verify_nonce( (string) $request->get_header( 'Nonce' ), 'wc_store_api' ) ) {
		return new WP_Error( 'woocommerce_rest_invalid_nonce', 'Nonce is invalid.', array( 'status' => 403 ) );
	}
	if ( WC()->cart->is_empty() ) {
		return new WP_Error( 'woocommerce_rest_cart_empty', 'The cart is empty.', array( 'status' => 400 ) );
	}
	$gateways = WC()->payment_gateways()->get_available_payment_gateways();
	if ( ! isset( $gateways[ $request['payment_method'] ] ) ) {
		return new WP_Error( 'woocommerce_rest_checkout_payment_method_disabled', 'The payment method is not available.', array( 'status' => 400 ) );
	}
	$order = wc_double_cart_order( (array) $request['billing_address'] );
	$order->set_billing_email( (string) ( $request['billing_address']['email'] ?? '' ) );
	$order->set_payment_method( $request['payment_method'] );
	$order->save();
	try {
		$result = $gateways[ $request['payment_method'] ]->process_payment( $order->get_id() );
	} catch ( Exception $error ) {
		return new WP_Error( 'woocommerce_rest_checkout_process_payment_error', esc_html( $error->getMessage() ), array( 'status' => 400 ) );
	}
	// The real one discards the notices of a method.
	wc_clear_notices();
	return new WP_REST_Response(
		array(
			'order_id'       => $order->get_id(),
			'order_key'      => $order->get_order_key(),
			'status'         => wc_get_order( $order->get_id() )->get_status(),
			'payment_result' => array(
				'payment_status'  => $result['result'],
				'payment_details' => array_map(
					static function ( $key, $value ) {
						return compact( 'key', 'value' );
					},
					array_keys( $result ),
					$result
				),
				'redirect_url'    => $result['redirect'],
			),
		),
		'success' === $result['result'] ? 200 : 400
	);
}
