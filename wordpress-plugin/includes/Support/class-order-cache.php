<?php
/**
 * Caches of orders.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Support;

defined( 'ABSPATH' ) || exit;

/**
 * Removes orders from the caches of WordPress and WooCommerce.
 */
final class Order_Cache {
	/**
	 * Removes an order from every cache, so that it is read from the database.
	 *
	 * @param int $order_id Order ID.
	 */
	public static function clear( $order_id ) {
		clean_post_cache( $order_id );
		self::call( 'Automattic\WooCommerce\Caches\OrderCache', 'remove', $order_id );
		self::call( 'Automattic\WooCommerce\Internal\DataStores\Orders\OrdersTableDataStore', 'clear_cached_data', array( $order_id ) );
	}

	/**
	 * Removes an order from a cache of WooCommerce, if this version of WooCommerce has the cache.
	 *
	 * @param string    $service Class name in WooCommerce's container, without a leading backslash.
	 * @param string    $method  Method that removes the order.
	 * @param int|int[] $order   Argument of the method.
	 */
	private static function call( $service, $method, $order ) {
		if ( ! function_exists( 'wc_get_container' ) || ! class_exists( $service ) || ! method_exists( $service, $method ) ) {
			return;
		}
		try {
			wc_get_container()->get( $service )->$method( $order );
		} catch ( \Throwable $error ) {
			Log::write( 'warning', 'An order could not be removed from a cache of WooCommerce.', array( 'service' => $service ) );
		}
	}
}
