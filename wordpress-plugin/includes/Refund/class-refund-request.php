<?php
/**
 * Requests a refund.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Refund;

use Cedi\Commerce\Order\Attempt;
use Cedi\Commerce\Order\Decisions;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Settle_Plan;
use Cedi\Commerce\Service\Money;
use Cedi\Commerce\Support\Api;
use Cedi\Commerce\Support\Lock;
use Cedi\Commerce\Support\Price;
use WP_Error;
use function Cedi\Commerce\merchant;

defined( 'ABSPATH' ) || exit;

/**
 * Requests a refund from the service, once: the key is stored before anything is sent, and after a lost answer the same
 * key is used again.
 *
 * @source Endpoints
 */
final class Refund_Request {
	/**
	 * Requests a refund.
	 *
	 * @param int    $order_id The order.
	 * @param mixed  $amount   How much, in GH₵.
	 * @param string $reason   Why.
	 * @return true|WP_Error True means "asked for".
	 */
	public static function request( $order_id, $amount, $reason ) {
		$lock = Lock::acquire( "settle_$order_id", 60, 5000 );
		if ( ! $lock ) {
			return new WP_Error( 'cedi_commerce_busy', __( 'The payment of this order is being checked right now. Try again in a moment.', 'cedi-commerce' ) );
		}
		// Whatever request this is, WooCommerce is about to call the money refunded.
		merchant();
		try {
			return self::send( Order_Payments::fresh( $order_id ), Money::parse( is_numeric( $amount ) ? (float) $amount : $amount ), (string) $reason );
		} finally {
			$lock->release();
		}
	}

	/**
	 * Checks and sends the request.
	 *
	 * @param Order_Payments $payments What the order knows.
	 * @param Money|null     $money    How much.
	 * @param string         $reason   Why.
	 * @return true|WP_Error
	 */
	private static function send( Order_Payments $payments, ?Money $money, $reason ) {
		$attempt = $payments->paid_attempt();
		if ( null === $attempt ) {
			return new WP_Error( 'cedi_commerce_not_paid', __( 'This order was not paid by Cedi, so that Cedi cannot refund it.', 'cedi-commerce' ) );
		}
		if ( null === $money || 0 === $money->pesewas() ) {
			return new WP_Error( 'cedi_commerce_amount', __( 'Say how much to refund, in GH₵ with at most two decimals.', 'cedi-commerce' ) );
		}
		$pesewas = $money->pesewas();
		$row     = $payments->refunds()->unknown( $pesewas );
		$lost    = $row ? null : $payments->refunds()->unknown();
		if ( $lost && time() - $lost['created'] < Attempt::KEY_SECONDS ) {
			/* translators: %s: amount. */
			return new WP_Error( 'cedi_commerce_unknown_refund', sprintf( __( 'The answer to a refund of %s was lost. Ask for that amount again first: it is never asked for twice.', 'cedi-commerce' ), Price::show( Money::of( $lost['amount'] ) ) ) );
		}
		$left = $attempt->brought()->pesewas() - $payments->refunds()->asked( $row );
		if ( $pesewas > $left ) {
			return self::too_much( $left );
		}
		$api = Api::from_settings();
		if ( is_wp_error( $api ) ) {
			return $api;
		}
		if ( $row && time() - $row['created'] >= Attempt::KEY_SECONDS ) {
			return self::find( $payments, $row, $api );
		}
		if ( $row ) {
			return self::ask( $payments, $row, $api, true );
		}
		$outside = self::outside( $payments, $api );
		if ( is_wp_error( $outside ) ) {
			return self::explain( $outside );
		}
		if ( $pesewas > $left - $outside ) {
			return self::too_much( $left - $outside );
		}
		$row = array(
			'order'   => $payments->order()->get_id(),
			'outside' => $outside,
		) + self::row( $attempt->ref(), $money, $reason );
		return self::ask( $payments, $row, $api, false );
	}

	/**
	 * Sends a request, which is stored first.
	 *
	 * @param Order_Payments $payments What the order knows.
	 * @param array          $row      The request.
	 * @param Api            $api      The service.
	 * @param bool           $was_sent Whether it was sent before.
	 * @return true|WP_Error
	 */
	private static function ask( Order_Payments $payments, array $row, Api $api, $was_sent ) {
		$payments->keep_refunds( $payments->refunds()->with( $row ) );
		$refund = $api->request(
			'createRefund',
			array(
				'body'            => Attempt::unpack( $row['body'] ),
				'idempotency_key' => $row['key'],
				'was_sent'        => $was_sent,
			)
		);
		if ( is_wp_error( $refund ) ) {
			return self::give_up( $payments, $row, $refund );
		}
		$row['ref'] = isset( $refund['ref'] ) && is_string( $refund['ref'] ) ? sanitize_text_field( $refund['ref'] ) : '';
		self::note_request( $payments, $row, self::requested( Money::of( $row['amount'] ), $row['ref'] ) );
		/**
		 * Fires when a refund was requested. An operator pays it by hand later: the buyer has nothing yet.
		 *
		 * @param WC_Order $order  The order.
		 * @param array    $refund The refund as the service gave it.
		 */
		do_action( 'cedi_commerce_refund_requested', $payments->order(), $refund );
		return true;
	}

	/**
	 * Makes a request.
	 *
	 * @param string $payment The payment.
	 * @param Money  $money   How much.
	 * @param string $reason  Why.
	 */
	public static function row( $payment, Money $money, $reason ) {
		$body = array(
			'payment_ref' => $payment,
			'amount'      => $money->format(),
		);
		if ( '' !== trim( $reason ) ) {
			$body['reason'] = mb_substr( trim( $reason ), 0, 500 );
		}
		return array(
			'key'       => wp_generate_uuid4(),
			'ref'       => '',
			'refund_id' => 0,
			'amount'    => $money->pesewas(),
			'body'      => Attempt::pack( (string) wp_json_encode( $body ) ),
			'state'     => 'unknown',
			'created'   => time(),
		);
	}

	/**
	 * Says how much can still be refunded.
	 *
	 * @param int $left Pesewas.
	 * @return WP_Error
	 */
	private static function too_much( $left ) {
		/* translators: %s: amount. */
		return new WP_Error( 'cedi_commerce_amount', sprintf( __( 'No more than %s is left to refund.', 'cedi-commerce' ), Price::show( Money::of( max( 0, $left ) ) ) ) );
	}

	/**
	 * How much was refunded without a request from this shop: it must not count as the result of a new request. Earlier
	 * requests that were paid meanwhile are recorded first.
	 *
	 * @param Order_Payments $payments What the order knows.
	 * @param Api            $api      The service.
	 * @return int|WP_Error Pesewas.
	 */
	private static function outside( Order_Payments $payments, Api $api ) {
		$payment = $api->read_payment( $payments->ref(), 4.0 );
		if ( is_wp_error( $payment ) ) {
			return $payment;
		}
		Refunds::look( $payments, $payment );
		$unexplained = Refunds::unexplained( $payments, $payment );
		foreach ( $payments->refunds()->all() as $row ) {
			$unexplained -= 'unknown' === $row['state'] ? $row['amount'] : 0;
		}
		return max( 0, $unexplained );
	}

	/**
	 * Deletes a request that was refused, and keeps one that may have been accepted.
	 *
	 * @param Order_Payments $payments What the order knows.
	 * @param array          $row      The request.
	 * @param WP_Error       $error    What went wrong.
	 * @return WP_Error For the merchant.
	 */
	private static function give_up( Order_Payments $payments, array $row, WP_Error $error ) {
		$details = (array) $error->get_error_data();
		if ( empty( $details['is_unknown'] ) && empty( $details['is_lost'] ) ) {
			$payments->keep_refunds( $payments->refunds()->without( $row['key'] ) );
		}
		return self::explain( $error );
	}

	/**
	 * Says what went wrong.
	 *
	 * @param WP_Error $error What went wrong.
	 * @return WP_Error For the merchant.
	 */
	public static function explain( WP_Error $error ) {
		$details = (array) $error->get_error_data();
		if ( ! empty( $details['is_unknown'] ) ) {
			return new WP_Error( $error->get_error_code(), __( 'The service did not answer, so that nobody knows whether the refund was asked for. Try again with the same amount: it is never asked for twice.', 'cedi-commerce' ) );
		}
		if ( 'insufficient_scope' === $error->get_error_code() ) {
			/* translators: %s: a scope. */
			return new WP_Error( $error->get_error_code(), sprintf( __( 'The key does not hold the scope %s. Issue one that does in the developers section of the merchant portal.', 'cedi-commerce' ), $details['scope'] ) );
		}
		return $error;
	}

	/**
	 * Says that a refund was requested.
	 *
	 * @param Money  $money How much.
	 * @param string $ref   The reference of the refund.
	 * @return string For the merchant.
	 */
	public static function requested( Money $money, $ref ) {
		/* translators: 1: amount, 2: reference of the refund. */
		return sprintf( __( 'Refund of %1$s requested (%2$s). An operator pays it by hand: the buyer does not have the money yet.', 'cedi-commerce' ), Price::show( $money ), $ref );
	}

	/**
	 * Handles a request whose answer was lost and whose key the service has forgotten: sent again, it could pay the
	 * buyer twice. No operation reads a refund; the payment's refunded amount shows that it was requested.
	 *
	 * @param Order_Payments $payments What the order knows.
	 * @param array          $row      The request.
	 * @param Api            $api      The service.
	 * @return true|WP_Error
	 */
	private static function find( Order_Payments $payments, array $row, Api $api ) {
		$ref     = $payments->ref();
		$payment = $api->read_payment( $ref );
		if ( is_wp_error( $payment ) ) {
			return $payment;
		}
		$money    = Money::of( $row['amount'] );
		$returned = $payment->refunded();
		if ( ( $returned ? $returned->pesewas() : 0 ) - $payments->refunds()->asked( $row ) < $row['amount'] ) {
			/* translators: 1: amount, 2: reference of the payment. */
			return new WP_Error( 'cedi_commerce_unknown_refund', sprintf( __( 'A refund of %1$s was asked for before, and its answer was lost. It is not asked for again: the buyer could get the money twice. Look at the payment %2$s in the merchant portal. If the refund is there, record it here with the button that refunds manually; if it is not, ask those who run the service before you do.', 'cedi-commerce' ), Price::show( $money ), $ref ) );
		}
		/* translators: 1: amount, 2: reference of the payment. */
		self::note_request( $payments, $row, sprintf( __( 'The refund of %1$s whose answer was lost has reached the service: the payment %2$s shows it.', 'cedi-commerce' ), Price::show( $money ), $ref ) );
		return true;
	}

	/**
	 * Records that a refund was requested.
	 *
	 * @param Order_Payments $payments What the order knows.
	 * @param array          $row      The request.
	 * @param string         $note     For the merchant.
	 */
	private static function note_request( Order_Payments $payments, array $row, $note ) {
		$order = $payments->order();
		$taken = array_column( $payments->refunds()->all(), 'refund_id' );
		$money = Money::of( $row['amount'] );
		foreach ( $order->get_refunds() as $refund ) {
			// WooCommerce created its refund just before, and does not say which.
			if ( ! in_array( $refund->get_id(), $taken, true ) && ! $refund->get_meta( Refunds::REF ) && $money->equals( Money::parse( $refund->get_amount() ) ) ) {
				$refund->update_meta_data( Refunds::REF, $row['ref'] );
				$refund->update_meta_data( Refunds::STATE, 'requested' );
				$refund->save_meta_data();
				$row['refund_id'] = $refund->get_id();
				break;
			}
		}
		$row['state'] = 'requested';
		$payments->keep_refunds( $payments->refunds()->with( $row ) );
		$order->add_order_note( $note );
		Decisions::recount();
		// Nobody reports when an operator has paid it.
		Settle_Plan::plan_for( $payments );
	}
}
