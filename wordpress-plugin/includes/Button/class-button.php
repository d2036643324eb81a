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
 * The one renderer for block, shortcode, patterns and template function.
 *
 * The button is a plain link to the service's product page, which embed.js improves. It is the same for every visitor
 * at any time, so any cache may store it.
 *
 * @source What the service does (embed.js)
 */
final class Button {
	/**
	 * Draws a button.
	 *
	 * @param array $attributes handle, product (the slug), label, showPrice, variation, mode; or shopProduct (a product of
	 *                          WooCommerce), label, showPrice, variation; from the block also
	 *                          wrapperAttributes (escaped already), linkClass, linkStyle and className.
	 * @return string HTML, escaped; '' when there is nothing that can be sold.
	 */
	public static function render( array $attributes ) {
		$shop_product = absint( self::text( $attributes, 'shopProduct' ) );
		$is_card      = 'card' === self::text( $attributes, 'variation' );
		// A button that shows nothing of its product makes no request.
		$is_shown = $is_card || ! empty( $attributes['showPrice'] );
		$offer    = $shop_product > 0 ? self::of_shop( $shop_product, $is_shown ) : self::of_service( $attributes, $is_shown );
		if ( null === $offer ) {
			return '';
		}
		$link  = self::link( $offer, $attributes, $is_card || ! $is_shown ? '' : $offer['price'] );
		$inner = $is_card && '' !== $offer['name'] ? self::card( $offer, $link ) : $link;
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
	 * The link to the service's product page. Also loads embed.js.
	 *
	 * @param array $attributes What the merchant chose.
	 * @param bool  $is_shown   Whether name, price and picture are needed.
	 * @return array{url: string, data: string, name: string, price: string, picture: string}|null
	 */
	private static function of_service( array $attributes, $is_shown ) {
		$base    = Settings::base_url();
		$handle  = self::text( $attributes, 'handle' );
		$handle  = Settings::parse_handle( '' === $handle ? Settings::read()['handle'] : $handle );
		$product = strtolower( self::text( $attributes, 'product' ) );
		if ( '' === $base || ! Settings::is_name( $handle ) || ! Settings::is_name( $product ) ) {
			return null;
		}
		self::enqueue( $base );
		$mode = self::text( $attributes, 'mode' );
		// Uses what the site knows: embed.js adds none of it to a link, and a page waits for nobody.
		$row   = $is_shown ? Products::kept( $handle, $product ) : null;
		$price = Money::parse( null === $row ? null : $row['price'] );
		return array(
			'url'     => "$base/@$handle/$product",
			'data'    => ' data-cedi-buy data-handle="' . esc_attr( $handle ) . '" data-product="' . esc_attr( $product ) . '" data-label="' . esc_attr( self::label( $attributes ) ) . '"'
				. ( in_array( $mode, array( 'tab', 'redirect' ), true ) ? " data-mode=\"$mode\"" : '' ),
			'name'    => null === $row ? '' : $row['name'],
			'price'   => null === $price ? '' : Price::show( $price ),
			// WordPress keeps images with this class inside their column. The name is below, so a screen reader would
			// say it twice.
			'picture' => empty( $row['image_url'] ) ? '' : '<img class="wp-image-product" src="' // phpcs:ignore PluginCheck.CodeAnalysis.ImageFunctions.NonEnqueuedImage -- the service's picture is in no media library.
				. esc_url( $row['image_url'], array( 'https', 'http' ) ) . '" alt="" loading="lazy" decoding="async">',
		);
	}

	/**
	 * A link that puts a WooCommerce product into the cart and opens the checkout.
	 *
	 * @param int  $id       The product.
	 * @param bool $is_shown Whether name, price and picture are needed.
	 * @return array{url: string, data: string, name: string, price: string, picture: string}|null
	 */
	private static function of_shop( $id, $is_shown ) {
		$product = function_exists( 'wc_get_product' ) ? Express::product( $id ) : null;
		if ( null === $product ) {
			return null;
		}
		$picture = $is_shown ? wp_get_attachment_image(
			(int) $product->get_image_id(),
			'medium',
			false,
			array(
				'class' => 'wp-image-product',
				'alt'   => '',
			)
		) : '';
		return array(
			'url'     => Express::product_url( $product ),
			'data'    => '',
			'name'    => $is_shown ? $product->get_name() : '',
			'price'   => $is_shown ? Express::price( $product ) : '',
			'picture' => $picture,
		);
	}

	/**
	 * The link.
	 *
	 * @param array  $offer      What it leads to.
	 * @param array  $attributes How it looks.
	 * @param string $price      The price behind the label; '' for none.
	 * @return string HTML.
	 */
	private static function link( array $offer, array $attributes, $price ) {
		$is_link = in_array( 'is-style-link', explode( ' ', self::text( $attributes, 'className' ) ), true );
		$class   = trim( ( $is_link ? '' : 'wp-element-button ' ) . self::text( $attributes, 'linkClass' ) );
		$style   = self::text( $attributes, 'linkStyle' );
		return '<a'
			. ( '' === $class ? '' : ' class="' . esc_attr( $class ) . '"' )
			. ( '' === $style ? '' : ' style="' . esc_attr( safecss_filter_attr( $style ) ) . '"' )
			// Search engines must not follow an address that fills a cart.
			. ( '' === $offer['data'] ? ' rel="nofollow"' : '' )
			. ' href="' . esc_url( $offer['url'] ) . '"' . $offer['data']
			. '>' . esc_html( self::label( $attributes ) ) . ( '' === $price ? '' : ' · ' . esc_html( $price ) ) . '</a>';
	}

	/**
	 * A card: picture, name and price around the link, if known.
	 *
	 * @param array  $offer What is sold.
	 * @param string $link  The link.
	 * @return string HTML.
	 */
	private static function card( array $offer, $link ) {
		return '<div>' . $offer['picture'] . '<p><strong>' . esc_html( $offer['name'] ) . '</strong>'
			. ( '' === $offer['price'] ? '' : '<br>' . esc_html( $offer['price'] ) ) . "</p>$link</div>";
	}

	/**
	 * The words on the button.
	 *
	 * @param array $attributes What the merchant chose.
	 */
	private static function label( array $attributes ): string {
		$label = self::text( $attributes, 'label' );
		return '' === $label ? __( 'Buy now', 'cedi-commerce' ) : $label;
	}

	/**
	 * Loads embed.js, once, on pages with a button.
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
