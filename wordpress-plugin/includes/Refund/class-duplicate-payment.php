<?php
/**
 * Second payments.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Refund;

use Cedi\Commerce\Order\Merchant_Notices;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Payment_Attempt;
use Cedi\Commerce\Order\Poll_Schedule;
use Cedi\Commerce\Support\Api;
use Cedi\Commerce\Support\Lock;
use Cedi\Commerce\Support\Price;
use WC_Order;
use WP_Error;

defined( 'ABSPATH' ) || exit;

/**
 * Handles an order that was paid twice. WooCommerce's refund button refunds only the first payment, so the second has its own
 * order action. It counts as refunded when the service reports the refund.
 */
final class Duplicate_Payment {
	const ACTION = 'cedi_commerce_refund_duplicate';

	/**
	 * Adds the action to the order screen.
	 */
	public static function add() {
		add_filter( 'woocommerce_order_actions', array( self::class, 'add_actions' ), 11, 2 );
		add_action( 'woocommerce_order_action_' . self::ACTION, array( self::class, 'refund' ) );
	}

	/**
	 * Adds the action.
	 *
	 * @param string[]      $actions Order actions.
	 * @param WC_Order|null $order   Order.
	 * @return string[]
	 */
	public static function add_actions( $actions, $order = null ) {
		$order = $order instanceof WC_Order ? $order : ( isset( $GLOBALS['theorder'] ) ? $GLOBALS['theorder'] : null );
		if ( $order instanceof WC_Order && self::first_unrequested( Order_Payments::of( $order ) ) ) {
			$actions[ self::ACTION ] = __( 'Cedi: refund the second payment', 'cedi-commerce' );
		}
		return $actions;
	}

	/**
	 * Returns the first second payment without a refund request.
	 *
	 * @param Order_Payments $payments Payment data.
	 */
	private static function first_unrequested( Order_Payments $payments ): ?Payment_Attempt {
		foreach ( $payments->attempts()->duplicates() as $attempt ) {
			if ( empty( $attempt->refund()['ref'] ) ) {
				return $attempt;
			}
		}
		return null;
	}

	/**
	 * Records a second payment and notifies the merchant.
	 *
	 * @param Order_Payments  $payments Payment data.
	 * @param Payment_Attempt $attempt  Attempt of the second payment.
	 * @param string          $mismatch Difference between payment and order; '' if there is none.
	 */
	public static function record( Order_Payments $payments, Payment_Attempt $attempt, $mismatch ) {
		/* translators: 1: amount, 2: reference of the payment. */
		$note = sprintf( __( 'This order was paid twice. The second payment is %2$s for %1$s: refund it.', 'cedi-commerce' ), Price::format( $attempt->amount_received() ), $attempt->ref() );
		$note = "$note " . __( 'The order action "Cedi: refund the second payment" asks for it. The refund button of WooCommerce gives back the first payment.', 'cedi-commerce' );
		Merchant_Notices::add( $payments, '', trim( "$mismatch $note" ) );
		$payments->update_attempt( $attempt, array( 'state' => 'duplicate' ) );
		Merchant_Notices::update_count();
		Poll_Schedule::schedule_next( $payments );
		/**
		 * Fires when an order was paid twice. The second payment must be refunded.
		 *
		 * @param WC_Order $order  Order.
		 * @param string   $ref    Reference of the second payment.
		 * @param string   $amount Amount of the second payment in GH₵.
		 */
		do_action( 'cedi_commerce_duplicate_payment', $payments->order(), $attempt->ref(), $attempt->amount_received()->format() );
	}

	/**
	 * Requests the refund of a second payment and adds the result as an order note.
	 *
	 * @param WC_Order $order Order.
	 */
	public static function refund( $order ) {
		$lock = Lock::for_order( $order->get_id(), 5000 );
		if ( ! $lock ) {
			$order->add_order_note( __( 'The payment of this order is being checked right now. Try again in a moment.', 'cedi-commerce' ) );
			return;
		}
		try {
			$payments = Order_Payments::fresh( $order->get_id() );
			$attempt  = self::first_unrequested( $payments );
			if ( $attempt ) {
				// A note may contain markup, a message of the service must not.
				$payments->order()->add_order_note( esc_html( self::send( $payments, $attempt ) ) );
				Merchant_Notices::update_count();
				Poll_Schedule::schedule_next( $payments );
			}
		} finally {
			$lock->release();
		}
	}

	/**
	 * Sends the request. Its key is stored first, and a retry after a lost response uses the same key.
	 *
	 * @param Order_Payments  $payments Payment data.
	 * @param Payment_Attempt $attempt  Attempt of the second payment.
	 * @return string Result for the merchant.
	 */
	private static function send( Order_Payments $payments, Payment_Attempt $attempt ) {
		$api = Api::from_settings();
		if ( is_wp_error( $api ) ) {
			return $api->get_error_message();
		}
		$row      = $attempt->refund();
		$was_sent = (bool) $row;
		if ( ! $was_sent ) {
			$row     = Refund_Processor::create_row( $attempt->ref(), $attempt->amount_received(), '' );
			$attempt = $payments->update_attempt( $attempt, array( 'refund' => $row ) );
		} elseif ( time() - $row['created_at'] >= Payment_Attempt::KEY_SECONDS ) {
			/* translators: %s: reference of the payment. */
			return sprintf( __( 'A refund of the second payment %s was requested before, and the response was lost. It is not requested again: the buyer could get the money twice. Check the payment in the merchant portal. When it was refunded, this order will show it.', 'cedi-commerce' ), $attempt->ref() );
		}
		$refund = $api->request(
			'createRefund',
			array(
				'body'            => Payment_Attempt::decode( $row['body'] ),
				'idempotency_key' => $row['key'],
				'was_sent'        => $was_sent,
			)
		);
		if ( $refund instanceof WP_Error ) {
			$details = (array) $refund->get_error_data();
			if ( empty( $details['is_unknown'] ) && empty( $details['is_lost'] ) ) {
				$payments->update_attempt( $attempt, array( 'refund' => array() ) );
			}
			return Refund_Processor::merchant_error( $refund )->get_error_message();
		}
		$ref = isset( $refund['ref'] ) && is_string( $refund['ref'] ) ? sanitize_text_field( $refund['ref'] ) : '-';
		$payments->update_attempt( $attempt, array( 'refund' => array_merge( $row, array( 'ref' => $ref ) ) ) );
		return Refund_Processor::requested_message( $attempt->amount_received(), "{$attempt->ref()}, $ref" );
	}

	/**
	 * Checks whether second payments were refunded.
	 *
	 * @param Order_Payments $payments Payment data.
	 * @param Lock           $lock     Lock.
	 * @param Api            $api      API.
	 * @param float          $deadline Deadline for requests, as a microtime() value.
	 */
	public static function check_refunds( Order_Payments $payments, Lock $lock, Api $api, $deadline ) {
		foreach ( $payments->attempts()->duplicates() as $attempt ) {
			$payment  = $api->read_payment( $attempt->ref(), max( 1.0, $deadline - microtime( true ) ) );
			$refunded = is_wp_error( $payment ) ? null : $payment->refunded();
			if ( is_wp_error( $payment ) || ! $lock->is_held() || null === $refunded || $payment->ref() !== $attempt->ref() ) {
				return;
			}
			if ( $refunded->pesewas() >= $attempt->amount_received()->pesewas() ) {
				$payments->update_attempt( $attempt, array( 'state' => 'returned' ) );
				/* translators: %s: reference of the payment. */
				$payments->order()->add_order_note( sprintf( __( 'The second payment %s was refunded.', 'cedi-commerce' ), $attempt->ref() ) );
			}
		}
	}
}
