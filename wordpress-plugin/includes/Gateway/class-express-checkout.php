<?php
/**
 * Express checkout.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Gateway;

use Cedi\Commerce\Support\Settings;
use WC_Product;
use const Cedi\Commerce\CARD_GATEWAY;
use const Cedi\Commerce\GATEWAY;

defined( 'ABSPATH' ) || exit;

/**
 * Adds a button to product pages and the cart that opens the checkout with this method selected, and builds a URL that does the
 * same from any page. WooCommerce decides what can be added to the cart. A product that is already in the cart gets the quantity that
 * the button submits instead of adding it, so that a second click does not double the order.
 *
 * @decision 0075
 */
final class Express_Checkout {
	/** Query argument that opens the checkout with this payment method selected. */
	const ARGUMENT = 'cedi_commerce_express';

	/** Product types that can be added to the cart by ID. */
	const TYPES = array( 'simple', 'variation' );

	/** Product types with a button on their own page and in the cart. */
	const PAGE_TYPES = array( 'simple', 'variation', 'variable' );

	/**
	 * Adds the buttons to the current page.
	 */
	public static function add_to_page() {
		if ( ! Settings::gateway()['express'] || ! self::is_available() ) {
			return;
		}
		if ( is_product() ) {
			add_action( 'woocommerce_after_add_to_cart_button', array( self::class, 'show_on_product' ) );
		} elseif ( is_cart() && self::has_payable_cart() ) {
			add_action( 'woocommerce_proceed_to_checkout', array( self::class, 'show_in_cart' ), 30 );
			add_filter( 'render_block_woocommerce/proceed-to-checkout-block', array( self::class, 'add_to_block' ) );
		}
	}

	/**
	 * Whether buyers can choose the method. Other plugins remove methods from the list of the checkout.
	 */
	private static function is_available(): bool {
		if ( '' !== self::unavailable_reason() ) {
			return false;
		}
		$gateway = self::gateway();
		// phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals.NonPrefixedHooknameFound -- the filter of WooCommerce, which its list would apply to no method while the cart is empty.
		$available = apply_filters( 'woocommerce_available_payment_gateways', array( $gateway->id => $gateway ) );
		return isset( $available[ $gateway->id ] );
	}

	/**
	 * Whether a product has a type that a single payment can buy. Subscriptions, for example, cannot be paid with Cedi.
	 *
	 * @param WC_Product $product Product.
	 */
	private static function has_payable_type( WC_Product $product ): bool {
		/**
		 * Filters the product types with an express button.
		 *
		 * @param string[] $types Product types.
		 */
		return in_array( $product->get_type(), (array) apply_filters( 'cedi_commerce_express_product_types', self::PAGE_TYPES ), true );
	}

	/**
	 * Whether all products in the cart have a type that a single payment can buy.
	 */
	private static function has_payable_cart(): bool {
		foreach ( WC()->cart ? WC()->cart->get_cart() : array() as $item ) {
			if ( isset( $item['data'] ) && $item['data'] instanceof WC_Product && ! self::has_payable_type( $item['data'] ) ) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Returns the reason why buyers cannot choose the method; '' if they can.
	 *
	 * @return string Message for merchants.
	 */
	public static function unavailable_reason(): string {
		$gateway = self::gateway();
		if ( 'yes' !== $gateway->enabled ) {
			return __( 'Not offered to buyers: the payment method is switched off.', 'cedi-commerce' );
		}
		return $gateway->unavailable_reason();
	}

	/**
	 * Returns the payment method that the buttons select: mobile money, or cards in a shop that takes only cards.
	 */
	private static function gateway(): Gateway {
		$settings = Settings::gateway();
		return new Gateway( $settings['card_enabled'] && ! $settings['enabled'] ? CARD_GATEWAY : GATEWAY );
	}

	/**
	 * Sets the quantity of a product that is already in the cart and redirects to the checkout. Runs before WooCommerce adds the
	 * product.
	 */
	public static function update_cart() {
		$product_id = absint( filter_var( self::request_value( 'add-to-cart' ), FILTER_VALIDATE_INT ) );
		$quantity   = max( 1, absint( self::request_value( 'quantity' ) ) );
		// The form of a variable product submits the product and the chosen variation.
		$variation_id = absint( self::request_value( 'variation_id' ) );
		$key          = $product_id && self::is_available() ? self::find_in_cart( $variation_id ? $variation_id : $product_id ) : '';
		if ( '' === $key ) {
			return;
		}
		WC()->cart->set_quantity( $key, $quantity );
		self::redirect( self::checkout_url() );
	}

	/**
	 * Redirects to a page that shows the messages if WooCommerce did not add the product: the checkout, or the product page if the
	 * cart is empty. Runs after WooCommerce has redirected on success.
	 */
	public static function redirect_after_error() {
		$product_id = absint( filter_var( self::request_value( 'add-to-cart' ), FILTER_VALIDATE_INT ) );
		if ( $product_id && wc_get_notices( 'error' ) ) {
			self::redirect( WC()->cart->is_empty() ? (string) get_permalink( $product_id ) : self::checkout_url() );
		}
	}

	/**
	 * Returns the key of the cart item with a product; '' if the cart does not contain it.
	 *
	 * @param int $product_id ID of a product or variation.
	 */
	private static function find_in_cart( $product_id ): string {
		foreach ( WC()->cart->get_cart() as $key => $item ) {
			$has_product = ( $product_id === $item['product_id'] && 0 === $item['variation_id'] ) || $product_id === $item['variation_id'];
			if ( $has_product && self::has_chosen_attributes( (array) $item['variation'] ) ) {
				return (string) $key;
			}
		}
		return '';
	}

	/**
	 * Whether a cart item has the attributes that the buyer has chosen. One variation may allow any value of an attribute. The URL of a
	 * button names no attributes.
	 *
	 * @param array<string, string> $attributes Values by field of the product form, such as attribute_size.
	 */
	private static function has_chosen_attributes( array $attributes ): bool {
		foreach ( $attributes as $field => $value ) {
			$chosen = self::request_value( $field );
			if ( '' !== $chosen && $chosen !== (string) $value ) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Returns a POST field of the product form, or a query parameter of the button URL.
	 *
	 * @param string $name Name.
	 */
	private static function request_value( $name ): string {
		$value = filter_input( INPUT_POST, $name );
		return sanitize_text_field( (string) ( null === $value || false === $value ? filter_input( INPUT_GET, $name ) : $value ) );
	}

	/**
	 * Redirects and ends the request.
	 *
	 * @param string $url URL.
	 */
	private static function redirect( $url ) {
		wp_safe_redirect( $url );
		exit;
	}

	/**
	 * Redirects to the checkout after the button has added a product to the cart.
	 *
	 * @param string $url Redirect URL of WooCommerce.
	 * @return string
	 */
	public static function filter_redirect( $url ) {
		return self::is_available() ? self::checkout_url() : $url;
	}

	/**
	 * Selects the method for the checkout.
	 */
	public static function select_method() {
		if ( WC()->session && self::is_available() ) {
			WC()->session->set( 'chosen_payment_method', self::gateway()->id );
		}
	}

	/**
	 * Shows the button inside the form of the product page, so that quantity and variation are submitted.
	 */
	public static function show_on_product() {
		$product = isset( $GLOBALS['product'] ) ? $GLOBALS['product'] : null;
		if ( $product instanceof WC_Product && self::has_payable_type( $product ) && $product->is_purchasable() && $product->is_in_stock() ) {
			// WooCommerce 8.4 replaces each button of this form that begins with its type by the button "Add to cart".
			printf(
				'<button class="button alt wp-element-button" type="submit" style="display:block;width:fit-content;clear:both;margin-block-start:.75em" name="add-to-cart" value="%1$d" formaction="%2$s">%3$s</button>',
				absint( $product->get_id() ),
				esc_url( add_query_arg( self::ARGUMENT, '1', $product->get_permalink() ) ),
				esc_html( self::label() )
			);
		}
	}

	/**
	 * Shows the button in the cart.
	 */
	public static function show_in_cart() {
		printf( '<a class="button alt wp-element-button" style="margin-block-start:.75em" href="%1$s">%2$s</a>', esc_url( self::checkout_url() ), esc_html( self::label() ) );
	}

	/**
	 * Adds the button to the Cart block.
	 *
	 * @param string $html Button of WooCommerce.
	 * @return string HTML.
	 */
	public static function add_to_block( $html ) {
		return $html . '<p><a class="wp-element-button" href="' . esc_url( self::checkout_url() ) . '">' . esc_html( self::label() ) . '</a></p>';
	}

	/**
	 * Returns a product that can be bought with a button on any page; null if it cannot.
	 *
	 * @param int $id Product ID.
	 */
	public static function product( $id ): ?WC_Product {
		$product = wc_get_product( $id );
		return $product instanceof WC_Product && in_array( $product->get_type(), self::TYPES, true ) && $product->is_purchasable() && $product->is_in_stock() && self::is_available() ? $product : null;
	}

	/**
	 * Returns the URL that adds a product to the cart and opens the checkout. It is the same for every visitor.
	 *
	 * @param WC_Product $product Product.
	 */
	public static function product_url( WC_Product $product ): string {
		return add_query_arg(
			array(
				'add-to-cart'  => $product->get_id(),
				self::ARGUMENT => '1',
			),
			home_url( '/' )
		);
	}

	/**
	 * Returns the price of a product as the shop displays it, with or without tax.
	 *
	 * @param WC_Product $product Product.
	 * @return string Plain text.
	 */
	public static function price( WC_Product $product ): string {
		return html_entity_decode( wp_strip_all_tags( wc_price( (float) wc_get_price_to_display( $product ) ) ), ENT_QUOTES, 'UTF-8' );
	}

	/**
	 * Returns the URL of the checkout with this method selected.
	 */
	private static function checkout_url(): string {
		return add_query_arg( self::ARGUMENT, '1', wc_get_checkout_url() );
	}

	/**
	 * Returns the label of the buttons.
	 */
	private static function label(): string {
		/* translators: %s: name of the payment method, such as "Mobile money or card". */
		return sprintf( __( 'Buy now: %s', 'cedi-commerce' ), self::gateway()->get_title() );
	}
}
