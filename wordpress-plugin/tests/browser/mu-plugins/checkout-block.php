<?php
/**
 * Test double of the page with the Checkout block. It has the payment methods that PHP registers for the block,
 * their data, and a script that draws them as WooCommerce Blocks does. It is not WooCommerce Blocks.
 *
 * @package cedi-commerce
 */

use Automattic\WooCommerce\Blocks\Package;
use Automattic\WooCommerce\Blocks\Payments\PaymentMethodRegistry;

add_action(
	'template_redirect',
	static function () {
		// A real WooCommerce has its own page at this address.
		if ( '/checkout-block/' !== wp_parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH ) || ! function_exists( 'wc_double_page' ) ) {
			return;
		}
		status_header( 200 );
		$script = content_url( 'mu-plugins/checkout-block.js' );
		wp_register_script( 'wc-settings', $script, array( 'wp-element' ), '1', true );
		wp_register_script( 'wc-blocks-registry', false, array( 'wc-settings' ), '1', true );
		do_action( 'woocommerce_blocks_checkout_enqueue_data' );
		$data = array();
		foreach ( Package::container()->get( PaymentMethodRegistry::class )->get_all_active_registered() as $name => $method ) {
			$data[ "{$name}_data" ] = $method->get_payment_method_data();
		}
		echo '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Checkout</title>';
		wp_head();
		echo '</head><body><main><h1>Checkout</h1><p role="alert"></p><div id="checkout" data-nonce="' . esc_attr( wp_create_nonce( 'wc_store_api' ) ) . '" data-settings="' . esc_attr( wp_json_encode( $data ) ) . '"></div></main>';
		wp_footer();
		echo '</body></html>';
		exit;
	}
);
