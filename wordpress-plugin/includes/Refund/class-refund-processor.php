<?php
/**
 * Refund processing.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Refund;

use Cedi\Commerce\Order\Merchant_Notices;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Payment_Attempt;
use Cedi\Commerce\Order\Poll_Schedule;
use Cedi\Commerce\Service\Money;
use Cedi\Commerce\Support\Api;
use Cedi\Commerce\Support\Lock;
use Cedi\Commerce\Support\Price;
use WC_Order;
use WC_Order_Refund;
use WP_Error;
use function Cedi\Commerce\merchant;

defined( 'ABSPATH' ) || exit;

/**
 * Requests a refund from the service exactly once: the key is stored before the request is sent, and a retry after a lost
 * response uses the same key.
 *
 * @source Endpoints
 */
final class Refund_Processor {
	/**
	 * Requests a refund.
	 *
	 * @param int    $order_id Order ID.
	 * @param mixed  $amount   Amount in GH₵.
	 * @param string $reason   Reason.
	 * @return true|WP_Error True if the refund was requested.
	 */
	public static function request( $order_id, $amount, $reason ) {
		$lock = Lock::for_order( $order_id, 5000 );
		if ( ! $lock ) {
			return new WP_Error( 'cedi_commerce_busy', __( 'The payment of this order is being checked right now. Try again in a moment.', 'cedi-commerce' ) );
		}
		// WooCommerce is going to report the refund as paid. These hooks correct it, in any kind of request.
		merchant();
		try {
			return self::process( Order_Payments::fresh( $order_id ), Money::parse( is_numeric( $amount ) ? (float) $amount : $amount ), (string) $reason );
		} finally {
			$lock->release();
		}
	}

	/**
	 * Validates and sends a request.
	 *
	 * @param Order_Payments $payments Payment data.
	 * @param Money|null     $money    Amount.
	 * @param string         $reason   Reason.
	 * @return true|WP_Error
	 */
	private static function process( Order_Payments $payments, ?Money $money, $reason ) {
		$attempt = $payments->paid_attempt();
		if ( null === $attempt ) {
			return new WP_Error( 'cedi_commerce_not_paid', __( 'This order was not paid by Cedi, so that Cedi cannot refund it.', 'cedi-commerce' ) );
		}
		if ( null === $money || 0 === $money->pesewas() ) {
			return new WP_Error( 'cedi_commerce_amount', __( 'Say how much to refund, in GH₵ with at most two decimals.', 'cedi-commerce' ) );
		}
		$pesewas    = $money->pesewas();
		$row        = $payments->refunds()->unconfirmed( $pesewas );
		$other_lost = $row ? null : $payments->refunds()->unconfirmed();
		if ( $other_lost && time() - $other_lost['created_at'] < Payment_Attempt::KEY_SECONDS ) {
			/* translators: %s: amount. */
			return new WP_Error( 'cedi_commerce_unknown_refund', sprintf( __( 'The response to a refund of %s was lost. Request that amount again first: it is never requested twice.', 'cedi-commerce' ), Price::format( Money::of( $other_lost['amount'] ) ) ) );
		}
		$remaining = $attempt->amount_received()->pesewas() - $payments->refunded_elsewhere() - $payments->refunds()->requested( $row );
		if ( $pesewas > $remaining ) {
			return self::amount_error( $remaining );
		}
		$api = Api::from_settings();
		if ( is_wp_error( $api ) ) {
			return $api;
		}
		if ( $row && time() - $row['created_at'] >= Payment_Attempt::KEY_SECONDS ) {
			return self::find_lost( $payments, $row, $api );
		}
		if ( $row ) {
			return self::send( $payments, $row, $api, true );
		}
		$elsewhere = self::refunded_elsewhere( $payments, $api );
		if ( is_wp_error( $elsewhere ) ) {
			return self::merchant_error( $elsewhere );
		}
		if ( $pesewas > $remaining - $elsewhere ) {
			// WooCommerce's refund of this request occupies the amount, so the next check records the other refund.
			Poll_Schedule::schedule_soon( $payments->order()->get_id() );
			return self::amount_error( $remaining - $elsewhere );
		}
		if ( $elsewhere > 0 ) {
			Refund_Updater::set_new_refund( self::find_new_refund( $payments, $money ) );
			Refund_Updater::record_elsewhere( $payments, $elsewhere );
			Refund_Updater::set_new_refund( 0 );
		}
		$row = array( 'order' => $payments->order()->get_id() ) + self::create_row( $attempt->ref(), $money, $reason );
		return self::send( $payments, $row, $api, false );
	}

	/**
	 * Stores a request and sends it.
	 *
	 * @param Order_Payments $payments Payment data.
	 * @param array          $row      Refund_Row.
	 * @param Api            $api      API.
	 * @param bool           $was_sent Whether it was sent before.
	 * @return true|WP_Error
	 */
	private static function send( Order_Payments $payments, array $row, Api $api, $was_sent ) {
		$payments->save_refunds( $payments->refunds()->with( $row ) );
		$refund = $api->request(
			'createRefund',
			array(
				'body'            => Payment_Attempt::decode( $row['body'] ),
				'idempotency_key' => $row['key'],
				'was_sent'        => $was_sent,
			)
		);
		if ( is_wp_error( $refund ) ) {
			return self::handle_error( $payments, $row, $refund );
		}
		$row['ref'] = isset( $refund['ref'] ) && is_string( $refund['ref'] ) ? sanitize_text_field( $refund['ref'] ) : '';
		self::record_request( $payments, $row, self::requested_message( Money::of( $row['amount'] ), $row['ref'] ) );
		/**
		 * Fires when a refund was requested. An operator pays it later.
		 *
		 * @param WC_Order $order  Order.
		 * @param array    $refund Refund, as the service returned it.
		 */
		do_action( 'cedi_commerce_refund_requested', $payments->order(), $refund );
		return true;
	}

	/**
	 * Creates the row of a request.
	 *
	 * @param string $payment_ref Payment reference.
	 * @param Money  $money       Amount.
	 * @param string $reason      Reason.
	 * @return array Refund_Row.
	 */
	public static function create_row( $payment_ref, Money $money, $reason ) {
		$body = array(
			'payment_ref' => $payment_ref,
			'amount'      => $money->format(),
		);
		if ( '' !== trim( $reason ) ) {
			$body['reason'] = mb_substr( trim( $reason ), 0, 500 );
		}
		return array(
			'key'        => wp_generate_uuid4(),
			'ref'        => '',
			'refund_id'  => 0,
			'amount'     => $money->pesewas(),
			'body'       => Payment_Attempt::encode( (string) wp_json_encode( $body ) ),
			'state'      => 'unknown',
			'created_at' => time(),
		);
	}

	/**
	 * Builds the error about an amount that exceeds the refundable one.
	 *
	 * @param int $remaining Refundable amount in pesewas.
	 * @return WP_Error
	 */
	private static function amount_error( $remaining ) {
		/* translators: %s: amount. */
		return new WP_Error( 'cedi_commerce_amount', sprintf( __( 'No more than %s is left to refund.', 'cedi-commerce' ), Price::format( Money::of( max( 0, $remaining ) ) ) ) );
	}

	/**
	 * Returns the amount that was refunded without a request of this shop and is not recorded. It must not count as the result of
	 * a new request, so paid requests are recorded first.
	 *
	 * @param Order_Payments $payments Payment data.
	 * @param Api            $api      API.
	 * @return int|WP_Error Pesewas.
	 */
	private static function refunded_elsewhere( Order_Payments $payments, Api $api ) {
		$payment = $api->read_payment( $payments->ref(), 4.0 );
		if ( is_wp_error( $payment ) ) {
			return $payment;
		}
		Refund_Updater::mark_matching( $payments, $payment );
		return max( 0, Refund_Updater::unmatched_amount( $payments, $payment ) - $payments->refunds()->unconfirmed_amount() );
	}

	/**
	 * Deletes a rejected request, and keeps one that may have been accepted.
	 *
	 * @param Order_Payments $payments Payment data.
	 * @param array          $row      Refund_Row.
	 * @param WP_Error       $error    Error of the API.
	 * @return WP_Error Error for the merchant.
	 */
	private static function handle_error( Order_Payments $payments, array $row, WP_Error $error ) {
		$details = (array) $error->get_error_data();
		if ( empty( $details['is_unknown'] ) && empty( $details['is_lost'] ) ) {
			$payments->save_refunds( $payments->refunds()->without( $row['key'] ) );
		}
		return self::merchant_error( $error );
	}

	/**
	 * Converts an error of the API to an error for the merchant.
	 *
	 * @param WP_Error $error Error of the API.
	 * @return WP_Error
	 */
	public static function merchant_error( WP_Error $error ) {
		$details = (array) $error->get_error_data();
		if ( ! empty( $details['is_unknown'] ) ) {
			return new WP_Error( $error->get_error_code(), __( 'The service did not respond, so it is not known whether the refund was requested. Try again with the same amount: it is never requested twice.', 'cedi-commerce' ) );
		}
		if ( 'insufficient_scope' === $error->get_error_code() ) {
			/* translators: %s: a scope. */
			return new WP_Error( $error->get_error_code(), sprintf( __( 'The key lacks the scope %s. Create a key that has it in the developers section of the merchant portal.', 'cedi-commerce' ), $details['scope'] ) );
		}
		return $error;
	}

	/**
	 * Returns the message about a requested refund.
	 *
	 * @param Money  $money Amount.
	 * @param string $ref   Reference of the refund.
	 * @return string
	 */
	public static function requested_message( Money $money, $ref ) {
		/* translators: 1: amount, 2: reference of the refund. */
		return sprintf( __( 'Refund of %1$s requested (%2$s), not yet paid. The Cedi team sends it; until then the buyer does not have the money.', 'cedi-commerce' ), Price::format( $money ), $ref );
	}

	/**
	 * Handles a request with a lost response and an expired key. A retry could refund twice, and no operation reads a refund, so
	 * the refunded amount of the payment decides.
	 *
	 * @param Order_Payments $payments Payment data.
	 * @param array          $row      Refund_Row.
	 * @param Api            $api      API.
	 * @return true|WP_Error
	 */
	private static function find_lost( Order_Payments $payments, array $row, Api $api ) {
		$ref     = $payments->ref();
		$payment = $api->read_payment( $ref );
		if ( is_wp_error( $payment ) ) {
			return $payment;
		}
		$money    = Money::of( $row['amount'] );
		$refunded = $payment->refunded();
		if ( ( $refunded ? $refunded->pesewas() : 0 ) - $payments->refunded_elsewhere() - $payments->refunds()->requested( $row ) < $row['amount'] ) {
			/* translators: 1: amount, 2: reference of the payment. */
			return new WP_Error( 'cedi_commerce_unknown_refund', sprintf( __( 'A refund of %1$s was requested before, and the response was lost. It is not requested again: the buyer could get the money twice. Check the payment %2$s in the merchant portal. If the refund is there, record it here with the button that refunds manually; if it is not, ask the operator of the service before you do.', 'cedi-commerce' ), Price::format( $money ), $ref ) );
		}
		/* translators: 1: amount, 2: reference of the payment. */
		self::record_request( $payments, $row, sprintf( __( 'The refund of %1$s whose answer was lost has reached the service: the payment %2$s shows it.', 'cedi-commerce' ), Price::format( $money ), $ref ) );
		return true;
	}

	/**
	 * Returns the ID of the refund that WooCommerce has just created for a request. WooCommerce does not pass it.
	 *
	 * @param Order_Payments $payments Payment data.
	 * @param Money          $money    Amount of the request.
	 * @return int 0 if there is none.
	 */
	private static function find_new_refund( Order_Payments $payments, Money $money ) {
		$known_ids = array_column( $payments->refunds()->all(), 'refund_id' );
		// WooCommerce sorts refunds by second, so an earlier one of the same amount may be the first.
		$newest_id = 0;
		foreach ( $payments->order()->get_refunds() as $refund ) {
			if ( ! in_array( $refund->get_id(), $known_ids, true ) && ! $refund->get_meta( Refund_Updater::STATE ) && $money->equals( Money::parse( $refund->get_amount() ) ) ) {
				$newest_id = max( $newest_id, $refund->get_id() );
			}
		}
		return $newest_id;
	}

	/**
	 * Records a requested refund.
	 *
	 * @param Order_Payments $payments Payment data.
	 * @param array          $row      Refund_Row.
	 * @param string         $note     Order note.
	 */
	private static function record_request( Order_Payments $payments, array $row, $note ) {
		$order  = $payments->order();
		$id     = self::find_new_refund( $payments, Money::of( $row['amount'] ) );
		$refund = $id ? wc_get_order( $id ) : null;
		if ( $refund instanceof WC_Order_Refund ) {
			$refund->update_meta_data( Refund_Updater::REF, $row['ref'] );
			$refund->update_meta_data( Refund_Updater::STATE, 'requested' );
			$refund->save_meta_data();
			$row['refund_id'] = $id;
		}
		$row['state'] = 'requested';
		$payments->save_refunds( $payments->refunds()->with( $row ) );
		$order->add_order_note( $note );
		Merchant_Notices::update_count();
		// The service sends no event when the operator pays it.
		Poll_Schedule::schedule_next( $payments );
	}
}
