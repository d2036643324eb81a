<?php
/**
 * Products of the service.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Button;

use Cedi\Commerce\Service\Money;
use Cedi\Commerce\Support\Api;
use Cedi\Commerce\Support\Settings;
use WP_Error;

defined( 'ABSPATH' ) || exit;

/**
 * Lists the products of the service, and stores the data of cards, so that a page sends no request.
 *
 * @psalm-type Product_Row = array{id: string, name: string, slug: string, handle: string, price: string, currency: string, type: string, image_url: string|null, active: bool, stock: int|null}
 * @psalm-type Card = array{handle: string, name: string, price: string, image_url: string|null}
 */
final class Products {
	const OPTION  = 'cedi_commerce_products';
	const REFRESH = 'cedi_commerce_refresh_products';
	const CACHE   = 'cedi_commerce_product_list';

	/** Maximum number of pages of 100 products. */
	const MAX_PAGES = 20;

	/** Time limit for reading all pages. */
	const BUDGET_SECONDS = 20.0;

	/**
	 * Returns the products, newest first.
	 *
	 * @param bool $fresh Whether to bypass the cache.
	 * @return array[]|WP_Error
	 * @psalm-return list<Product_Row>|WP_Error
	 * @source Endpoints
	 */
	public static function all( $fresh = false ) {
		$list = self::list_all( $fresh );
		return is_wp_error( $list ) ? $list : $list['products'];
	}

	/**
	 * Returns the products, and whether the list is complete. The list is cached for five minutes.
	 *
	 * @param bool $fresh Whether to bypass the cache.
	 * @return array{products: array[], is_complete: bool}|WP_Error
	 * @psalm-return array{products: list<Product_Row>, is_complete: bool}|WP_Error
	 */
	public static function list_all( $fresh = false ) {
		$stored = $fresh ? false : get_transient( self::CACHE );
		if ( is_array( $stored ) && isset( $stored['products'] ) ) {
			return array(
				'products'    => (array) $stored['products'],
				'is_complete' => ! empty( $stored['is_complete'] ),
			);
		}
		$api = Api::from_settings();
		if ( is_wp_error( $api ) ) {
			return $api;
		}
		$list = self::read( $api );
		if ( is_wp_error( $list ) ) {
			return $list;
		}
		set_transient( self::CACHE, $list, ( $list['is_complete'] ? 5 : 1 ) * MINUTE_IN_SECONDS );
		self::save_cards( $list['products'], $list['is_complete'] );
		return $list;
	}

	/**
	 * Reads the list page by page.
	 *
	 * @param Api $api API.
	 * @return array{products: array[], is_complete: bool}|WP_Error Error if the first page could not be read.
	 * @psalm-return array{products: list<Product_Row>, is_complete: bool}|WP_Error
	 * @decision 0010
	 */
	private static function read( Api $api ) {
		$end      = microtime( true ) + self::BUDGET_SECONDS;
		$handle   = Settings::read()['handle'];
		$products = array();
		$query    = array( 'limit' => '100' );
		for ( $page = 0; $page < self::MAX_PAGES; $page++ ) {
			$budget = min( Api::BUDGET_SECONDS, $end - microtime( true ) );
			if ( $budget < 1.0 ) {
				break;
			}
			$records = $api->request( 'listProducts', compact( 'query', 'budget' ) );
			if ( is_wp_error( $records ) ) {
				if ( 0 === $page ) {
					return $records;
				}
				break;
			}
			foreach ( $records as $record ) {
				if ( is_array( $record ) && isset( $record['id'], $record['name'], $record['slug'], $record['price'] ) && is_string( $record['id'] ) && is_string( $record['name'] ) && Settings::is_slug( $record['slug'] ) ) {
					// A new product moves the others to the next page, which repeats the last one.
					$products[ $record['slug'] ] = self::to_row( $record, $handle );
				}
			}
			$query['cursor'] = $api->next_cursor();
			if ( '' === $query['cursor'] ) {
				break;
			}
		}
		return array(
			'products'    => array_values( $products ),
			'is_complete' => isset( $query['cursor'] ) && '' === $query['cursor'],
		);
	}

	/**
	 * Converts a product for the editor.
	 *
	 * @param array<string, mixed> $product Product resource of the service.
	 * @param string               $handle  Handle of the merchant.
	 * @return array
	 * @psalm-return Product_Row
	 */
	private static function to_row( array $product, $handle ) {
		$price = Money::parse( $product['price'] );
		$image = isset( $product['image_url'] ) && is_string( $product['image_url'] ) ? esc_url_raw( $product['image_url'], array( 'https', 'http' ) ) : '';
		return array(
			'id'        => sanitize_text_field( $product['id'] ),
			'name'      => sanitize_text_field( $product['name'] ),
			'slug'      => $product['slug'],
			'handle'    => $handle,
			'price'     => null === $price ? '' : $price->format(),
			'currency'  => 'GHS',
			'type'      => isset( $product['type'] ) ? sanitize_key( $product['type'] ) : '',
			'image_url' => '' === $image ? null : $image,
			'active'    => ! empty( $product['active'] ),
			'stock'     => isset( $product['stock'] ) && is_int( $product['stock'] ) ? $product['stock'] : null,
		);
	}

	/**
	 * Stores the data of cards, and schedules a refresh twice a day.
	 *
	 * @param array[] $products    Product_Row items.
	 * @param bool    $is_complete Whether the list is complete; otherwise other stored products stay.
	 */
	private static function save_cards( array $products, $is_complete ) {
		$stored = $is_complete ? array() : get_option( self::OPTION );
		$stored = is_array( $stored ) ? $stored : array();
		foreach ( $products as $product ) {
			$stored[ $product['slug'] ] = array_intersect_key( $product, array_flip( array( 'handle', 'name', 'price', 'image_url' ) ) );
		}
		update_option( self::OPTION, $stored, false );
		if ( ! wp_next_scheduled( self::REFRESH ) ) {
			wp_schedule_event( time() + HOUR_IN_SECONDS, 'twicedaily', self::REFRESH );
		}
	}

	/**
	 * Refreshes the stored products.
	 */
	public static function refresh() {
		self::all( true );
	}

	/**
	 * Deletes the stored products after a change of key, URL or handle, and schedules a refresh for published cards.
	 */
	public static function clear() {
		delete_transient( self::CACHE );
		delete_option( self::OPTION );
		wp_schedule_single_event( time(), self::REFRESH );
	}

	/**
	 * Returns the data of a card. If nothing is stored, this schedules a refresh.
	 *
	 * @param string $handle Handle of the merchant.
	 * @param string $slug   Slug of the product.
	 * @return array|null Null if the product is unknown.
	 * @psalm-return Card|null
	 */
	public static function get_card( $handle, $slug ) {
		$stored = get_option( self::OPTION );
		$row    = is_array( $stored ) && isset( $stored[ $slug ] ) ? $stored[ $slug ] : null;
		if ( ! is_array( $stored ) && ! wp_next_scheduled( self::REFRESH ) ) {
			wp_schedule_event( time(), 'twicedaily', self::REFRESH );
		}
		return $row && $row['handle'] === $handle ? $row : null;
	}
}
