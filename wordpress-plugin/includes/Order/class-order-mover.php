<?php
/**
 * Moving an order to where its payment belongs.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use Cedi\Commerce\Refund\Second_Payment;
use Cedi\Commerce\Service\Payment;
use Cedi\Commerce\Support\Price;
use WC_Order;
use const Cedi\Commerce\GATEWAY;

defined( 'ABSPATH' ) || exit;

/**
 * Moves an order as its payment requires. The caller holds the order's lock.
 *
 * An order whose payment has arrived keeps its reference. Whatever its status, the money is there, so the order is not
 * failed, cancelled or sold again.
 */
final class Order_Mover {
	/** Statuses of an order that waits for money. */
	const WAITING = array( 'pending', 'failed', 'checkout-draft' );

	/**
	 * Does what a payment asks for.
	 *
	 * @param Order_Payments $payments What the order knows.
	 * @param Attempt        $attempt  The attempt of the payment.
	 * @param Payment        $payment  The payment, which is over.
	 */
	public static function apply( Order_Payments $payments, Attempt $attempt, Payment $payment ) {
		$order = $payments->order();
		if ( ! $payment->is_succeeded() ) {
			self::fail( $payments, $attempt, $payment );
			return;
		}
		$paid_by = $payments->ref();
		if ( $order->is_paid() && $paid_by === $payment->ref() ) {
			// The order was moved, but the request ended before this was recorded.
			$payments->change( $attempt, array( 'state' => 'succeeded' ) );
			return;
		}
		$amount     = $payment->amount();
		$attempt    = $payments->change( $attempt, array( 'paid' => $amount ? $amount->pesewas() : null ) );
		$difference = Payment_Match::difference( $order, $attempt, $payment );
		$is_paid    = '' === $paid_by ? self::is_paid_elsewhere( $order ) : $paid_by !== $payment->ref();
		if ( $is_paid && Payment_Match::is_ours( $order, $attempt, $payment ) ) {
			Second_Payment::found( $payments, $attempt, $difference );
			return;
		}
		if ( '' !== $difference ) {
			self::hold( $payments, $attempt, $payment, $difference );
			return;
		}
		$problem = self::problem( $payments, $attempt, $payment );
		if ( '' !== $problem ) {
			Order_Completer::record( $order, $payment->ref() );
			Order_Notes::tell( $payments, 'review', $problem );
			$payments->change( $attempt, array( 'state' => 'succeeded' ) );
			return;
		}
		Order_Completer::complete( $payments, $attempt, $payment );
	}

	/**
	 * Why an order is not moved although its payment has come.
	 *
	 * @param Order_Payments $payments What the order knows.
	 * @param Attempt        $attempt  The attempt.
	 * @param Payment        $payment  The payment.
	 * @return string For the merchant; '' when it is moved.
	 */
	private static function problem( Order_Payments $payments, Attempt $attempt, Payment $payment ) {
		if ( ! self::is_ours_to_move( $payments ) ) {
			/* translators: 1: amount, 2: reference of the payment, 3: status of the order. */
			return sprintf( __( 'The buyer has paid %1$s (%2$s) when the order was already in the status "%3$s". Deliver it or refund it.', 'cedi-commerce' ), Price::show( $attempt->amount() ), $payment->ref(), wc_get_order_status_name( $payments->order()->get_status() ) );
		}
		$returned = $payment->refunded();
		if ( $returned && $returned->pesewas() > 0 ) {
			/* translators: 1: reference of the payment, 2: amount. */
			return sprintf( __( 'The payment %1$s has arrived, and %2$s of it was given back already. The order stays where it is.', 'cedi-commerce' ), $payment->ref(), Price::show( $returned ) );
		}
		return '';
	}

	/**
	 * Puts an order on hold when a payment does not match it.
	 *
	 * @param Order_Payments $payments   What the order knows.
	 * @param Attempt        $attempt    The attempt.
	 * @param Payment        $payment    The payment.
	 * @param string         $difference What differs.
	 */
	private static function hold( Order_Payments $payments, Attempt $attempt, Payment $payment, $difference ) {
		$order   = $payments->order();
		$is_ours = self::is_ours_to_move( $payments );
		if ( $attempt->is_counted() && Payment_Match::is_ours( $order, $attempt, $payment ) ) {
			// Only the amount differs: the buyer's money is there, and can be refunded.
			Order_Completer::record( $order, $payment->ref() );
		}
		if ( $is_ours ) {
			self::move( $payments, 'on-hold', 'mismatch', $difference . ' ' . __( 'The order is on hold.', 'cedi-commerce' ) );
		} else {
			Order_Notes::tell( $payments, 'review', $difference . ' ' . __( 'The order stays where it is: deliver it or refund it.', 'cedi-commerce' ) );
		}
		// Last, so that the money is recorded whatever another plugin did meanwhile.
		$payments->change( $attempt, array( 'state' => 'mismatch' ) );
		/**
		 * Fires when a payment does not match its order. The order goes on hold, or keeps its status.
		 *
		 * @param WC_Order $order   The order.
		 * @param array    $payment The payment as the service gave it.
		 */
		do_action( 'cedi_commerce_payment_mismatch', $order, $payment->record() );
	}

	/**
	 * Records that a payment did not succeed. The intent stays open: the buyer may try again in the same checkout.
	 *
	 * @param Order_Payments $payments What the order knows.
	 * @param Attempt        $attempt  The attempt.
	 * @param Payment        $payment  The payment.
	 */
	private static function fail( Order_Payments $payments, Attempt $attempt, Payment $payment ) {
		if ( $attempt->failed_ref() === $payment->ref() ) {
			return;
		}
		$reason = sanitize_text_field( $payment->failure() );
		$reason = '' === $reason ? self::reason( $payment->status() ) : $reason;
		$payments->change(
			$attempt,
			array(
				'failed_ref' => $payment->ref(),
				'reason'     => $reason,
			)
		);
		/* translators: 1: reference, 2: why it failed. */
		self::move( $payments, 'failed', 'failed', sprintf( __( 'The payment %1$s did not succeed: %2$s', 'cedi-commerce' ), $payment->ref(), $reason ) );
		/**
		 * Fires when a payment did not succeed. The buyer may try again.
		 *
		 * @param WC_Order $order   The order.
		 * @param array    $payment The payment as the service gave it.
		 */
		do_action( 'cedi_commerce_payment_failed', $payments->order(), $payment->record() );
	}

	/**
	 * A state in words for buyers.
	 *
	 * @param string $status The state of a payment.
	 */
	private static function reason( $status ) {
		if ( 'expired' === $status ) {
			return __( 'Nobody approved it in time.', 'cedi-commerce' );
		}
		return 'cancelled' === $status ? __( 'It was cancelled.', 'cedi-commerce' ) : __( 'It was refused.', 'cedi-commerce' );
	}

	/**
	 * Moves an order whose attempts have all ended without money.
	 *
	 * @param Order_Payments $payments What the order knows.
	 */
	public static function end_unpaid( Order_Payments $payments ) {
		if ( ! $payments->is_begun() || $payments->attempts()->open() || 'pending' !== $payments->state() ) {
			return;
		}
		self::move( $payments, 'failed', 'failed', __( 'Nobody paid before the checkout ended.', 'cedi-commerce' ) );
	}

	/**
	 * Whether an order without our money was paid by another method. The chosen method proves nothing: cash on delivery
	 * is processed before it is paid. Only the date paid says that the money is there.
	 *
	 * @param WC_Order $order The order.
	 * @decision 0040
	 */
	private static function is_paid_elsewhere( WC_Order $order ) {
		return GATEWAY !== $order->get_payment_method() && null !== $order->get_date_paid();
	}

	/**
	 * Whether nobody else has moved an order that waits for money.
	 *
	 * @param Order_Payments $payments What the order knows.
	 */
	private static function is_ours_to_move( Order_Payments $payments ) {
		$order = $payments->order();
		if ( 'manual' === $payments->state() ) {
			return false;
		}
		// Another method was chosen and has brought nothing yet: the order waits for whichever pays first.
		$is_promised = GATEWAY !== $order->get_payment_method() && null === $order->get_date_paid() && $order->has_status( array( 'on-hold', 'processing' ) );
		return $is_promised || $order->has_status( self::WAITING );
	}

	/**
	 * Moves an order. The caller has checked whether it may be put on hold.
	 *
	 * @param Order_Payments $payments What the order knows.
	 * @param string         $status   The new status: failed or on-hold.
	 * @param string         $state    The new state of the payment.
	 * @param string         $note     Why.
	 */
	private static function move( Order_Payments $payments, $status, $state, $note ) {
		$order     = $payments->order();
		$is_failed = 'failed' === $status;
		// Received money stays, and we do not fail an order that waits for another method.
		if ( $is_failed && ( ! self::is_ours_to_move( $payments ) || '' !== $payments->ref() || GATEWAY !== $order->get_payment_method() ) ) {
			return;
		}
		if ( $order->has_status( $status ) ) {
			// WooCommerce writes no note when nothing changes.
			$order->add_order_note( $note );
		}
		$order->update_meta_data( Order_Payments::STATE, $state );
		Order_Completer::change_status(
			static function () use ( $order, $status, $note ) {
				return $order->update_status( $status, $note );
			}
		);
		if ( ! $is_failed ) {
			Decisions::ask( $payments, $note );
		}
		if ( $is_failed ) {
			// Stock held for this buyer can be sold again; the buyer's cart stays for another try.
			if ( function_exists( 'wc_release_stock_for_order' ) ) {
				wc_release_stock_for_order( $order );
			}
			if ( function_exists( 'wc_maybe_increase_stock_levels' ) ) {
				wc_maybe_increase_stock_levels( $order->get_id() );
			}
		}
	}
}
