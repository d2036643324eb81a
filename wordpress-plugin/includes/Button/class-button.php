<?php
/**
 * The buy button.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Button;

use Cedi\Commerce\Gateway\Express;
use Cedi\Commerce\Service\Money;
use Cedi\Commerce\Support\Price;
use Cedi\Commerce\Support\Settings;
use const Cedi\Commerce\VERSION;

defined( 'ABSPATH' ) || exit;

/**
 * The one renderer behind block, shortcode, patterns and template function.
 *
 * The button is a plain link to the product page of the service, which embed.js makes better. Nothing in it depends on
 * who looks at it or when, so that any cache may keep it.
 *
 * @source What the service does (embed.js)
 */
final class Button {
	/**
	 * Draws a button.
	 *
	 * @param array $attributes handle, product (the slug), label, showPrice, variation, mode; or shopProduct (a product of
	 *                          WooCommerce), label, showPrice; from the block also
	 *                          wrapperAttributes (escaped already), linkClass, linkStyle and className.
	 * @return string HTML, escaped; '' when there is nothing that can be sold.
	 */
	public static function render( array $attributes ) {
		$shop_product = absint( self::text( $attributes, 'shopProduct' ) );
		if ( $shop_product > 0 ) {
			$label = self::text( $attributes, 'label' );
			return function_exists( 'wc_get_product' ) ? Express::button( $shop_product, $label, ! empty( $attributes['showPrice'] ) ) : '';
		}
		$base    = Settings::base_url();
		$handle  = self::text( $attributes, 'handle' );
		$handle  = Settings::parse_handle( '' === $handle ? Settings::read()['handle'] : $handle );
		$product = strtolower( self::text( $attributes, 'product' ) );
		if ( '' === $base || ! Settings::is_name( $handle ) || ! Settings::is_name( $product ) ) {
			return '';
		}
		self::enqueue( $base );
		$label = self::text( $attributes, 'label' );
		$label = '' === $label ? __( 'Buy now', 'cedi-commerce' ) : $label;
		$link  = self::link( "$base/@$handle/$product", $handle, $product, $label, $attributes );
		$inner = 'card' === self::text( $attributes, 'variation' ) ? self::card( $handle, $product, $link ) : $link;
		$outer = self::text( $attributes, 'wrapperAttributes' );
		$html  = '' === $outer ? $inner : "<div $outer>$inner</div>";

		/**
		 * Filters the markup of a buy button.
		 *
		 * @param string $html       The markup, escaped.
		 * @param array  $attributes What it was made from.
		 */
		return (string) apply_filters( 'cedi_commerce_button_html', $html, $attributes );
	}

	/**
	 * The link.
	 *
	 * @param string $url        The product page.
	 * @param string $handle     The handle.
	 * @param string $product    The slug.
	 * @param string $label      The words.
	 * @param array  $attributes How it looks and what it does.
	 * @return string HTML.
	 */
	private static function link( $url, $handle, $product, $label, array $attributes ) {
		$is_link = in_array( 'is-style-link', explode( ' ', self::text( $attributes, 'className' ) ), true );
		$class   = trim( ( $is_link ? '' : 'wp-element-button ' ) . self::text( $attributes, 'linkClass' ) );
		$style   = self::text( $attributes, 'linkStyle' );
		$mode    = self::text( $attributes, 'mode' );
		// A card names the price beside its picture.
		$price = empty( $attributes['showPrice'] ) || 'card' === self::text( $attributes, 'variation' ) ? '' : self::price( $handle, $product );
		return '<a'
			. ( '' === $class ? '' : ' class="' . esc_attr( $class ) . '"' )
			. ( '' === $style ? '' : ' style="' . esc_attr( safecss_filter_attr( $style ) ) . '"' )
			. ' href="' . esc_url( $url ) . '" data-cedi-buy data-handle="' . esc_attr( $handle ) . '" data-product="' . esc_attr( $product ) . '"'
			. ' data-label="' . esc_attr( $label ) . '"'
			. ( in_array( $mode, array( 'tab', 'redirect' ), true ) ? " data-mode=\"$mode\"" : '' )
			. '>' . esc_html( $label ) . ( '' === $price ? '' : ' · ' . esc_html( $price ) ) . '</a>';
	}

	/**
	 * The price, as the site knows it: embed.js writes none on a link, and a page waits for nobody.
	 *
	 * @param string $handle The handle.
	 * @param string $slug   The slug.
	 * @return string Such as "GH₵120.00"; '' when it is not known.
	 */
	private static function price( $handle, $slug ) {
		$product = Products::kept( $handle, $slug );
		$price   = Money::parse( null === $product ? null : $product['price'] );
		return null === $price ? '' : Price::show( $price );
	}

	/**
	 * A card: picture, name and price around the link, as far as they are known.
	 *
	 * @param string $handle The handle.
	 * @param string $slug   The slug.
	 * @param string $link   The link.
	 * @return string HTML.
	 */
	private static function card( $handle, $slug, $link ) {
		$product = Products::kept( $handle, $slug );
		if ( null === $product ) {
			return $link;
		}
		$html = '<div>';
		if ( ! empty( $product['image_url'] ) ) {
			// WordPress keeps pictures of this class inside their column. The name stands below: a reader would say it twice.
			$html .= '<img class="wp-image-product" src="' // phpcs:ignore PluginCheck.CodeAnalysis.ImageFunctions.NonEnqueuedImage -- the service's picture is in no media library.
				. esc_url( $product['image_url'], array( 'https', 'http' ) ) . '" alt="" loading="lazy" decoding="async">';
		}
		$html .= '<p><strong>' . esc_html( $product['name'] ) . '</strong>';
		$price = self::price( $handle, $slug );
		$html .= '' === $price ? '' : '<br>' . esc_html( $price );
		return "$html</p>$link</div>";
	}

	/**
	 * Brings embed.js, once, on pages with a button.
	 *
	 * @param string $base The address of the service.
	 */
	private static function enqueue( $base ) {
		if ( is_admin() || is_feed() || wp_is_serving_rest_request() ) {
			return;
		}
		wp_enqueue_script(
			'cedi-commerce-embed',
			"$base/embed.js",
			array(),
			VERSION,
			array(
				'strategy'  => 'async',
				'in_footer' => true,
			)
		);
	}

	/**
	 * An attribute as text.
	 *
	 * @param array  $attributes The attributes.
	 * @param string $name       Its name.
	 */
	private static function text( array $attributes, $name ) {
		return isset( $attributes[ $name ] ) && is_scalar( $attributes[ $name ] ) ? trim( (string) $attributes[ $name ] ) : '';
	}
}
