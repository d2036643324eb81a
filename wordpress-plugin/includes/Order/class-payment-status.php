<?php
/**
 * Payment status of an order.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use Cedi\Commerce\Service\Payment;
use Cedi\Commerce\Support\Price;

defined( 'ABSPATH' ) || exit;

/**
 * Describes an order's payment for buyers and merchants, from stored data.
 */
final class Payment_Status {
	/**
	 * Returns the payment status of an order.
	 *
	 * @param Order_Payments $payments Payment data.
	 * @param string         $problem  Why the service could not be reached.
	 * @return array{state: string, message: string} State: pending, paid, failed, cancelled, mismatch,
	 *                                              paid_twice, review or manual.
	 */
	public static function of( Order_Payments $payments, $problem = '' ) {
		$state    = $payments->state();
		$messages = array(
			'pending'    => '' === $problem ? __( 'We are checking your payment.', 'cedi-commerce' ) : $problem,
			'paid'       => __( 'The payment has arrived.', 'cedi-commerce' ),
			'failed'     => __( 'The payment did not succeed.', 'cedi-commerce' ),
			'cancelled'  => __( 'The order was cancelled before a payment arrived.', 'cedi-commerce' ),
			'mismatch'   => __( 'A payment has arrived, and it does not match the order. The shop is looking into it.', 'cedi-commerce' ),
			'paid_twice' => __( 'The order was paid twice. The shop refunds one payment.', 'cedi-commerce' ),
			'review'     => __( 'A payment has arrived. The shop is looking into it.', 'cedi-commerce' ),
			'manual'     => __( 'The shop has changed the status of this order manually.', 'cedi-commerce' ),
		);
		if ( $payments->attempts()->duplicates() ) {
			$state = 'paid_twice';
		} elseif ( $payments->order()->is_paid() ) {
			$state = 'paid';
		} elseif ( in_array( $state, array( '', 'pending', 'failed', 'cancelled' ), true ) ) {
			$state = self::unpaid_state( $payments, $problem );
		}
		$state = isset( $messages[ $state ] ) ? $state : 'pending';
		return array(
			'state'   => $state,
			'message' => $messages[ $state ],
		);
	}

	/**
	 * Returns the state of an order without a payment.
	 *
	 * @param Order_Payments $payments Payment data.
	 * @param string         $problem  Why the service could not be reached.
	 * @return string pending, failed or cancelled.
	 */
	private static function unpaid_state( Order_Payments $payments, $problem ) {
		if ( $payments->attempts()->pending() ) {
			// A prompt is waiting for approval, even if an earlier payment has failed or the order was cancelled.
			return 'pending';
		}
		if ( '' === $problem && $payments->order()->has_status( 'cancelled' ) && ! $payments->has_payment() ) {
			return 'cancelled';
		}
		return 'failed' === $payments->state() ? 'failed' : 'pending';
	}

	/**
	 * Returns the payment state that a payment request shows.
	 *
	 * @param Order_Payments $payments Payment data.
	 * @return string review (the shop must decide, or is giving it back), refunded, paid; '' if no payment was received.
	 */
	public static function received_state( Order_Payments $payments ): string {
		$order       = $payments->order();
		$is_refunded = $payments->is_fully_refunded() || ( '' !== $payments->ref() && $order->has_status( 'refunded' ) );
		if ( '' !== $payments->decision() ) {
			return 'review';
		}
		if ( $is_refunded || $order->is_paid() ) {
			return $is_refunded ? 'refunded' : 'paid';
		}
		if ( '' === $payments->ref() ) {
			// The payment may belong to another order. No second payment starts before it was checked.
			return $payments->attempts()->has_state( 'mismatch' ) && ! $order->has_status( 'refunded' ) ? 'review' : '';
		}
		return $payments->refunds()->pending() ? 'review' : 'paid';
	}

	/**
	 * Returns the status of an order that has no Cedi payment or was deleted.
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
	 * Returns the message about a stuck payment, with the next step.
	 *
	 * @param Payment_Attempt $attempt Attempt.
	 */
	public static function stuck_message( Payment_Attempt $attempt ) {
		/* translators: 1: reference of the payment, 2: amount. */
		return sprintf( __( 'The payment %1$s of %2$s is still being approved, after more than a day. This shop knows of no money that was taken. Ask the Cedi team, with its reference; to stop waiting, cancel the order: if the money arrives all the same, you get an e-mail.', 'cedi-commerce' ), $attempt->ref(), Price::format( $attempt->amount() ) );
	}

	/**
	 * Returns the state that buyers see.
	 *
	 * @param string $state Payment state.
	 * @return string pending, paid or failed.
	 */
	public static function public_state( $state ) {
		if ( in_array( $state, array( 'failed', 'cancelled' ), true ) ) {
			return 'failed';
		}
		// A payment that needs a decision has arrived, so the buyer does not wait for it.
		return in_array( $state, array( 'paid', 'paid_twice', 'mismatch', 'review', 'manual' ), true ) ? 'paid' : 'pending';
	}

	/**
	 * Returns the message about an order whose payment was refunded in full.
	 */
	public static function fully_refunded_message() {
		return __( 'The payment of this order was refunded. To pay again, place a new order.', 'cedi-commerce' );
	}

	/**
	 * Returns the default failure reason.
	 *
	 * @param string $status Payment status.
	 */
	public static function failure_reason( $status ) {
		if ( 'expired' === $status ) {
			return __( 'It was not approved in time.', 'cedi-commerce' );
		}
		return 'cancelled' === $status ? __( 'It was cancelled.', 'cedi-commerce' ) : __( 'It was refused.', 'cedi-commerce' );
	}

	/**
	 * Returns the reason why the merchant must review a matching payment.
	 *
	 * @param Order_Payments $payments   Payment data.
	 * @param Payment        $payment    Payment that matches the order.
	 * @param bool           $can_update Whether the plugin may change the status of the order.
	 * @return string Message to the merchant; '' if the order can be completed.
	 */
	public static function review_reason( Order_Payments $payments, Payment $payment, $can_update ) {
		if ( ! $can_update ) {
			/* translators: 1: amount, 2: reference of the payment, 3: status of the order. */
			return sprintf( __( 'The buyer has paid %1$s (%2$s) when the order was already in the status "%3$s". Deliver it or refund it.', 'cedi-commerce' ), Price::format( $payment->amount() ), $payment->ref(), wc_get_order_status_name( $payments->order()->get_status() ) );
		}
		$refunded = $payment->refunded();
		if ( $refunded && $refunded->pesewas() > 0 ) {
			/* translators: 1: reference of the payment, 2: amount. */
			return sprintf( __( 'The payment %1$s has arrived, and %2$s of it was already refunded. The order keeps its status.', 'cedi-commerce' ), $payment->ref(), Price::format( $refunded ) );
		}
		return '';
	}
}
