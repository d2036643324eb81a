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
		'post_title'   => 'Shop',
		'post_content' => $cedi_content,
	)
);
echo get_permalink( $cedi_page ), "\n";
