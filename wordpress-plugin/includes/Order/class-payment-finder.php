<?php
/**
 * Finds an attempt's payment.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use Cedi\Commerce\Service\Payment;
use Cedi\Commerce\Support\Api;
use WP_Error;

defined( 'ABSPATH' ) || exit;

/**
 * Finds out which payment an attempt has led to. The API cannot read an intent, so this asks the hosted checkout for
 * the reference. The API then says what the payment is worth.
 *
 * @source Resources and their fields (checkout intent: create)
 */
final class Payment_Finder {
	/**
	 * Finds the payment.
	 *
	 * @param Api     $api     The service.
	 * @param Attempt $attempt The attempt.
	 * @param float   $budget  How long it may take, in seconds.
	 * @return array{changes: array, payment: Payment|null}|WP_Error Changes of the attempt; the payment when it is over, null as long as it is not.
	 */
	public static function find( Api $api, Attempt $attempt, $budget ) {
		$end  = microtime( true ) + $budget;
		$hint = self::hint( $api, $attempt, $budget * 0.5 );
		if ( is_wp_error( $hint ) ) {
			return $hint;
		}
		$ref = '' === $hint['ref'] ? $attempt->ref() : $hint['ref'];
		if ( '' === $ref ) {
			return self::found( array( 'pending' => false ), null, self::is_ended( $attempt, $hint['status'] ) );
		}
		$changes = array(
			'ref'     => $ref,
			'pending' => 'pending' === $hint['payment_status'],
		);
		if ( $changes['pending'] ) {
			return self::found( $changes, null, false );
		}
		$payment = $api->read_payment( $ref, max( 0.5, $end - microtime( true ) ) );
		if ( is_wp_error( $payment ) ) {
			return $payment;
		}
		// The checkout may not have reported it.
		$changes['pending'] = 'pending' === $payment->status();
		if ( ! $payment->is_over() || $payment->ref() !== $ref ) {
			return self::found( $changes, null, false );
		}
		return self::found( $changes, $payment, ! $payment->is_succeeded() && self::is_ended( $attempt, $hint['status'] ) );
	}

	/**
	 * Makes the answer.
	 *
	 * @param array        $changes  Of the attempt.
	 * @param Payment|null $payment  The payment.
	 * @param bool         $is_ended Whether nobody can pay the attempt any more.
	 * @return array
	 */
	private static function found( array $changes, $payment, $is_ended ) {
		if ( $is_ended ) {
			$changes['state'] = 'expired';
		}
		return array(
			'changes' => $changes,
			'payment' => $payment,
		);
	}

	/**
	 * Whether an intent has ended. The service knows; this site's clock counts only when the service says nothing.
	 *
	 * @param Attempt $attempt The attempt.
	 * @param string  $status  The state of the intent.
	 */
	private static function is_ended( Attempt $attempt, $status ) {
		return 'expired' === $status || ( '' === $status && time() > $attempt->expires() + 60 );
	}

	/**
	 * Asks which payment it is.
	 *
	 * @param Api     $api     The service.
	 * @param Attempt $attempt The attempt.
	 * @param float   $budget  In seconds.
	 * @return array{ref: string, payment_status: string, status: string}|WP_Error
	 */
	private static function hint( Api $api, Attempt $attempt, $budget ) {
		$hint    = $api->read_intent( $attempt->token(), $budget );
		$details = is_wp_error( $hint ) ? (array) $hint->get_error_data() : array();
		if ( ! is_wp_error( $hint ) || ! empty( $details['is_passing'] ) ) {
			return $hint;
		}
		if ( ! $attempt->has_fresh_key() ) {
			return '' === $attempt->ref() ? $hint : self::known( $attempt );
		}
		// If the service's checkout says nothing, the same request with the same key returns the known intent.
		$intent = $api->request(
			'createCheckoutIntent',
			array(
				'body'            => $attempt->body(),
				'idempotency_key' => $attempt->key(),
				'budget'          => $budget,
			)
		);
		if ( is_wp_error( $intent ) ) {
			return $intent;
		}
		$ref    = isset( $intent['payment_ref'] ) && is_string( $intent['payment_ref'] ) ? $intent['payment_ref'] : '';
		$status = isset( $intent['status'] ) && is_string( $intent['status'] ) ? $intent['status'] : '';
		if ( '' === $ref && 'expired' !== $status ) {
			// It may be the answer from when the intent was made: nobody had paid then.
			return '' === $attempt->ref() ? $hint : self::known( $attempt );
		}
		return array(
			'ref'            => $ref,
			'payment_status' => '',
			'status'         => $status,
		);
	}

	/**
	 * What is known about an attempt whose payment was seen before. Another may have followed, so nothing has ended.
	 *
	 * @param Attempt $attempt The attempt.
	 */
	private static function known( Attempt $attempt ) {
		return array(
			'ref'            => $attempt->ref(),
			'payment_status' => '',
			'status'         => 'open',
		);
	}
}
