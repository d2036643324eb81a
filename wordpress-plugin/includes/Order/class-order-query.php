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
	 * The orders that are to be looked at, in any status.
	 *
	 * @return int[]
	 */
	public static function watched() {
		// Who has put an order into the trash may be paid for it all the same.
		return self::with_meta( Order_Payments::WATCHED, 'yes', -1, array_merge( array_keys( wc_get_order_statuses() ), array( 'trash' ) ) );
	}

	/**
	 * The orders whose money somebody has to decide about, oldest first: paid twice, or paid and neither delivered nor given
	 * back.
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
	 * The orders that can still get money from us. First those that were not looked at for the longest time, so that whoever
	 * takes some and comes back gets to all of them.
	 *
	 * @param int $limit How many at most; -1 for all.
	 * @return int[]
	 */
	public static function unsettled( $limit ) {
		$looked = array();
		// Whatever method the buyer has chosen since, and however old the order is: a link to pay it may be of last month.
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
		// Equals stay as they are: the oldest first.
		array_multisort( $times, $places, $ids );
		return $limit < 0 ? $ids : array_slice( $ids, 0, $limit );
	}
}
