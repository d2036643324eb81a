<?php
/**
 * Order queries.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Finds orders by the plugin's meta data.
 */
final class Order_Query {
	/** Keys of the meta key and the meta value in a query of orders. */
	const META_KEY   = 'meta_key';
	const META_VALUE = 'meta_value';

	/** Number of orders on one page of a query. */
	const PAGE_SIZE = 100;

	/**
	 * Returns all order statuses. An order in the trash can still be paid, and keeps its money.
	 *
	 * @return string[]
	 */
	public static function any_status(): array {
		return array_merge( array_keys( wc_get_order_statuses() ), array( 'trash' ) );
	}

	/**
	 * Returns the IDs of orders with a meta value, oldest first.
	 *
	 * @param string          $key      Meta key.
	 * @param string|string[] $value    Meta value, or allowed values.
	 * @param int             $limit    Maximum number of orders; -1 for all.
	 * @param string[]        $statuses Order statuses; empty for all, with the trash.
	 * @return int[]
	 */
	public static function with_meta( $key, $value, $limit, array $statuses = array() ) {
		$query = array(
			'type'           => 'shop_order',
			'status'         => $statuses ? $statuses : self::any_status(),
			'limit'          => $limit,
			'orderby'        => 'ID',
			'order'          => 'ASC',
			// Runs once a day, and when a merchant opens one screen.
			self::META_KEY   => $key,
			self::META_VALUE => $value,
			'meta_compare'   => is_array( $value ) ? 'IN' : '=',
			'return'         => 'ids',
		);
		return array_map( 'absint', array_values( (array) wc_get_orders( $query ) ) );
	}

	/**
	 * Returns the IDs of the orders that buyers have started to pay with Cedi, in any status, oldest first.
	 *
	 * @param int $page Page of PAGE_SIZE orders, from 1.
	 * @return int[]
	 */
	public static function with_attempts( $page ) {
		return array_map(
			'absint',
			array_values(
				(array) wc_get_orders(
					array(
						'type'         => 'shop_order',
						'status'       => self::any_status(),
						'limit'        => self::PAGE_SIZE,
						'paged'        => $page,
						'orderby'      => 'ID',
						'order'        => 'ASC',
						self::META_KEY => Payment_Attempts::META,
						'meta_compare' => 'EXISTS',
						'return'       => 'ids',
					)
				)
			)
		);
	}

	/**
	 * Returns the orders with a fee that the reports of WooCommerce count, oldest first.
	 *
	 * @param string $date_type date_paid, date_created or date_completed.
	 * @param int    $start     First second.
	 * @param int    $end       Last second.
	 * @param int    $page      Page of PAGE_SIZE orders, from 1.
	 * @return WC_Order[]
	 */
	public static function paid_between( $date_type, $start, $end, $page ): array {
		$excluded = array_map(
			static function ( $status ) {
				return "wc-$status";
			},
			(array) get_option( 'woocommerce_excluded_report_order_statuses', array( 'pending', 'failed', 'cancelled' ) )
		);
		$query    = array(
			'type'         => 'shop_order',
			'status'       => array_values( array_diff( array_keys( wc_get_order_statuses() ), $excluded ) ),
			$date_type     => "$start...$end",
			'limit'        => self::PAGE_SIZE,
			'paged'        => $page,
			'orderby'      => 'ID',
			'order'        => 'ASC',
			self::META_KEY => Order_Payments::FEE,
			'meta_compare' => 'EXISTS',
		);
		return array_values(
			array_filter(
				(array) wc_get_orders( $query ),
				static function ( $order ) {
					return $order instanceof WC_Order;
				}
			)
		);
	}

	/**
	 * Returns the IDs of the orders to check, in any status.
	 *
	 * @return int[]
	 */
	public static function to_check() {
		return self::with_meta( Order_Payments::NEEDS_CHECK, 'yes', -1 );
	}

	/**
	 * Returns the statuses in which a payment may need a decision, including those of other plugins.
	 *
	 * @return string[]
	 */
	private static function undelivered_statuses() {
		$paid = array_map(
			static function ( $status ) {
				return "wc-$status";
			},
			wc_get_is_paid_statuses()
		);
		return array_values( array_diff( self::any_status(), $paid ) );
	}

	/**
	 * Returns the IDs of the orders whose payments need a decision, oldest first: paid twice, or paid and neither
	 * delivered nor refunded.
	 *
	 * @param int $limit Maximum number of orders; -1 for all.
	 * @return int[]
	 */
	public static function needing_decision( $limit ) {
		$ids = array_merge(
			self::with_meta( Order_Payments::HAS_DUPLICATE, 'yes', -1 ),
			self::with_meta( Order_Payments::STATE, array( 'review', 'mismatch' ), -1, self::undelivered_statuses() )
		);
		$ids = array_values(
			array_filter(
				array_unique( $ids ),
				static function ( $id ) {
					$order = wc_get_order( $id );
					return $order instanceof WC_Order && '' !== Order_Payments::of( $order )->decision();
				}
			)
		);
		sort( $ids );
		return $limit < 0 ? $ids : array_slice( $ids, 0, $limit );
	}

	/**
	 * Returns the IDs of the orders that wait for a payment by Cedi, least recently checked first.
	 *
	 * @param int $limit Maximum number of orders; -1 for all.
	 * @return int[]
	 */
	public static function unpaid( $limit ) {
		// Orders of any age and payment method: a link to pay can be a month old.
		return self::with_open_attempts( $limit, array_diff( array_keys( wc_get_order_statuses() ), array( 'wc-completed', 'wc-cancelled', 'wc-refunded', 'wc-checkout-draft' ) ) );
	}

	/**
	 * Returns the IDs of the orders that can still be paid by Cedi, in any status: a buyer may pay an order that was cancelled.
	 *
	 * @param int $limit Maximum number of orders; -1 for all.
	 * @return int[]
	 */
	public static function payable( $limit ) {
		return self::with_open_attempts( $limit, self::any_status() );
	}

	/**
	 * Returns the IDs of orders with an open attempt, least recently checked first, so that repeated calls with a limit reach all of
	 * them.
	 *
	 * @param int      $limit    Maximum number of orders; -1 for all.
	 * @param string[] $statuses Order statuses.
	 * @return int[]
	 */
	private static function with_open_attempts( $limit, array $statuses ) {
		$last_checks = array();
		foreach ( self::with_meta( Order_Payments::NEEDS_CHECK, 'yes', -1, $statuses ) as $id ) {
			$order    = wc_get_order( $id );
			$attempts = $order instanceof WC_Order ? Order_Payments::of( $order )->attempts() : null;
			if ( $attempts && $attempts->open() ) {
				$last_checks[ $id ] = $attempts->last_checked_at();
			}
		}
		$ids       = array_keys( $last_checks );
		$times     = array_values( $last_checks );
		$positions = array_keys( $ids );
		// The positions keep equal times in order.
		array_multisort( $times, $positions, $ids );
		return $limit < 0 ? $ids : array_slice( $ids, 0, $limit );
	}
}
