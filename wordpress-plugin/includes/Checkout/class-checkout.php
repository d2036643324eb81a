<?php
/**
 * Checkout.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Checkout;

use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Payment_Attempt;
use Cedi\Commerce\Order\Payment_Checker;
use Cedi\Commerce\Order\Payment_Status;
use Cedi\Commerce\Order\Poll_Schedule;
use Cedi\Commerce\Service\Money;
use Cedi\Commerce\Support\Api;
use Cedi\Commerce\Support\Checkout_Intent;
use Cedi\Commerce\Support\Lock;
use Cedi\Commerce\Support\Log;
use Cedi\Commerce\Support\Payment_Methods;
use Cedi\Commerce\Support\Price;
use Cedi\Commerce\Support\Site;
use WC_Order;
use WP_Error;

defined( 'ABSPATH' ) || exit;

/**
 * Creates a checkout intent for an order, or returns the open one. A lost response, a second click and a second window all lead
 * to the same intent, and an intent is paid once.
 */
final class Checkout {
	/** Maximum time that a buyer waits for an unresponsive service. */
	const MAX_SECONDS = 9.0;

	/**
	 * Starts or continues an attempt to pay.
	 *
	 * @param int    $order_id   Order ID.
	 * @param string $return_url Page to which the buyer returns, if the order is paid through a payment request; '' for the order-received
	 *                           page.
	 * @return Payment_Attempt|null|WP_Error Attempt with token and URL; null if nothing is due.
	 */
	public static function start( $order_id, $return_url = '' ) {
		$started_at = microtime( true );
		$lock       = Lock::for_order( $order_id, 5000 );
		if ( ! $lock ) {
			return new WP_Error( 'cedi_commerce_busy', __( 'Your payment is being checked right now. Please try again in a moment.', 'cedi-commerce' ) );
		}
		try {
			$payments = Order_Payments::fresh( $order_id );
			if ( $payments->attempts()->open() || $payments->is_paid_but_pending() ) {
				Payment_Checker::check_locked( $payments, $lock, 3.0 );
				$payments = Order_Payments::fresh( $order_id );
			}
			// A received payment is not requested again, whatever the status of the order.
			$is_refunded = $payments->is_fully_refunded();
			if ( $payments->order()->is_paid() || ( ! $is_refunded && ( '' !== $payments->ref() || 'mismatch' === $payments->state() ) ) ) {
				return null;
			}
			if ( $is_refunded ) {
				return new WP_Error( 'cedi_commerce_returned', Payment_Status::fully_refunded_message() );
			}
			$api = Api::from_settings();
			if ( is_wp_error( $api ) ) {
				return self::buyer_error( $api );
			}
			// An order that is paid through a payment request does not replace an earlier order.
			$problem = '' === $return_url ? Earlier_Orders::resolve( $payments->order(), 3.0 ) : '';
			return '' === $problem ? self::open_intent( $payments, $api, $started_at + self::MAX_SECONDS - microtime( true ), $return_url ) : new WP_Error( 'cedi_commerce_earlier_order', $problem );
		} finally {
			$lock->release();
		}
	}

	/**
	 * Filters whether an order needs payment. A paid order that a merchant has set to failed does not, or the buyer would pay
	 * twice, by any method.
	 *
	 * @param bool     $needs_payment Whether WooCommerce offers to pay.
	 * @param WC_Order $order         Order.
	 * @return bool
	 */
	public static function needs_payment( $needs_payment, $order ) {
		return $needs_payment && ! ( $order instanceof WC_Order && Order_Payments::of( $order )->is_paid_but_failed() );
	}

	/**
	 * Opens the intent.
	 *
	 * @param Order_Payments $payments   Payment data.
	 * @param Api            $api        API.
	 * @param float          $budget     Time limit for requests in seconds.
	 * @param string         $return_url Page to which the buyer returns; '' for the order-received page.
	 * @return Payment_Attempt|WP_Error
	 */
	private static function open_intent( Order_Payments $payments, Api $api, $budget, $return_url ) {
		$order   = $payments->order();
		$total   = Money::parse( $order->get_total() );
		$problem = self::amount_problem( $order->get_currency(), $total );
		if ( '' !== $problem || null === $total ) {
			return new WP_Error( 'cedi_commerce_amount', $problem );
		}
		$pending = $payments->attempts()->pending();
		if ( $pending && ! $pending->amount()->equals( $total ) ) {
			return new WP_Error( 'cedi_commerce_busy', __( 'A payment of this order waits to be approved. Approve it, or try again when it has ended.', 'cedi-commerce' ) );
		}
		$channel = Payment_Methods::channel( $order->get_payment_method() );
		$attempt = $pending ? $pending : $payments->attempts()->reusable( $total->pesewas(), $channel );
		Earlier_Orders::add( $order );
		if ( null === $attempt ) {
			$attempt = $payments->create_attempt( $total, (string) wp_json_encode( self::intent_args( $order, $total, $channel, $return_url ) ), $channel );
		}
		if ( '' === Site::original() ) {
			// The key is set in wp-config.php.
			Site::confirm();
		}
		$payments->set_state( 'pending' );
		if ( '' !== $attempt->token() ) {
			return $attempt;
		}
		$attempt = self::create_intent( $payments, $attempt, $api, $budget );
		Poll_Schedule::schedule_next( $payments );
		return $attempt;
	}

	/**
	 * Creates the intent at the service.
	 *
	 * @param Order_Payments  $payments Payment data.
	 * @param Payment_Attempt $attempt  Attempt.
	 * @param Api             $api      API.
	 * @param float           $budget   Time limit for requests in seconds.
	 * @return Payment_Attempt|WP_Error
	 */
	private static function create_intent( Order_Payments $payments, Payment_Attempt $attempt, Api $api, $budget ) {
		$intent = Checkout_Intent::create( $api, $attempt->request_body(), $attempt->key(), $attempt->amount(), max( 2.0, min( $budget, Api::BUDGET_SECONDS ) ) );
		return is_wp_error( $intent ) ? self::handle_error( $payments, $attempt, $intent ) : $payments->update_attempt( $attempt, $intent );
	}

	/**
	 * Fails the attempt, unless the intent may exist.
	 *
	 * @param Order_Payments  $payments Payment data.
	 * @param Payment_Attempt $attempt  Attempt.
	 * @param WP_Error        $error    Error of the API.
	 * @return WP_Error Error for the buyer.
	 */
	private static function handle_error( Order_Payments $payments, Payment_Attempt $attempt, WP_Error $error ) {
		$details = (array) $error->get_error_data();
		if ( empty( $details['is_unknown'] ) ) {
			$payments->update_attempt(
				$attempt,
				array(
					'state'  => 'failed',
					'reason' => $error->get_error_code(),
				)
			);
		}
		return self::buyer_error( $error );
	}

	/**
	 * Logs an error and returns the one for the buyer.
	 *
	 * @param WP_Error $error Error of the API.
	 * @return WP_Error
	 */
	private static function buyer_error( WP_Error $error ) {
		Log::write( 'error', 'The checkout could not be opened.', array( 'code' => $error->get_error_code() ) );
		// Errors of the key or the settings are not shown to a buyer.
		return new WP_Error( $error->get_error_code(), __( 'The payment could not be started. No money was taken. Please try again, or choose another way to pay.', 'cedi-commerce' ) );
	}

	/**
	 * Returns the reason why an amount cannot be paid; '' if it can.
	 *
	 * @param string     $currency Currency.
	 * @param Money|null $money    Amount; null if it has more than two decimals.
	 * @return string
	 */
	public static function amount_problem( $currency, ?Money $money ) {
		if ( 'GHS' !== $currency ) {
			return __( 'Only amounts in GHS can be paid, and nothing is converted.', 'cedi-commerce' );
		}
		if ( null === $money ) {
			return __( 'The amount must have at most two decimals.', 'cedi-commerce' );
		}
		if ( ! $money->can_be_paid() ) {
			/* translators: 1: the smallest amount, 2: the largest amount. */
			return sprintf( __( 'The amount must be between %1$s and %2$s.', 'cedi-commerce' ), Price::format( Money::of( Money::MIN_PESEWAS ) ), Price::format( Money::of( Money::MAX_PESEWAS ) ) );
		}
		return '';
	}

	/**
	 * Builds the request body.
	 *
	 * @param WC_Order $order      Order.
	 * @param Money    $total      Amount to pay.
	 * @param string   $channel    mobile_money, card, or '' for both.
	 * @param string   $return_url Page to which the buyer returns; '' for the order-received page.
	 * @return array CheckoutIntentInput of the service.
	 * @source Endpoints
	 */
	private static function intent_args( WC_Order $order, Money $total, $channel, $return_url ) {
		$args = array(
			'amount'   => $total->format(),
			'currency' => 'GHS',
			'metadata' => array(
				'order_id'     => (string) $order->get_id(),
				'order_number' => (string) $order->get_order_number(),
				'site'         => Site::name(),
			),
		);
		if ( '' !== $channel ) {
			$args['channels'] = array( $channel );
		}
		$args += Checkout_Intent::return_args( '' === $return_url ? Checkout_Intent::order_return_url( $order ) : $return_url );
		if ( is_email( $order->get_billing_email() ) ) {
			$args['email'] = $order->get_billing_email();
		}
		/**
		 * Filters the request that creates a checkout intent. The plugin later compares amount, currency, order_id and site with
		 * the payment. An order goes on hold if the filter changes one of the first three or removes the site.
		 *
		 * @param array    $args  CheckoutIntentInput of the service.
		 * @param WC_Order $order Order.
		 */
		return (array) apply_filters( 'cedi_commerce_checkout_intent_args', $args, $order );
	}
}
