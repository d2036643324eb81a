<?php
/**
 * Scheduled payment checks.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Runs the checks that Poll_Schedule has scheduled, and checks all orders when a merchant requests it.
 */
final class Scheduled_Checks {
	/** Interval between the checks of a backlog: twenty orders per minute. */
	const MISSING_INTERVAL_SECONDS = 3;

	/**
	 * Checks orders that can still be paid and deleted orders when a merchant requests it, so that no payment stays unnoticed while
	 * the schedule of the site does not run.
	 *
	 * @param int   $limit  Maximum number of orders; -1 for all.
	 * @param float $budget Time limit for the requests of one order in seconds.
	 * @return list<array{order: int, state: string, message: string}> Result of each order.
	 */
	public static function check_all( $limit = -1, $budget = 8.0 ) {
		$rows = array();
		foreach ( Order_Query::payable( $limit ) as $id ) {
			$rows[] = array( 'order' => $id ) + Payment_Checker::check( $id, $budget );
		}
		Deleted_Order_Handler::check( Poll_Schedule::ALL_ORDERS );
		return $rows;
	}

	/**
	 * Runs a scheduled check.
	 *
	 * @param int $order_id Order ID; Poll_Schedule::ALL_ORDERS schedules a check for each order that has none.
	 */
	public static function run( $order_id ) {
		if ( Poll_Schedule::ALL_ORDERS === (int) $order_id ) {
			self::schedule_missing();
			Deleted_Order_Handler::check( Poll_Schedule::ALL_ORDERS );
			return;
		}
		$order = function_exists( 'wc_get_order' ) ? wc_get_order( $order_id ) : null;
		if ( ! $order instanceof WC_Order ) {
			Deleted_Order_Handler::check( (int) $order_id );
			return;
		}
		// Schedule the next check first: an error in another plugin must not end the checks.
		$is_scheduled = Poll_Schedule::schedule_next( Order_Payments::of( $order ) );
		Payment_Checker::check( $order_id );
		$order    = wc_get_order( $order_id );
		$payments = $order instanceof WC_Order ? Order_Payments::of( $order ) : null;
		$time     = $payments ? Poll_Schedule::next_check( $payments ) : null;
		if ( null === $time && $payments ) {
			// Ends the daily checks of a delivered order, and of payment data that was copied from another order.
			$payments->save();
		}
		if ( null === $time ) {
			Poll_Schedule::unschedule( $order_id );
		} elseif ( ! $is_scheduled ) {
			Poll_Schedule::schedule( $order_id, $time );
		}
	}

	/**
	 * Schedules a check for each order that has none, because its last check may have failed in an outage.
	 */
	private static function schedule_missing() {
		if ( ! function_exists( 'wc_get_orders' ) ) {
			return;
		}
		$time = time() + MINUTE_IN_SECONDS;
		foreach ( self::newest_first( Order_Query::to_check() ) as $id ) {
			if ( ! Poll_Schedule::is_scheduled( $id ) ) {
				Poll_Schedule::schedule( $id, $time );
				$time += self::MISSING_INTERVAL_SECONDS;
			}
		}
	}

	/**
	 * Sorts orders so that a buyer who has just paid does not wait for an old backlog: two of the newest, then one of the oldest.
	 *
	 * @param int[] $ids Order IDs, oldest first.
	 * @return int[]
	 */
	private static function newest_first( array $ids ): array {
		$sorted = array();
		while ( $ids ) {
			$sorted[] = 2 === count( $sorted ) % 3 ? array_shift( $ids ) : array_pop( $ids );
		}
		return $sorted;
	}

	/**
	 * Prevents WooCommerce from cancelling an unpaid order whose payment may still arrive.
	 *
	 * @param bool     $cancel Whether WooCommerce is going to cancel the order.
	 * @param WC_Order $order  Order.
	 * @return bool
	 */
	public static function filter_cancel( $cancel, $order ) {
		if ( ! $cancel || ! $order instanceof WC_Order ) {
			return $cancel;
		}
		$payments = Order_Payments::of( $order );
		if ( ! $payments->has_attempts() ) {
			return $cancel;
		}
		if ( Poll_Schedule::is_on_time( $payments ) ) {
			return false;
		}
		// The order may have been paid since WooCommerce read it.
		$payments = Order_Payments::fresh( $order->get_id() );
		if ( $payments->is_paid_but_pending() || ( $payments->attempts()->open() && ! Poll_Schedule::is_on_time( $payments ) ) ) {
			Payment_Checker::check( $order->get_id() );
			$payments = Order_Payments::fresh( $order->get_id() );
		}
		return $payments->order()->has_status( 'pending' ) && ! $payments->has_payment() && ! $payments->attempts()->open();
	}
}
