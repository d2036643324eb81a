<?php
/**
 * The payment of an attempt.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use Cedi\Commerce\Service\Payment;
use Cedi\Commerce\Support\Api;
use WP_Error;

defined( 'ABSPATH' ) || exit;

/**
 * Finds out which payment an attempt has led to. An intent cannot be read by the API, so that the hosted checkout is
 * asked for the reference; what the payment is worth, the API says.
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
		// The checkout may have said nothing of it.
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
	 * Whether an intent is over. The service knows; the clock of this site counts only when the service says nothing.
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
		// A service whose checkout tells nothing: the same request with the same key brings the intent as it is known.
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
			// It may be the answer that was given when the intent was made: then nobody had paid it yet.
			return '' === $attempt->ref() ? $hint : self::known( $attempt );
		}
		return array(
			'ref'            => $ref,
			'payment_status' => '',
			'status'         => $status,
		);
	}

	/**
	 * What is known of an attempt whose payment was seen before. Another one may have followed it: nothing is over.
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
