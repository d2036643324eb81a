<?php
/**
 * Refund updates.
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
 * Updates refund requests that the operator has paid or rejected. A refund in WooCommerce counts as paid, so the real state is
 * stored as meta data and shown to the merchant.
 *
 * @source What the service does (refunds are operator-marked)
 */
final class Refund_Updater {
	const REF   = '_cedi_commerce_refund_ref';
	const STATE = '_cedi_commerce_refund_state';

	/**
	 * ID of the order whose refund email may be sent.
	 *
	 * @var int
	 */
	private static $emailed_order_id = 0;

	/**
	 * Updates the requests that the operator has paid.
	 *
	 * @param Order_Payments $payments Payment data.
	 * @param Payment        $payment  Payment, as the service returns it now.
	 */
	public static function check( Order_Payments $payments, Payment $payment ) {
		$left = self::unmatched_amount( $payments, $payment ) - max( array_merge( array( 0 ), array_column( $payments->refunds()->all(), 'outside' ) ) );
		while ( $left > 0 ) {
			$row = self::match_request( $payments->refunds()->pending(), $left );
			if ( ! $row ) {
				return;
			}
			$left -= $row['amount'];
			self::mark_paid( $payments, $row['key'] );
		}
	}

	/**
	 * Returns the refunded amount that belongs to no request of this shop. Operators and other clients can refund too.
	 *
	 * @param Order_Payments $payments Payment data.
	 * @param Payment        $payment  Payment, as the service returns it now.
	 * @return int Pesewas.
	 */
	public static function unmatched_amount( Order_Payments $payments, Payment $payment ) {
		$refunded = $payment->refunded();
		return ( $refunded ? $refunded->pesewas() : 0 ) - $payments->refunds()->refunded();
	}

	/**
	 * Returns the request for a paid amount: the one with this amount, or the oldest smaller one.
	 *
	 * @param array<string, array> $pending Pending requests.
	 * @param int                  $pesewas Paid amount.
	 * @return array|null Refund_Row.
	 */
	private static function match_request( array $pending, $pesewas ) {
		$fits = null;
		foreach ( $pending as $row ) {
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
	 * Records a paid refund and notifies the buyer.
	 *
	 * @param Order_Payments $payments Payment data.
	 * @param string         $key      Key of the request.
	 */
	public static function mark_paid( Order_Payments $payments, $key ) {
		$row = $payments->refunds()->get( $key );
		if ( ! $row || 'requested' !== $row['state'] ) {
			return;
		}
		$row['state'] = 'refunded';
		$payments->save_refunds( $payments->refunds()->with( $row ) );
		$order  = $payments->order();
		$refund = $row['refund_id'] ? wc_get_order( $row['refund_id'] ) : null;
		if ( $refund instanceof WC_Order_Refund ) {
			$refund->update_meta_data( self::STATE, 'refunded' );
			$refund->save_meta_data();
		}
		/* translators: 1: amount, 2: reference of the refund. */
		$order->add_order_note( sprintf( __( 'Refund of %1$s paid out (%2$s).', 'cedi-commerce' ), Price::format( Money::of( $row['amount'] ) ), $row['ref'] ) );
		$is_full = ! $payments->refunds()->pending() && 0 >= (float) $order->get_remaining_refund_amount();
		if ( $is_full && ! $order->has_status( 'refunded' ) ) {
			$order->update_status( 'refunded' );
		}
		self::$emailed_order_id = $order->get_id();
		$emails                 = WC()->mailer()->get_emails();
		if ( isset( $emails['WC_Email_Customer_Refunded_Order'] ) && method_exists( $emails['WC_Email_Customer_Refunded_Order'], 'trigger' ) ) {
			$emails['WC_Email_Customer_Refunded_Order']->trigger( $order->get_id(), ! $is_full, $row['refund_id'] );
		}
		self::$emailed_order_id = 0;
		/**
		 * Fires when the service reports that a refund was paid, or a merchant has marked it as paid.
		 *
		 * @param WC_Order $order Order.
		 * @param string   $ref   Reference of the refund.
		 */
		do_action( 'cedi_commerce_refund_paid', $order, $row['ref'] );
	}

	/**
	 * Records a rejected refund and deletes WooCommerce's refund.
	 *
	 * @param Order_Payments $payments Payment data.
	 * @param string         $key      Key of the request.
	 */
	public static function mark_rejected( Order_Payments $payments, $key ) {
		$row = $payments->refunds()->get( $key );
		if ( ! $row || 'requested' !== $row['state'] ) {
			return;
		}
		$row['state'] = 'rejected';
		$payments->save_refunds( $payments->refunds()->with( $row ) );
		$order  = $payments->order();
		$refund = $row['refund_id'] ? wc_get_order( $row['refund_id'] ) : null;
		if ( $refund instanceof WC_Order_Refund ) {
			$refund->delete( true );
		}
		/* translators: 1: amount, 2: reference of the refund. */
		$order->add_order_note( sprintf( __( 'Refund of %1$s rejected by the operator (%2$s). The buyer has not got this money back.', 'cedi-commerce' ), Price::format( Money::of( $row['amount'] ) ), $row['ref'] ) );
		/**
		 * Fires when a refund was rejected. WooCommerce's refund has been deleted.
		 *
		 * @param WC_Order $order Order.
		 * @param string   $ref   Reference of the refund.
		 */
		do_action( 'cedi_commerce_refund_rejected', $order, $row['ref'] );
	}

	/**
	 * Keeps the status of an order while a refund is pending.
	 *
	 * @param string $status   Status that WooCommerce is going to set.
	 * @param int    $order_id Order ID.
	 * @return string|false
	 */
	public static function keep_status( $status, $order_id ) {
		$order = wc_get_order( $order_id );
		return $order instanceof WC_Order && Order_Payments::of( $order )->refunds()->pending() ? false : $status;
	}

	/**
	 * Holds the refund email to the buyer until the refund was paid.
	 *
	 * @param bool          $enabled Whether the email is sent.
	 * @param WC_Order|null $order   Order.
	 * @param object|null   $email   Email, with its refund.
	 * @return bool
	 */
	public static function hold_email( $enabled, $order = null, $email = null ) {
		if ( ! $order instanceof WC_Order || $order->get_id() === self::$emailed_order_id ) {
			return $enabled;
		}
		if ( isset( $email->refund ) && $email->refund instanceof WC_Order_Refund ) {
			// A manual refund by the merchant is reported immediately.
			return $enabled && 'requested' !== $email->refund->get_meta( self::STATE );
		}
		return $enabled && ! Order_Payments::of( $order )->refunds()->pending();
	}
}
