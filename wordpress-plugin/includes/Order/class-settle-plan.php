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
	 * When Action Scheduler looks next. As long as an action runs it says so, and not when the one after it comes: then
	 * what is pending is asked for, or every plan would add a row of looks that never ends.
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
