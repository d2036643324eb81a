<?php
/**
 * Publishes a page without a button, one with fifty, and a post with one.
 *
 * @package cedi-commerce
 */

$_SERVER['HTTP_HOST']   = (string) preg_replace( '~^https?://~', '', getenv( 'CEDI_URL' ) );
$_SERVER['REQUEST_URI'] = '/';
require $argv[1] . '/wp-load.php';
$cedi_button = '<!-- wp:cedi-commerce/buy-button {"handle":"ama","product":"kente-tote","label":"Buy now"} /-->';
$cedi_words  = '<!-- wp:paragraph --><p>Welcome.</p><!-- /wp:paragraph -->';
// Both pages have text. An empty page, such as one with only buttons while the plugin is off, also lacks its theme's styles.
foreach ( array( 'plain' => $cedi_words, 'fifty' => $cedi_words . str_repeat( $cedi_button, 50 ) ) as $cedi_name => $cedi_content ) {
	wp_insert_post(
		array(
			'post_type'    => 'page',
			'post_status'  => 'publish',
			'post_title'   => $cedi_name,
			'post_name'    => $cedi_name,
			'post_content' => $cedi_content,
		)
	);
}
wp_insert_post(
	array(
		'post_status'  => 'publish',
		'post_title'   => 'one',
		'post_content' => $cedi_button,
	)
);
// Writes the rewrite rules, as on a site that has had its plugins for some time.
flush_rewrite_rules();
if ( is_cedi_plugin_active() ) {
	update_option( 'woocommerce_cedi_commerce_settings', array( 'enabled' => 'yes', 'flow' => 'popup' ) );
}

// PHP doubles the size of an array at each power of two. A new WooCommerce has about 250 autoloaded options, so that the first
// options of the plugin could double the array of the whole site.
for ( $cedi_number = count( wp_load_alloptions() ); $cedi_number < 320; $cedi_number++ ) {
	add_option( "lab_option_$cedi_number", '1', '', true );
}

/**
 * Returns whether the plugin is active.
 */
function is_cedi_plugin_active() {
	return in_array( 'cedi-commerce/cedi-commerce.php', (array) get_option( 'active_plugins' ), true );
}
