<?php
/**
 * Buying at once.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Gateway;

use Cedi\Commerce\Support\Settings;
use WC_Product;
use const Cedi\Commerce\EXPRESS;
use const Cedi\Commerce\GATEWAY;

defined( 'ABSPATH' ) || exit;

/**
 * A button on product pages and in the cart that leads straight to the checkout with this method selected, and an
 * address that does the same from any page. WooCommerce decides what may go into the cart. The button only says where
 * to go then.
 *
 * @decision 0075
 */
final class Express {
	/** What a number alone can put into the cart: of a product with variations, one variation. */
	const TYPES = array( 'simple', 'variation' );

	/**
	 * Adds the buttons to the current page.
	 */
	public static function add_to_page() {
		if ( ! Settings::gateway()['express'] || ! self::is_offered() ) {
			return;
		}
		if ( is_product() ) {
			add_action( 'woocommerce_after_add_to_cart_button', array( self::class, 'show_on_product' ) );
		} elseif ( is_cart() ) {
			add_action( 'woocommerce_proceed_to_checkout', array( self::class, 'show_in_cart' ), 30 );
			add_filter( 'render_block_woocommerce/proceed-to-checkout-block', array( self::class, 'add_to_block' ) );
		}
	}

	/**
	 * Whether buyers can choose the method.
	 */
	private static function is_offered(): bool {
		return '' === self::why_not();
	}

	/**
	 * Why buyers cannot choose the method; '' when they can.
	 *
	 * @return string For merchants.
	 */
	public static function why_not(): string {
		$gateway = new Gateway();
		if ( 'yes' !== $gateway->enabled ) {
			return __( 'Not offered to buyers: the payment method is switched off.', 'cedi-commerce' );
		}
		return $gateway->why_not();
	}

	/**
	 * Sends what such a button put into the cart to the checkout.
	 *
	 * @param string $url Where WooCommerce would go.
	 * @return string
	 */
	public static function lead( $url ) {
		return self::is_offered() ? self::checkout_url() : $url;
	}

	/**
	 * Selects the method on the way to the checkout.
	 */
	public static function choose() {
		if ( WC()->session && self::is_offered() ) {
			WC()->session->set( 'chosen_payment_method', GATEWAY );
		}
	}

	/**
	 * Shows a product's button inside WooCommerce's own form, so quantity and variation go with it.
	 */
	public static function show_on_product() {
		$product = isset( $GLOBALS['product'] ) ? $GLOBALS['product'] : null;
		if ( $product instanceof WC_Product && $product->is_purchasable() && $product->is_in_stock() ) {
			printf(
				'<button type="submit" class="button alt wp-element-button" style="margin-block-start:.75em" name="add-to-cart" value="%1$d" formaction="%2$s">%3$s</button>',
				absint( $product->get_id() ),
				esc_url( add_query_arg( EXPRESS, '1', $product->get_permalink() ) ),
				esc_html( self::label() )
			);
		}
	}

	/**
	 * Shows the button of the cart.
	 */
	public static function show_in_cart() {
		printf( '<a class="button alt wp-element-button" style="margin-block-start:.75em" href="%1$s">%2$s</a>', esc_url( self::checkout_url() ), esc_html( self::label() ) );
	}

	/**
	 * Adds the button to the Cart block.
	 *
	 * @param string $html The button of WooCommerce.
	 * @return string HTML.
	 */
	public static function add_to_block( $html ) {
		return $html . '<p><a class="wp-element-button" href="' . esc_url( self::checkout_url() ) . '">' . esc_html( self::label() ) . '</a></p>';
	}

	/**
	 * A product that a button on any page can sell now.
	 *
	 * @param int $id The product.
	 */
	public static function product( $id ): ?WC_Product {
		$product = wc_get_product( $id );
		return $product instanceof WC_Product && in_array( $product->get_type(), self::TYPES, true ) && $product->is_purchasable() && $product->is_in_stock() && self::is_offered() ? $product : null;
	}

	/**
	 * The address that puts a product into the cart and opens the checkout. It is the same for every visitor.
	 *
	 * @param WC_Product $product The product.
	 */
	public static function product_url( WC_Product $product ): string {
		return add_query_arg(
			array(
				'add-to-cart' => $product->get_id(),
				EXPRESS       => '1',
			),
			home_url( '/' )
		);
	}

	/**
	 * The price of a product, as the shop writes prices.
	 *
	 * @param WC_Product $product The product.
	 * @return string Text, not HTML.
	 */
	public static function price( WC_Product $product ): string {
		return html_entity_decode( wp_strip_all_tags( wc_price( (float) $product->get_price() ) ), ENT_QUOTES, 'UTF-8' );
	}

	/**
	 * The checkout, with this method selected.
	 */
	private static function checkout_url(): string {
		return add_query_arg( EXPRESS, '1', wc_get_checkout_url() );
	}

	/**
	 * What the buttons say.
	 */
	private static function label(): string {
		/* translators: %s: name of the payment method, such as "Mobile money or card". */
		return sprintf( __( 'Buy now: %s', 'cedi-commerce' ), Settings::method_title() );
	}
}
