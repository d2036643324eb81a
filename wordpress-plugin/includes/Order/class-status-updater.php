<?php
/**
 * Order status updates.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use Cedi\Commerce\Service\Payment;
use Cedi\Commerce\Support\Log;
use Cedi\Commerce\Support\Payment_Methods;
use Cedi\Commerce\Support\Price;
use Cedi\Commerce\Support\Settings;
use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Changes the status of an order: paid, failed, on hold. The caller holds the lock of the order.
 */
final class Status_Updater {
	/**
	 * Whether this class is changing a status. Merchants and other plugins make all other changes.
	 *
	 * @var bool
	 */
	private static $is_updating = false;

	/**
	 * Whether the plugin is changing the status of an order.
	 */
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
		self::record_payment( $order, $payment );
		$filter_status = array( self::class, 'filter_paid_status' );
		add_filter( 'woocommerce_payment_complete_order_status', $filter_status, 10, 3 );
		add_filter( 'woocommerce_valid_order_statuses_for_payment_complete', array( self::class, 'add_current_status' ), 99, 2 );
		try {
			$is_complete = self::run(
				static function () use ( $order, $payment ) {
					return $order->payment_complete( $payment->ref() );
				}
			);
		} finally {
			remove_filter( 'woocommerce_payment_complete_order_status', $filter_status );
			remove_filter( 'woocommerce_valid_order_statuses_for_payment_complete', array( self::class, 'add_current_status' ), 99 );
		}
		if ( ! $is_complete ) {
			Log::write( 'error', 'WooCommerce did not complete the payment.', array( 'order' => $order->get_id() ) );
			self::notify_incomplete( $payments, $attempt );
			return;
		}
		$payments->update_attempt(
			$attempt,
			array(
				'state'        => 'succeeded',
				'order_status' => $order->get_status(),
			)
		);
		/* translators: 1: amount, 2: reference of the payment. */
		$order->add_order_note( sprintf( __( 'Paid: %1$s by Cedi (%2$s).', 'cedi-commerce' ), Price::format( $attempt->amount() ), $payment->ref() ) );
		if ( '' !== $other_method ) {
			self::notify_method_changed( $payments, $other_method, $previous_status );
		}
		/**
		 * Fires once per order, after its payment was received and the order was completed.
		 *
		 * @param WC_Order $order   Order.
		 * @param array    $payment Payment, as the service returned it.
		 */
		do_action( 'cedi_commerce_payment_succeeded', $order, $payment->to_array() );
	}

	/**
	 * Saves the reference, the network, the fee and the net amount of a received payment.
	 *
	 * @param WC_Order $order   Order.
	 * @param Payment  $payment Payment.
	 */
	public static function record_payment( WC_Order $order, Payment $payment ) {
		$order->update_meta_data( Order_Payments::REF, $payment->ref() );
		$order->update_meta_data( Order_Payments::NETWORK, sanitize_key( $payment->network() ) );
		$fee = $payment->fee();
		$net = $payment->net();
		if ( $fee && $net ) {
			$order->update_meta_data( Order_Payments::FEE, $fee->format() );
			$order->update_meta_data( Order_Payments::NET, $net->format() );
		}
		if ( ! Payment_Methods::has_own( $order ) ) {
			// The buyer chose another method after starting to pay with Cedi. Only Cedi can refund the payment.
			$attempt = Order_Payments::of( $order )->attempts()->find_by_ref( $payment->ref() );
			$id      = Payment_Methods::with_channel( $attempt ? $attempt->channel() : '' );
			$order->set_payment_method( $id );
			$order->set_payment_method_title( Payment_Methods::title( $id ) );
		}
		$order->save();
	}

	/**
	 * Allows WooCommerce to complete the payment of an order in its current status: another method may be processing it, and a
	 * draft would be deleted after a day.
	 *
	 * @param string[] $statuses Statuses from which WooCommerce completes a payment.
	 * @param WC_Order $order    Order.
	 * @return string[]
	 */
	public static function add_current_status( $statuses, $order ) {
		return array_merge( (array) $statuses, array( $order->get_status() ) );
	}

	/**
	 * Filters the status of a paid order.
	 *
	 * @param string        $status   Status that WooCommerce chose.
	 * @param int           $order_id Order ID.
	 * @param WC_Order|null $order    Order; null from old callers.
	 * @return string
	 */
	public static function filter_paid_status( $status, $order_id, $order = null ) {
		$order = $order ? $order : wc_get_order( $order_id );
		if ( ! $order instanceof WC_Order || ! Payment_Methods::has_own( $order ) ) {
			return $status;
		}
		if ( 'processing' === $status && Settings::gateway()['complete_virtual'] && self::is_virtual( $order ) ) {
			$status = 'completed';
		}
		/**
		 * Filters the status of an order that was paid with Cedi.
		 *
		 * @param string   $status Status that WooCommerce chose: processing, or completed if nothing is shipped.
		 * @param WC_Order $order  Order.
		 */
		return (string) apply_filters( 'cedi_commerce_paid_order_status', $status, $order );
	}

	/**
	 * Whether an order contains only virtual products, so that nothing is shipped.
	 *
	 * @param WC_Order $order Order.
	 */
	private static function is_virtual( WC_Order $order ): bool {
		$items = $order->get_items();
		foreach ( $items as $item ) {
			$product = $item->get_product();
			if ( ! $product || ! $product->is_virtual() ) {
				return false;
			}
		}
		return (bool) $items;
	}

	/**
	 * Notifies merchant and buyer that an order with another method is paid.
	 *
	 * @param Order_Payments $payments        Payment data.
	 * @param string         $other_method    Title of the other method.
	 * @param string         $previous_status Previous status of the order.
	 */
	private static function notify_method_changed( Order_Payments $payments, $other_method, $previous_status ) {
		$order = $payments->order();
		/* translators: %s: a payment method. */
		$note = sprintf( __( 'The buyer had chosen "%s" and has paid by Cedi: do not collect the money again.', 'cedi-commerce' ), sanitize_text_field( $other_method ) );
		Merchant_Notices::inform( $payments, $note );
		if ( $order->get_status() !== $previous_status ) {
			return;
		}
		// WooCommerce sends no email without a status change, and its last email asked the buyer to pay on delivery.
		$emails = WC()->mailer()->get_emails();
		if ( isset( $emails['WC_Email_Customer_Processing_Order'] ) && method_exists( $emails['WC_Email_Customer_Processing_Order'], 'trigger' ) ) {
			$emails['WC_Email_Customer_Processing_Order']->trigger( $order->get_id(), $order );
		}
	}

	/**
	 * Notifies the merchant once that WooCommerce did not complete a received payment. Each check retries.
	 *
	 * @param Order_Payments  $payments Payment data.
	 * @param Payment_Attempt $attempt  Attempt.
	 */
	private static function notify_incomplete( Order_Payments $payments, Payment_Attempt $attempt ) {
		if ( $attempt->is_notified() ) {
			return;
		}
		$payments->update_attempt( $attempt, array( 'notified_at' => time() ) );
		/* translators: %s: reference of the payment. */
		Merchant_Notices::inform( $payments, sprintf( __( 'The payment %s has arrived, and WooCommerce could not complete the order: another plugin stands in the way. It is tried again by itself; the log of WooCommerce says more.', 'cedi-commerce' ), $attempt->ref() ) );
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
		$reason = '' === $reason ? self::failure_reason( $payment->status() ) : $reason;
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
	 * Returns the default failure reason.
	 *
	 * @param string $status Payment status.
	 */
	private static function failure_reason( $status ) {
		if ( 'expired' === $status ) {
			return __( 'It was not approved in time.', 'cedi-commerce' );
		}
		return 'cancelled' === $status ? __( 'It was cancelled.', 'cedi-commerce' ) : __( 'It was refused.', 'cedi-commerce' );
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
