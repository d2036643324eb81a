<?php
/**
 * Schedule of payment checks.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

defined( 'ABSPATH' ) || exit;

/**
 * Schedules the checks of an order with Action Scheduler, or with WP-Cron without it: 1, 2, 5, 10 and 30 minutes, 2, 6 and 24
 * hours after an attempt, and daily while a refund is due or a paid order is not delivered.
 */
final class Poll_Schedule {
	const HOOK  = 'cedi_commerce_check_payment';
	const GROUP = 'cedi-commerce';

	/** Argument of the daily check of all orders, in place of an order ID. */
	const ALL_ORDERS = 0;

	/** Interval of checks after the last scheduled one. */
	const LATE_INTERVAL_SECONDS = 86400;

	/** Delay after which a check counts as missed because WP-Cron is not running. */
	const GRACE_SECONDS = 300;

	/**
	 * Schedules the next check of an order.
	 *
	 * @param Order_Payments $payments Payment data.
	 * @return bool Whether a check is due at all.
	 */
	public static function schedule_next( Order_Payments $payments ) {
		$time = self::next_check( $payments );
		if ( null !== $time ) {
			self::schedule( $payments->order()->get_id(), $time );
		}
		return null !== $time;
	}

	/**
	 * Schedules a check in one minute.
	 *
	 * @param int $order_id Order ID.
	 */
	public static function schedule_soon( $order_id ) {
		self::schedule( $order_id, time() + MINUTE_IN_SECONDS );
	}

	/**
	 * Schedules a check, unless an earlier one is scheduled. A running check does not count.
	 *
	 * @param int $order_id Order ID.
	 * @param int $time     Time of the check.
	 */
	public static function schedule( $order_id, $time ) {
		$args = array( $order_id );
		if ( ! wp_next_scheduled( self::HOOK, array( self::ALL_ORDERS ) ) ) {
			wp_schedule_event( time() + DAY_IN_SECONDS, 'daily', self::HOOK, array( self::ALL_ORDERS ) );
		}
		if ( self::has_action_scheduler() ) {
			$scheduled = self::next_pending_action( $args );
			if ( null === $scheduled || $scheduled > $time ) {
				as_schedule_single_action( $time, self::HOOK, $args, self::GROUP );
			}
			return;
		}
		$scheduled = wp_next_scheduled( self::HOOK, $args );
		if ( ! $scheduled || $scheduled > $time ) {
			wp_schedule_single_event( $time, self::HOOK, $args );
		}
	}

	/**
	 * Returns the time of the next pending action. While an action runs, as_next_scheduled_action() returns true instead of a
	 * time. Without the second query, each call would add another endless series of checks.
	 *
	 * @param int[] $args Arguments of the action.
	 * @return int|null Null if none is scheduled.
	 */
	private static function next_pending_action( array $args ) {
		$scheduled = as_next_scheduled_action( self::HOOK, $args, self::GROUP );
		if ( true !== $scheduled ) {
			return false === $scheduled ? null : (int) $scheduled;
		}
		$query = array(
			'hook'     => self::HOOK,
			'args'     => $args,
			'group'    => self::GROUP,
			'status'   => 'pending',
			'orderby'  => 'date',
			'order'    => 'ASC',
			'per_page' => 1,
		);
		foreach ( as_get_scheduled_actions( $query ) as $action ) {
			$date = $action->get_schedule()->get_date();
			return $date ? $date->getTimestamp() : time();
		}
		return null;
	}

	/**
	 * Whether a check of an order is scheduled.
	 *
	 * @param int $order_id Order ID.
	 */
	public static function is_scheduled( $order_id ) {
		return wp_next_scheduled( self::HOOK, array( $order_id ) ) || ( self::has_action_scheduler() && as_next_scheduled_action( self::HOOK, array( $order_id ), self::GROUP ) );
	}

	/**
	 * Cancels the checks of an order.
	 *
	 * @param int $order_id Order ID.
	 */
	public static function unschedule( $order_id ) {
		wp_clear_scheduled_hook( self::HOOK, array( $order_id ) );
		if ( self::has_action_scheduler() ) {
			as_unschedule_all_actions( self::HOOK, array( $order_id ), self::GROUP );
		}
	}

	/**
	 * Whether Action Scheduler is loaded and has its tables.
	 */
	private static function has_action_scheduler() {
		return function_exists( 'as_schedule_single_action' ) && did_action( 'init' );
	}

	/**
	 * Returns the delays between an attempt and its checks. They vary by order, so that orders of a rush are not checked in
	 * the same minute.
	 *
	 * @param int $order_id Order ID.
	 * @return int[] Seconds.
	 */
	public static function delays( $order_id ) {
		/**
		 * Filters the delays between an attempt to pay and the checks of its payment.
		 *
		 * @param int[] $delays   Seconds after the attempt, in ascending order.
		 * @param int   $order_id Order ID.
		 */
		$delays = (array) apply_filters( 'cedi_commerce_poll_delays', array( 60, 120, 300, 600, 1800, 7200, 21600, 86400 ), $order_id );
		$jitter = (float) ( $order_id * 7919 % 1000 ) / 1000.0;
		return array_map(
			static function ( $delay ) use ( $jitter ) {
				return (int) $delay + (int) ( min( 0.5 * (float) $delay, 900.0 ) * $jitter );
			},
			$delays
		);
	}

	/**
	 * Returns the time of an attempt's next check.
	 *
	 * @param int             $order_id Order ID.
	 * @param Payment_Attempt $attempt  Attempt.
	 * @param int             $after    The check must be later than this time.
	 * @return int|null Null after the last check.
	 */
	public static function next_check_of_attempt( $order_id, Payment_Attempt $attempt, $after ) {
		foreach ( self::delays( $order_id ) as $delay ) {
			if ( $attempt->created_at() + $delay > $after ) {
				return $attempt->created_at() + $delay;
			}
		}
		return null;
	}

	/**
	 * Returns the time of an order's next check.
	 *
	 * @param Order_Payments $payments Payment data.
	 * @return int|null Null if no check is due, or after the last check.
	 */
	public static function next_check( Order_Payments $payments ) {
		$open  = $payments->attempts()->open();
		$times = $open ? array( self::next_check_of_attempt( $payments->order()->get_id(), end( $open ), time() ) ) : array();
		foreach ( $payments->attempts()->unconfirmed() as $attempt ) {
			$times[] = max( time() + MINUTE_IN_SECONDS, $attempt->created_at() + Payment_Attempt::KEY_SECONDS );
		}
		if ( $payments->is_paid_but_pending() ) {
			$times[] = time() + HOUR_IN_SECONDS;
		}
		if ( $payments->is_refund_due() || $payments->is_watched() ) {
			$times[] = time() + DAY_IN_SECONDS;
		}
		$times = array_filter( $times );
		return $times ? min( $times ) : null;
	}

	/**
	 * Whether an order has open attempts and none of their checks was missed.
	 *
	 * @param Order_Payments $payments Payment data.
	 */
	public static function is_on_time( Order_Payments $payments ) {
		$open = $payments->attempts()->open();
		foreach ( $open as $attempt ) {
			if ( self::is_overdue( $payments->order()->get_id(), $attempt ) ) {
				return false;
			}
		}
		return (bool) $open;
	}

	/**
	 * Whether a check was missed.
	 *
	 * @param int             $order_id Order ID.
	 * @param Payment_Attempt $attempt  Attempt.
	 */
	private static function is_overdue( $order_id, Payment_Attempt $attempt ) {
		$next = self::next_check_of_attempt( $order_id, $attempt, $attempt->last_checked_at() );
		$next = null === $next ? $attempt->last_checked_at() + self::LATE_INTERVAL_SECONDS : $next;
		return time() > $next + self::GRACE_SECONDS;
	}
}
