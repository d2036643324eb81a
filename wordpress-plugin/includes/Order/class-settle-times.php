<?php
/**
 * When to check an order.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

defined( 'ABSPATH' ) || exit;

/**
 * Only times: it schedules and sends nothing.
 */
final class Settle_Times {
	/** After the last check, an order whose payment hangs is checked once a day, and before it would be cancelled. */
	const LATE_SECONDS = 86400;

	/** A check that is later than this did not happen: WP-Cron is not running. */
	const PATIENCE_SECONDS = 300;

	/**
	 * When to check, in seconds after the attempt, spread by order so that a rush is not checked in one minute.
	 *
	 * @param int $order_id The order.
	 * @return int[]
	 */
	public static function delays( $order_id ) {
		/**
		 * Filters when the plugin checks an order after an attempt to pay.
		 *
		 * @param int[] $delays   Seconds after the attempt, rising.
		 * @param int   $order_id The order.
		 */
		$delays = (array) apply_filters( 'cedi_commerce_settle_delays', array( 60, 120, 300, 600, 1800, 7200, 21600, 86400 ), $order_id );
		$spread = (float) ( $order_id * 7919 % 1000 ) / 1000.0;
		return array_map(
			static function ( $delay ) use ( $spread ) {
				return (int) $delay + (int) ( min( 0.5 * (float) $delay, 900.0 ) * $spread );
			},
			$delays
		);
	}

	/**
	 * When to check an attempt next.
	 *
	 * @param int     $order_id The order.
	 * @param Attempt $attempt  The attempt.
	 * @param int     $after    A moment: the next look is later.
	 * @return int|null A moment; null when all looks are behind it.
	 */
	public static function next( $order_id, Attempt $attempt, $after ) {
		foreach ( self::delays( $order_id ) as $delay ) {
			if ( $attempt->created() + $delay > $after ) {
				return $attempt->created() + $delay;
			}
		}
		return null;
	}

	/**
	 * When to check an order next.
	 *
	 * @param Order_Payments $payments What the order knows.
	 * @return int|null A moment; null when nothing is to be looked at, or when all looks are behind it.
	 */
	public static function next_of( Order_Payments $payments ) {
		$open    = $payments->attempts()->open();
		$moments = $open ? array( self::next( $payments->order()->get_id(), end( $open ), time() ) ) : array();
		foreach ( $payments->attempts()->lost() as $attempt ) {
			$moments[] = max( time() + MINUTE_IN_SECONDS, $attempt->created() + Attempt::KEY_SECONDS );
		}
		if ( $payments->is_returned() ) {
			$moments[] = time() + HOUR_IN_SECONDS;
		}
		if ( $payments->is_owed() ) {
			$moments[] = time() + DAY_IN_SECONDS;
		}
		$moments = array_filter( $moments );
		return $moments ? min( $moments ) : null;
	}

	/**
	 * Whether money may be on its way, and the schedule is checking it in time.
	 *
	 * @param Order_Payments $payments What the order knows.
	 */
	public static function is_watched( Order_Payments $payments ) {
		$open = $payments->attempts()->open();
		foreach ( $open as $attempt ) {
			if ( self::is_overdue( $payments->order()->get_id(), $attempt ) ) {
				return false;
			}
		}
		return (bool) $open;
	}

	/**
	 * Whether a check was due and did not happen.
	 *
	 * @param int     $order_id The order.
	 * @param Attempt $attempt  The attempt.
	 */
	private static function is_overdue( $order_id, Attempt $attempt ) {
		$next = self::next( $order_id, $attempt, $attempt->looked() );
		$next = null === $next ? $attempt->looked() + self::LATE_SECONDS : $next;
		return time() > $next + self::PATIENCE_SECONDS;
	}
}
