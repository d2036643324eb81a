<?php
/**
 * A page in the place of the Checkout block, for the tests: the payment methods that PHP registers for it, what they say
 * of themselves, and a script that draws them as WooCommerce Blocks does. It is not WooCommerce Blocks.
 *
 * @package cedi-commerce
 */

use Automattic\WooCommerce\Blocks\Payments\PaymentMethodRegistry;

add_action(
	'template_redirect',
	static function () {
		if ( ! isset( $_GET['checkout-block'] ) || ! class_exists( 'WooCommerce', false ) ) {
			return;
		}
		$registry = new PaymentMethodRegistry();
		do_action( 'woocommerce_blocks_payment_method_type_registration', $registry );
		$script = content_url( 'mu-plugins/checkout-block.js' );
		wp_register_script( 'wc-settings', $script, array( 'wp-element' ), '1', true );
		wp_register_script( 'wc-blocks-registry', false, array( 'wc-settings' ), '1', true );
		$data = array();
		foreach ( $registry->all as $name => $method ) {
			if ( $method->is_active() ) {
				$data[ "{$name}_data" ] = $method->get_payment_method_data();
				array_map( 'wp_enqueue_script', $method->get_payment_method_script_handles() );
			}
		}
		echo '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Checkout</title>';
		wp_head();
		echo '</head><body><main><h1>Checkout</h1><p role="alert"></p><div id="checkout" data-settings="' . esc_attr( wp_json_encode( $data ) ) . '"></div></main>';
		wp_footer();
		echo '</body></html>';
		exit;
	}
);
