<?php
/**
 * Sets a real WooCommerce (WC_DIR) up as the tests want a shop: in Ghana, open, a classic checkout at /checkout/ and the
 * Checkout block at /checkout-block/. The orders are posts, or rows in separate tables with WC_HPOS=1.
 *
 * @package cedi-commerce
 */

$_SERVER['HTTP_HOST']   = (string) parse_url( getenv( 'CEDI_URL' ), PHP_URL_HOST ) . ':' . parse_url( getenv( 'CEDI_URL' ), PHP_URL_PORT );
$_SERVER['REQUEST_URI'] = '/';
require $argv[1] . '/wp-load.php';
$cedi_options = array(
	'woocommerce_currency'           => 'GHS',
	'woocommerce_default_country'    => 'GH:AA',
	'woocommerce_hold_stock_minutes' => '60',
	'woocommerce_coming_soon'        => 'no',
	'woocommerce_allow_tracking'     => 'no',
	'woocommerce_onboarding_profile' => array( 'skipped' => true ),
	// A new shop moves its orders to their own tables when the admin is opened for the first time.
	'woocommerce_newly_installed'    => 'no',
);
foreach ( $cedi_options as $cedi_name => $cedi_value ) {
	update_option( $cedi_name, $cedi_value );
}
if ( getenv( 'WC_HPOS' ) ) {
	$cedi_tables = wc_get_container()->get( 'Automattic\WooCommerce\Internal\DataStores\Orders\DataSynchronizer' );
	if ( ! $cedi_tables->check_orders_table_exists() ) {
		$cedi_tables->create_database_tables();
	}
	update_option( 'woocommerce_custom_orders_table_data_sync_enabled', 'no' );
}
// New shops of some WooCommerce have the tables from the start, of others posts.
update_option( 'woocommerce_custom_orders_table_enabled', getenv( 'WC_HPOS' ) ? 'yes' : 'no' );
WC_Install::create_pages();
$cedi_page = wc_get_page_id( 'checkout' );
if ( ! has_block( 'woocommerce/checkout', $cedi_page ) ) {
	fwrite( STDERR, "WooCommerce has made no checkout with a Checkout block.\n" );
	exit( 1 );
}
wp_insert_post(
	array(
		'post_type'    => 'page',
		'post_status'  => 'publish',
		'post_title'   => 'Checkout block',
		'post_name'    => 'checkout-block',
		'post_content' => get_post_field( 'post_content', $cedi_page ),
	)
);
wp_update_post(
	array(
		'ID'           => $cedi_page,
		'post_content' => '<!-- wp:shortcode -->[woocommerce_checkout]<!-- /wp:shortcode -->',
	)
);
// Disables the setup tour.
delete_transient( '_wc_activation_redirect' );
flush_rewrite_rules();
