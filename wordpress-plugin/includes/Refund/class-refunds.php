<?php
/**
 * Refunds.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Refund;

use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Service\Money;
use Cedi\Commerce\Service\Payment;
use Cedi\Commerce\Support\Price;
use WC_Order;
use WC_Order_Refund;

defined( 'ABSPATH' ) || exit;

/**
 * A refund is a request: an operator pays it by hand, or rejects it. WooCommerce knows only paid refunds, so the real
 * state is stored here and shown to the merchant.
 *
 * @source What the service does (refunds are operator-marked)
 */
final class Refunds {
	const REF   = '_cedi_commerce_refund_ref';
	const STATE = '_cedi_commerce_refund_state';

	/**
	 * The order whose refund mail may be sent now.
	 *
	 * @var int
	 */
	private static $mails = 0;

	/**
	 * Checks what an operator has paid.
	 *
	 * @param Order_Payments $payments What the order knows.
	 * @param Payment        $payment  The payment, as the service shows it now.
	 */
	public static function look( Order_Payments $payments, Payment $payment ) {
		$left = self::unexplained( $payments, $payment ) - max( array_merge( array( 0 ), array_column( $payments->refunds()->all(), 'outside' ) ) );
		while ( $left > 0 ) {
			$row = self::covered( $payments->refunds()->waiting(), $left );
			if ( ! $row ) {
				return;
			}
			$left -= $row['amount'];
			self::mark_paid( $payments, $row['key'] );
		}
	}

	/**
	 * How much of a payment was refunded without a request from this shop: operators can do that too.
	 *
	 * @param Order_Payments $payments What the order knows.
	 * @param Payment        $payment  The payment, as the service shows it now.
	 * @return int Pesewas.
	 */
	public static function unexplained( Order_Payments $payments, Payment $payment ) {
		$returned = $payment->refunded();
		return ( $returned ? $returned->pesewas() : 0 ) - $payments->refunds()->refunded();
	}

	/**
	 * Which request a paid amount belongs to: the one with that amount, or the oldest that fits.
	 *
	 * @param array[] $waiting The requests.
	 * @param int     $pesewas How much was paid.
	 * @return array|null
	 */
	private static function covered( array $waiting, $pesewas ) {
		$fits = null;
		foreach ( $waiting as $row ) {
			if ( $row['amount'] === $pesewas ) {
				return $row;
			}
			if ( null === $fits && $row['amount'] < $pesewas ) {
				$fits = $row;
			}
		}
		return $fits;
	}

	/**
	 * Records that a refund was paid, and tells the buyer.
	 *
	 * @param Order_Payments $payments What the order knows.
	 * @param string         $key      The request.
	 */
	public static function mark_paid( Order_Payments $payments, $key ) {
		$row = $payments->refunds()->get( $key );
		if ( ! $row || 'requested' !== $row['state'] ) {
			return;
		}
		$row['state'] = 'refunded';
		$payments->keep_refunds( $payments->refunds()->with( $row ) );
		$order  = $payments->order();
		$refund = $row['refund_id'] ? wc_get_order( $row['refund_id'] ) : null;
		if ( $refund instanceof WC_Order_Refund ) {
			$refund->update_meta_data( self::STATE, 'refunded' );
			$refund->save_meta_data();
		}
		/* translators: 1: amount, 2: reference of the refund. */
		$order->add_order_note( sprintf( __( 'Refund of %1$s paid out (%2$s).', 'cedi-commerce' ), Price::show( Money::of( $row['amount'] ) ), $row['ref'] ) );
		$is_whole = ! $payments->refunds()->waiting() && 0 >= (float) $order->get_remaining_refund_amount();
		if ( $is_whole && ! $order->has_status( 'refunded' ) ) {
			$order->update_status( 'refunded' );
		}
		self::$mails = $order->get_id();
		$mails       = WC()->mailer()->get_emails();
		if ( isset( $mails['WC_Email_Customer_Refunded_Order'] ) && method_exists( $mails['WC_Email_Customer_Refunded_Order'], 'trigger' ) ) {
			$mails['WC_Email_Customer_Refunded_Order']->trigger( $order->get_id(), ! $is_whole, $row['refund_id'] );
		}
		self::$mails = 0;
		/**
		 * Fires when the service shows that a refund was paid, or a merchant has marked it as paid.
		 *
		 * @param WC_Order $order The order.
		 * @param string   $ref   The reference of the refund.
		 */
		do_action( 'cedi_commerce_refund_paid', $order, $row['ref'] );
	}

	/**
	 * Records that an operator has rejected a refund, and deletes WooCommerce's refund.
	 *
	 * @param Order_Payments $payments What the order knows.
	 * @param string         $key      The request.
	 */
	public static function mark_rejected( Order_Payments $payments, $key ) {
		$row = $payments->refunds()->get( $key );
		if ( ! $row || 'requested' !== $row['state'] ) {
			return;
		}
		$row['state'] = 'rejected';
		$payments->keep_refunds( $payments->refunds()->with( $row ) );
		$order  = $payments->order();
		$refund = $row['refund_id'] ? wc_get_order( $row['refund_id'] ) : null;
		if ( $refund instanceof WC_Order_Refund ) {
			$refund->delete( true );
		}
		/* translators: 1: amount, 2: reference of the refund. */
		$order->add_order_note( sprintf( __( 'Refund of %1$s rejected by the operator (%2$s). The buyer has not got this money back.', 'cedi-commerce' ), Price::show( Money::of( $row['amount'] ) ), $row['ref'] ) );
		/**
		 * Fires when a refund was rejected. WooCommerce's refund has been removed.
		 *
		 * @param WC_Order $order The order.
		 * @param string   $ref   The reference of the refund.
		 */
		do_action( 'cedi_commerce_refund_rejected', $order, $row['ref'] );
	}

	/**
	 * Keeps the status of an order whose refund is only requested.
	 *
	 * @param string $status   The status that WooCommerce would set.
	 * @param int    $order_id The order.
	 * @return string|false
	 */
	public static function keep_status( $status, $order_id ) {
		$order = wc_get_order( $order_id );
		return $order instanceof WC_Order && Order_Payments::of( $order )->refunds()->waiting() ? false : $status;
	}

	/**
	 * Holds the refund mail to the buyer until the refund is paid.
	 *
	 * @param bool          $enabled Whether the mail goes out.
	 * @param WC_Order|null $order   The order.
	 * @param object|null   $email   The mail; it knows of which refund it tells.
	 * @return bool
	 */
	public static function hold_mail( $enabled, $order = null, $email = null ) {
		if ( ! $order instanceof WC_Order || $order->get_id() === self::$mails ) {
			return $enabled;
		}
		if ( isset( $email->refund ) && $email->refund instanceof WC_Order_Refund ) {
			// A refund that the merchant made by hand is reported at once.
			return $enabled && 'requested' !== $email->refund->get_meta( self::STATE );
		}
		return $enabled && ! Order_Payments::of( $order )->refunds()->waiting();
	}
}
