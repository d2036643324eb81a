<?php
/**
 * Asking for a refund.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Refund;

use Cedi\Commerce\Order\Attempts;
use Cedi\Commerce\Order\Order_Settler;
use Cedi\Commerce\Order\Settle_Schedule;
use Cedi\Commerce\Service\Money;
use Cedi\Commerce\Support\Api;
use WC_Order;
use WP_Error;

defined( 'ABSPATH' ) || exit;

/**
 * Asks the service for a refund, once: the key is written down before anything is sent, and a lost answer is asked for
 * with the same key.
 *
 * @source Endpoints
 */
final class Refund_Request {
	/**
	 * Checks and sends the request.
	 *
	 * @param WC_Order $order   The order.
	 * @param int|null $pesewas How much.
	 * @param string   $reason  Why.
	 * @return true|WP_Error
	 */
	public static function send( WC_Order $order, $pesewas, $reason ) {
		$payment = Order_Settler::ref( $order );
		$attempt = ( new Attempts( $order ) )->of( $payment );
		if ( '' === $payment || null === $attempt ) {
			return new WP_Error( 'cedi_commerce_not_paid', __( 'This order was not paid by Cedi, so that Cedi cannot refund it.', 'cedi-commerce' ) );
		}
		if ( ! $pesewas ) {
			return new WP_Error( 'cedi_commerce_amount', __( 'Say how much to refund, in GH₵ with at most two decimals.', 'cedi-commerce' ) );
		}
		$requests = Refunds::all( $order );
		$row      = self::unknown( $requests, $pesewas );
		$lost     = $row ? null : self::unknown( $requests );
		if ( $lost && time() - $lost['created'] < Attempts::KEY_SECONDS ) {
			/* translators: %s: amount. */
			return new WP_Error( 'cedi_commerce_unknown_refund', sprintf( __( 'The answer to a refund of %s was lost. Ask for that amount again first: it is never asked for twice.', 'cedi-commerce' ), Money::show( $lost['amount'] ) ) );
		}
		$left = Attempts::brought( $attempt ) - self::asked( $requests, $row );
		if ( $pesewas > $left ) {
			return self::too_much( $left );
		}
		$api = Api::from_settings();
		if ( is_wp_error( $api ) ) {
			return $api;
		}
		if ( $row && time() - $row['created'] >= Attempts::KEY_SECONDS ) {
			return self::find( $order, $requests, $row, $payment, $api );
		}
		$was_sent = (bool) $row;
		if ( ! $row ) {
			$outside = self::outside( $order, $payment, $api );
			if ( is_wp_error( $outside ) ) {
				return self::explain( $outside );
			}
			if ( $pesewas > $left - $outside ) {
				return self::too_much( $left - $outside );
			}
			$requests = Refunds::all( $order );
			$row      = array(
				'order'   => $order->get_id(),
				'outside' => $outside,
			) + self::row( $payment, $pesewas, $reason );
		}
		$requests[ $row['key'] ] = $row;
		Refunds::keep( $order, $requests );
		$refund = $api->request(
			'createRefund',
			array(
				'body'            => Attempts::unpack( $row['body'] ),
				'idempotency_key' => $row['key'],
				'was_sent'        => $was_sent,
			)
		);
		if ( is_wp_error( $refund ) ) {
			return self::give_up( $order, $requests, $row, $refund );
		}
		$row['ref'] = isset( $refund['ref'] ) && is_string( $refund['ref'] ) ? sanitize_text_field( $refund['ref'] ) : '';
		self::note_request( $order, $requests, $row, self::requested( $pesewas, $row['ref'] ) );
		do_action( 'cedi_commerce_refund_requested', $order, $refund );
		return true;
	}

	/**
	 * Makes a request.
	 *
	 * @param string $payment The payment.
	 * @param int    $pesewas How much.
	 * @param string $reason  Why.
	 */
	public static function row( $payment, $pesewas, $reason ) {
		$body = array(
			'payment_ref' => $payment,
			'amount'      => Money::format( $pesewas ),
		);
		if ( '' !== trim( $reason ) ) {
			$body['reason'] = mb_substr( trim( $reason ), 0, 500 );
		}
		return array(
			'key'       => wp_generate_uuid4(),
			'ref'       => '',
			'refund_id' => 0,
			'amount'    => $pesewas,
			'body'      => Attempts::pack( (string) wp_json_encode( $body ) ),
			'state'     => 'unknown',
			'created'   => time(),
		);
	}

	/**
	 * A request whose answer was lost: asked again with its key, it is not made twice, as long as the service knows the key.
	 *
	 * @param array[]  $requests The requests.
	 * @param int|null $pesewas  How much; null for the last one, of any amount.
	 * @return array|null
	 */
	private static function unknown( array $requests, $pesewas = null ) {
		foreach ( array_reverse( $requests ) as $row ) {
			if ( 'unknown' === $row['state'] && ( null === $pesewas || $row['amount'] === $pesewas ) ) {
				return $row;
			}
		}
		return null;
	}

	/**
	 * Says how much can still be refunded.
	 *
	 * @param int $left Pesewas.
	 * @return WP_Error
	 */
	private static function too_much( $left ) {
		/* translators: %s: amount. */
		return new WP_Error( 'cedi_commerce_amount', sprintf( __( 'No more than %s is left to refund.', 'cedi-commerce' ), Money::show( max( 0, $left ) ) ) );
	}

	/**
	 * How much was given back that this shop has not asked for: it is not what a new request will bring. What was paid out
	 * meanwhile of earlier requests is written down first.
	 *
	 * @param WC_Order $order The order.
	 * @param string   $ref   The reference of the payment.
	 * @param Api      $api   The service.
	 * @return int|WP_Error Pesewas.
	 */
	private static function outside( WC_Order $order, $ref, Api $api ) {
		$payment = $api->request(
			'readPayment',
			array(
				'parameter' => $ref,
				'budget'    => 4.0,
			)
		);
		if ( is_wp_error( $payment ) ) {
			return $payment;
		}
		Refunds::look( $order, $payment );
		$unexplained = Refunds::unexplained( $order, $payment );
		foreach ( Refunds::all( $order ) as $row ) {
			$unexplained -= 'unknown' === $row['state'] ? $row['amount'] : 0;
		}
		return max( 0, $unexplained );
	}

	/**
	 * Forgets a request that was refused, and keeps one that may have been taken.
	 *
	 * @param WC_Order $order    The order.
	 * @param array[]  $requests The requests.
	 * @param array    $row      This one.
	 * @param WP_Error $error    What went wrong.
	 * @return WP_Error For the merchant.
	 */
	private static function give_up( WC_Order $order, array $requests, array $row, WP_Error $error ) {
		$details = (array) $error->get_error_data();
		if ( empty( $details['is_unknown'] ) && empty( $details['is_lost'] ) ) {
			unset( $requests[ $row['key'] ] );
			Refunds::keep( $order, $requests );
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
	 * Says that a refund was asked for.
	 *
	 * @param int    $pesewas How much.
	 * @param string $ref     The reference of the refund.
	 * @return string For the merchant.
	 */
	public static function requested( $pesewas, $ref ) {
		/* translators: 1: amount, 2: reference of the refund. */
		return sprintf( __( 'Refund of %1$s requested (%2$s). An operator pays it by hand: the buyer does not have the money yet.', 'cedi-commerce' ), Money::show( $pesewas ), $ref );
	}

	/**
	 * Looks for a request whose answer was lost, and whose key the service has forgotten: sent again, it could pay the buyer
	 * twice. No operation reads a refund; what a payment has given back says that it was asked for.
	 *
	 * @param WC_Order $order    The order.
	 * @param array[]  $requests The requests.
	 * @param array    $row      This one.
	 * @param string   $ref      The reference of the payment.
	 * @param Api      $api      The service.
	 * @return true|WP_Error
	 */
	private static function find( WC_Order $order, array $requests, array $row, $ref, Api $api ) {
		$payment = $api->request( 'readPayment', array( 'parameter' => $ref ) );
		if ( is_wp_error( $payment ) ) {
			return $payment;
		}
		$given = (int) Money::parse( isset( $payment['refunded_amount'] ) ? $payment['refunded_amount'] : 0 ) - self::asked( $requests, $row );
		if ( $given < $row['amount'] ) {
			/* translators: 1: amount, 2: reference of the payment. */
			return new WP_Error( 'cedi_commerce_unknown_refund', sprintf( __( 'A refund of %1$s was asked for before, and its answer was lost. It is not asked for again: the buyer could get the money twice. Look at the payment %2$s in the merchant portal. If the refund is there, record it here with the button that refunds manually; if it is not, ask those who run the service before you do.', 'cedi-commerce' ), Money::show( $row['amount'] ), $ref ) );
		}
		/* translators: 1: amount, 2: reference of the payment. */
		self::note_request( $order, $requests, $row, sprintf( __( 'The refund of %1$s whose answer was lost has reached the service: the payment %2$s shows it.', 'cedi-commerce' ), Money::show( $row['amount'] ), $ref ) );
		return true;
	}

	/**
	 * How much was asked for and not rejected, or may have been asked for.
	 *
	 * @param array[]    $requests The requests.
	 * @param array|null $but      One that does not count.
	 * @return int Pesewas.
	 */
	private static function asked( array $requests, $but = null ) {
		$sum = 0;
		foreach ( $requests as $row ) {
			$counts = 'rejected' !== $row['state'] && ( null === $but || $but['key'] !== $row['key'] );
			$sum   += $counts ? $row['amount'] : 0;
		}
		return $sum;
	}

	/**
	 * Writes down that a refund was asked for.
	 *
	 * @param WC_Order $order    The order.
	 * @param array[]  $requests The requests.
	 * @param array    $row      This one.
	 * @param string   $note     For the merchant.
	 */
	private static function note_request( WC_Order $order, array $requests, array $row, $note ) {
		$taken = array_column( $requests, 'refund_id' );
		foreach ( $order->get_refunds() as $refund ) {
			// WooCommerce has made its refund just before it asked, and does not say which.
			if ( ! in_array( $refund->get_id(), $taken, true ) && ! $refund->get_meta( Refunds::REF ) && Money::parse( $refund->get_amount() ) === $row['amount'] ) {
				$refund->update_meta_data( Refunds::REF, $row['ref'] );
				$refund->update_meta_data( Refunds::STATE, 'requested' );
				$refund->save_meta_data();
				$row['refund_id'] = $refund->get_id();
				break;
			}
		}
		$row['state']            = 'requested';
		$requests[ $row['key'] ] = $row;
		Refunds::keep( $order, $requests );
		$order->add_order_note( $note );
		// Nobody tells when an operator has paid it.
		Settle_Schedule::plan_for( $order );
	}
}
