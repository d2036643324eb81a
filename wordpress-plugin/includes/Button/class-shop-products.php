<?php
/**
 * Products of WooCommerce.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Button;

use Cedi\Commerce\Gateway\Express_Checkout;
use Cedi\Commerce\Service\Money;
use WC_Product;

defined( 'ABSPATH' ) || exit;

/**
 * Finds WooCommerce products for the block's picker.
 *
 * @decision 0075
 */
final class Shop_Products {
	/**
	 * Whether WooCommerce is active.
	 */
	public static function has_shop(): bool {
		return function_exists( 'wc_get_products' );
	}

	/**
	 * Searches products by name. The product with exactly this ID or SKU is the first.
	 *
	 * @param string $search Search term; '' for all.
	 * @param int    $limit  Maximum number of products.
	 * @return array{products: array[], is_complete: bool} Products in the format of Products.
	 */
	public static function search( $search, $limit ) {
		$search = trim( $search );
		$exact  = '' === $search ? array() : array_filter( array( ctype_digit( $search ) ? (int) $search : 0, (int) wc_get_product_id_by_sku( $search ) ) );
		$found  = wc_get_products(
			array(
				'type'    => Express_Checkout::TYPES,
				'status'  => 'publish',
				'limit'   => $limit + 1,
				'orderby' => 'date',
				'order'   => 'DESC',
			) + ( '' === $search ? array() : array( 's' => $search ) )
		);
		$rows   = array();
		foreach ( array_merge( array_map( 'wc_get_product', $exact ), (array) $found ) as $product ) {
			if ( $product instanceof WC_Product && in_array( $product->get_type(), Express_Checkout::TYPES, true ) && 'publish' === $product->get_status() ) {
				$rows[ $product->get_id() ] = self::to_row( $product );
			}
		}
		return array(
			'products'    => array_slice( array_values( $rows ), 0, $limit ),
			'is_complete' => count( (array) $found ) <= $limit,
		);
	}

	/**
	 * Converts a product for the editor.
	 *
	 * @param WC_Product $product Product.
	 * @return array Product_Row of Products.
	 */
	private static function to_row( WC_Product $product ) {
		$price = '' === $product->get_price() ? null : Money::parse( wc_format_decimal( wc_get_price_to_display( $product ), 2 ) );
		return array(
			'id'        => (string) $product->get_id(),
			'name'      => html_entity_decode( wp_strip_all_tags( $product->get_name() ), ENT_QUOTES, 'UTF-8' ),
			'slug'      => (string) $product->get_id(),
			'handle'    => '',
			'price'     => null === $price ? '' : $price->format(),
			'currency'  => get_woocommerce_currency(),
			'type'      => $product->get_type(),
			'image_url' => null,
			'active'    => $product->is_purchasable(),
			'stock'     => $product->is_in_stock() ? null : 0,
		);
	}
}
