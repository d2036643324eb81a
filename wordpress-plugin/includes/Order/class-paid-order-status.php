<?php
/**
 * Status of a paid order.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use Cedi\Commerce\Support\Payment_Methods;
use Cedi\Commerce\Support\Settings;
use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Filters of WooCommerce while Order_Updater completes a payment.
 */
final class Paid_Order_Status {
	/**
	 * Allows WooCommerce to complete the payment of an order in its current status: another method may be processing it, and a
	 * draft would be deleted after a day.
	 *
	 * @param string[] $statuses Statuses from which WooCommerce completes a payment.
	 * @param WC_Order $order    Order.
	 * @return string[]
	 */
	public static function add_current( $statuses, $order ) {
		return array_merge( (array) $statuses, array( $order->get_status() ) );
	}

	/**
	 * Filters the status of a paid order.
	 *
	 * @param string        $status   Status that WooCommerce chose.
	 * @param int           $order_id Order ID.
	 * @param WC_Order|null $order    Order; null from old callers.
	 * @return string
	 */
	public static function filter( $status, $order_id, $order = null ) {
		$order = $order ? $order : wc_get_order( $order_id );
		if ( ! $order instanceof WC_Order || ! Payment_Methods::has_own( $order ) ) {
			return $status;
		}
		if ( 'processing' === $status && Settings::gateway()['complete_virtual'] && self::is_virtual( $order ) ) {
			$status = 'completed';
		}
		/**
		 * Filters the status of an order that was paid with Cedi.
		 *
		 * @param string   $status Status that WooCommerce chose: processing, or completed if nothing is shipped.
		 * @param WC_Order $order  Order.
		 */
		return (string) apply_filters( 'cedi_commerce_paid_order_status', $status, $order );
	}

	/**
	 * Whether an order contains only virtual products, so that nothing is shipped.
	 *
	 * @param WC_Order $order Order.
	 */
	private static function is_virtual( WC_Order $order ): bool {
		$items = $order->get_items();
		foreach ( $items as $item ) {
			$product = $item->get_product();
			if ( ! $product || ! $product->is_virtual() ) {
				return false;
			}
		}
		return (bool) $items;
	}
}
