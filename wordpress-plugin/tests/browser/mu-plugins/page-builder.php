<?php
/**
 * Test double of a page builder's container. Elementor, Divi and WPBakery store a text, run its shortcodes themselves, and
 * wrap the result in their own boxes.
 *
 * @package cedi-commerce
 */

add_shortcode(
	'builder',
	static function ( $attributes, $content = '' ) {
		return '<section class="builder"><div>' . do_shortcode( shortcode_unautop( wpautop( $content ) ) ) . '</div></section>';
	}
);
