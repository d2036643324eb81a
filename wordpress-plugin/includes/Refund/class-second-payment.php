<?php
/**
 * The second payment of an order.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Refund;

use Cedi\Commerce\Order\Attempts;
use Cedi\Commerce\Order\Order_Mover;
use Cedi\Commerce\Order\Order_Settler;
use Cedi\Commerce\Order\Settle_Schedule;
use Cedi\Commerce\Service\Money;
use Cedi\Commerce\Support\Api;
use Cedi\Commerce\Support\Lock;
use WC_Order;
use WP_Error;

defined( 'ABSPATH' ) || exit;

/**
 * A buyer who paid twice gets one payment back. The refund button of WooCommerce knows one payment of an order, the first:
 * the second has an action of its own, and waits until the service shows that it was given back.
 */
final class Second_Payment {
	const ACTION = 'cedi_commerce_refund_second';

	/** The meta of an order: yes as long as a second payment waits to be given back. */
	const META = '_cedi_commerce_second';

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
		if ( $order instanceof WC_Order && self::to_ask( new Attempts( $order ) ) ) {
			$actions[ self::ACTION ] = __( 'Cedi: refund the second payment', 'cedi-commerce' );
		}
		return $actions;
	}

	/**
	 * The attempts whose payments came second and were not given back.
	 *
	 * @param Attempts $attempts The attempts of an order.
	 * @return array[]
	 */
	public static function waiting( Attempts $attempts ) {
		return array_filter(
			$attempts->all(),
			static function ( $attempt ) {
				return 'duplicate' === $attempt['state'];
			}
		);
	}

	/**
	 * The first second payment whose refund was not asked for yet.
	 *
	 * @param Attempts $attempts The attempts of an order.
	 * @return array|null
	 */
	private static function to_ask( Attempts $attempts ) {
		foreach ( self::waiting( $attempts ) as $attempt ) {
			if ( empty( $attempt['refund']['ref'] ) ) {
				return $attempt;
			}
		}
		return null;
	}

	/**
	 * Writes down that an order was paid a second time.
	 *
	 * @param WC_Order $order      The order.
	 * @param Attempts $attempts   Its attempts.
	 * @param array    $attempt    The attempt.
	 * @param string   $difference What payment and order disagree about besides.
	 */
	public static function found( WC_Order $order, Attempts $attempts, array $attempt, $difference ) {
		/* translators: 1: amount, 2: reference of the payment. */
		$note = sprintf( __( 'This order was paid twice. The second payment is %2$s over %1$s: refund it.', 'cedi-commerce' ), Money::show( Attempts::brought( $attempt ) ), $attempt['ref'] );
		$note = "$note " . __( 'The order action "Cedi: refund the second payment" asks for it. The refund button of WooCommerce gives back the first payment.', 'cedi-commerce' );
		Order_Mover::note( $order, '', trim( "$difference $note" ) );
		$attempts->change( $attempt, array( 'state' => 'duplicate' ) );
		Settle_Schedule::plan_for( $order );
	}

	/**
	 * Asks for the refund of a second payment, and says in a note what came of it.
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
			$order    = Order_Settler::fresh( $order->get_id() );
			$attempts = new Attempts( $order );
			$attempt  = self::to_ask( $attempts );
			if ( $attempt ) {
				$order->add_order_note( self::send( $attempts, $attempt ) );
				Settle_Schedule::plan_for( $order );
			}
		} finally {
			$lock->release();
		}
	}

	/**
	 * Sends the request. Its key is written down first; a lost answer is asked for with the same key.
	 *
	 * @param Attempts $attempts The attempts.
	 * @param array    $attempt  The attempt.
	 * @return string What came of it, for the merchant.
	 */
	private static function send( Attempts $attempts, array $attempt ) {
		$api = Api::from_settings();
		if ( is_wp_error( $api ) ) {
			return $api->get_error_message();
		}
		$was_sent = ! empty( $attempt['refund'] );
		if ( ! $was_sent ) {
			$attempt = $attempts->change( $attempt, array( 'refund' => Refund_Request::row( $attempt['ref'], Attempts::brought( $attempt ), '' ) ) );
		} elseif ( time() - $attempt['refund']['created'] >= Attempts::KEY_SECONDS ) {
			/* translators: %s: reference of the payment. */
			return sprintf( __( 'A refund of the second payment %s was asked for before, and its answer was lost. It is not asked for again: the buyer could get the money twice. Look at the payment in the merchant portal. When it was given back, this order will show it.', 'cedi-commerce' ), $attempt['ref'] );
		}
		$refund = $api->request(
			'createRefund',
			array(
				'body'            => Attempts::unpack( $attempt['refund']['body'] ),
				'idempotency_key' => $attempt['refund']['key'],
				'was_sent'        => $was_sent,
			)
		);
		if ( $refund instanceof WP_Error ) {
			$details = (array) $refund->get_error_data();
			if ( empty( $details['is_unknown'] ) && empty( $details['is_lost'] ) ) {
				$attempts->change( $attempt, array( 'refund' => array() ) );
			}
			return Refund_Request::explain( $refund )->get_error_message();
		}
		$ref = isset( $refund['ref'] ) && is_string( $refund['ref'] ) ? sanitize_text_field( $refund['ref'] ) : '-';
		$attempts->change( $attempt, array( 'refund' => array_merge( $attempt['refund'], array( 'ref' => $ref ) ) ) );
		return Refund_Request::requested( Attempts::brought( $attempt ), "{$attempt['ref']}, $ref" );
	}

	/**
	 * Looks whether second payments were given back.
	 *
	 * @param WC_Order $order The order.
	 * @param Lock     $lock  The lock.
	 * @param Api      $api   The service.
	 * @param float    $end   Until when asking may take, as microtime() gives it.
	 */
	public static function look( WC_Order $order, Lock $lock, Api $api, $end ) {
		$attempts = new Attempts( $order );
		foreach ( self::waiting( $attempts ) as $attempt ) {
			$payment = $api->request(
				'readPayment',
				array(
					'parameter' => $attempt['ref'],
					'budget'    => max( 1.0, $end - microtime( true ) ),
				)
			);
			if ( is_wp_error( $payment ) || ! $lock->is_held() || ! isset( $payment['ref'], $payment['refunded_amount'] ) || $payment['ref'] !== $attempt['ref'] ) {
				return;
			}
			if ( (int) Money::parse( $payment['refunded_amount'] ) >= Attempts::brought( $attempt ) ) {
				$attempts->change( $attempt, array( 'state' => 'returned' ) );
				/* translators: %s: reference of the payment. */
				$order->add_order_note( sprintf( __( 'The second payment %s was given back.', 'cedi-commerce' ), $attempt['ref'] ) );
			}
		}
	}
}
