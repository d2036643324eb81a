<?php
/**
 * What the merchant sells.
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
 * Lists the service's products, and stores what cards show, so that a page never waits for the service.
 */
final class Products {
	const OPTION  = 'cedi_commerce_products';
	const REFRESH = 'cedi_commerce_refresh_products';
	const CACHE   = 'cedi_commerce_product_list';

	/** How many pages of a hundred are read. */
	const MOST_PAGES = 20;

	/** How long reading them may take, in seconds. */
	const BUDGET_SECONDS = 20.0;

	/**
	 * The products of the merchant, newest first.
	 *
	 * @param bool $fresh Whether to ask again although the list is younger than five minutes.
	 * @return array[]|WP_Error id, name, slug, handle, price, currency, type, image_url, active, stock.
	 * @source Endpoints
	 */
	public static function all( $fresh = false ) {
		$list = self::listing( $fresh );
		return is_wp_error( $list ) ? $list : $list['products'];
	}

	/**
	 * The merchant's products, and whether the list is complete. A product that is missing in an incomplete list may
	 * still exist.
	 *
	 * @param bool $fresh Whether to ask again although the list is younger than five minutes.
	 * @return array{products: array[], is_whole: bool}|WP_Error
	 */
	public static function listing( $fresh = false ) {
		$kept = $fresh ? false : get_transient( self::CACHE );
		if ( is_array( $kept ) && isset( $kept['products'] ) ) {
			return array(
				'products' => (array) $kept['products'],
				'is_whole' => ! empty( $kept['is_whole'] ),
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
		set_transient( self::CACHE, $list, ( $list['is_whole'] ? 5 : 1 ) * MINUTE_IN_SECONDS );
		self::keep( $list['products'], $list['is_whole'] );
		return $list;
	}

	/**
	 * Reads the list page by page.
	 *
	 * @param Api $api The service.
	 * @return array{products: array[], is_whole: bool}|WP_Error An error when not even the first page came.
	 * @decision 0010
	 */
	private static function read( Api $api ) {
		$end      = microtime( true ) + self::BUDGET_SECONDS;
		$handle   = Settings::read()['handle'];
		$products = array();
		$query    = array( 'limit' => '100' );
		for ( $page = 0; $page < self::MOST_PAGES; $page++ ) {
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
				if ( is_array( $record ) && isset( $record['id'], $record['name'], $record['slug'], $record['price'] ) && is_string( $record['id'] ) && is_string( $record['name'] ) && Settings::is_name( $record['slug'] ) ) {
					// A product added meanwhile moves the others to the next page.
					$products[ $record['slug'] ] = self::row( $record, $handle );
				}
			}
			$query['cursor'] = $api->next_cursor();
			if ( '' === $query['cursor'] ) {
				break;
			}
		}
		return array(
			'products' => array_values( $products ),
			'is_whole' => isset( $query['cursor'] ) && '' === $query['cursor'],
		);
	}

	/**
	 * What the editor shows of a product.
	 *
	 * @param array  $record As the service gives it.
	 * @param string $handle The handle of the merchant.
	 * @return array
	 */
	private static function row( array $record, $handle ) {
		$price = Money::parse( $record['price'] );
		$image = isset( $record['image_url'] ) && is_string( $record['image_url'] ) ? esc_url_raw( $record['image_url'], array( 'https', 'http' ) ) : '';
		return array(
			'id'        => sanitize_text_field( $record['id'] ),
			'name'      => sanitize_text_field( $record['name'] ),
			'slug'      => $record['slug'],
			'handle'    => $handle,
			'price'     => null === $price ? '' : $price->format(),
			'currency'  => 'GHS',
			'type'      => isset( $record['type'] ) ? sanitize_key( $record['type'] ) : '',
			'image_url' => '' === $image ? null : $image,
			'active'    => ! empty( $record['active'] ),
			'stock'     => isset( $record['stock'] ) && is_int( $record['stock'] ) ? $record['stock'] : null,
		);
	}

	/**
	 * Stores what cards show, and schedules a refresh twice a day.
	 *
	 * @param array[] $products The products.
	 * @param bool    $is_whole Whether these are all: otherwise the others stay as they were.
	 */
	private static function keep( array $products, $is_whole ) {
		$kept = $is_whole ? array() : get_option( self::OPTION );
		$kept = is_array( $kept ) ? $kept : array();
		foreach ( $products as $product ) {
			$kept[ $product['slug'] ] = array_intersect_key( $product, array_flip( array( 'handle', 'name', 'price', 'image_url' ) ) );
		}
		update_option( self::OPTION, $kept, false );
		if ( ! wp_next_scheduled( self::REFRESH ) ) {
			wp_schedule_event( time() + HOUR_IN_SECONDS, 'twicedaily', self::REFRESH );
		}
	}

	/**
	 * Refreshes it.
	 */
	public static function refresh() {
		self::all( true );
	}

	/**
	 * Deletes the list, because another key, address or handle has other products. Published cards are refreshed soon.
	 */
	public static function forget() {
		delete_transient( self::CACHE );
		delete_option( self::OPTION );
		wp_schedule_single_event( time(), self::REFRESH );
	}

	/**
	 * What a page shows of a product. An unknown product is requested soon, and then twice a day.
	 *
	 * @param string $handle The handle.
	 * @param string $slug   The slug.
	 * @return array|null name, price, image_url; null when it is not known.
	 */
	public static function kept( $handle, $slug ) {
		$kept = get_option( self::OPTION );
		$row  = is_array( $kept ) && isset( $kept[ $slug ] ) ? $kept[ $slug ] : null;
		if ( ! is_array( $kept ) && ! wp_next_scheduled( self::REFRESH ) ) {
			wp_schedule_event( time(), 'twicedaily', self::REFRESH );
		}
		return $row && $row['handle'] === $handle ? $row : null;
	}
}
