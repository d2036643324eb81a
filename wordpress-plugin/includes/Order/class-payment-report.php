<?php
/**
 * Reports an order's payment.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use Cedi\Commerce\Support\Price;

defined( 'ABSPATH' ) || exit;

/**
 * Reports a payment's state without asking the service.
 */
final class Payment_Report {
	/**
	 * How the payment of an order stands.
	 *
	 * @param Order_Payments $payments What the order knows.
	 * @param string         $problem  Why the service could not be asked.
	 * @return array{state: string, message: string}
	 */
	public static function of( Order_Payments $payments, $problem = '' ) {
		$state = $payments->state();
		$words = array(
			'pending'    => '' === $problem ? __( 'We are checking your payment.', 'cedi-commerce' ) : $problem,
			'paid'       => __( 'The payment has arrived.', 'cedi-commerce' ),
			'failed'     => __( 'The payment did not succeed. No money was taken.', 'cedi-commerce' ),
			'mismatch'   => __( 'A payment has arrived, and it does not match the order. The shop is looking into it.', 'cedi-commerce' ),
			'paid_twice' => __( 'The order was paid twice. The shop refunds one payment.', 'cedi-commerce' ),
			'review'     => __( 'A payment has arrived. The shop is looking into it.', 'cedi-commerce' ),
			'manual'     => __( 'The shop has moved this order by hand.', 'cedi-commerce' ),
		);
		if ( $payments->attempts()->second() ) {
			$state = 'paid_twice';
		} elseif ( $payments->order()->is_paid() ) {
			$state = 'paid';
		} elseif ( 'failed' === $state && $payments->attempts()->pending() ) {
			// The buyer is trying again in the same checkout.
			$state = 'pending';
		}
		$state = isset( $words[ $state ] ) ? $state : 'pending';
		return array(
			'state'   => $state,
			'message' => $words[ $state ],
		);
	}

	/**
	 * The report on an order that nobody has begun to pay through us, or that was deleted.
	 *
	 * @return array{state: string, message: string}
	 */
	public static function none() {
		return array(
			'state'   => 'none',
			'message' => __( 'This order has no payment by Cedi.', 'cedi-commerce' ),
		);
	}

	/**
	 * The text about a payment that hangs, and what to do.
	 *
	 * @param Attempt $attempt The attempt.
	 */
	public static function hanging( Attempt $attempt ) {
		/* translators: 1: reference of the payment, 2: amount. */
		return sprintf( __( 'The payment %1$s over %2$s is still being approved, after more than a day. This shop knows of no money that was taken. Ask those who run the service, with its reference; to stop waiting, cancel the order: if the money comes all the same, you are told.', 'cedi-commerce' ), $attempt->ref(), Price::show( $attempt->amount() ) );
	}

	/**
	 * What buyers are told of a state.
	 *
	 * @param string $state The state.
	 * @return string pending, paid or failed.
	 */
	public static function public_state( $state ) {
		if ( 'failed' === $state ) {
			return 'failed';
		}
		// Nobody waits for money that came and does not fit.
		return in_array( $state, array( 'paid', 'paid_twice', 'mismatch', 'review', 'manual' ), true ) ? 'paid' : 'pending';
	}
}
