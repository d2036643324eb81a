<?php
/**
 * When an order is looked at by itself.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce;

use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Looks after 1, 2, 5, 10 and 30 minutes, 2, 6 and 24 hours, until the payment is over: with Action Scheduler, or with
 * WP-Cron where there is none. No order is cancelled for being unpaid before it was looked at.
 */
final class Settle_Schedule {
	const HOOK  = 'cedi_commerce_settle_order';
	const GROUP = 'cedi-commerce';

	/** After the last look, an order whose payment hangs is looked at once a day, and only when it would be cancelled. */
	const LATE_SECONDS = 86400;

	/** A look that is later than this did not happen: WP-Cron stands still. */
	const PATIENCE_SECONDS = 300;

	/**
	 * The moments to look, in seconds after the attempt, spread by order so that a rush is not asked about in one minute.
	 *
	 * @param int $order_id The order.
	 * @return int[]
	 */
	public static function delays( $order_id ) {
		/**
		 * Filters when an order is looked at after an attempt to pay.
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
	 * When to look at an attempt next.
	 *
	 * @param int   $order_id The order.
	 * @param array $attempt  The attempt.
	 * @param int   $after    A moment: the next look is later.
	 * @return int|null A moment; null when all looks are behind it.
	 */
	private static function next( $order_id, array $attempt, $after ) {
		foreach ( self::delays( $order_id ) as $delay ) {
			if ( $attempt['created'] + $delay > $after ) {
				return $attempt['created'] + $delay;
			}
		}
		return null;
	}

	/**
	 * Plans the next look.
	 *
	 * @param int   $order_id The order.
	 * @param array $attempt  The attempt.
	 */
	public static function plan( $order_id, array $attempt ) {
		$when = self::next( $order_id, $attempt, time() );
		if ( null === $when ) {
			return;
		}
		$args = array( $order_id );
		if ( function_exists( 'as_schedule_single_action' ) && did_action( 'init' ) ) {
			$planned = as_next_scheduled_action( self::HOOK, $args, self::GROUP );
			if ( ! is_int( $planned ) || $planned > $when ) {
				as_schedule_single_action( $when, self::HOOK, $args, self::GROUP );
			}
			return;
		}
		$planned = wp_next_scheduled( self::HOOK, $args );
		if ( ! $planned || $planned > $when ) {
			wp_schedule_single_event( $when, self::HOOK, $args );
		}
	}

	/**
	 * Looks at an order, and plans the next look while its payment is not over.
	 *
	 * @param int $order_id The order.
	 */
	public static function run( $order_id ) {
		if ( ! function_exists( 'wc_get_order' ) || ! wc_get_order( $order_id ) ) {
			return;
		}
		Order_Settler::settle( $order_id );
		$order = wc_get_order( $order_id );
		$open  = $order instanceof WC_Order ? ( new Attempts( $order ) )->open() : array();
		if ( $open ) {
			self::plan( $order_id, end( $open ) );
		}
	}

	/**
	 * Whether WooCommerce may cancel an order for being unpaid. Not as long as money may be on its way.
	 *
	 * @param bool     $cancels What WooCommerce means to do.
	 * @param WC_Order $order   The order.
	 * @return bool
	 */
	public static function before_cancel( $cancels, $order ) {
		if ( ! $cancels || ! $order instanceof WC_Order || ! $order->get_meta( Attempts::META ) ) {
			return $cancels;
		}
		if ( self::is_watched( $order ) ) {
			return false;
		}
		// What WooCommerce holds in its hands was read before the job began; the order may have been paid since.
		$order = Order_Settler::fresh( $order->get_id() );
		if ( ( new Attempts( $order ) )->open() && ! self::is_watched( $order ) ) {
			Order_Settler::settle( $order->get_id() );
			$order = Order_Settler::fresh( $order->get_id() );
		}
		return $order->has_status( 'pending' ) && ! ( new Attempts( $order ) )->open();
	}

	/**
	 * Whether money may be on its way, and the schedule looks at it as it should.
	 *
	 * @param WC_Order $order The order.
	 */
	private static function is_watched( WC_Order $order ) {
		$attempts = ( new Attempts( $order ) )->open();
		foreach ( $attempts as $attempt ) {
			if ( self::is_overdue( $order->get_id(), $attempt ) ) {
				return false;
			}
		}
		return (bool) $attempts;
	}

	/**
	 * Whether a look should have happened and did not.
	 *
	 * @param int   $order_id The order.
	 * @param array $attempt  The attempt.
	 */
	private static function is_overdue( $order_id, array $attempt ) {
		$next = self::next( $order_id, $attempt, $attempt['looked'] );
		$next = null === $next ? $attempt['looked'] + self::LATE_SECONDS : $next;
		return time() > $next + self::PATIENCE_SECONDS;
	}
}
