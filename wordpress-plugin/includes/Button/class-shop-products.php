<?php
/**
 * What the shop sells.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Button;

use Cedi\Commerce\Gateway\Express;
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
	 * Whether there is a shop.
	 */
	public static function has_shop(): bool {
		return function_exists( 'wc_get_products' );
	}

	/**
	 * Products whose names contain the searched words; a number or SKU finds its product first.
	 *
	 * @param string $search What is searched for; '' for all.
	 * @param int    $limit  At most so many.
	 * @return array{products: array[], is_whole: bool} As the picker shows products of the service.
	 */
	public static function search( $search, $limit ) {
		$search = trim( $search );
		$meant  = '' === $search ? array() : array_filter( array( ctype_digit( $search ) ? (int) $search : 0, (int) wc_get_product_id_by_sku( $search ) ) );
		$found  = wc_get_products(
			array(
				'type'    => Express::TYPES,
				'status'  => 'publish',
				'limit'   => $limit + 1,
				'orderby' => 'date',
				'order'   => 'DESC',
			) + ( '' === $search ? array() : array( 's' => $search ) )
		);
		$rows   = array();
		foreach ( array_merge( array_map( 'wc_get_product', $meant ), (array) $found ) as $product ) {
			if ( $product instanceof WC_Product && in_array( $product->get_type(), Express::TYPES, true ) && 'publish' === $product->get_status() ) {
				$rows[ $product->get_id() ] = self::row( $product );
			}
		}
		return array(
			'products' => array_slice( array_values( $rows ), 0, $limit ),
			'is_whole' => count( (array) $found ) <= $limit,
		);
	}

	/**
	 * What the editor sees of a product.
	 *
	 * @param WC_Product $product The product.
	 * @return array
	 */
	private static function row( WC_Product $product ) {
		$price = Money::parse( $product->get_price() );
		return array(
			'id'        => (string) $product->get_id(),
			'name'      => wp_strip_all_tags( $product->get_name() ),
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
