<?php
/**
 * Payment processing.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use Cedi\Commerce\Refund\Duplicate_Payment;
use Cedi\Commerce\Service\Money;
use Cedi\Commerce\Service\Payment;
use Cedi\Commerce\Support\Payment_Methods;
use Cedi\Commerce\Support\Price;
use Cedi\Commerce\Support\Site;
use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Compares a final payment with its order and decides what happens to the order. The caller holds the lock of the order.
 *
 * An order keeps the reference of its payment in every status. It is then not failed, cancelled or sold again.
 */
final class Payment_Processor {
	/**
	 * Processes a final payment.
	 *
	 * @param Order_Payments  $payments Payment data.
	 * @param Payment_Attempt $attempt  Attempt of the payment.
	 * @param Payment         $payment  Final payment.
	 */
	public static function process( Order_Payments $payments, Payment_Attempt $attempt, Payment $payment ) {
		$order = $payments->order();
		if ( ! $payment->is_succeeded() ) {
			Status_Updater::fail( $payments, $attempt, $payment );
			return;
		}
		$paid_ref = $payments->ref();
		if ( $order->is_paid() && $paid_ref === $payment->ref() ) {
			// An earlier request completed the order and ended before it updated the attempt.
			$payments->update_attempt( $attempt, array( 'state' => 'succeeded' ) );
			return;
		}
		$amount              = $payment->amount();
		$net                 = $payment->net();
		$received            = array( 'amount_received' => $amount ? $amount->pesewas() : null );
		$received['net']     = $net ? $net->pesewas() : null;
		$received['paid_at'] = $payment->paid_at() ? $payment->paid_at() : time();
		$attempt             = $payments->update_attempt( $attempt, $received );
		$mismatch            = self::mismatch( $order, $attempt, $payment );
		$is_paid             = '' === $paid_ref ? self::is_paid_elsewhere( $order ) : $paid_ref !== $payment->ref();
		if ( $is_paid && self::belongs_to_order( $order, $attempt, $payment ) ) {
			Duplicate_Payment::record( $payments, $attempt, $mismatch );
			return;
		}
		if ( '' !== $mismatch ) {
			self::hold( $payments, $attempt, $payment, $mismatch );
			return;
		}
		$reason = self::review_reason( $payments, $attempt, $payment );
		if ( '' !== $reason ) {
			Status_Updater::record_payment( $order, $payment );
			$attempt = $payments->update_attempt( $attempt, array( 'reviewed_status' => $order->get_status() ) );
			Merchant_Notices::add( $payments, 'review', $reason );
			$payments->update_attempt( $attempt, array( 'state' => 'succeeded' ) );
			return;
		}
		Status_Updater::complete( $payments, $attempt, $payment );
	}

	/**
	 * Returns the reason why the merchant must review a matching payment.
	 *
	 * @param Order_Payments  $payments Payment data.
	 * @param Payment_Attempt $attempt  Attempt.
	 * @param Payment         $payment  Payment.
	 * @return string Message to the merchant; '' if the order can be completed.
	 */
	private static function review_reason( Order_Payments $payments, Payment_Attempt $attempt, Payment $payment ) {
		if ( ! Status_Updater::can_update( $payments ) ) {
			/* translators: 1: amount, 2: reference of the payment, 3: status of the order. */
			return sprintf( __( 'The buyer has paid %1$s (%2$s) when the order was already in the status "%3$s". Deliver it or refund it.', 'cedi-commerce' ), Price::format( $attempt->amount() ), $payment->ref(), wc_get_order_status_name( $payments->order()->get_status() ) );
		}
		$refunded = $payment->refunded();
		if ( $refunded && $refunded->pesewas() > 0 ) {
			/* translators: 1: reference of the payment, 2: amount. */
			return sprintf( __( 'The payment %1$s has arrived, and %2$s of it was given back already. The order stays where it is.', 'cedi-commerce' ), $payment->ref(), Price::format( $refunded ) );
		}
		return '';
	}

	/**
	 * Puts an order on hold whose payment does not match.
	 *
	 * @param Order_Payments  $payments Payment data.
	 * @param Payment_Attempt $attempt  Attempt.
	 * @param Payment         $payment  Payment.
	 * @param string          $mismatch Difference between payment and order.
	 */
	private static function hold( Order_Payments $payments, Payment_Attempt $attempt, Payment $payment, $mismatch ) {
		$order      = $payments->order();
		$can_update = Status_Updater::can_update( $payments );
		if ( $attempt->has_amount_received() && self::belongs_to_order( $order, $attempt, $payment ) ) {
			// Only the amount differs: the payment was received and can be refunded.
			Status_Updater::record_payment( $order, $payment );
		}
		if ( $can_update ) {
			$note = $mismatch . ' ' . __( 'The order is on hold.', 'cedi-commerce' );
			Status_Updater::update( $payments, 'on-hold', 'mismatch', $note );
			Merchant_Notices::request_decision( $payments, $note );
		} else {
			Merchant_Notices::add( $payments, 'review', $mismatch . ' ' . __( 'The order stays where it is: deliver it or refund it.', 'cedi-commerce' ) );
		}
		// Last, so that the payment is recorded even if another plugin fails during the status change.
		$payments->update_attempt( $attempt, array( 'state' => 'mismatch' ) );
		/**
		 * Fires when a payment does not match its order. The order is on hold, or keeps its status.
		 *
		 * @param WC_Order $order   Order.
		 * @param array    $payment Payment, as the service returned it.
		 */
		do_action( 'cedi_commerce_payment_mismatch', $order, $payment->to_array() );
	}

	/**
	 * Restores an order that went back to "pending" after its payment was received, for example because a merchant saved an
	 * outdated screen. This happens once per order: a second change is intended.
	 *
	 * @param Order_Payments  $payments Payment data.
	 * @param Payment_Attempt $attempt  Attempt that paid the order.
	 * @param Payment         $payment  Payment, as the service returns it now.
	 */
	public static function restore( Order_Payments $payments, Payment_Attempt $attempt, Payment $payment ) {
		$order    = $payments->order();
		$amount   = $payment->amount();
		$refunded = $payment->refunded();
		if ( $refunded && $refunded->pesewas() > 0 && $refunded->pesewas() >= ( $amount ? $amount->pesewas() : 0 ) ) {
			Merchant_Notices::add( $payments, 'review', self::fully_refunded_message() );
			return;
		}
		$is_unrefunded = $payment->is_succeeded() && $refunded && 0 === $refunded->pesewas();
		if ( ! $is_unrefunded || $attempt->is_restored() || $payments->refunds()->all() || '' !== self::mismatch( $order, $attempt, $payment ) ) {
			/* translators: %s: reference of the payment. */
			Merchant_Notices::add( $payments, 'review', sprintf( __( 'The order waits for a payment, and its payment %s has already arrived. Deliver it or refund it.', 'cedi-commerce' ), $attempt->ref() ) );
			return;
		}
		$attempt = $payments->update_attempt(
			$attempt,
			array(
				'state'       => 'succeeded',
				'restored_at' => time(),
			)
		);
		if ( ! $order->get_date_paid() ) {
			Status_Updater::complete( $payments, $attempt, $payment );
			return;
		}
		// Other plugins have already handled the completed payment, so only the status changes.
		/* translators: %s: reference of the payment. */
		Status_Updater::update( $payments, $attempt->paid_order_status(), 'paid', sprintf( __( 'The order had gone back to waiting for a payment, and it is paid (%s).', 'cedi-commerce' ), $attempt->ref() ) );
		$payments->save();
	}

	/**
	 * Returns the message about an order whose payment was refunded in full.
	 */
	public static function fully_refunded_message() {
		return __( 'The payment of this order was given back. To pay again takes a new order.', 'cedi-commerce' );
	}

	/**
	 * Returns the difference between a payment and an order in amount, currency, reference or order. One pesewa is a
	 * difference.
	 *
	 * @param WC_Order        $order   Order.
	 * @param Payment_Attempt $attempt Attempt.
	 * @param Payment         $payment Payment.
	 * @return string Message to the merchant; '' if the payment matches.
	 * @source Resources and their fields ("Amounts are in GH₵")
	 */
	private static function mismatch( WC_Order $order, Payment_Attempt $attempt, Payment $payment ) {
		$total = Money::parse( $order->get_total() );
		$paid  = $payment->amount();
		if ( 'GHS' !== $payment->currency() || 'GHS' !== $order->get_currency() ) {
			/* translators: 1: reference, 2: currency of the payment, 3: currency of the order. */
			return sprintf( __( 'The payment %1$s is in %2$s, the order in %3$s.', 'cedi-commerce' ), $attempt->ref(), sanitize_text_field( $payment->currency() ), $order->get_currency() );
		}
		if ( null === $paid || ! $paid->equals( $total ) ) {
			/* translators: 1: reference, 2: amount that was paid, 3: amount of the order. */
			return sprintf( __( 'The payment %1$s is over %2$s, the order over %3$s.', 'cedi-commerce' ), $attempt->ref(), null === $paid ? '?' : Price::format( $paid ), null === $total ? $order->get_total() : Price::format( $total ) );
		}
		if ( ! self::belongs_to_order( $order, $attempt, $payment ) ) {
			/* translators: %s: reference. */
			return sprintf( __( 'The payment %s was made for another order.', 'cedi-commerce' ), $attempt->ref() );
		}
		return '';
	}

	/**
	 * Whether a payment was made for an order, regardless of the amount.
	 *
	 * @param WC_Order        $order   Order.
	 * @param Payment_Attempt $attempt Attempt.
	 * @param Payment         $payment Payment.
	 */
	private static function belongs_to_order( WC_Order $order, Payment_Attempt $attempt, Payment $payment ) {
		$request = json_decode( $attempt->request_body(), true );
		// A language plugin gives a site several URLs, so the site of the request counts.
		$site = isset( $request['metadata']['site'] ) ? $request['metadata']['site'] : Site::name();
		return '' !== $payment->ref() && $payment->ref() === $attempt->ref()
			&& 'GHS' === $payment->currency()
			&& (string) $order->get_id() === $payment->metadata( 'order_id' )
			&& $site === $payment->metadata( 'site' );
	}

	/**
	 * Whether an order without a Cedi payment was paid by another method. Only the date paid shows it: an order with cash on
	 * delivery is "processing" before it is paid.
	 *
	 * @param WC_Order $order Order.
	 * @decision 0040
	 */
	private static function is_paid_elsewhere( WC_Order $order ) {
		return ! Payment_Methods::has_own( $order ) && null !== $order->get_date_paid();
	}
}
