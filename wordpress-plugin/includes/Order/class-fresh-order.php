<?php
/**
 * Reads an order's current state from the database.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use Cedi\Commerce\Support\Log;
use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Reads orders past every cache: what a request read before may be older than its lock.
 */
final class Fresh_Order {
	/**
	 * Reads an order.
	 *
	 * @param int $order_id The order.
	 * @return WC_Order
	 * @throws Order_Gone When the order has gone.
	 */
	public static function read( $order_id ): WC_Order {
		clean_post_cache( $order_id );
		self::forget( 'Automattic\WooCommerce\Caches\OrderCache', 'remove', $order_id );
		self::forget( 'Automattic\WooCommerce\Internal\DataStores\Orders\OrdersTableDataStore', 'clear_cached_data', array( $order_id ) );
		$order = wc_get_order( $order_id );
		if ( ! $order instanceof WC_Order ) {
			throw new Order_Gone( 'The order has gone.' );
		}
		$order->read_meta_data( true );
		return $order;
	}

	/**
	 * Makes a part of WooCommerce forget an order. Versions without that part cache nothing there.
	 *
	 * @param string    $part   A class, as its container names it: without a backslash before it.
	 * @param string    $method What is called.
	 * @param int|int[] $order  The order.
	 */
	private static function forget( $part, $method, $order ) {
		if ( ! function_exists( 'wc_get_container' ) || ! class_exists( $part ) || ! method_exists( $part, $method ) ) {
			return;
		}
		try {
			wc_get_container()->get( $part )->$method( $order );
		} catch ( \Throwable $error ) {
			Log::write( 'warning', 'WooCommerce could not forget an order.', array( 'part' => $part ) );
		}
	}
}
