<?php
/**
 * The second payment of an order.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Refund;

use Cedi\Commerce\Order\Attempt;
use Cedi\Commerce\Order\Decisions;
use Cedi\Commerce\Order\Order_Notes;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Settle_Plan;
use Cedi\Commerce\Support\Api;
use Cedi\Commerce\Support\Lock;
use Cedi\Commerce\Support\Price;
use WC_Order;
use WP_Error;

defined( 'ABSPATH' ) || exit;

/**
 * A buyer who paid twice gets one payment back. WooCommerce's refund button knows only an order's first payment. So the
 * second has its own action, and waits until the service shows the refund.
 */
final class Second_Payment {
	const ACTION = 'cedi_commerce_refund_second';

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
	 * @param string[]      $actions The actions.
	 * @param WC_Order|null $order   The order.
	 * @return string[]
	 */
	public static function add_actions( $actions, $order = null ) {
		$order = $order instanceof WC_Order ? $order : ( isset( $GLOBALS['theorder'] ) ? $GLOBALS['theorder'] : null );
		if ( $order instanceof WC_Order && self::to_ask( Order_Payments::of( $order ) ) ) {
			$actions[ self::ACTION ] = __( 'Cedi: refund the second payment', 'cedi-commerce' );
		}
		return $actions;
	}

	/**
	 * The first second payment without a refund request.
	 *
	 * @param Order_Payments $payments What the order knows.
	 */
	private static function to_ask( Order_Payments $payments ): ?Attempt {
		foreach ( $payments->attempts()->second() as $attempt ) {
			if ( empty( $attempt->refund()['ref'] ) ) {
				return $attempt;
			}
		}
		return null;
	}

	/**
	 * Records that an order was paid a second time.
	 *
	 * @param Order_Payments $payments   What the order knows.
	 * @param Attempt        $attempt    The attempt.
	 * @param string         $difference What payment and order disagree about besides.
	 */
	public static function found( Order_Payments $payments, Attempt $attempt, $difference ) {
		/* translators: 1: amount, 2: reference of the payment. */
		$note = sprintf( __( 'This order was paid twice. The second payment is %2$s over %1$s: refund it.', 'cedi-commerce' ), Price::show( $attempt->brought() ), $attempt->ref() );
		$note = "$note " . __( 'The order action "Cedi: refund the second payment" asks for it. The refund button of WooCommerce gives back the first payment.', 'cedi-commerce' );
		Order_Notes::tell( $payments, '', trim( "$difference $note" ) );
		$payments->change( $attempt, array( 'state' => 'duplicate' ) );
		Decisions::recount();
		Settle_Plan::plan_for( $payments );
		/**
		 * Fires when an order was paid twice: one of the payments must be given back.
		 *
		 * @param WC_Order $order  The order.
		 * @param string   $ref    The reference of the second payment.
		 * @param string   $amount What it brought, in GH₵.
		 */
		do_action( 'cedi_commerce_paid_twice', $payments->order(), $attempt->ref(), $attempt->brought()->format() );
	}

	/**
	 * Requests the refund of a second payment, and writes the result into a note.
	 *
	 * @param WC_Order $order The order.
	 */
	public static function refund( $order ) {
		$lock = Lock::acquire( 'settle_' . $order->get_id(), 60, 5000 );
		if ( ! $lock ) {
			$order->add_order_note( __( 'The payment of this order is being checked right now. Try again in a moment.', 'cedi-commerce' ) );
			return;
		}
		try {
			$payments = Order_Payments::fresh( $order->get_id() );
			$attempt  = self::to_ask( $payments );
			if ( $attempt ) {
				$payments->order()->add_order_note( self::send( $payments, $attempt ) );
				Decisions::recount();
				Settle_Plan::plan_for( $payments );
			}
		} finally {
			$lock->release();
		}
	}

	/**
	 * Sends the request. Its key is stored first; after a lost answer the same key is used again.
	 *
	 * @param Order_Payments $payments What the order knows.
	 * @param Attempt        $attempt  The attempt.
	 * @return string What came of it, for the merchant.
	 */
	private static function send( Order_Payments $payments, Attempt $attempt ) {
		$api = Api::from_settings();
		if ( is_wp_error( $api ) ) {
			return $api->get_error_message();
		}
		$row      = $attempt->refund();
		$was_sent = (bool) $row;
		if ( ! $was_sent ) {
			$row     = Refund_Request::row( $attempt->ref(), $attempt->brought(), '' );
			$attempt = $payments->change( $attempt, array( 'refund' => $row ) );
		} elseif ( time() - $row['created'] >= Attempt::KEY_SECONDS ) {
			/* translators: %s: reference of the payment. */
			return sprintf( __( 'A refund of the second payment %s was asked for before, and its answer was lost. It is not asked for again: the buyer could get the money twice. Look at the payment in the merchant portal. When it was given back, this order will show it.', 'cedi-commerce' ), $attempt->ref() );
		}
		$refund = $api->request(
			'createRefund',
			array(
				'body'            => Attempt::unpack( $row['body'] ),
				'idempotency_key' => $row['key'],
				'was_sent'        => $was_sent,
			)
		);
		if ( $refund instanceof WP_Error ) {
			$details = (array) $refund->get_error_data();
			if ( empty( $details['is_unknown'] ) && empty( $details['is_lost'] ) ) {
				$payments->change( $attempt, array( 'refund' => array() ) );
			}
			return Refund_Request::explain( $refund )->get_error_message();
		}
		$ref = isset( $refund['ref'] ) && is_string( $refund['ref'] ) ? sanitize_text_field( $refund['ref'] ) : '-';
		$payments->change( $attempt, array( 'refund' => array_merge( $row, array( 'ref' => $ref ) ) ) );
		return Refund_Request::requested( $attempt->brought(), "{$attempt->ref()}, $ref" );
	}

	/**
	 * Checks whether second payments were refunded.
	 *
	 * @param Order_Payments $payments What the order knows.
	 * @param Lock           $lock     The lock.
	 * @param Api            $api      The service.
	 * @param float          $end      Until when asking may take, as microtime() gives it.
	 */
	public static function look( Order_Payments $payments, Lock $lock, Api $api, $end ) {
		foreach ( $payments->attempts()->second() as $attempt ) {
			$payment  = $api->read_payment( $attempt->ref(), max( 1.0, $end - microtime( true ) ) );
			$returned = is_wp_error( $payment ) ? null : $payment->refunded();
			if ( is_wp_error( $payment ) || ! $lock->is_held() || null === $returned || $payment->ref() !== $attempt->ref() ) {
				return;
			}
			if ( $returned->pesewas() >= $attempt->brought()->pesewas() ) {
				$payments->change( $attempt, array( 'state' => 'returned' ) );
				/* translators: %s: reference of the payment. */
				$payments->order()->add_order_note( sprintf( __( 'The second payment %s was given back.', 'cedi-commerce' ), $attempt->ref() ) );
			}
		}
	}
}
