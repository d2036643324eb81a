<?php
/**
 * Order-received pages without the hooks of WooCommerce: a template of a theme, and a page of another plugin at its own URL.
 *
 * @package cedi-commerce
 */

add_filter(
	'woocommerce_get_checkout_order_received_url',
	static function ( $url ) {
		return 'own-page' === get_option( 'lab_thank_you' ) ? home_url( '/?thanks=1' ) : $url;
	}
);

add_action(
	'template_redirect',
	static function () {
		$is_own_template = 'own-template' === get_option( 'lab_thank_you' ) && '' !== (string) get_query_var( 'order-received' );
		if ( ! $is_own_template && ! isset( $_GET['thanks'] ) ) {
			return;
		}
		echo '<!doctype html><html><head>';
		wp_head();
		echo '</head><body><main>Thanks from a template without hooks.</main>';
		wp_footer();
		echo '</body></html>';
		exit;
	},
	1
);
