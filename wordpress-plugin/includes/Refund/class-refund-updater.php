<?php
/**
 * Refund updates.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Refund;

use Cedi\Commerce\Order\Merchant_Notices;
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
	 * ID of the refund whose request is being sent.
	 *
	 * @var int
	 */
	private static $new_refund_id = 0;

	/**
	 * Updates the requests that the operator has paid, and records refunds that were made elsewhere.
	 *
	 * @param Order_Payments $payments Payment data.
	 * @param Payment        $payment  Payment, as the service returns it now.
	 */
	public static function check( Order_Payments $payments, Payment $payment ) {
		self::mark_matching( $payments, $payment );
		$elsewhere = self::unmatched_amount( $payments, $payment ) - $payments->refunds()->unconfirmed_amount();
		if ( $elsewhere > 0 ) {
			self::record_elsewhere( $payments, $elsewhere );
		}
	}

	/**
	 * Marks the requests as paid that match the refunded amount.
	 *
	 * @param Order_Payments $payments Payment data.
	 * @param Payment        $payment  Payment, as the service returns it now.
	 */
	public static function mark_matching( Order_Payments $payments, Payment $payment ) {
		$unmatched = self::unmatched_amount( $payments, $payment );
		while ( $unmatched > 0 ) {
			$row = self::match_request( $payments->refunds()->pending(), $unmatched );
			if ( ! $row ) {
				return;
			}
			$unmatched -= $row['amount'];
			self::mark_paid( $payments, $row['key'], self::is_ambiguous( $payment, $row['amount'] ) );
		}
	}

	/**
	 * Whether a refunded amount may be one that was requested elsewhere: the service reports only the total, and the payment
	 * leaves room for another refund of this amount.
	 *
	 * @param Payment $payment Payment, as the service returns it now.
	 * @param int     $pesewas Amount of the request.
	 */
	private static function is_ambiguous( Payment $payment, $pesewas ): bool {
		$amount   = $payment->amount();
		$refunded = $payment->refunded();
		return $amount && $refunded && $refunded->pesewas() + $pesewas <= $amount->pesewas();
	}

	/**
	 * Records a refund that was made in the portal or by another client: the order is refunded in WooCommerce too, so that it is
	 * not shipped. A refund that the merchant has already recorded by hand is not added again.
	 *
	 * @param Order_Payments $payments Payment data.
	 * @param int            $pesewas  New amount.
	 */
	public static function record_elsewhere( Order_Payments $payments, $pesewas ) {
		$payments->set_refunded_elsewhere( $payments->refunded_elsewhere() + $pesewas );
		$money = Money::of( $pesewas );
		if ( $payments->order()->is_paid() ) {
			self::add_missing_refund( $payments );
		} elseif ( $payments->is_fully_refunded() ) {
			self::set_refunded( $payments );
		}
		/* translators: 1: amount, 2: reference of the payment. */
		Merchant_Notices::inform( $payments, sprintf( __( '%1$s of the payment %2$s was refunded at the payment service, not by this shop. Do not deliver what was refunded.', 'cedi-commerce' ), Price::format( $money ), $payments->ref() ) );
		Merchant_Notices::update_count();
	}

	/**
	 * Adds a refund to the order for the amount that the service has refunded and that no refund in WooCommerce shows. WooCommerce
	 * then changes the status and notifies the buyer. Refunds that the merchant has recorded by hand count.
	 *
	 * @param Order_Payments $payments Payment data.
	 * @return bool Whether a refund was added.
	 */
	private static function add_missing_refund( Order_Payments $payments ): bool {
		$order   = $payments->order();
		$missing = $payments->refunded_elsewhere();
		foreach ( $payments->refunds()->all() as $row ) {
			$is_missing = 'refunded' === $row['state'] && ! wc_get_order( $row['refund_id'] ) instanceof WC_Order_Refund;
			$missing   += $is_missing ? $row['amount'] : 0;
		}
		foreach ( $order->get_refunds() as $refund ) {
			$amount   = $refund->get_meta( self::STATE ) ? null : Money::parse( $refund->get_amount() );
			$missing -= $amount && $refund->get_id() !== self::$new_refund_id ? $amount->pesewas() : 0;
		}
		$remaining = Money::parse( $order->get_remaining_refund_amount() );
		$missing   = min( $missing, $remaining ? $remaining->pesewas() : 0 );
		return $missing > 0 && ! is_wp_error(
			wc_create_refund(
				array(
					'order_id'       => $order->get_id(),
					'amount'         => Money::of( $missing )->format(),
					'reason'         => __( 'Refunded at the payment service', 'cedi-commerce' ),
					'refund_payment' => false,
				)
			)
		);
	}

	/** @var string[] Keys of the orders that this request deletes. WooCommerce deletes their refunds first. */
	private static $deletable = array();

	/**
	 * Allows the refunds of an order to be deleted with it.
	 *
	 * @param WC_Order $order Order.
	 */
	public static function allow_deletion( WC_Order $order ): void {
		self::$deletable[] = $order->get_order_key();
	}

	/**
	 * Keeps a requested refund when a merchant or a program deletes it in WooCommerce: the operator is going to pay it, so without
	 * the refund the order would look ready to be shipped.
	 *
	 * @param mixed           $check  Null unless another filter has decided.
	 * @param WC_Order_Refund $refund Refund.
	 * @return mixed False prevents the deletion.
	 */
	public static function prevent_deletion( $check, $refund ) {
		$order = wc_get_order( $refund->get_parent_id() );
		if ( ! $order instanceof WC_Order || in_array( $order->get_order_key(), self::$deletable, true ) ) {
			return $check;
		}
		foreach ( Order_Payments::of( $order )->refunds()->pending() as $row ) {
			if ( $row['refund_id'] === $refund->get_id() ) {
				/* translators: 1: amount, 2: reference of the refund. */
				$order->add_order_note( sprintf( __( 'The refund of %1$s (%2$s) was not deleted: the payment service was asked to pay it, and a request cannot be taken back. If its operator has rejected the refund, choose that order action: it deletes the refund here.', 'cedi-commerce' ), Price::format( Money::of( $row['amount'] ) ), $row['ref'] ) );
				return false;
			}
		}
		return $check;
	}

	/**
	 * Sets the refund that WooCommerce has created for a request that is being sent.
	 *
	 * @param int $id ID of the refund; 0 for none.
	 */
	public static function set_new_refund( $id ) {
		self::$new_refund_id = $id;
	}

	/**
	 * Returns the refunded amount that is not recorded yet. Operators and other clients can refund too.
	 *
	 * @param Order_Payments $payments Payment data.
	 * @param Payment        $payment  Payment, as the service returns it now.
	 * @return int Pesewas.
	 */
	public static function unmatched_amount( Order_Payments $payments, Payment $payment ) {
		$refunded = $payment->refunded();
		return ( $refunded ? $refunded->pesewas() : 0 ) - $payments->refunded();
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
	 * @param Order_Payments $payments     Payment data.
	 * @param string         $key          Key of the request.
	 * @param bool           $is_ambiguous Whether the refunded amount may belong to a refund that was requested elsewhere.
	 */
	public static function mark_paid( Order_Payments $payments, $key, $is_ambiguous = false ) {
		$row = $payments->refunds()->get( $key );
		if ( ! $row || 'requested' !== $row['state'] ) {
			return;
		}
		$row['state']       = 'refunded';
		$row['resolved_at'] = time();
		$payments->save_refunds( $payments->refunds()->with( $row ) );
		$order  = $payments->order();
		$refund = $row['refund_id'] ? wc_get_order( $row['refund_id'] ) : null;
		if ( $refund instanceof WC_Order_Refund ) {
			$refund->update_meta_data( self::STATE, 'refunded' );
			$refund->save_meta_data();
		}
		$amount = Price::format( Money::of( $row['amount'] ) );
		if ( $is_ambiguous ) {
			/* translators: %s: amount. */
			$order->add_order_note( sprintf( __( 'The payment service reports a refund of %s. It does not report whose request was paid: the one of this shop counts as paid. If you have requested the same amount elsewhere, check the merchant portal.', 'cedi-commerce' ), $amount ) );
		} else {
			/* translators: 1: amount, 2: reference of the refund. */
			$order->add_order_note( sprintf( __( 'Refund of %1$s paid out (%2$s).', 'cedi-commerce' ), $amount, $row['ref'] ) );
		}
		if ( $refund instanceof WC_Order_Refund || ! self::add_missing_refund( $payments ) ) {
			self::notify_buyer( $order, self::set_refunded( $payments ), $row['refund_id'] );
		}
		/**
		 * Fires when the service reports that a refund was paid, or a merchant has marked it as paid.
		 *
		 * @param WC_Order $order Order.
		 * @param string   $ref   Reference of the refund.
		 */
		do_action( 'cedi_commerce_refund_paid', $order, $row['ref'] );
	}

	/**
	 * Sets the status of an order that is refunded in full, unless a part of the money still needs a decision.
	 *
	 * @param Order_Payments $payments Payment data.
	 * @return bool Whether the order is refunded in full.
	 */
	private static function set_refunded( Order_Payments $payments ): bool {
		$order   = $payments->order();
		$is_full = ! $payments->refunds()->pending() && 0 >= (float) $order->get_remaining_refund_amount() && ! $payments->is_undecided();
		if ( $is_full && ! $order->has_status( 'refunded' ) ) {
			$order->update_status( 'refunded' );
		}
		return $is_full;
	}

	/**
	 * Sends the email about a paid refund.
	 *
	 * @param WC_Order $order     Order.
	 * @param bool     $is_full   Whether the order is refunded in full.
	 * @param int      $refund_id ID of the refund; 0 if WooCommerce has none.
	 */
	private static function notify_buyer( WC_Order $order, $is_full, $refund_id ) {
		self::$emailed_order_id = $order->get_id();
		$emails                 = WC()->mailer()->get_emails();
		if ( isset( $emails['WC_Email_Customer_Refunded_Order'] ) && method_exists( $emails['WC_Email_Customer_Refunded_Order'], 'trigger' ) ) {
			$emails['WC_Email_Customer_Refunded_Order']->trigger( $order->get_id(), ! $is_full, $refund_id );
		}
		self::$emailed_order_id = 0;
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
			Refund_Stock::take_back( $order, $refund );
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
