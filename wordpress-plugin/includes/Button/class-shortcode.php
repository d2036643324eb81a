<?php
/**
 * Buy button shortcode.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Button;

defined( 'ABSPATH' ) || exit;

/**
 * [cedi_commerce_button product="kente-tote" handle="ama" label="Buy now" price="yes" card="no" mode="overlay"], or a
 * product of WooCommerce: [cedi_commerce_button shop_product="12" label="Buy now" price="yes"]
 */
final class Shortcode {
	/**
	 * Renders the shortcode.
	 *
	 * @param array<string, string>|string $attributes Attributes; '' for none.
	 * @return string Escaped HTML.
	 */
	public static function render( $attributes ) {
		$given = shortcode_atts(
			array(
				'product'      => '',
				'handle'       => '',
				'label'        => '',
				'price'        => '',
				'card'         => '',
				'mode'         => '',
				'shop_product' => '',
			),
			(array) $attributes,
			'cedi_commerce_button'
		);
		$html  = Button::render(
			array(
				'product'     => $given['product'],
				'handle'      => $given['handle'],
				'label'       => $given['label'],
				'mode'        => $given['mode'],
				'shopProduct' => $given['shop_product'],
				'showPrice'   => filter_var( $given['price'], FILTER_VALIDATE_BOOLEAN ),
				'variation'   => filter_var( $given['card'], FILTER_VALIDATE_BOOLEAN ) ? 'card' : 'button',
			)
		);
		if ( '' === $html && current_user_can( 'edit_posts' ) ) {
			$product = function_exists( 'wc_get_product' ) ? wc_get_product( absint( $given['shop_product'] ) ) : null;
			if ( $product && $product->is_type( 'variable' ) ) {
				return '<em>' . esc_html__( 'Cedi Commerce: this product has variations. Name one of them: shop_product is the ID of a variation.', 'cedi-commerce' ) . '</em>';
			}
			return '<em>' . esc_html__( 'Cedi Commerce: this button names no product that can be sold. Check product and handle, and the address of the service in the settings.', 'cedi-commerce' ) . '</em>';
		}
		// WordPress renders shortcodes at priority 11.
		add_filter( 'the_content', array( self::class, 'wrap' ), 12 );
		return $html;
	}

	/**
	 * Wraps a button between blocks in the markup of the block. WordPress removes the paragraph around a single shortcode, and themes
	 * align only blocks with the text column. Imported content may have no line breaks between its blocks.
	 *
	 * @param string $content Content with rendered buttons.
	 * @return string HTML.
	 */
	public static function wrap( $content ) {
		$button = '<a class="wp-element-button[^>]*(?:\bdata-cedi-buy\b|cedi_commerce_express=)[^>]*>[^<]*</a>';
		$blocks = 'address|article|aside|blockquote|details|div|dl|fieldset|figure|footer|form|h[1-6]|header|hr|main|nav|ol|pre|section|table|ul';
		$before = "^|<hr[^>]*>|</(?:p|$blocks)>|<(?:$blocks)(?:\s[^>]*)?>|-->";
		$after  = "$|<(?:p|$blocks)[\s>]|</(?:$blocks)>|<!--|<a class=\"wp-element-button";
		return (string) preg_replace( "~(?<lead>$before)(?<space>\s*)(?<button>$button)(?=\s*(?:$after))~m", '$1$2<div class="wp-block-cedi-commerce-buy-button is-layout-flex">$3</div>', (string) $content );
	}
}
