<?php
/**
 * The plan of looks.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

defined( 'ABSPATH' ) || exit;

/**
 * Writes down when an order is looked at: with Action Scheduler, or with WP-Cron where there is none.
 */
final class Settle_Plan {
	const HOOK  = 'cedi_commerce_settle_order';
	const GROUP = 'cedi-commerce';

	/** In place of the number of an order: all that are watched. */
	const ALL = 0;

	/**
	 * Plans the next look at an order.
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
	 * Plans a look in a minute.
	 *
	 * @param int $order_id The order.
	 */
	public static function plan_soon( $order_id ) {
		self::plan_at( $order_id, time() + MINUTE_IN_SECONDS );
	}

	/**
	 * Plans a look. One that is planned earlier stays, and one that is running now is not the next one.
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
			// True is an action that runs now, or one without a moment.
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
	 * Whether a look at an order is planned.
	 *
	 * @param int $order_id The order.
	 */
	public static function is_planned( $order_id ) {
		return wp_next_scheduled( self::HOOK, array( $order_id ) ) || ( self::has_actions() && as_next_scheduled_action( self::HOOK, array( $order_id ), self::GROUP ) );
	}

	/**
	 * Takes back the looks at an order.
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
	 * Whether there is Action Scheduler, and it has its tables.
	 */
	private static function has_actions() {
		return function_exists( 'as_schedule_single_action' ) && did_action( 'init' );
	}
}
