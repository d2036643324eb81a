<?php
/**
 * Publishes a page whose Checkout block is inside a synced pattern. Argument: core.
 *
 * @package cedi-commerce
 */

require $argv[1] . '/wp-load.php';
update_option( 'woocommerce_cedi_commerce_settings', array( 'enabled' => 'yes', 'flow' => 'popup' ) );
$pattern = wp_insert_post(
	array(
		'post_type'    => 'wp_block',
		'post_status'  => 'publish',
		'post_title'   => 'Checkout',
		'post_content' => get_page_by_path( 'checkout-block' )->post_content,
	)
);
wp_insert_post(
	array(
		'post_type'    => 'page',
		'post_status'  => 'publish',
		'post_title'   => 'Pattern',
		'post_name'    => 'pattern',
		'post_content' => '<!-- wp:block {"ref":' . $pattern . '} /-->',
	)
);
echo get_page_by_path( 'checkout-block' )->post_content;
