<?php
/**
 * Moving an order to where its payment belongs.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use Cedi\Commerce\Checkout\Checkout;
use Cedi\Commerce\Gateway\Gateway;
use Cedi\Commerce\Refund\Refunds;
use Cedi\Commerce\Refund\Second_Payment;
use Cedi\Commerce\Service\Money;
use Cedi\Commerce\Support\Log;
use WC_Order;
use const Cedi\Commerce\GATEWAY;

defined( 'ABSPATH' ) || exit;

/**
 * Does what a payment asks for. The caller holds the lock of the order.
 *
 * An order whose payment has arrived carries its reference: whatever becomes of the status, the money is there, and the
 * order is neither failed nor cancelled nor sold again.
 */
final class Order_Mover {
	/** An order in one of these waits for money. */
	const WAITING = array( 'pending', 'failed', 'checkout-draft' );

	/**
	 * Whether this class is moving an order now: everything else that moves one is a human or another plugin.
	 *
	 * @var bool
	 */
	private static $is_moving = false;

	/**
	 * Whether this class is moving an order now.
	 */
	public static function is_moving() {
		return self::$is_moving;
	}

	/**
	 * Does what a payment asks for.
	 *
	 * @param WC_Order $order    The order.
	 * @param Attempts $attempts Its attempts.
	 * @param array    $attempt  The attempt of the payment.
	 * @param array    $payment  The payment, which is over.
	 */
	public static function apply( WC_Order $order, Attempts $attempts, array $attempt, array $payment ) {
		if ( 'succeeded' !== $payment['status'] ) {
			self::fail( $order, $attempts, $attempt, $payment );
			return;
		}
		$paid_by = Order_Settler::ref( $order );
		if ( $order->is_paid() && $paid_by === $payment['ref'] ) {
			// It was moved, and the request ended before this was written down.
			$attempts->change( $attempt, array( 'state' => 'succeeded' ) );
			return;
		}
		$paid       = Money::parse( isset( $payment['amount'] ) ? $payment['amount'] : null );
		$attempt    = $attempts->change( $attempt, array( 'paid' => $paid ) );
		$difference = Payment_Match::difference( $order, $attempt, $payment );
		$is_paid    = '' === $paid_by ? $order->is_paid() && GATEWAY !== $order->get_payment_method() : $paid_by !== $payment['ref'];
		if ( $is_paid && Payment_Match::is_ours( $order, $attempt, $payment ) ) {
			Second_Payment::found( $order, $attempts, $attempt, $difference );
			return;
		}
		if ( '' !== $difference ) {
			self::hold( $order, $attempts, $attempt, $payment, $difference );
			return;
		}
		if ( ! self::is_ours_to_move( $order ) ) {
			self::record( $order, $payment['ref'] );
			/* translators: 1: amount, 2: reference of the payment, 3: status of the order. */
			self::note( $order, 'review', sprintf( __( 'The buyer has paid %1$s (%2$s) when the order was already in the status "%3$s". Deliver it or refund it.', 'cedi-commerce' ), Money::show( $attempt['amount'] ), $payment['ref'], wc_get_order_status_name( $order->get_status() ) ) );
			$attempts->change( $attempt, array( 'state' => 'succeeded' ) );
			return;
		}
		$returned = self::returned( $payment );
		if ( $returned > 0 ) {
			self::record( $order, $payment['ref'] );
			/* translators: 1: reference of the payment, 2: amount. */
			self::note( $order, 'review', sprintf( __( 'The payment %1$s has arrived, and %2$s of it was given back already. The order stays where it is.', 'cedi-commerce' ), $payment['ref'], Money::show( $returned ) ) );
			$attempts->change( $attempt, array( 'state' => 'succeeded' ) );
			return;
		}
		self::complete( $order, $attempts, $attempt, $payment );
	}

	/**
	 * How much of a payment was given back.
	 *
	 * @param array $payment The payment.
	 * @return int Pesewas.
	 */
	private static function returned( array $payment ) {
		return (int) Money::parse( isset( $payment['refunded_amount'] ) ? $payment['refunded_amount'] : 0 );
	}

	/**
	 * Puts an order on hold whose payment does not match it.
	 *
	 * @param WC_Order $order      The order.
	 * @param Attempts $attempts   Its attempts.
	 * @param array    $attempt    The attempt.
	 * @param array    $payment    The payment.
	 * @param string   $difference What differs.
	 */
	private static function hold( WC_Order $order, Attempts $attempts, array $attempt, array $payment, $difference ) {
		if ( null !== $attempt['paid'] && Payment_Match::is_ours( $order, $attempt, $payment ) ) {
			// Only the amount differs: the buyer's money is there, and can be given back.
			self::record( $order, $payment['ref'] );
		}
		if ( self::is_ours_to_move( $order ) ) {
			self::move( $order, 'on-hold', 'mismatch', $difference . ' ' . __( 'The order is on hold.', 'cedi-commerce' ) );
		} else {
			self::note( $order, 'review', $difference . ' ' . __( 'The order stays where it is: deliver it or refund it.', 'cedi-commerce' ) );
		}
		// Last: whatever another plugin did meanwhile, the money was not forgotten.
		$attempts->change( $attempt, array( 'state' => 'mismatch' ) );
		do_action( 'cedi_commerce_payment_mismatch', $order, $payment );
	}

	/**
	 * Writes down that the money of a payment is there.
	 *
	 * @param WC_Order $order The order.
	 * @param string   $ref   The reference of the payment.
	 */
	private static function record( WC_Order $order, $ref ) {
		$order->update_meta_data( Order_Settler::REF, $ref );
		if ( GATEWAY !== $order->get_payment_method() ) {
			// The buyer chose another method meanwhile, and has paid by this one: it is the one that can refund.
			$order->set_payment_method( GATEWAY );
			$order->set_payment_method_title( ( new Gateway() )->get_title() );
		}
		$order->save();
	}

	/**
	 * Moves an order to paid.
	 *
	 * @param WC_Order $order    The order.
	 * @param Attempts $attempts Its attempts.
	 * @param array    $attempt  The attempt.
	 * @param array    $payment  The payment.
	 */
	private static function complete( WC_Order $order, Attempts $attempts, array $attempt, array $payment ) {
		$order->update_meta_data( Order_Settler::STATE, 'paid' );
		self::record( $order, $payment['ref'] );
		$choose = array( self::class, 'paid_status' );
		add_filter( 'woocommerce_payment_complete_order_status', $choose, 10, 3 );
		try {
			$is_moved = self::change_status(
				static function () use ( $order, $payment ) {
					return $order->payment_complete( $payment['ref'] );
				}
			);
		} finally {
			remove_filter( 'woocommerce_payment_complete_order_status', $choose );
		}
		if ( ! $is_moved ) {
			Log::write( 'error', 'WooCommerce did not take the payment.', array( 'order' => $order->get_id() ) );
			return;
		}
		$attempts->change(
			$attempt,
			array(
				'state'  => 'succeeded',
				'status' => $order->get_status(),
			)
		);
		/* translators: 1: amount, 2: reference of the payment. */
		$order->add_order_note( sprintf( __( 'Paid: %1$s by Cedi (%2$s).', 'cedi-commerce' ), Money::show( $attempt['amount'] ), $payment['ref'] ) );
		do_action( 'cedi_commerce_payment_succeeded', $order, $payment );
	}

	/**
	 * Brings back an order that went back to "pending payment" after its payment had arrived: a merchant who saves an old
	 * screen does that unawares. It is done once; who moves the order back again has a reason.
	 *
	 * @param WC_Order $order    The order.
	 * @param Attempts $attempts Its attempts.
	 * @param array    $attempt  The attempt that was paid.
	 * @param array    $payment  Its payment, as the service shows it now.
	 */
	public static function restore( WC_Order $order, Attempts $attempts, array $attempt, array $payment ) {
		$returned = self::returned( $payment );
		if ( $returned > 0 && $returned >= (int) Money::parse( isset( $payment['amount'] ) ? $payment['amount'] : null ) ) {
			self::note( $order, 'review', Checkout::returned() );
			return;
		}
		$is_there = isset( $payment['status'], $payment['refunded_amount'] ) && 'succeeded' === $payment['status'] && 0 === Money::parse( $payment['refunded_amount'] );
		if ( ! $is_there || ! empty( $attempt['restored'] ) || Refunds::shown( $order ) || '' !== Payment_Match::difference( $order, $attempt, $payment ) ) {
			/* translators: %s: reference of the payment. */
			self::note( $order, 'review', sprintf( __( 'The order waits for a payment, and its payment %s has already arrived. Deliver it or refund it.', 'cedi-commerce' ), $attempt['ref'] ) );
			return;
		}
		$attempt = $attempts->change(
			$attempt,
			array(
				'state'    => 'succeeded',
				'restored' => time(),
			)
		);
		if ( ! $order->get_date_paid() ) {
			self::complete( $order, $attempts, $attempt, $payment );
			return;
		}
		$order->update_meta_data( Order_Settler::STATE, 'paid' );
		// What other plugins do when an order is paid, they have done: the payment is not completed a second time.
		$status = isset( $attempt['status'] ) ? $attempt['status'] : 'processing';
		self::change_status(
			static function () use ( $order, $attempt, $status ) {
				/* translators: %s: reference of the payment. */
				return $order->update_status( $status, sprintf( __( 'The order had gone back to waiting for a payment, and it is paid (%s).', 'cedi-commerce' ), $attempt['ref'] ) );
			}
		);
		$attempts->change( $attempt, array() );
	}

	/**
	 * Moves an order: what happens meanwhile was done by no human.
	 *
	 * @param callable $move Moves it.
	 * @return bool Whether it was moved.
	 */
	private static function change_status( callable $move ) {
		self::$is_moving = true;
		try {
			return (bool) $move();
		} finally {
			self::$is_moving = false;
		}
	}

	/**
	 * Notes that a payment did not succeed. The intent stays open: the buyer may try again in the same checkout.
	 *
	 * @param WC_Order $order    The order.
	 * @param Attempts $attempts Its attempts.
	 * @param array    $attempt  The attempt.
	 * @param array    $payment  The payment.
	 */
	private static function fail( WC_Order $order, Attempts $attempts, array $attempt, array $payment ) {
		if ( isset( $attempt['failed_ref'] ) && $attempt['failed_ref'] === $payment['ref'] ) {
			return;
		}
		$reason  = isset( $payment['failure']['message'] ) && is_string( $payment['failure']['message'] ) ? sanitize_text_field( $payment['failure']['message'] ) : '';
		$reason  = '' === $reason ? self::reason( $payment['status'] ) : $reason;
		$attempt = $attempts->change(
			$attempt,
			array(
				'failed_ref' => $payment['ref'],
				'reason'     => $reason,
			)
		);
		/* translators: 1: reference, 2: why it failed. */
		self::move( $order, 'failed', 'failed', sprintf( __( 'The payment %1$s did not succeed: %2$s', 'cedi-commerce' ), $payment['ref'], $reason ) );
		do_action( 'cedi_commerce_payment_failed', $order, $payment );
	}

	/**
	 * A state in words for buyers.
	 *
	 * @param string $status The state of a payment.
	 */
	private static function reason( $status ) {
		if ( 'expired' === $status ) {
			return __( 'Nobody approved it in time.', 'cedi-commerce' );
		}
		return 'cancelled' === $status ? __( 'It was cancelled.', 'cedi-commerce' ) : __( 'It was refused.', 'cedi-commerce' );
	}

	/**
	 * Moves an order whose attempts are all over, and none of which brought money.
	 *
	 * @param WC_Order $order    The order.
	 * @param Attempts $attempts Its attempts.
	 */
	public static function end_unpaid( WC_Order $order, Attempts $attempts ) {
		if ( ! $attempts->all() || $attempts->open() || 'pending' !== Order_Settler::state( $order ) ) {
			return;
		}
		self::move( $order, 'failed', 'failed', __( 'Nobody paid before the checkout ended.', 'cedi-commerce' ) );
	}

	/**
	 * Whether nobody else has moved an order away from where it waits for money.
	 *
	 * @param WC_Order $order The order.
	 */
	private static function is_ours_to_move( WC_Order $order ) {
		return 'manual' !== Order_Settler::state( $order ) && $order->has_status( self::WAITING );
	}

	/**
	 * Moves an order that is still ours to move.
	 *
	 * @param WC_Order $order  The order.
	 * @param string   $status The new status: failed or on-hold.
	 * @param string   $state  The new state of the payment.
	 * @param string   $note   Why.
	 */
	private static function move( WC_Order $order, $status, $state, $note ) {
		$is_failed = 'failed' === $status;
		// Money that is there stays there, and what waits for another payment method is not ours to fail.
		if ( ! self::is_ours_to_move( $order ) || ( $is_failed && ( '' !== Order_Settler::ref( $order ) || GATEWAY !== $order->get_payment_method() ) ) ) {
			return;
		}
		$order->update_meta_data( Order_Settler::STATE, $state );
		self::change_status(
			static function () use ( $order, $status, $note ) {
				return $order->update_status( $status, $note );
			}
		);
		if ( $is_failed ) {
			// What was held for this buyer can be sold again; the cart is theirs to try again with.
			if ( function_exists( 'wc_release_stock_for_order' ) ) {
				wc_release_stock_for_order( $order );
			}
			if ( function_exists( 'wc_maybe_increase_stock_levels' ) ) {
				wc_maybe_increase_stock_levels( $order->get_id() );
			}
		}
	}

	/**
	 * Tells the merchant something, and leaves the order where it is.
	 *
	 * @param WC_Order $order The order.
	 * @param string   $state The new state of the payment; '' leaves it as it is.
	 * @param string   $note  What they should know.
	 */
	public static function note( WC_Order $order, $state, $note ) {
		if ( '' !== $state ) {
			$order->update_meta_data( Order_Settler::STATE, $state );
			$order->save();
		}
		$order->add_order_note( $note );
		Log::write(
			'warning',
			'An order needs a look.',
			array(
				'order' => $order->get_id(),
				'state' => Order_Settler::state( $order ),
			)
		);
	}

	/**
	 * Which status a paid order gets.
	 *
	 * @param string   $status   What WooCommerce chose.
	 * @param int      $order_id The order.
	 * @param WC_Order $order    The order; null in old callers.
	 * @return string
	 */
	public static function paid_status( $status, $order_id, $order = null ) {
		$order = $order ? $order : wc_get_order( $order_id );
		if ( ! $order instanceof WC_Order || GATEWAY !== $order->get_payment_method() ) {
			return $status;
		}
		/**
		 * Filters which status an order gets when it was paid by Cedi.
		 *
		 * @param string   $status What WooCommerce chose: processing, or completed when nothing is to be sent.
		 * @param WC_Order $order  The order.
		 */
		return (string) apply_filters( 'cedi_commerce_paid_status', $status, $order );
	}
}
