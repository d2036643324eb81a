<?php
/**
 * Checkout of payment requests.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Request;

use Cedi\Commerce\Checkout\Checkout;
use Cedi\Commerce\Order\Payment_Attempt;
use Cedi\Commerce\Order\Payment_Checker;
use Cedi\Commerce\Service\Payment;
use Cedi\Commerce\Support\Api;
use Cedi\Commerce\Support\Checkout_Intent;
use Cedi\Commerce\Support\Lock;
use Cedi\Commerce\Support\Log;
use Cedi\Commerce\Support\Payment_Methods;
use Cedi\Commerce\Support\Site;
use WP_Error;

defined( 'ABSPATH' ) || exit;

/**
 * Creates the checkout intents of a request until it is paid, and checks their payments. A request for an order uses the order's attempts,
 * so an order has at most one pending payment.
 */
final class Request_Checkout {
	/** Hook of the scheduled checks. */
	const HOOK = 'cedi_commerce_check_request';

	/** Value of `source` in the metadata of intents that a request has created. */
	const SOURCE = 'payment-request';

	/** Delay of the scheduled checks in seconds. */
	const POLL_SECONDS = 900;

	/**
	 * Starts or continues an attempt to pay.
	 *
	 * @param int    $id     ID of the request.
	 * @param string $method Payment method of the order; '' for the plugin's first one. A request without an order has none.
	 * @return Payment_Attempt|null|WP_Error Attempt with token and URL; null if nothing is due; error for the buyer.
	 */
	public static function start( $id, $method = '' ) {
		$lock = Lock::acquire( "request_$id", 60, 5000 );
		if ( ! $lock ) {
			return new WP_Error( 'cedi_commerce_busy', __( 'Your payment is being checked right now. Please try again in a moment.', 'cedi-commerce' ) );
		}
		try {
			self::check_locked( $id, 3.0 );
			$request = Payment_Request::find( $id );
			$state   = $request ? $request->state() : 'closed';
			if ( ! $request || ! in_array( $state, array( 'open', 'pending' ), true ) ) {
				return null;
			}
			return $request->order() ? self::start_order( $request, $method ) : self::open_intent( $request );
		} finally {
			$lock->release();
		}
	}

	/**
	 * Starts or continues an attempt to pay an order.
	 *
	 * @param Payment_Request $request Request for an order.
	 * @param string          $method  Payment method; '' for the first one.
	 * @return Payment_Attempt|null|WP_Error
	 */
	private static function start_order( Payment_Request $request, $method ) {
		$order   = $request->order();
		$choices = Payment_Methods::choices();
		$method  = in_array( $method, $choices, true ) ? $method : $choices[0];
		if ( $order && 'open' === $request->state() && $method !== $order->get_payment_method() ) {
			$order->set_payment_method( $method );
			$order->set_payment_method_title( Payment_Methods::title( $method ) );
			$order->save();
		}
		$attempt = Checkout::start( $request->order_id(), $request->url() );
		self::schedule( $request->id(), 2 * MINUTE_IN_SECONDS );
		return $attempt;
	}

	/**
	 * Opens the intent of a request without an order. The caller holds the lock.
	 *
	 * @param Payment_Request $request Request.
	 * @return Payment_Attempt|WP_Error
	 */
	private static function open_intent( Payment_Request $request ) {
		$api = Api::from_settings();
		if ( is_wp_error( $api ) ) {
			return self::buyer_error( $api );
		}
		$amount  = $request->amount();
		$pending = $request->attempts()->pending();
		$attempt = $pending ? $pending : $request->attempts()->reusable( $amount->pesewas() );
		if ( null === $attempt ) {
			$attempt = Payment_Attempt::create( $request->id(), $amount, (string) wp_json_encode( self::intent_args( $request ) ) );
			if ( ! $request->save_attempt( $attempt ) ) {
				// The payment of an attempt that is not stored would never be found.
				return self::buyer_error( new WP_Error( 'cedi_commerce_storage' ) );
			}
		}
		if ( '' === Site::original() ) {
			// No site was recorded, because the key is set in wp-config.php.
			Site::confirm();
		}
		if ( '' !== $attempt->token() ) {
			return $attempt;
		}
		$intent = Checkout_Intent::create( $api, $attempt->request_body(), $attempt->key(), $amount );
		if ( is_wp_error( $intent ) ) {
			$details = (array) $intent->get_error_data();
			if ( empty( $details['is_unknown'] ) ) {
				$request->save_attempt( $attempt->with( array( 'state' => 'failed' ) ) );
			}
			return self::buyer_error( $intent );
		}
		$attempt = $attempt->with( $intent );
		$request->save_attempt( $attempt );
		self::schedule( $request->id(), 2 * MINUTE_IN_SECONDS );
		return $attempt;
	}

	/**
	 * Builds the request body.
	 *
	 * @param Payment_Request $request Request.
	 * @return array CheckoutIntentInput of the service.
	 * @source Endpoints
	 */
	private static function intent_args( Payment_Request $request ) {
		return array(
			'amount'   => $request->amount()->format(),
			'currency' => 'GHS',
			'metadata' => array(
				'source'  => self::SOURCE,
				'request' => (string) $request->id(),
				'site'    => Site::name(),
				'purpose' => $request->purpose(),
			),
		) + Checkout_Intent::return_args( $request->url() );
	}

	/**
	 * Logs an error and returns the one for the buyer.
	 *
	 * @param WP_Error $error Error of the API.
	 */
	private static function buyer_error( WP_Error $error ): WP_Error {
		Log::write( 'error', 'A payment request could not open a checkout.', array( 'code' => $error->get_error_code() ) );
		return new WP_Error( 'cedi_commerce_unavailable', __( 'The payment could not be started. No money was taken. Please try again.', 'cedi-commerce' ) );
	}

	/**
	 * Checks the payments of a request.
	 *
	 * @param int   $id     ID of the request.
	 * @param float $budget Time limit for requests in seconds.
	 */
	public static function check( $id, $budget ): void {
		$lock = Lock::acquire( "request_$id" );
		if ( ! $lock ) {
			// Another request is checking it.
			return;
		}
		try {
			self::check_locked( $id, $budget );
		} finally {
			$lock->release();
		}
	}

	/**
	 * Withdraws a request.
	 *
	 * @param int $id ID of the request.
	 * @return bool False if a buyer is paying at the same moment.
	 */
	public static function withdraw( $id ): bool {
		$lock = Lock::acquire( "request_$id", 60, 2000 );
		if ( ! $lock ) {
			return false;
		}
		try {
			$request = Payment_Request::find( $id );
			if ( $request ) {
				$request->withdraw();
			}
			return true;
		} finally {
			$lock->release();
		}
	}

	/**
	 * Checks the payments of a request and deletes a phone number that is no longer needed. The caller holds the lock.
	 *
	 * @param int   $id     ID of the request.
	 * @param float $budget Time limit for requests in seconds.
	 */
	private static function check_locked( $id, $budget ): void {
		self::check_attempts( $id, $budget );
		$request = Payment_Request::find( $id );
		if ( $request ) {
			$request->delete_unneeded_phone();
		}
	}

	/**
	 * Checks every open attempt. The caller holds the lock.
	 *
	 * @param int   $id     ID of the request.
	 * @param float $budget Time limit for requests in seconds.
	 */
	private static function check_attempts( $id, $budget ): void {
		$request = Payment_Request::find( $id );
		if ( $request && $request->order() ) {
			if ( $request->attempts()->open() ) {
				Payment_Checker::check( $request->order_id(), $budget );
			}
			return;
		}
		$open = $request ? $request->attempts()->open_by_last_check() : array();
		$api  = $open ? Api::from_settings() : null;
		if ( ! $request || ! $api instanceof Api ) {
			return;
		}
		$deadline = microtime( true ) + $budget;
		foreach ( $open as $attempt ) {
			$found = Payment_Checker::find( $api, $attempt, max( 0.5, $deadline - microtime( true ) ) );
			if ( is_wp_error( $found ) ) {
				$details = (array) $found->get_error_data();
				// The attempt may be paid, so no other checkout is opened.
				$request->save_attempt( $attempt->with( array( 'last_checked_at' => time() ) + ( empty( $details['is_transient'] ) ? array() : array( 'pending' => true ) ) ) );
				return;
			}
			$attempt = $attempt->with( $found['changes'] + array( 'last_checked_at' => time() ) );
			if ( $found['payment'] && $found['payment']->is_succeeded() ) {
				self::record( $request, $attempt, $found['payment'] );
			} else {
				$request->save_attempt( $attempt );
			}
		}
	}

	/**
	 * Records a received payment.
	 *
	 * @param Payment_Request $request Request.
	 * @param Payment_Attempt $attempt Attempt of the payment.
	 * @param Payment         $payment Payment.
	 */
	private static function record( Payment_Request $request, Payment_Attempt $attempt, Payment $payment ): void {
		$is_own = self::SOURCE === $payment->metadata( 'source' ) && (string) $request->id() === $payment->metadata( 'request' ) && Site::name() === $payment->metadata( 'site' );
		if ( ! $is_own || 'GHS' !== $payment->currency() || ! $attempt->amount()->equals( $payment->amount() ) ) {
			$request->save_attempt( $attempt->with( array( 'state' => 'mismatch' ) ) );
			return;
		}
		if ( '' !== $request->ref() ) {
			$request->save_attempt( $attempt->with( array( 'state' => 'duplicate' ) ) );
			return;
		}
		$request->save_attempt( $attempt->with( array( 'state' => 'succeeded' ) ), $payment->ref() );
		/**
		 * Fires once per payment request without an order, after its payment was received.
		 *
		 * @param int   $id      ID of the request.
		 * @param array $payment Payment, as the service returned it.
		 */
		do_action( 'cedi_commerce_payment_request_paid', $request->id(), $payment->to_array() );
	}

	/**
	 * Schedules the check after the expiry of a new request. Its other argument distinguishes it from the checks of attempts.
	 *
	 * @param Payment_Request $request Request.
	 */
	public static function schedule_expiry( Payment_Request $request ): void {
		wp_schedule_single_event( $request->expires_at() + 1, self::HOOK, array( $request->id(), 'expiry' ) );
	}

	/**
	 * Schedules the next check.
	 *
	 * @param int $id      ID of the request.
	 * @param int $seconds Delay.
	 */
	private static function schedule( $id, $seconds ): void {
		if ( ! wp_next_scheduled( self::HOOK, array( $id ) ) ) {
			wp_schedule_single_event( time() + $seconds, self::HOOK, array( $id ) );
		}
	}

	/**
	 * Runs a scheduled check, because the buyer may not return.
	 *
	 * @param int $id ID of the request.
	 */
	public static function run_scheduled( $id ): void {
		self::check( (int) $id, 8.0 );
		$request = Payment_Request::find( (int) $id );
		if ( $request && $request->attempts()->open() ) {
			self::schedule( $request->id(), self::POLL_SECONDS );
		}
	}
}
