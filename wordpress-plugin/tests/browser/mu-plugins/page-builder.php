<?php
/**
 * A box of a page builder, for the tests: Elementor, Divi and WPBakery keep a text, put its shortcodes in by themselves, and
 * wrap what comes of it in boxes of their own.
 *
 * @package cedi-commerce
 */

add_shortcode(
	'builder',
	static function ( $attributes, $content = '' ) {
		return '<section class="builder"><div>' . do_shortcode( shortcode_unautop( wpautop( $content ) ) ) . '</div></section>';
	}
);
