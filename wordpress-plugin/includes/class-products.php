<?php
/**
 * What the merchant sells.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce;

use WP_Error;

defined( 'ABSPATH' ) || exit;

/**
 * Lists products from the service, and keeps what cards show of them, so that a page never waits for the service.
 */
final class Products {
	const OPTION  = 'cedi_commerce_products';
	const REFRESH = 'cedi_commerce_refresh_products';
	const CACHE   = 'cedi_commerce_product_list';

	/**
	 * The products of the merchant, newest first.
	 *
	 * @param bool $fresh Whether to ask again although the list is younger than five minutes.
	 * @return array[]|WP_Error id, name, slug, handle, price, currency, type, image_url, active, stock.
	 * @source Endpoints
	 */
	public static function all( $fresh = false ) {
		$kept = $fresh ? false : get_transient( self::CACHE );
		if ( is_array( $kept ) ) {
			return $kept;
		}
		$api = Api::from_settings();
		if ( is_wp_error( $api ) ) {
			return $api;
		}
		$records = $api->request( 'listProducts', array( 'query' => array( 'limit' => '100' ) ) );
		if ( is_wp_error( $records ) ) {
			return $records;
		}
		$handle   = Settings::read()['handle'];
		$products = array();
		foreach ( $records as $record ) {
			if ( is_array( $record ) && isset( $record['id'], $record['name'], $record['slug'], $record['price'] ) && is_string( $record['id'] ) && is_string( $record['name'] ) && Settings::is_name( $record['slug'] ) ) {
				$products[] = self::row( $record, $handle );
			}
		}
		set_transient( self::CACHE, $products, 5 * MINUTE_IN_SECONDS );
		self::keep( $products );
		return $products;
	}

	/**
	 * What the editor sees of a product.
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
			'price'     => null === $price ? '' : Money::format( $price ),
			'currency'  => 'GHS',
			'type'      => isset( $record['type'] ) ? sanitize_key( $record['type'] ) : '',
			'image_url' => '' === $image ? null : $image,
			'active'    => ! empty( $record['active'] ),
			'stock'     => isset( $record['stock'] ) && is_int( $record['stock'] ) ? $record['stock'] : null,
		);
	}

	/**
	 * Keeps what cards show, and sees to it that it is asked for again twice a day.
	 *
	 * @param array[] $products The products.
	 */
	private static function keep( array $products ) {
		$kept = array();
		foreach ( $products as $product ) {
			$kept[ $product['slug'] ] = array_intersect_key( $product, array_flip( array( 'handle', 'name', 'price', 'image_url' ) ) );
		}
		update_option( self::OPTION, $kept, false );
		if ( ! wp_next_scheduled( self::REFRESH ) ) {
			wp_schedule_event( time() + HOUR_IN_SECONDS, 'twicedaily', self::REFRESH );
		}
	}

	/**
	 * Asks again.
	 */
	public static function refresh() {
		self::all( true );
	}

	/**
	 * Forgets the list: another key, address or handle has other products.
	 */
	public static function forget() {
		delete_transient( self::CACHE );
		delete_option( self::OPTION );
	}

	/**
	 * What a card shows of a product.
	 *
	 * @param string $handle The handle.
	 * @param string $slug   The slug.
	 * @return array|null name, price, image_url; null when it is not known.
	 */
	public static function kept( $handle, $slug ) {
		$kept = get_option( self::OPTION );
		$row  = is_array( $kept ) && isset( $kept[ $slug ] ) ? $kept[ $slug ] : null;
		return $row && $row['handle'] === $handle ? $row : null;
	}
}
