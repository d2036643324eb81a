<?php
/**
 * Schedules checks.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

defined( 'ABSPATH' ) || exit;

/**
 * Schedules when an order is checked: with Action Scheduler, or with WP-Cron where there is none.
 */
final class Settle_Plan {
	const HOOK  = 'cedi_commerce_settle_order';
	const GROUP = 'cedi-commerce';

	/** Instead of an order's number: all watched orders. */
	const ALL = 0;

	/**
	 * Schedules the next check of an order.
	 *
	 * @param Order_Payments $payments What the order knows.
	 * @return bool Whether there is anything to look at.
	 */
	public static function plan_for( Order_Payments $payments ) {
		$when = Settle_Times::next_of( $payments );
		if ( null !== $when ) {
			self::plan_at( $payments->order()->get_id(), $when );
		}
		return null !== $when;
	}

	/**
	 * Schedules a check in a minute.
	 *
	 * @param int $order_id The order.
	 */
	public static function plan_soon( $order_id ) {
		self::plan_at( $order_id, time() + MINUTE_IN_SECONDS );
	}

	/**
	 * Schedules a check. An earlier one stays, and a running one does not count as the next.
	 *
	 * @param int $order_id The order.
	 * @param int $when     The moment.
	 */
	public static function plan_at( $order_id, $when ) {
		$args = array( $order_id );
		if ( ! wp_next_scheduled( self::HOOK, array( self::ALL ) ) ) {
			wp_schedule_event( time() + DAY_IN_SECONDS, 'daily', self::HOOK, array( self::ALL ) );
		}
		if ( self::has_actions() ) {
			$planned = self::next_action( $args );
			if ( null === $planned || $planned > $when ) {
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
	 * When Action Scheduler runs next. While an action runs, it does not say when the one after it comes. Then this
	 * asks for pending ones; otherwise every call would add an endless series of checks.
	 *
	 * @param array $args The order.
	 * @return int|null A moment; null when none is planned.
	 */
	private static function next_action( array $args ) {
		$planned = as_next_scheduled_action( self::HOOK, $args, self::GROUP );
		if ( true !== $planned ) {
			return false === $planned ? null : (int) $planned;
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
	 * @param int $order_id The order.
	 */
	public static function is_planned( $order_id ) {
		return wp_next_scheduled( self::HOOK, array( $order_id ) ) || ( self::has_actions() && as_next_scheduled_action( self::HOOK, array( $order_id ), self::GROUP ) );
	}

	/**
	 * Cancels an order's checks.
	 *
	 * @param int $order_id The order.
	 */
	public static function unplan( $order_id ) {
		wp_clear_scheduled_hook( self::HOOK, array( $order_id ) );
		if ( self::has_actions() ) {
			as_unschedule_all_actions( self::HOOK, array( $order_id ), self::GROUP );
		}
	}

	/**
	 * Whether Action Scheduler exists, with its tables.
	 */
	private static function has_actions() {
		return function_exists( 'as_schedule_single_action' ) && did_action( 'init' );
	}
}
