<?php
/**
 * Payment lookup.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use Cedi\Commerce\Service\Payment;
use Cedi\Commerce\Support\Api;
use WP_Error;

defined( 'ABSPATH' ) || exit;

/**
 * Finds the payment of an attempt. The API cannot read an intent, so the reference is read from the hosted checkout and the
 * payment from the API.
 *
 * @source Resources and their fields (checkout intent: create)
 */
final class Payment_Finder {
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
