<?php
/**
 * Payment checks.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use Cedi\Commerce\Refund\Duplicate_Payment;
use Cedi\Commerce\Refund\Refund_Updater;
use Cedi\Commerce\Service\Payment;
use Cedi\Commerce\Support\Api;
use Cedi\Commerce\Support\Lock;
use OutOfBoundsException;
use WC_Order;
use WP_Error;

defined( 'ABSPATH' ) || exit;

/**
 * Reads the payments of an order from the service and passes them to Order_Updater. The return page, the schedule, the cancel
 * hook, the order screen, the tools and WP-CLI use it. A lock per order serialises them.
 *
 * The service has no webhooks, so polling is the only way to learn of a change. The API cannot read an intent, so the reference of
 * a payment is read from the hosted checkout and the payment from the API.
 *
 * @source Events
 * @source Resources and their fields (checkout intent: create)
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
			$found = self::find( $api, $attempt, max( 0.5, $deadline - microtime( true ) ) );
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
				Order_Updater::process( $payments, $attempt, $found['payment'] );
			} elseif ( $attempt->is_stuck() && ! $attempt->is_notified() ) {
				$payments->update_attempt( $attempt, array( 'notified_at' => time() ) );
				Merchant_Notices::inform( $payments, Payment_Status::stuck_message( $attempt ) );
			}
		}
		$payments = Order_Payments::fresh( $order_id );
		Order_Updater::fail_unpaid( $payments );
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
			Order_Updater::restore( $payments, $attempt, $payment );
		}
		Refund_Updater::check( $payments, $payment );
		return $payments;
	}

	/**
	 * Finds the payment of an attempt.
	 *
	 * @param Api             $api     API.
	 * @param Payment_Attempt $attempt Attempt.
	 * @param float           $budget  Time limit in seconds.
	 * @return array{changes: array, payment: Payment|null}|WP_Error Changes of the attempt's row; the payment if it is final.
	 */
	public static function find( Api $api, Payment_Attempt $attempt, $budget ) {
		$deadline = microtime( true ) + $budget;
		$intent   = self::read_intent( $api, $attempt, $budget * 0.5 );
		if ( is_wp_error( $intent ) ) {
			return $intent;
		}
		$ref = '' === $intent['ref'] ? $attempt->ref() : $intent['ref'];
		if ( '' === $ref ) {
			return self::result( array( 'pending' => false ), null, self::is_expired( $attempt, $intent['status'] ) );
		}
		$changes = array(
			'ref'     => $ref,
			'pending' => 'pending' === $intent['payment_status'],
		);
		if ( $changes['pending'] ) {
			return self::result( $changes, null, false );
		}
		$payment = $api->read_payment( $ref, max( 0.5, $deadline - microtime( true ) ) );
		if ( is_wp_error( $payment ) ) {
			return $payment;
		}
		// The checkout may not have reported the status.
		$changes['pending'] = 'pending' === $payment->status();
		if ( ! $payment->is_final() || $payment->ref() !== $ref ) {
			return self::result( $changes, null, false );
		}
		return self::result( $changes, $payment, ! $payment->is_succeeded() && self::is_expired( $attempt, $intent['status'] ) );
	}

	/**
	 * Builds the result.
	 *
	 * @param array        $changes    Changes of the attempt's row.
	 * @param Payment|null $payment    Payment.
	 * @param bool         $is_expired Whether the attempt can no longer be paid.
	 * @return array{changes: array, payment: Payment|null}
	 */
	private static function result( array $changes, $payment, $is_expired ) {
		if ( $is_expired ) {
			$changes['state'] = 'expired';
		}
		return array(
			'changes' => $changes,
			'payment' => $payment,
		);
	}

	/**
	 * Whether an intent has expired. The clock of this site counts only if the service reports no status.
	 *
	 * @param Payment_Attempt $attempt Attempt.
	 * @param string          $status  Status of the intent.
	 */
	private static function is_expired( Payment_Attempt $attempt, $status ) {
		return 'expired' === $status || ( '' === $status && time() > $attempt->expires_at() + 60 );
	}

	/**
	 * Reads the status of an intent.
	 *
	 * @param Api             $api     API.
	 * @param Payment_Attempt $attempt Attempt.
	 * @param float           $budget  Time limit in seconds.
	 * @return array{ref: string, payment_status: string, status: string}|WP_Error
	 */
	private static function read_intent( Api $api, Payment_Attempt $attempt, $budget ) {
		$status  = $api->read_intent( $attempt->token(), $budget );
		$details = is_wp_error( $status ) ? (array) $status->get_error_data() : array();
		if ( ! is_wp_error( $status ) || ! empty( $details['is_transient'] ) ) {
			return $status;
		}
		if ( ! $attempt->has_valid_key() ) {
			return '' === $attempt->ref() ? $status : self::stored_intent( $attempt );
		}
		// The hosted checkout does not report the intent. The same request with the same key returns it.
		$intent = $api->request(
			'createCheckoutIntent',
			array(
				'body'            => $attempt->request_body(),
				'idempotency_key' => $attempt->key(),
				'budget'          => $budget,
			)
		);
		if ( is_wp_error( $intent ) ) {
			return $intent;
		}
		$ref           = isset( $intent['payment_ref'] ) && is_string( $intent['payment_ref'] ) && preg_match( '/^[\w-]{1,64}$/D', $intent['payment_ref'] ) ? $intent['payment_ref'] : '';
		$intent_status = isset( $intent['status'] ) && is_string( $intent['status'] ) ? $intent['status'] : '';
		if ( '' === $ref && 'expired' !== $intent_status ) {
			// It may be the stored response from the creation, before the payment.
			return '' === $attempt->ref() ? $status : self::stored_intent( $attempt );
		}
		return array(
			'ref'            => $ref,
			'payment_status' => '',
			'status'         => $intent_status,
		);
	}

	/**
	 * Returns the stored reference of an attempt. A later payment may have followed, so the intent counts as open.
	 *
	 * @param Payment_Attempt $attempt Attempt.
	 * @return array{ref: string, payment_status: string, status: string}
	 */
	private static function stored_intent( Payment_Attempt $attempt ) {
		return array(
			'ref'            => $attempt->ref(),
			'payment_status' => '',
			'status'         => 'open',
		);
	}
}
