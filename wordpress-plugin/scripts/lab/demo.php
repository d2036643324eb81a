<?php
/**
 * Sets up a demo site: the handle, the payment method, and a page with buttons. Prints the URL of the page.
 *
 * @package cedi-commerce
 */

$_SERVER['HTTP_HOST']   = (string) parse_url( getenv( 'CEDI_URL' ), PHP_URL_HOST ) . ':' . parse_url( getenv( 'CEDI_URL' ), PHP_URL_PORT );
$_SERVER['REQUEST_URI'] = '/';
require $argv[1] . '/wp-load.php';
update_option(
	'cedi_commerce_settings',
	array(
		'base_url' => '',
		'handle'   => 'ama',
		'mode'     => 'test',
	)
);
update_option(
	'woocommerce_cedi_commerce_settings',
	array(
		'enabled' => 'yes',
		'flow'    => 'popup',
	)
);
// Hides what a new site and a new WooCommerce show first: tips, setup steps, and the sample post and page.
update_user_meta( 1, 'show_welcome_panel', 0 );
update_user_meta( 1, 'dismissed_no_secure_connection_notice', true );
update_option( 'woocommerce_task_list_hidden_lists', array( 'setup', 'extended' ) );
update_option( 'woocommerce_task_list_reminder_bar_hidden', 'yes' );
foreach ( get_posts( array( 'post_type' => array( 'post', 'page' ), 'include' => array( 1, 2 ) ) ) as $cedi_sample ) {
	wp_delete_post( $cedi_sample->ID, true );
}
$cedi_products = Cedi\Commerce\Button\Products::all( true );
if ( is_wp_error( $cedi_products ) ) {
	fwrite( STDERR, $cedi_products->get_error_message() . "\n" );
	exit( 1 );
}
$cedi_content = sprintf( '<!-- wp:paragraph --><p>%s, for GH₵%s. Pay with mobile money or a card.</p><!-- /wp:paragraph -->', esc_html( $cedi_products[0]['name'] ), $cedi_products[0]['price'] );
foreach ( array_slice( $cedi_products, 0, 3 ) as $cedi_at => $cedi_product ) {
	$cedi_content .= sprintf( '<!-- wp:cedi-commerce/buy-button {"product":"%s","handle":"ama","variation":"%s","showPrice":true} /-->', $cedi_product['slug'], $cedi_at ? 'card' : 'button' );
}
$cedi_page = wp_insert_post(
	array(
		'post_type'    => 'page',
		'post_status'  => 'publish',
		'post_title'   => 'Buy buttons',
		'post_content' => $cedi_content,
	)
);
// The first page of the site: WooCommerce's shop, or the page with the buttons.
$cedi_shop = function_exists( 'wc_get_page_id' ) ? wc_get_page_id( 'shop' ) : 0;
update_option( 'show_on_front', 'page' );
update_option( 'page_on_front', $cedi_shop > 0 ? $cedi_shop : $cedi_page );
echo get_permalink( $cedi_page ), "\n";
