<?php
/**
 * Where a buyer pays an order.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Checkout;

use Cedi\Commerce\Order\Attempt;
use Cedi\Commerce\Order\Order_Completer;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Order_Settler;
use Cedi\Commerce\Order\Settle_Plan;
use Cedi\Commerce\Service\Money;
use Cedi\Commerce\Support\Api;
use Cedi\Commerce\Support\Lock;
use Cedi\Commerce\Support\Log;
use Cedi\Commerce\Support\Price;
use Cedi\Commerce\Support\Settings;
use Cedi\Commerce\Support\Site;
use WC_Order;
use WP_Error;

defined( 'ABSPATH' ) || exit;

/**
 * Opens a checkout intent for an order, or finds the open one. A lost answer, a second click and a second window all
 * lead to the same intent, and an intent is paid once.
 */
final class Checkout {
	/** The longest time that a buyer waits when the service hangs. */
	const MOST_SECONDS = 9.0;

	/**
	 * Starts or continues paying.
	 *
	 * @param int $order_id The order.
	 * @return Attempt|null|WP_Error The attempt, with token and url; null when nothing is to be paid any more.
	 */
	public static function start( $order_id ) {
		$began = microtime( true );
		// The settler also writes the attempts.
		$lock = Lock::acquire( "settle_$order_id", 60, 5000 );
		if ( ! $lock ) {
			return new WP_Error( 'cedi_commerce_busy', __( 'Your payment is being checked right now. Please try again in a moment.', 'cedi-commerce' ) );
		}
		try {
			$payments = Order_Payments::fresh( $order_id );
			if ( $payments->attempts()->open() || $payments->is_returned() ) {
				Order_Settler::look( $payments, $lock, 3.0 );
				$payments = Order_Payments::fresh( $order_id );
			}
			// If the money is there, do not ask for it again, whatever the order's status.
			$is_back = $payments->is_whole();
			if ( $payments->order()->is_paid() || ( ! $is_back && ( '' !== $payments->ref() || 'mismatch' === $payments->state() ) ) ) {
				return null;
			}
			if ( $is_back ) {
				return new WP_Error( 'cedi_commerce_returned', Order_Completer::returned_whole() );
			}
			$api = Api::from_settings();
			return is_wp_error( $api ) ? self::refuse( $api ) : self::open( $payments, $api, $began + self::MOST_SECONDS - microtime( true ) );
		} finally {
			$lock->release();
		}
	}

	/**
	 * Whether an order waits for its buyer to pay. An order that a merchant has set to failed although its money is
	 * there does not: the buyer would pay it twice, by whatever method.
	 *
	 * @param bool     $needs What WooCommerce says.
	 * @param WC_Order $order The order.
	 * @return bool
	 */
	public static function needs_payment( $needs, $order ) {
		return $needs && ! ( $order instanceof WC_Order && Order_Payments::of( $order )->is_failed_with_money() );
	}

	/**
	 * Opens the intent.
	 *
	 * @param Order_Payments $payments What the order knows.
	 * @param Api            $api      The service.
	 * @param float          $budget   How long asking may take, in seconds.
	 * @return Attempt|WP_Error The attempt.
	 */
	private static function open( Order_Payments $payments, Api $api, $budget ) {
		$order   = $payments->order();
		$total   = Money::parse( $order->get_total() );
		$problem = self::problem( $order->get_currency(), $total );
		if ( '' !== $problem || null === $total ) {
			return new WP_Error( 'cedi_commerce_amount', $problem );
		}
		$pending = $payments->attempts()->pending();
		if ( $pending && ! $pending->amount()->equals( $total ) ) {
			return new WP_Error( 'cedi_commerce_busy', __( 'A payment of this order waits to be approved. Approve it, or try again when it has ended.', 'cedi-commerce' ) );
		}
		$attempt = $pending ? $pending : $payments->attempts()->reusable( $total->pesewas() );
		if ( null === $attempt ) {
			$attempt = $payments->start( $total, (string) wp_json_encode( self::body( $order, $total ) ) );
		}
		$payments->change_state( 'pending' );
		if ( '' !== $attempt->token() ) {
			return $attempt;
		}
		$attempt = self::ask( $payments, $attempt, $api, $budget );
		Settle_Plan::plan_for( $payments );
		return $attempt;
	}

	/**
	 * Asks for the intent.
	 *
	 * @param Order_Payments $payments What the order knows.
	 * @param Attempt        $attempt  The attempt.
	 * @param Api            $api      The service.
	 * @param float          $budget   How long asking may take, in seconds.
	 * @return Attempt|WP_Error The attempt.
	 */
	private static function ask( Order_Payments $payments, Attempt $attempt, Api $api, $budget ) {
		$intent = $api->request(
			'createCheckoutIntent',
			array(
				'body'            => $attempt->body(),
				'idempotency_key' => $attempt->key(),
				'budget'          => max( 2.0, min( $budget, Api::BUDGET_SECONDS ) ),
			)
		);
		if ( is_wp_error( $intent ) ) {
			return self::give_up( $payments, $attempt, $intent );
		}
		$token = isset( $intent['client_token'] ) ? $intent['client_token'] : '';
		$url   = isset( $intent['checkout_url'] ) ? $intent['checkout_url'] : '';
		if ( ! is_string( $token ) || ! preg_match( '/^[\w.-]{1,16384}$/D', $token ) || ! is_string( $url ) || ! self::is_of_service( $url ) ) {
			return self::give_up( $payments, $attempt, new WP_Error( 'cedi_commerce_bad_answer', __( 'The payment service gave an answer that cannot be read. Try again in a moment.', 'cedi-commerce' ) ) );
		}
		if ( ! isset( $intent['amount'], $intent['currency'] ) || ! $attempt->amount()->equals( Money::parse( $intent['amount'] ) ) || 'GHS' !== $intent['currency'] ) {
			return self::give_up( $payments, $attempt, new WP_Error( 'cedi_commerce_bad_answer', __( 'The payment service answered with another amount. Try again, or choose another way to pay.', 'cedi-commerce' ) ) );
		}
		$expires = isset( $intent['expires_at'] ) && is_string( $intent['expires_at'] ) ? strtotime( $intent['expires_at'] ) : false;
		// The clocks of site and service may differ by more than an intent lasts.
		$is_near = $expires && $expires > time() && $expires < time() + DAY_IN_SECONDS;
		return $payments->change(
			$attempt,
			array(
				'token'   => $token,
				'url'     => $url,
				'expires' => $is_near ? $expires : time() + 1800,
			)
		);
	}

	/**
	 * Keeps the attempt if the intent may still exist, and ends it otherwise.
	 *
	 * @param Order_Payments $payments What the order knows.
	 * @param Attempt        $attempt  This one.
	 * @param WP_Error       $error    What went wrong.
	 * @return WP_Error For the buyer.
	 */
	private static function give_up( Order_Payments $payments, Attempt $attempt, WP_Error $error ) {
		$details = (array) $error->get_error_data();
		if ( empty( $details['is_unknown'] ) ) {
			$payments->change(
				$attempt,
				array(
					'state'  => 'failed',
					'reason' => $error->get_error_code(),
				)
			);
		}
		return self::refuse( $error );
	}

	/**
	 * Logs what went wrong, and tells the buyer what to do.
	 *
	 * @param WP_Error $error What went wrong.
	 * @return WP_Error For the buyer.
	 */
	private static function refuse( WP_Error $error ) {
		Log::write( 'error', 'The checkout could not be opened.', array( 'code' => $error->get_error_code() ) );
		// Problems with the key or the settings do not concern a buyer.
		return new WP_Error( $error->get_error_code(), __( 'The payment could not be started. No money was taken. Please try again, or choose another way to pay.', 'cedi-commerce' ) );
	}

	/**
	 * Why an amount cannot be paid; '' when it can.
	 *
	 * @param string     $currency The currency.
	 * @param Money|null $money    The amount; null when it has more than two decimals.
	 * @return string For people.
	 */
	public static function problem( $currency, ?Money $money ) {
		if ( 'GHS' !== $currency ) {
			return __( 'The shop does not sell in GHS, and nothing is converted. Set its currency to GHS.', 'cedi-commerce' );
		}
		if ( null === $money ) {
			return __( 'The amount must have at most two decimals.', 'cedi-commerce' );
		}
		if ( ! $money->can_be_paid() ) {
			/* translators: 1: the smallest amount, 2: the largest amount. */
			return sprintf( __( 'The amount must be between %1$s and %2$s.', 'cedi-commerce' ), Price::show( Money::of( Money::LEAST_PESEWAS ) ), Price::show( Money::of( Money::MOST_PESEWAS ) ) );
		}
		return '';
	}

	/**
	 * The request to the service.
	 *
	 * @param WC_Order $order The order.
	 * @param Money    $total What is to be paid.
	 * @return array A CheckoutIntentInput.
	 * @source Endpoints
	 */
	private static function body( WC_Order $order, Money $total ) {
		$body   = array(
			'amount'   => $total->format(),
			'currency' => 'GHS',
			'metadata' => array(
				'order_id' => (string) $order->get_id(),
				'site'     => Site::name(),
			),
		);
		$return = $order->get_checkout_order_received_url();
		$parts  = wp_parse_url( $return );
		// The service returns buyers only to https, or to this machine.
		if ( isset( $parts['scheme'], $parts['host'] ) && ( 'https' === $parts['scheme'] || in_array( $parts['host'], array( 'localhost', '127.0.0.1' ), true ) ) ) {
			$body['return_url']      = $return;
			$body['allowed_origins'] = array( $parts['scheme'] . '://' . $parts['host'] . ( isset( $parts['port'] ) ? ":{$parts['port']}" : '' ) );
		}
		if ( is_email( $order->get_billing_email() ) ) {
			$body['email'] = $order->get_billing_email();
		}
		/**
		 * Filters what is sent to open a checkout. When the payment is read back, the plugin compares amount, currency,
		 * order_id and site. If you change one of the first three or leave out the last, orders go on hold.
		 *
		 * @param array    $body  A CheckoutIntentInput.
		 * @param WC_Order $order The order.
		 */
		return (array) apply_filters( 'cedi_commerce_payment_request', $body, $order );
	}

	/**
	 * Whether an address leads to the service: buyers are sent nowhere else.
	 *
	 * @param string $url The address.
	 */
	private static function is_of_service( $url ) {
		return 0 === strpos( self::lower_host( $url ), self::lower_host( Settings::base_url() . '/' ) );
	}

	/**
	 * Writes an address's scheme and host in lower case, the only parts where case has no meaning.
	 *
	 * @param string $url The address.
	 * @return string
	 */
	private static function lower_host( $url ) {
		$lower = static function ( array $origin ) {
			return strtolower( $origin[0] );
		};
		return (string) preg_replace_callback( '~^[a-z]+://[^/?#]+~i', $lower, $url );
	}
}
