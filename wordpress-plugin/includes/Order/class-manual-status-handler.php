<?php
/**
 * Manual status changes.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use Cedi\Commerce\Support\Payment_Methods;
use WC_Order;
use const Cedi\Commerce\EDIT_ORDERS;

defined( 'ABSPATH' ) || exit;

/**
 * Records status changes that a merchant has made. The plugin then no longer changes the status of the order.
 */
final class Manual_Status_Handler {
	/**
	 * Records a status change.
	 *
	 * @param int      $order_id Order ID.
	 * @param string   $from     Previous status.
	 * @param string   $to       New status.
	 * @param WC_Order $order    Order.
	 */
	public static function on_status_changed( $order_id, $from, $to, $order ) {
		if ( Order_Updater::is_updating() || ! Payment_Methods::has_own( $order ) || ! current_user_can( EDIT_ORDERS ) ) {
			return;
		}
		$payments = Order_Payments::of( $order );
		if ( ! in_array( $to, array( 'pending', 'failed', 'cancelled', 'on-hold' ), true ) || ! $payments->has_attempts() ) {
			return;
		}
		// "Pending payment" allows the buyer to pay. An empty state keeps the next check from failing the order again.
		$payments->set_state( 'pending' === $to ? '' : 'manual' );
		if ( ! $payments->is_paid_but_pending() ) {
			return;
		}
		$attempt = $payments->paid_attempt();
		if ( $attempt && in_array( $from, wc_get_is_paid_statuses(), true ) ) {
			$payments->update_attempt( $attempt, array( 'order_status' => $from ) );
		}
		Poll_Schedule::schedule_soon( $order_id );
	}
}
