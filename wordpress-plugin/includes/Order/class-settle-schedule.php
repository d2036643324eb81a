<?php
/**
 * Looking at orders by itself.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Looks after 1, 2, 5, 10 and 30 minutes, 2, 6 and 24 hours, until the payment is over, and once a day as long as money
 * is to be given back. Once a day, what was left without a look gets one. No order is cancelled for being unpaid before it
 * was looked at.
 */
final class Settle_Schedule {
	/**
	 * Looks at an order.
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
		// First the next look: whatever another plugin does to this one, it was not the last.
		$is_planned = Settle_Plan::plan_for( Order_Payments::of( $order ) );
		$report     = Order_Settler::settle( $order_id );
		$order      = wc_get_order( $order_id );
		$payments   = $order instanceof WC_Order ? Order_Payments::of( $order ) : null;
		if ( 'none' === $report['state'] && $payments ) {
			// What it has was copied from another order: it is not looked at again.
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
	 * Plans a look at each order that is watched and has none: an outage may have met its last one.
	 */
	private static function plan_all() {
		if ( ! function_exists( 'wc_get_orders' ) ) {
			return;
		}
		$when = time() + MINUTE_IN_SECONDS;
		foreach ( Order_Query::watched() as $id ) {
			if ( ! Settle_Plan::is_planned( $id ) ) {
				// Ten in a minute, so that a long outage does not end in a rush.
				Settle_Plan::plan_at( $id, $when );
				$when += 6;
			}
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
		// What WooCommerce holds in its hands was read before the job began; the order may have been paid since.
		$payments = Order_Payments::fresh( $order->get_id() );
		if ( $payments->is_returned() || ( $payments->attempts()->open() && ! Settle_Times::is_watched( $payments ) ) ) {
			Order_Settler::settle( $order->get_id() );
			$payments = Order_Payments::fresh( $order->get_id() );
		}
		return $payments->order()->has_status( 'pending' ) && ! $payments->has_money() && ! $payments->attempts()->open();
	}
}
