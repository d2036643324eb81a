<?php
/**
 * Payment checks.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use Cedi\Commerce\Refund\Duplicate_Payment;
use Cedi\Commerce\Refund\Refund_Updater;
use Cedi\Commerce\Support\Api;
use Cedi\Commerce\Support\Lock;
use OutOfBoundsException;
use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Reads the payments of an order from the service and updates the order. The return page, the schedule, the cancel hook, the
 * order screen, the tools and WP-CLI use it. A lock per order serialises them.
 *
 * The service has no webhooks, so polling is the only way to learn of a change.
 *
 * @source Events
 */
final class Payment_Checker {
	/**
	 * Checks the payments of an order.
	 *
	 * @param int   $order_id Order ID.
	 * @param float $budget   Time limit for requests in seconds.
	 * @return array{state: string, message: string} State: none, or one of Payment_Status::of().
	 */
	public static function check( $order_id, $budget = 8.0 ) {
		$order    = wc_get_order( $order_id );
		$payments = $order instanceof WC_Order ? Order_Payments::of( $order ) : null;
		if ( ! $payments || ! $payments->has_attempts() ) {
			return Payment_Status::none();
		}
		$lock = Lock::for_order( $order_id );
		if ( ! $lock ) {
			// Another request is checking the order.
			return Payment_Status::of( $payments );
		}
		try {
			return self::check_locked( Order_Payments::fresh( $order_id ), $lock, $budget );
		} catch ( OutOfBoundsException $deleted ) {
			// Deleted_Order_Handler has stored the open attempts.
			return Payment_Status::none();
		} finally {
			$lock->release();
		}
	}

	/**
	 * Checks every open attempt. The caller holds the lock.
	 *
	 * @param Order_Payments $payments Payment data, read under the lock.
	 * @param Lock           $lock     Lock.
	 * @param float          $budget   Time limit for requests in seconds.
	 * @return array{state: string, message: string}
	 */
	public static function check_locked( Order_Payments $payments, Lock $lock, $budget ) {
		$order_id = $payments->order()->get_id();
		foreach ( $payments->attempts()->unconfirmed() as $attempt ) {
			// The service no longer recognises the key, so a retry would create another intent.
			if ( ! $attempt->has_valid_key() ) {
				$payments->update_attempt( $attempt, array( 'state' => 'expired' ) );
			}
		}
		$api = Api::from_settings();
		if ( is_wp_error( $api ) ) {
			return Payment_Status::of( $payments, $api->get_error_message() );
		}
		$deadline = microtime( true ) + $budget;
		$problem  = '';
		foreach ( $payments->attempts()->open_by_last_check() as $attempt ) {
			if ( '' !== $problem && microtime( true ) >= $deadline ) {
				// The service is unresponsive. The next check starts with the remaining attempts.
				break;
			}
			$found = Payment_Finder::find( $api, $attempt, max( 0.5, $deadline - microtime( true ) ) );
			if ( is_wp_error( $found ) ) {
				$problem = $found->get_error_message();
				$details = (array) $found->get_error_data();
				// The attempt may be paid, so no other checkout is opened.
				$payments->update_attempt( $attempt, array( 'last_checked_at' => time() ) + ( empty( $details['is_transient'] ) ? array() : array( 'pending' => true ) ) );
				continue;
			}
			if ( ! $lock->is_held() ) {
				break;
			}
			// The order may have been changed or paid during the request, which takes seconds.
			$payments = Order_Payments::fresh( $order_id );
			$attempt  = $payments->update_attempt( $attempt, $found['changes'] + array( 'last_checked_at' => time() ) );
			if ( null !== $found['payment'] ) {
				Payment_Processor::process( $payments, $attempt, $found['payment'] );
			} elseif ( $attempt->is_stuck() && ! $attempt->is_notified() ) {
				$payments->update_attempt( $attempt, array( 'notified_at' => time() ) );
				Merchant_Notices::inform( $payments, Payment_Status::stuck_message( $attempt ) );
			}
		}
		$payments = Order_Payments::fresh( $order_id );
		Status_Updater::fail_unpaid( $payments );
		if ( $lock->is_held() ) {
			$payments = self::check_received( $payments, $lock, $api, $deadline );
		}
		return Payment_Status::of( $payments, $problem );
	}

	/**
	 * Checks received payments: the status of the order, and refunds.
	 *
	 * @param Order_Payments $payments Payment data.
	 * @param Lock           $lock     Lock.
	 * @param Api            $api      API.
	 * @param float          $deadline Deadline for requests, as a microtime() value.
	 * @return Order_Payments Current payment data.
	 */
	private static function check_received( Order_Payments $payments, Lock $lock, Api $api, $deadline ) {
		Duplicate_Payment::check_refunds( $payments, $lock, $api, $deadline );
		if ( $payments->is_paid_but_switched() ) {
			/* translators: 1: reference of the payment, 2: a payment method. */
			Merchant_Notices::add( $payments, 'review', sprintf( __( 'The order was paid by Cedi (%1$s), and the buyer has chosen "%2$s" since: do not collect the money a second time. Deliver the order or refund it.', 'cedi-commerce' ), $payments->ref(), sanitize_text_field( $payments->order()->get_payment_method_title() ) ) );
			$payments->save();
		}
		$ref = $payments->ref();
		if ( '' === $ref || $payments->is_fully_refunded() ) {
			return $payments;
		}
		$payment = $api->read_payment( $ref, max( 1.0, $deadline - microtime( true ) ) );
		if ( is_wp_error( $payment ) || $payment->ref() !== $ref || ! $lock->is_held() ) {
			return $payments;
		}
		$payments = Order_Payments::fresh( $payments->order()->get_id() );
		$attempt  = $payments->attempts()->find_by_ref( $ref );
		if ( $attempt && $payments->is_paid_but_pending() ) {
			Payment_Processor::restore( $payments, $attempt, $payment );
		}
		Refund_Updater::check( $payments, $payment );
		return $payments;
	}

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
			$rows[] = array( 'order' => $id ) + self::check( $id, $budget );
		}
		Deleted_Order_Handler::check( Poll_Schedule::ALL_ORDERS );
		return $rows;
	}

	/**
	 * Runs a scheduled check.
	 *
	 * @param int $order_id Order ID; Poll_Schedule::ALL_ORDERS schedules a check for each order that has none.
	 */
	public static function run_scheduled( $order_id ) {
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
		self::check( $order_id );
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
		foreach ( Order_Query::to_check() as $id ) {
			if ( ! Poll_Schedule::is_scheduled( $id ) ) {
				// Ten per minute, to limit the load after a long outage.
				Poll_Schedule::schedule( $id, $time );
				$time += 6;
			}
		}
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
			self::check( $order->get_id() );
			$payments = Order_Payments::fresh( $order->get_id() );
		}
		return $payments->order()->has_status( 'pending' ) && ! $payments->has_payment() && ! $payments->attempts()->open();
	}
}
