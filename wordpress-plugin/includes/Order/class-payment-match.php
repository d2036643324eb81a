<?php
/**
 * Whether a payment is the one an order waits for.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use Cedi\Commerce\Service\Money;
use Cedi\Commerce\Service\Payment;
use Cedi\Commerce\Support\Price;
use Cedi\Commerce\Support\Site;
use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Compares amount, currency, reference and order. One pesewa more or less is a different amount.
 *
 * @source Resources and their fields ("Amounts are in GH₵")
 */
final class Payment_Match {
	/**
	 * What a payment and an order disagree about; '' when they agree.
	 *
	 * @param WC_Order $order   The order.
	 * @param Attempt  $attempt The attempt.
	 * @param Payment  $payment The payment.
	 * @return string For the merchant, with both figures.
	 */
	public static function difference( WC_Order $order, Attempt $attempt, Payment $payment ) {
		$total = Money::parse( $order->get_total() );
		$paid  = $payment->amount();
		if ( 'GHS' !== $payment->currency() || 'GHS' !== $order->get_currency() ) {
			/* translators: 1: reference, 2: currency of the payment, 3: currency of the order. */
			return sprintf( __( 'The payment %1$s is in %2$s, the order in %3$s.', 'cedi-commerce' ), $attempt->ref(), sanitize_text_field( $payment->currency() ), $order->get_currency() );
		}
		if ( null === $paid || ! $paid->equals( $total ) ) {
			/* translators: 1: reference, 2: amount that was paid, 3: amount of the order. */
			return sprintf( __( 'The payment %1$s is over %2$s, the order over %3$s.', 'cedi-commerce' ), $attempt->ref(), null === $paid ? '?' : Price::show( $paid ), null === $total ? $order->get_total() : Price::show( $total ) );
		}
		if ( ! self::is_ours( $order, $attempt, $payment ) ) {
			/* translators: %s: reference. */
			return sprintf( __( 'The payment %s was made for another order.', 'cedi-commerce' ), $attempt->ref() );
		}
		return '';
	}

	/**
	 * Whether a payment was made for an order, whatever its amount.
	 *
	 * @param WC_Order $order   The order.
	 * @param Attempt  $attempt The attempt.
	 * @param Payment  $payment The payment.
	 */
	public static function is_ours( WC_Order $order, Attempt $attempt, Payment $payment ) {
		return '' !== $payment->ref() && $payment->ref() === $attempt->ref()
			&& 'GHS' === $payment->currency()
			&& (string) $order->get_id() === $payment->metadata( 'order_id' )
			&& self::site( $attempt ) === $payment->metadata( 'site' );
	}

	/**
	 * The site that an attempt named. A language plugin gives one site many addresses: the one that was sent counts.
	 *
	 * @param Attempt $attempt The attempt.
	 */
	private static function site( Attempt $attempt ) {
		$sent = json_decode( $attempt->body(), true );
		return isset( $sent['metadata']['site'] ) ? $sent['metadata']['site'] : Site::name();
	}
}
