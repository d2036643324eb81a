<?php
/**
 * Moving an order to paid.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use Cedi\Commerce\Service\Payment;
use Cedi\Commerce\Support\Log;
use Cedi\Commerce\Support\Price;
use Cedi\Commerce\Support\Settings;
use WC_Order;
use const Cedi\Commerce\GATEWAY;

defined( 'ABSPATH' ) || exit;

/**
 * Records that an order's money is there, and moves the order. The caller holds the order's lock.
 */
final class Order_Completer {
	/**
	 * Whether this class is moving an order now. All other moves are made by humans or other plugins.
	 *
	 * @var bool
	 */
	private static $is_moving = false;

	/**
	 * Whether an order is being moved by the plugin now.
	 */
	public static function is_moving() {
		return self::$is_moving;
	}

	/**
	 * Moves an order, so that nothing meanwhile counts as a human's move.
	 *
	 * @param callable $move Moves it.
	 * @return bool Whether it was moved.
	 */
	public static function change_status( callable $move ) {
		self::$is_moving = true;
		try {
			return (bool) $move();
		} finally {
			self::$is_moving = false;
		}
	}

	/**
	 * Records that a payment's money is there.
	 *
	 * @param WC_Order $order The order.
	 * @param string   $ref   The reference of the payment.
	 */
	public static function record( WC_Order $order, $ref ) {
		$order->update_meta_data( Order_Payments::REF, $ref );
		if ( GATEWAY !== $order->get_payment_method() ) {
			// The buyer chose another method meanwhile but paid by this one: only this one can refund.
			$order->set_payment_method( GATEWAY );
			$order->set_payment_method_title( Settings::method_title() );
		}
		$order->save();
	}

	/**
	 * Moves an order to paid.
	 *
	 * @param Order_Payments $payments What the order knows.
	 * @param Attempt        $attempt  The attempt.
	 * @param Payment        $payment  The payment.
	 */
	public static function complete( Order_Payments $payments, Attempt $attempt, Payment $payment ) {
		$order = $payments->order();
		$from  = $order->get_status();
		$other = GATEWAY === $order->get_payment_method() ? '' : $order->get_payment_method_title();
		$order->update_meta_data( Order_Payments::STATE, 'paid' );
		Order_Cost::keep( $order, $payment );
		self::record( $order, $payment->ref() );
		$choose = array( self::class, 'paid_status' );
		add_filter( 'woocommerce_payment_complete_order_status', $choose, 10, 3 );
		add_filter( 'woocommerce_valid_order_statuses_for_payment_complete', array( self::class, 'add_status' ), 99, 2 );
		try {
			$is_moved = self::change_status(
				static function () use ( $order, $payment ) {
					return $order->payment_complete( $payment->ref() );
				}
			);
		} finally {
			remove_filter( 'woocommerce_payment_complete_order_status', $choose );
			remove_filter( 'woocommerce_valid_order_statuses_for_payment_complete', array( self::class, 'add_status' ), 99 );
		}
		if ( ! $is_moved ) {
			Log::write( 'error', 'WooCommerce did not take the payment.', array( 'order' => $order->get_id() ) );
			self::tell_stuck( $payments, $attempt );
			return;
		}
		$payments->change(
			$attempt,
			array(
				'state'  => 'succeeded',
				'status' => $order->get_status(),
			)
		);
		/* translators: 1: amount, 2: reference of the payment. */
		$order->add_order_note( sprintf( __( 'Paid: %1$s by Cedi (%2$s).', 'cedi-commerce' ), Price::show( $attempt->amount() ), $payment->ref() ) );
		if ( '' !== $other ) {
			self::tell_changed( $payments, $other, $from );
		}
		/**
		 * Fires once for each order, when its money has come and it is paid.
		 *
		 * @param WC_Order $order   The order.
		 * @param array    $payment The payment as the service gave it.
		 */
		do_action( 'cedi_commerce_payment_succeeded', $order, $payment->record() );
	}

	/**
	 * Lets WooCommerce complete the payment of an order that another method has begun to process, and of a draft, which
	 * it would delete after a day.
	 *
	 * @param string[] $statuses The statuses that WooCommerce completes.
	 * @param WC_Order $order    The order.
	 * @return string[]
	 */
	public static function add_status( $statuses, $order ) {
		return array_merge( (array) $statuses, array( $order->get_status() ) );
	}

	/**
	 * Tells merchant and buyer that an order with another method is paid.
	 *
	 * @param Order_Payments $payments What the order knows.
	 * @param string         $other    The other method, as the buyer saw it.
	 * @param string         $from     The status before.
	 */
	private static function tell_changed( Order_Payments $payments, $other, $from ) {
		$order = $payments->order();
		/* translators: %s: a payment method. */
		$note = sprintf( __( 'The buyer had chosen "%s" and has paid by Cedi: do not collect the money again.', 'cedi-commerce' ), sanitize_text_field( $other ) );
		$order->add_order_note( $note );
		Decisions::inform( $payments, $note );
		if ( $order->get_status() !== $from ) {
			return;
		}
		// The status did not change, so WooCommerce sends no e-mail, and its last one told the buyer to pay the rider.
		$mails = WC()->mailer()->get_emails();
		if ( isset( $mails['WC_Email_Customer_Processing_Order'] ) && method_exists( $mails['WC_Email_Customer_Processing_Order'], 'trigger' ) ) {
			$mails['WC_Email_Customer_Processing_Order']->trigger( $order->get_id(), $order );
		}
	}

	/**
	 * Tells the merchant once that WooCommerce does not accept a payment that has arrived. Each check tries again.
	 *
	 * @param Order_Payments $payments What the order knows.
	 * @param Attempt        $attempt  The attempt.
	 */
	private static function tell_stuck( Order_Payments $payments, Attempt $attempt ) {
		if ( $attempt->was_told() ) {
			return;
		}
		$payments->change( $attempt, array( 'told' => time() ) );
		/* translators: %s: reference of the payment. */
		Order_Notes::tell( $payments, '', sprintf( __( 'The payment %s has arrived, and WooCommerce could not complete the order: another plugin stands in the way. It is tried again by itself; the log of WooCommerce says more.', 'cedi-commerce' ), $attempt->ref() ) );
	}

	/**
	 * Restores an order that went back to "pending payment" after its payment had arrived. A merchant who saves an old
	 * screen does that by accident. It happens once: whoever moves the order back again has a reason.
	 *
	 * @param Order_Payments $payments What the order knows.
	 * @param Attempt        $attempt  The attempt that was paid.
	 * @param Payment        $payment  Its payment, as the service shows it now.
	 */
	public static function restore( Order_Payments $payments, Attempt $attempt, Payment $payment ) {
		$order    = $payments->order();
		$amount   = $payment->amount();
		$returned = $payment->refunded();
		if ( $returned && $returned->pesewas() > 0 && $returned->pesewas() >= ( $amount ? $amount->pesewas() : 0 ) ) {
			Order_Notes::tell( $payments, 'review', self::returned_whole() );
			return;
		}
		$is_there = $payment->is_succeeded() && $returned && 0 === $returned->pesewas();
		if ( ! $is_there || $attempt->was_restored() || $payments->refunds()->all() || '' !== Payment_Match::difference( $order, $attempt, $payment ) ) {
			/* translators: %s: reference of the payment. */
			Order_Notes::tell( $payments, 'review', sprintf( __( 'The order waits for a payment, and its payment %s has already arrived. Deliver it or refund it.', 'cedi-commerce' ), $attempt->ref() ) );
			return;
		}
		$attempt = $payments->change(
			$attempt,
			array(
				'state'    => 'succeeded',
				'restored' => time(),
			)
		);
		if ( ! $order->get_date_paid() ) {
			self::complete( $payments, $attempt, $payment );
			return;
		}
		$order->update_meta_data( Order_Payments::STATE, 'paid' );
		// Other plugins have already reacted to the paid order: do not complete the payment twice.
		self::change_status(
			static function () use ( $order, $attempt ) {
				/* translators: %s: reference of the payment. */
				return $order->update_status( $attempt->paid_status(), sprintf( __( 'The order had gone back to waiting for a payment, and it is paid (%s).', 'cedi-commerce' ), $attempt->ref() ) );
			}
		);
		$payments->save();
	}

	/**
	 * Says that an order can no longer be paid.
	 */
	public static function returned_whole() {
		return __( 'The payment of this order was given back. To pay again takes a new order.', 'cedi-commerce' );
	}

	/**
	 * Which status a paid order gets.
	 *
	 * @param string   $status   What WooCommerce chose.
	 * @param int      $order_id The order.
	 * @param WC_Order $order    The order; null in old callers.
	 * @return string
	 */
	public static function paid_status( $status, $order_id, $order = null ) {
		$order = $order ? $order : wc_get_order( $order_id );
		if ( ! $order instanceof WC_Order || GATEWAY !== $order->get_payment_method() ) {
			return $status;
		}
		/**
		 * Filters the status that an order gets when it is paid with Cedi.
		 *
		 * @param string   $status What WooCommerce chose: processing, or completed when nothing is to be sent.
		 * @param WC_Order $order  The order.
		 */
		return (string) apply_filters( 'cedi_commerce_paid_status', $status, $order );
	}
}
