<?php
/**
 * What people do to orders.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use WC_Order;
use const Cedi\Commerce\EDIT_ORDERS;
use const Cedi\Commerce\GATEWAY;

defined( 'ABSPATH' ) || exit;

/**
 * Records that a human has moved an order. The plugin then no longer moves it by itself.
 */
final class Human_Moves {
	/**
	 * Remembers it.
	 *
	 * @param int      $order_id The order.
	 * @param string   $from     The status before.
	 * @param string   $to       The status now.
	 * @param WC_Order $order    The order.
	 */
	public static function note( $order_id, $from, $to, $order ) {
		if ( Order_Completer::is_moving() || GATEWAY !== $order->get_payment_method() || ! current_user_can( EDIT_ORDERS ) ) {
			return;
		}
		$payments = Order_Payments::of( $order );
		if ( ! in_array( $to, array( 'pending', 'failed', 'cancelled', 'on-hold' ), true ) || ! $payments->is_begun() ) {
			return;
		}
		// Back to "pending payment" means that the buyer may pay, and no check sets the order to failed again.
		$payments->change_state( 'pending' === $to ? '' : 'manual' );
		if ( ! $payments->is_returned() ) {
			return;
		}
		$attempt = $payments->paid_attempt();
		if ( $attempt && in_array( $from, wc_get_is_paid_statuses(), true ) ) {
			$payments->change( $attempt, array( 'status' => $from ) );
		}
		Settle_Plan::plan_soon( $order_id );
	}
}
