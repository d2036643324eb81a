<?php
/**
 * Changes to the order.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use Cedi\Commerce\Refund\Duplicate_Payment;
use Cedi\Commerce\Service\Payment;
use Cedi\Commerce\Support\Log;
use Cedi\Commerce\Support\Payment_Methods;
use Cedi\Commerce\Support\Price;
use Throwable;
use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Changes an order once for each final payment: paid, failed, on hold, or a review by the merchant. The caller holds the lock of
 * the order.
 *
 * An order keeps the reference of its payment in every status. It is then not failed, cancelled or sold again.
 */
final class Order_Updater {
	/**
	 * Whether this class is changing a status. Merchants and other plugins make all other changes.
	 *
	 * @var bool
	 */
	private static $is_updating = false;

	/** Whether the plugin is changing the status of an order. */
	public static function is_updating() {
		return self::$is_updating;
	}

	/**
	 * Whether the plugin may change the status of an order: it expects a payment, and no merchant has changed it.
	 *
	 * @param Order_Payments $payments Payment data.
	 */
	public static function can_update( Order_Payments $payments ) {
		$order = $payments->order();
		if ( 'manual' === $payments->state() ) {
			return false;
		}
		// Another method was chosen but has not collected anything: the first payment counts.
		$is_unpaid_elsewhere = ! Payment_Methods::has_own( $order ) && null === $order->get_date_paid() && $order->has_status( array( 'on-hold', 'processing' ) );
		return $is_unpaid_elsewhere || $payments->expects_payment();
	}

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
			self::fail( $payments, $attempt, $payment );
			return;
		}
		$paid_ref = $payments->ref();
		if ( $order->is_paid() && $paid_ref === $payment->ref() ) {
			// An earlier request completed the order and ended before it updated the attempt.
			self::finish( $payments, $attempt, $payment );
			return;
		}
		$amount              = $payment->amount();
		$net                 = $payment->net();
		$received            = array( 'amount_received' => $amount ? $amount->pesewas() : null );
		$received['net']     = $net ? $net->pesewas() : null;
		$received['paid_at'] = $payment->paid_at() ? $payment->paid_at() : time();
		$attempt             = $payments->update_attempt( $attempt, $received );
		$mismatch            = $attempt->mismatch( $order, $payment );
		$is_paid             = '' === $paid_ref ? $payments->is_paid_elsewhere() : $paid_ref !== $payment->ref();
		if ( $is_paid && $attempt->belongs_to( $order, $payment ) ) {
			Duplicate_Payment::record( $payments, $attempt, $mismatch );
			return;
		}
		if ( '' !== $mismatch ) {
			self::hold( $payments, $attempt, $payment, $mismatch );
			return;
		}
		$reason = Payment_Status::review_reason( $payments, $payment, self::can_update( $payments ) );
		if ( '' !== $reason ) {
			$payments->record( $payment );
			$attempt = $payments->update_attempt( $attempt, array( 'reviewed_status' => $order->get_status() ) );
			Merchant_Notices::add( $payments, 'review', $reason );
			$payments->update_attempt( $attempt, array( 'state' => 'succeeded' ) );
			return;
		}
		self::complete( $payments, $attempt, $payment );
	}

	/**
	 * Completes the payment of an order.
	 *
	 * @param Order_Payments  $payments Payment data.
	 * @param Payment_Attempt $attempt  Attempt.
	 * @param Payment         $payment  Payment.
	 */
	public static function complete( Order_Payments $payments, Payment_Attempt $attempt, Payment $payment ) {
		$order           = $payments->order();
		$previous_status = $order->get_status();
		$other_method    = Payment_Methods::has_own( $order ) ? '' : $order->get_payment_method_title();
		$order->update_meta_data( Order_Payments::STATE, 'paid' );
		$payments->record( $payment );
		$filter_status = array( Paid_Order_Status::class, 'filter' );
		add_filter( 'woocommerce_payment_complete_order_status', $filter_status, 10, 3 );
		add_filter( 'woocommerce_valid_order_statuses_for_payment_complete', array( Paid_Order_Status::class, 'add_current' ), 99, 2 );
		try {
			$is_complete = self::run(
				static function () use ( $order, $payment ) {
					return $order->payment_complete( $payment->ref() );
				}
			);
		} catch ( Throwable $error ) {
			// WooCommerce catches the exceptions of other plugins, but not their errors. The order may be paid all the same.
			Log::write( 'error', 'Another plugin failed while the order was completed: ' . $error->getMessage(), array( 'order' => $order->get_id() ) );
			$payments    = Order_Payments::fresh( $order->get_id() );
			$is_complete = $payments->order()->is_paid();
		} finally {
			remove_filter( 'woocommerce_payment_complete_order_status', $filter_status );
			remove_filter( 'woocommerce_valid_order_statuses_for_payment_complete', array( Paid_Order_Status::class, 'add_current' ), 99 );
		}
		if ( ! $is_complete ) {
			Log::write( 'error', 'WooCommerce did not complete the payment.', array( 'order' => $order->get_id() ) );
			Merchant_Notices::report_incomplete( $payments, $attempt );
			return;
		}
		self::finish( $payments, $attempt, $payment );
		if ( '' !== $other_method ) {
			Merchant_Notices::report_changed_method( $payments, $other_method, $previous_status );
		}
	}

	/**
	 * Records a completed order, once.
	 *
	 * @param Order_Payments  $payments Payment data.
	 * @param Payment_Attempt $attempt  Open attempt.
	 * @param Payment         $payment  Payment.
	 */
	private static function finish( Order_Payments $payments, Payment_Attempt $attempt, Payment $payment ) {
		$order = $payments->order();
		$payments->update_attempt(
			$attempt,
			array(
				'state'        => 'succeeded',
				'order_status' => $order->get_status(),
			)
		);
		/* translators: 1: amount, 2: reference of the payment. */
		$order->add_order_note( sprintf( __( 'Paid: %1$s by Cedi (%2$s).', 'cedi-commerce' ), Price::format( $attempt->amount() ), $payment->ref() ) );
		try {
			/**
			 * Fires once per order, after its payment was received and the order was completed.
			 *
			 * @param WC_Order $order   Order.
			 * @param array    $payment Payment, as the service returned it.
			 */
			do_action( 'cedi_commerce_payment_succeeded', $order, $payment->to_array() );
		} catch ( Throwable $error ) {
			Log::write( 'error', 'Another plugin failed after the payment: ' . $error->getMessage(), array( 'order' => $order->get_id() ) );
		}
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
		$can_update = self::can_update( $payments );
		if ( $attempt->has_amount_received() && $attempt->belongs_to( $order, $payment ) ) {
			// Only the amount differs: the payment was received and can be refunded.
			$payments->record( $payment );
		}
		if ( $can_update ) {
			$note = $mismatch . ' ' . __( 'The order is on hold.', 'cedi-commerce' );
			self::update( $payments, 'on-hold', 'mismatch', $note );
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
			Merchant_Notices::add( $payments, 'review', Payment_Status::fully_refunded_message() );
			return;
		}
		$is_unrefunded = $payment->is_succeeded() && $refunded && 0 === $refunded->pesewas();
		if ( ! $is_unrefunded || $attempt->is_restored() || $payments->refunds()->all() || '' !== $attempt->mismatch( $order, $payment ) ) {
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
			self::complete( $payments, $attempt, $payment );
			return;
		}
		// Other plugins have already handled the completed payment, so only the status changes.
		/* translators: %s: reference of the payment. */
		self::update( $payments, $attempt->paid_order_status(), 'paid', sprintf( __( 'The order had gone back to waiting for a payment, and it is paid (%s).', 'cedi-commerce' ), $attempt->ref() ) );
		$payments->save();
	}

	/**
	 * Records a failed payment. The intent stays open: the buyer may try again in the same checkout.
	 *
	 * @param Order_Payments  $payments Payment data.
	 * @param Payment_Attempt $attempt  Attempt.
	 * @param Payment         $payment  Payment.
	 */
	public static function fail( Order_Payments $payments, Payment_Attempt $attempt, Payment $payment ) {
		if ( $attempt->last_failed_ref() === $payment->ref() ) {
			return;
		}
		$reason = sanitize_text_field( $payment->failure_message() );
		$reason = '' === $reason ? Payment_Status::failure_reason( $payment->status() ) : $reason;
		$payments->update_attempt(
			$attempt,
			array(
				'failed_ref' => $payment->ref(),
				'reason'     => $reason,
			)
		);
		/* translators: 1: reference, 2: why it failed. */
		self::set_failed( $payments, sprintf( __( 'The payment %1$s did not succeed: %2$s', 'cedi-commerce' ), $payment->ref(), $reason ) );
		/**
		 * Fires when a payment has failed. The buyer may try again.
		 *
		 * @param WC_Order $order   Order.
		 * @param array    $payment Payment, as the service returned it.
		 */
		do_action( 'cedi_commerce_payment_failed', $payments->order(), $payment->to_array() );
	}

	/**
	 * Fails an order whose attempts have all ended without a payment.
	 *
	 * @param Order_Payments $payments Payment data.
	 */
	public static function fail_unpaid( Order_Payments $payments ) {
		if ( $payments->has_attempts() && ! $payments->attempts()->open() && 'pending' === $payments->state() ) {
			self::set_failed( $payments, __( 'It was not paid before the checkout ended.', 'cedi-commerce' ) );
		}
	}

	/**
	 * Sets an order to "failed" and releases its stock. The buyer's cart stays for another attempt.
	 *
	 * @param Order_Payments $payments Payment data.
	 * @param string         $note     Reason.
	 */
	private static function set_failed( Order_Payments $payments, $note ) {
		$order = $payments->order();
		if ( ! self::can_update( $payments ) || '' !== $payments->ref() || ! Payment_Methods::has_own( $order ) ) {
			return;
		}
		self::update( $payments, 'failed', 'failed', $note );
		if ( function_exists( 'wc_release_stock_for_order' ) ) {
			wc_release_stock_for_order( $order );
		}
		if ( function_exists( 'wc_maybe_increase_stock_levels' ) ) {
			wc_maybe_increase_stock_levels( $order->get_id() );
		}
	}

	/**
	 * Updates the order status and the payment state.
	 *
	 * @param Order_Payments $payments Payment data.
	 * @param string         $status   New order status.
	 * @param string         $state    New payment state.
	 * @param string         $note     Order note.
	 */
	public static function update( Order_Payments $payments, $status, $state, $note ) {
		$order = $payments->order();
		if ( $order->has_status( $status ) ) {
			// WooCommerce adds no note without a status change.
			$order->add_order_note( $note );
		}
		$order->update_meta_data( Order_Payments::STATE, $state );
		self::run(
			static function () use ( $order, $status, $note ) {
				return $order->update_status( $status, $note );
			}
		);
	}

	/**
	 * Runs a status change that must not count as a manual one.
	 *
	 * @param callable $change Function that changes the status.
	 * @return bool Whether the status was changed.
	 */
	private static function run( callable $change ) {
		self::$is_updating = true;
		try {
			return (bool) $change();
		} finally {
			self::$is_updating = false;
		}
	}
}
