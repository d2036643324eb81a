<?php
/**
 * Buy button.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Button;

use Cedi\Commerce\Gateway\Express_Checkout;
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
	 * Renders a button.
	 *
	 * @param array<string, mixed> $attributes handle, product (slug), label, showPrice, variation, mode; or shopProduct (ID of a
	 *                                         WooCommerce product), label, showPrice, variation; from the block also
	 *                                         wrapperAttributes (escaped), linkClass, linkStyle and className.
	 * @return string Escaped HTML; '' if nothing can be sold.
	 */
	public static function render( array $attributes ) {
		$shop_product = self::text( $attributes, 'shopProduct' );
		$is_card      = 'card' === self::text( $attributes, 'variation' );
		// A button without price and card needs no product data.
		$needs_data = $is_card || ! empty( $attributes['showPrice'] );
		// The block stores 0 for a product of the service.
		$offer = in_array( $shop_product, array( '', '0' ), true ) ? self::service_offer( $attributes, $needs_data ) : self::shop_offer( $shop_product, $needs_data );
		if ( null === $offer ) {
			return '';
		}
		$link  = self::link( $offer, $attributes, $is_card || ! $needs_data ? '' : $offer['price'] );
		$inner = $is_card && '' !== $offer['name'] ? self::card( $offer, $link ) : $link;
		$outer = self::text( $attributes, 'wrapperAttributes' );
		$html  = '' === $outer ? $inner : "<div $outer>$inner</div>";

		/**
		 * Filters the markup of a buy button.
		 *
		 * @param string $html       Escaped markup.
		 * @param array  $attributes Attributes of the button.
		 */
		return (string) apply_filters( 'cedi_commerce_button_html', $html, $attributes );
	}

	/**
	 * Returns the offer of a product of the service, and enqueues embed.js.
	 *
	 * @param array<string, mixed> $attributes Attributes.
	 * @param bool                 $needs_data Whether name, price and image are needed.
	 * @return array{url: string, data: string, name: string, price: string, picture: string}|null
	 */
	private static function service_offer( array $attributes, $needs_data ) {
		$base    = Settings::base_url();
		$handle  = self::text( $attributes, 'handle' );
		$handle  = Settings::parse_handle( '' === $handle ? Settings::read()['handle'] : $handle );
		$product = strtolower( self::text( $attributes, 'product' ) );
		if ( '' === $base || ! Settings::is_slug( $handle ) || ! Settings::is_slug( $product ) ) {
			return null;
		}
		self::enqueue( $base );
		$mode = self::text( $attributes, 'mode' );
		// Only stored data, so that the page sends no request.
		$row   = $needs_data ? Products::get_card( $handle, $product ) : null;
		$price = Money::parse( null === $row ? null : $row['price'] );
		return array(
			'url'     => "$base/@$handle/$product",
			'data'    => ' data-cedi-buy data-handle="' . esc_attr( $handle ) . '" data-product="' . esc_attr( $product ) . '" data-label="' . esc_attr( self::label( $attributes ) ) . '"'
				// embed.js warns about an unknown mode and uses the overlay.
				. ( in_array( $mode, array( '', 'overlay' ), true ) ? '' : ' data-mode="' . esc_attr( $mode ) . '"' ),
			'name'    => null === $row ? '' : $row['name'],
			'price'   => null === $price ? '' : Price::format( $price ),
			// WordPress limits images with this class to their column. The alt text is empty because the name follows.
			'picture' => empty( $row['image_url'] ) ? '' : '<img class="wp-image-product" src="' // phpcs:ignore PluginCheck.CodeAnalysis.ImageFunctions.NonEnqueuedImage -- an image of the service is not in the media library.
				. esc_url( $row['image_url'], array( 'https', 'http' ) ) . '" alt="" loading="lazy" decoding="async">',
		);
	}

	/**
	 * Returns the offer of a WooCommerce product, with a link that opens the checkout.
	 *
	 * @param string $id         Product ID.
	 * @param bool   $needs_data Whether name, price and image are needed.
	 * @return array{url: string, data: string, name: string, price: string, picture: string}|null
	 */
	private static function shop_offer( $id, $needs_data ) {
		$product = ctype_digit( $id ) && function_exists( 'wc_get_product' ) ? Express_Checkout::product( (int) $id ) : null;
		if ( null === $product ) {
			return null;
		}
		$picture = $needs_data ? wp_get_attachment_image(
			(int) $product->get_image_id(),
			'medium',
			false,
			array(
				'class' => 'wp-image-product',
				'alt'   => '',
			)
		) : '';
		return array(
			'url'     => Express_Checkout::product_url( $product ),
			'data'    => '',
			'name'    => $needs_data ? $product->get_name() : '',
			'price'   => $needs_data ? Express_Checkout::price( $product ) : '',
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
			// Search engines must not follow a URL that adds to the cart.
			. ( '' === $offer['data'] ? ' rel="nofollow"' : '' )
			. ' href="' . esc_url( $offer['url'] ) . '"' . $offer['data']
			. '>' . esc_html( self::label( $attributes ) ) . ( '' === $price ? '' : ' · ' . esc_html( $price ) ) . '</a>';
	}

	/**
	 * Renders a card with image, name and price.
	 *
	 * @param array{url: string, data: string, name: string, price: string, picture: string} $offer Offer.
	 * @param string                                                                         $link  HTML of the link.
	 * @return string HTML.
	 */
	private static function card( array $offer, $link ) {
		return '<div>' . $offer['picture'] . '<p><strong>' . esc_html( $offer['name'] ) . '</strong>'
			. ( '' === $offer['price'] ? '' : '<br>' . esc_html( $offer['price'] ) ) . "</p>$link</div>";
	}

	/**
	 * Returns the label of the button.
	 *
	 * @param array<string, mixed> $attributes Attributes.
	 */
	private static function label( array $attributes ): string {
		$label = self::text( $attributes, 'label' );
		return '' === $label ? __( 'Buy now', 'cedi-commerce' ) : $label;
	}

	/**
	 * Enqueues embed.js on pages with a button.
	 *
	 * @param string $base Base URL of the service.
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
	 * Returns an attribute as a string.
	 *
	 * @param array<string, mixed> $attributes Attributes.
	 * @param string               $name       Name of the attribute.
	 */
	private static function text( array $attributes, $name ) {
		return isset( $attributes[ $name ] ) && is_scalar( $attributes[ $name ] ) ? trim( (string) $attributes[ $name ] ) : '';
	}
}
