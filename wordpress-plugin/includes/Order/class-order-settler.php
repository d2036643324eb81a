<?php
/**
 * Finds out the truth about an order's payment.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use Cedi\Commerce\Refund\Refunds;
use Cedi\Commerce\Refund\Second_Payment;
use Cedi\Commerce\Support\Api;
use Cedi\Commerce\Support\Lock;
use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Reads a payment back and moves the order to where it belongs. The return page, the schedule, the cancel hook, the
 * order screen, the tools and WP-CLI all use it. A lock for each order lets one of them act at a time.
 *
 * The service reports no changes, so asking is the only way to know.
 *
 * @source Events
 */
final class Order_Settler {
	/**
	 * Checks the payment and moves the order.
	 *
	 * @param int   $order_id The order.
	 * @param float $budget   How long asking may take, in seconds.
	 * @return array{state: string, message: string} State: none, pending, paid, failed, mismatch, paid_twice or review.
	 */
	public static function settle( $order_id, $budget = 8.0 ) {
		$order    = wc_get_order( $order_id );
		$payments = $order instanceof WC_Order ? Order_Payments::of( $order ) : null;
		if ( ! $payments || ! $payments->is_begun() ) {
			return Payment_Report::none();
		}
		$lock = Lock::acquire( "settle_$order_id" );
		if ( ! $lock ) {
			// Somebody else is already asking: their answer will be here in a moment.
			return Payment_Report::of( $payments );
		}
		try {
			return self::look( Order_Payments::fresh( $order_id ), $lock, $budget );
		} catch ( Order_Gone $gone ) {
			// The order was deleted meanwhile: Lost_Orders has stored what was open.
			return Payment_Report::none();
		} finally {
			$lock->release();
		}
	}

	/**
	 * Checks every attempt that can still bring money. The caller holds the lock.
	 *
	 * @param Order_Payments $payments What the order knows, read after the lock was taken.
	 * @param Lock           $lock     The lock.
	 * @param float          $budget   How long asking may take, in seconds.
	 * @return array{state: string, message: string}
	 */
	public static function look( Order_Payments $payments, Lock $lock, $budget ) {
		$order_id = $payments->order()->get_id();
		$payments->end_lost();
		$api = Api::from_settings();
		if ( is_wp_error( $api ) ) {
			return Payment_Report::of( $payments, $api->get_error_message() );
		}
		$end     = microtime( true ) + $budget;
		$problem = '';
		foreach ( $payments->attempts()->by_look() as $attempt ) {
			if ( '' !== $problem && microtime( true ) >= $end ) {
				// The service hangs: attempts that were not checked come first next time.
				break;
			}
			$found = Payment_Finder::find( $api, $attempt, max( 0.5, $end - microtime( true ) ) );
			if ( is_wp_error( $found ) ) {
				$problem = $found->get_error_message();
				$details = (array) $found->get_error_data();
				// It may be paid, so no other checkout is opened.
				$payments->change( $attempt, array( 'looked' => time() ) + ( empty( $details['is_passing'] ) ? array() : array( 'pending' => true ) ) );
				continue;
			}
			if ( ! $lock->is_held() ) {
				break;
			}
			// Asking takes seconds. If somebody has moved, changed or paid the order meanwhile, that stays.
			$payments = Order_Payments::fresh( $order_id );
			$attempt  = $payments->change( $attempt, $found['changes'] + array( 'looked' => time() ) );
			if ( null !== $found['payment'] ) {
				Order_Mover::apply( $payments, $attempt, $found['payment'] );
			} elseif ( $attempt->is_hanging() && ! $attempt->was_told() ) {
				$payments->change( $attempt, array( 'told' => time() ) );
				Order_Notes::tell( $payments, '', Payment_Report::hanging( $attempt ) );
			}
		}
		$payments = Order_Payments::fresh( $order_id );
		Order_Mover::end_unpaid( $payments );
		if ( $lock->is_held() ) {
			$payments = self::look_after( $payments, $lock, $api, $end );
		}
		return Payment_Report::of( $payments, $problem );
	}

	/**
	 * Checks money that has arrived: whether its order still waits for it, and how much was refunded.
	 *
	 * @param Order_Payments $payments What the order knows.
	 * @param Lock           $lock     The lock.
	 * @param Api            $api      The service.
	 * @param float          $end      Until when asking may take, as microtime() gives it.
	 * @return Order_Payments What it knows now.
	 */
	private static function look_after( Order_Payments $payments, Lock $lock, Api $api, $end ) {
		Second_Payment::look( $payments, $lock, $api, $end );
		if ( $payments->is_promised_twice() ) {
			/* translators: 1: reference of the payment, 2: a payment method. */
			Order_Notes::tell( $payments, 'review', sprintf( __( 'The order was paid by Cedi (%1$s), and the buyer has chosen "%2$s" since: do not collect the money a second time. Deliver the order or refund it.', 'cedi-commerce' ), $payments->ref(), sanitize_text_field( $payments->order()->get_payment_method_title() ) ) );
			$payments->save();
		}
		if ( ! $payments->is_returned() && ! $payments->refunds()->waiting() ) {
			return $payments;
		}
		$ref     = $payments->ref();
		$payment = $api->read_payment( $ref, max( 1.0, $end - microtime( true ) ) );
		if ( is_wp_error( $payment ) || $payment->ref() !== $ref || ! $lock->is_held() ) {
			return $payments;
		}
		$payments = Order_Payments::fresh( $payments->order()->get_id() );
		$attempt  = $payments->attempts()->of( $ref );
		if ( $attempt && $payments->is_returned() ) {
			Order_Completer::restore( $payments, $attempt, $payment );
		}
		Refunds::look( $payments, $payment );
		return $payments;
	}
}
