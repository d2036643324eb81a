<?php
/**
 * Finding orders.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Finds orders by what the plugin has written on them.
 */
final class Order_Query {
	/**
	 * The orders with a meta, oldest first.
	 *
	 * @param string          $key      The meta.
	 * @param string|string[] $value    What it is, or may be.
	 * @param int             $limit    How many at most; -1 for all.
	 * @param string[]        $statuses In which statuses; empty for all.
	 * @return int[]
	 */
	public static function with_meta( $key, $value, $limit, array $statuses = array() ) {
		$query = array(
			'type'         => 'shop_order',
			'limit'        => $limit,
			'orderby'      => 'ID',
			'order'        => 'ASC',
			// phpcs:disable WordPress.DB.SlowDBQuery -- asked once a day, and on one screen when somebody opens it.
			'meta_key'     => $key,
			'meta_value'   => $value,
			// phpcs:enable
			'meta_compare' => is_array( $value ) ? 'IN' : '=',
			'return'       => 'ids',
		);
		if ( $statuses ) {
			$query['status'] = $statuses;
		}
		return array_map( 'absint', array_values( (array) wc_get_orders( $query ) ) );
	}

	/**
	 * The orders to check, in any status.
	 *
	 * @return int[]
	 */
	public static function watched() {
		// An order in the trash may still be paid.
		return self::with_meta( Order_Payments::WATCHED, 'yes', -1, array_merge( array_keys( wc_get_order_statuses() ), array( 'trash' ) ) );
	}

	/**
	 * The orders whose money needs a decision, oldest first: paid twice, or paid and neither delivered nor refunded.
	 *
	 * @param int $limit How many at most; -1 for all.
	 * @return int[]
	 */
	public static function undecided( $limit ) {
		$ids = array_merge(
			self::with_meta( Order_Payments::SECOND, 'yes', -1 ),
			self::with_meta( Order_Payments::STATE, array( 'review', 'mismatch' ), -1, array( 'wc-pending', 'wc-on-hold', 'wc-failed', 'wc-cancelled', 'trash' ) )
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
	 * The orders that can still get money from us, the longest unchecked first. So a caller who takes some and comes
	 * back reaches all of them.
	 *
	 * @param int $limit How many at most; -1 for all.
	 * @return int[]
	 */
	public static function unsettled( $limit ) {
		$looked = array();
		// Whatever method was chosen since, and however old the order is: a link to pay it may be a month old.
		foreach ( self::with_meta( Order_Payments::WATCHED, 'yes', -1, array( 'wc-pending', 'wc-failed', 'wc-on-hold', 'wc-processing' ) ) as $id ) {
			$order    = wc_get_order( $id );
			$attempts = $order instanceof WC_Order ? Order_Payments::of( $order )->attempts() : null;
			if ( $attempts && $attempts->open() ) {
				$looked[ $id ] = $attempts->last_look();
			}
		}
		$ids    = array_keys( $looked );
		$times  = array_values( $looked );
		$places = array_keys( $ids );
		// The sort is stable: oldest first.
		array_multisort( $times, $places, $ids );
		return $limit < 0 ? $ids : array_slice( $ids, 0, $limit );
	}
}
