<?php
/**
 * When an order is looked at by itself.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use Cedi\Commerce\Refund\Refunds;
use Cedi\Commerce\Refund\Second_Payment;
use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Looks after 1, 2, 5, 10 and 30 minutes, 2, 6 and 24 hours, until the payment is over, and once a day as long as money
 * is to be given back: with Action Scheduler, or with WP-Cron where there is none. Once a day, what was left without a
 * look gets one. No order is cancelled for being unpaid before it was looked at.
 */
final class Settle_Schedule {
	const HOOK  = 'cedi_commerce_settle_order';
	const GROUP = 'cedi-commerce';

	/** The meta of an order: yes as long as it is to be looked at. */
	const WATCHED = '_cedi_commerce_watched';

	/** In place of the number of an order: all that are watched. */
	const ALL = 0;

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
	 * Plans the next look at an attempt.
	 *
	 * @param int   $order_id The order.
	 * @param array $attempt  The attempt.
	 */
	public static function plan( $order_id, array $attempt ) {
		$when = self::next( $order_id, $attempt, time() );
		if ( null !== $when ) {
			self::plan_at( $order_id, $when );
		}
	}

	/**
	 * Plans the next look at an order.
	 *
	 * @param WC_Order $order The order.
	 * @return bool Whether there is anything to look at.
	 */
	public static function plan_for( WC_Order $order ) {
		$when = self::next_of( $order );
		if ( null !== $when ) {
			self::plan_at( $order->get_id(), $when );
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
	 * When to look at an order next.
	 *
	 * @param WC_Order $order The order.
	 * @return int|null A moment; null when nothing is to be looked at, or when all looks are behind it.
	 */
	private static function next_of( WC_Order $order ) {
		$attempts = new Attempts( $order );
		$open     = $attempts->open();
		$moments  = $open ? array( self::next( $order->get_id(), end( $open ), time() ) ) : array();
		foreach ( $attempts->lost() as $attempt ) {
			$moments[] = max( time() + MINUTE_IN_SECONDS, $attempt['created'] + Attempts::KEY_SECONDS );
		}
		if ( Order_Settler::is_returned( $order ) ) {
			$moments[] = time() + HOUR_IN_SECONDS;
		}
		if ( self::is_owed( $order, $attempts ) ) {
			$moments[] = time() + DAY_IN_SECONDS;
		}
		$moments = array_filter( $moments );
		return $moments ? min( $moments ) : null;
	}

	/**
	 * Whether a buyer is to get money back.
	 *
	 * @param WC_Order $order    The order.
	 * @param Attempts $attempts Its attempts.
	 */
	private static function is_owed( WC_Order $order, Attempts $attempts ) {
		return Refunds::waiting( $order ) || Second_Payment::waiting( $attempts );
	}

	/**
	 * Writes on an order whether it is watched. The caller saves it.
	 *
	 * @param WC_Order $order The order.
	 */
	public static function mark( WC_Order $order ) {
		$attempts = new Attempts( $order );
		$is_open  = in_array( 'open', array_column( $attempts->all(), 'state' ), true );
		$watched  = $is_open || self::is_owed( $order, $attempts ) || Order_Settler::is_returned( $order ) ? 'yes' : 'no';
		if ( $order->get_meta( self::WATCHED ) !== $watched ) {
			$order->update_meta_data( self::WATCHED, $watched );
		}
		$second = Second_Payment::waiting( $attempts ) ? 'yes' : 'no';
		if ( 'yes' === $second || $order->get_meta( Second_Payment::META ) ) {
			$order->update_meta_data( Second_Payment::META, $second );
		}
	}

	/**
	 * Plans a look.
	 *
	 * @param int $order_id The order.
	 * @param int $when     The moment.
	 */
	private static function plan_at( $order_id, $when ) {
		$args = array( $order_id );
		if ( ! wp_next_scheduled( self::HOOK, array( self::ALL ) ) ) {
			wp_schedule_event( time() + DAY_IN_SECONDS, 'daily', self::HOOK, array( self::ALL ) );
		}
		if ( self::has_actions() ) {
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
	 * Whether there is Action Scheduler, and it has its tables.
	 */
	private static function has_actions() {
		return function_exists( 'as_schedule_single_action' ) && did_action( 'init' );
	}

	/**
	 * Looks at an order.
	 *
	 * @param int $order_id The order; ALL plans a look at each that has none.
	 */
	public static function run( $order_id ) {
		$order = function_exists( 'wc_get_order' ) && self::ALL !== (int) $order_id ? wc_get_order( $order_id ) : null;
		if ( ! $order instanceof WC_Order ) {
			if ( self::ALL === (int) $order_id && function_exists( 'wc_get_orders' ) ) {
				self::plan_all();
			}
			return;
		}
		// First the next look: whatever another plugin does to this one, it was not the last.
		$is_planned = self::plan_for( $order );
		$report     = Order_Settler::settle( $order_id );
		$order      = wc_get_order( $order_id );
		if ( 'none' === $report['state'] && $order instanceof WC_Order ) {
			// What it has was copied from another order: it is not looked at again.
			self::mark( $order );
			$order->save_meta_data();
		}
		$when = $order instanceof WC_Order ? self::next_of( $order ) : null;
		if ( null === $when ) {
			self::unplan( $order_id );
		} elseif ( ! $is_planned ) {
			self::plan_at( $order_id, $when );
		}
	}

	/**
	 * Takes back the looks at an order.
	 *
	 * @param int $order_id The order.
	 */
	private static function unplan( $order_id ) {
		wp_clear_scheduled_hook( self::HOOK, array( $order_id ) );
		if ( self::has_actions() ) {
			as_unschedule_all_actions( self::HOOK, array( $order_id ), self::GROUP );
		}
	}

	/**
	 * Plans a look at each order that is watched and has none: an outage may have met its last one.
	 */
	private static function plan_all() {
		$when = time() + MINUTE_IN_SECONDS;
		// Who has put an order into the trash may be paid for it all the same.
		$statuses = array_merge( array_keys( wc_get_order_statuses() ), array( 'trash' ) );
		foreach ( self::orders( self::WATCHED, 'yes', -1, $statuses ) as $id ) {
			$is_planned = wp_next_scheduled( self::HOOK, array( $id ) ) || ( self::has_actions() && as_next_scheduled_action( self::HOOK, array( $id ), self::GROUP ) );
			if ( ! $is_planned ) {
				// Ten in a minute, so that a long outage does not end in a rush.
				self::plan_at( $id, $when );
				$when += 6;
			}
		}
	}

	/**
	 * The orders with a meta, oldest first.
	 *
	 * @param string          $key      The meta.
	 * @param string|string[] $value    What it is, or may be.
	 * @param int             $limit    How many at most; -1 for all.
	 * @param string[]        $statuses In which statuses; empty for all.
	 * @return int[]
	 */
	public static function orders( $key, $value, $limit, array $statuses = array() ) {
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
	 * Whether WooCommerce may cancel an order for being unpaid. Not as long as money may be on its way.
	 *
	 * @param bool     $cancels What WooCommerce means to do.
	 * @param WC_Order $order   The order.
	 * @return bool
	 */
	public static function before_cancel( $cancels, $order ) {
		if ( ! $cancels || ! $order instanceof WC_Order || ! ( new Attempts( $order ) )->all() ) {
			return $cancels;
		}
		if ( self::is_watched( $order ) ) {
			return false;
		}
		// What WooCommerce holds in its hands was read before the job began; the order may have been paid since.
		$order = Order_Settler::fresh( $order->get_id() );
		if ( Order_Settler::is_returned( $order ) || ( ( new Attempts( $order ) )->open() && ! self::is_watched( $order ) ) ) {
			Order_Settler::settle( $order->get_id() );
			$order = Order_Settler::fresh( $order->get_id() );
		}
		return $order->has_status( 'pending' ) && ! Order_Settler::has_money( $order ) && ! ( new Attempts( $order ) )->open();
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
