<?php
/**
 * Checks orders automatically.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Checks after 1, 2, 5, 10 and 30 minutes, 2, 6 and 24 hours, until the payment has ended, and once a day while money
 * must be refunded. Once a day, every order without a check gets one. No order is cancelled for being unpaid before it
 * was checked.
 */
final class Settle_Schedule {
	/**
	 * Checks an order.
	 *
	 * @param int $order_id The order; ALL plans a look at each that has none.
	 */
	public static function run( $order_id ) {
		if ( Settle_Plan::ALL === (int) $order_id ) {
			self::plan_all();
			Lost_Orders::look( Settle_Plan::ALL );
			return;
		}
		$order = function_exists( 'wc_get_order' ) ? wc_get_order( $order_id ) : null;
		if ( ! $order instanceof WC_Order ) {
			Lost_Orders::look( (int) $order_id );
			return;
		}
		// Schedule the next check first, so that an error in another plugin cannot end the checks.
		$is_planned = Settle_Plan::plan_for( Order_Payments::of( $order ) );
		$report     = Order_Settler::settle( $order_id );
		$order      = wc_get_order( $order_id );
		$payments   = $order instanceof WC_Order ? Order_Payments::of( $order ) : null;
		if ( 'none' === $report['state'] && $payments ) {
			// Its data was copied from another order: stop checking it.
			$payments->save();
		}
		$when = $payments ? Settle_Times::next_of( $payments ) : null;
		if ( null === $when ) {
			Settle_Plan::unplan( $order_id );
		} elseif ( ! $is_planned ) {
			Settle_Plan::plan_at( $order_id, $when );
		}
	}

	/**
	 * Schedules a check for each watched order that has none: its last one may have failed in an outage.
	 */
	private static function plan_all() {
		if ( ! function_exists( 'wc_get_orders' ) ) {
			return;
		}
		$when = time() + MINUTE_IN_SECONDS;
		foreach ( Order_Query::watched() as $id ) {
			if ( ! Settle_Plan::is_planned( $id ) ) {
				// Ten a minute, so that a long outage does not end in a rush.
				Settle_Plan::plan_at( $id, $when );
				$when += 6;
			}
		}
	}

	/**
	 * Whether WooCommerce may cancel an order for being unpaid: not while money may be on its way.
	 *
	 * @param bool     $cancels What WooCommerce means to do.
	 * @param WC_Order $order   The order.
	 * @return bool
	 */
	public static function before_cancel( $cancels, $order ) {
		if ( ! $cancels || ! $order instanceof WC_Order ) {
			return $cancels;
		}
		$payments = Order_Payments::of( $order );
		if ( ! $payments->is_begun() ) {
			return $cancels;
		}
		if ( Settle_Times::is_watched( $payments ) ) {
			return false;
		}
		// WooCommerce read its copy before the job began; the order may have been paid since.
		$payments = Order_Payments::fresh( $order->get_id() );
		if ( $payments->is_returned() || ( $payments->attempts()->open() && ! Settle_Times::is_watched( $payments ) ) ) {
			Order_Settler::settle( $order->get_id() );
			$payments = Order_Payments::fresh( $order->get_id() );
		}
		return $payments->order()->has_status( 'pending' ) && ! $payments->has_money() && ! $payments->attempts()->open();
	}
}
