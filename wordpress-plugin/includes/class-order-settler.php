<?php
/**
 * The truth about the payment of an order.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce;

use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Reads a payment back and moves the order to where it belongs. The return page, the schedule, the cancel hook, the order
 * screen, the tools and WP-CLI all come here, and one lock for each order lets one of them act at a time.
 *
 * The service tells nobody when a payment changes: asking is the only way to know.
 *
 * @source Events
 */
final class Order_Settler {
	const STATE = '_cedi_commerce_state';
	const REF   = '_cedi_commerce_payment_ref';

	/**
	 * Whether this class is moving an order now: everything else that moves one is a human or another plugin.
	 *
	 * @var bool
	 */
	private static $is_moving = false;

	/**
	 * Asks how the payment stands, and moves the order.
	 *
	 * @param int   $order_id The order.
	 * @param float $budget   How long asking may take, in seconds.
	 * @return array{state: string, message: string} State: none, pending, paid, failed, mismatch, paid_twice or review.
	 */
	public static function settle( $order_id, $budget = 8.0 ) {
		$order = wc_get_order( $order_id );
		if ( ! $order instanceof WC_Order || ! $order->get_meta( Attempts::META ) ) {
			return array(
				'state'   => 'none',
				'message' => __( 'This order has no payment by Cedi.', 'cedi-commerce' ),
			);
		}
		$lock = Lock::acquire( "settle_$order_id" );
		if ( ! $lock ) {
			// Somebody is asking already: their answer will be here in a moment.
			return self::report( $order );
		}
		try {
			return self::look( self::fresh( $order_id ), $lock, $budget );
		} finally {
			$lock->release();
		}
	}

	/**
	 * Looks at every attempt that can still bring money. The caller holds the lock.
	 *
	 * @param WC_Order $order  The order, read after the lock was taken.
	 * @param Lock     $lock   The lock.
	 * @param float    $budget How long asking may take, in seconds.
	 * @return array{state: string, message: string}
	 */
	public static function look( WC_Order $order, Lock $lock, $budget ) {
		$api = Api::from_settings();
		if ( is_wp_error( $api ) ) {
			return self::report( $order, $api->get_error_message() );
		}
		$end      = microtime( true ) + $budget;
		$attempts = new Attempts( $order );
		$problem  = '';
		foreach ( $attempts->open() as $attempt ) {
			$found = Payment_Finder::find( $api, $attempt, max( 0.5, $end - microtime( true ) ) );
			if ( is_wp_error( $found ) ) {
				$problem = $found->get_error_message();
				$attempts->change( $attempt, array( 'looked' => time() ) );
				continue;
			}
			if ( ! $lock->is_held() ) {
				break;
			}
			$attempt = $attempts->change( $attempt, $found['changes'] + array( 'looked' => time() ) );
			self::apply( $order, $attempts, $attempt, $found['payment'] );
		}
		self::end_unpaid( $order, $attempts );
		if ( $order->get_meta( self::REF ) && Refunds::waiting( $order ) ) {
			$payment = $api->request(
				'readPayment',
				array(
					'parameter' => $order->get_meta( self::REF ),
					'budget'    => max( 1.0, $end - microtime( true ) ),
				)
			);
			if ( is_array( $payment ) && $lock->is_held() ) {
				Refunds::look( $order, $payment );
			}
		}
		return self::report( $order, $problem );
	}

	/**
	 * Does what a payment asks for.
	 *
	 * @param WC_Order   $order    The order.
	 * @param Attempts   $attempts Its attempts.
	 * @param array      $attempt  The attempt of the payment.
	 * @param array|null $payment  The payment; null as long as there is none that is over.
	 */
	private static function apply( WC_Order $order, Attempts $attempts, array $attempt, $payment ) {
		if ( null === $payment ) {
			return;
		}
		if ( 'succeeded' !== $payment['status'] ) {
			self::fail( $order, $attempts, $attempt, $payment );
			return;
		}
		$difference = Payment_Match::difference( $order, $attempt, $payment );
		if ( '' !== $difference ) {
			$attempts->change( $attempt, array( 'state' => 'mismatch' ) );
			self::move( $order, 'on-hold', 'mismatch', $difference );
			do_action( 'cedi_commerce_payment_mismatch', $order, $payment );
			return;
		}
		$paid_by = (string) $order->get_meta( self::REF );
		if ( $order->is_paid() && $paid_by === $payment['ref'] ) {
			// It was moved, and the request ended before this was written down.
			$attempts->change( $attempt, array( 'state' => 'succeeded' ) );
			return;
		}
		if ( $order->is_paid() || ( '' !== $paid_by && $paid_by !== $payment['ref'] ) ) {
			$attempts->change( $attempt, array( 'state' => 'duplicate' ) );
			/* translators: 1: amount, 2: reference of the payment. */
			self::note( $order, 'paid_twice', sprintf( __( 'This order was paid twice. The second payment is %2$s over %1$s: refund it.', 'cedi-commerce' ), Money::show( $attempt['amount'] ), $payment['ref'] ) );
			return;
		}
		if ( ! $order->has_status( array( 'pending', 'failed', 'checkout-draft' ) ) || 'manual' === $order->get_meta( self::STATE ) ) {
			$attempts->change( $attempt, array( 'state' => 'succeeded' ) );
			$order->update_meta_data( self::REF, $payment['ref'] );
			/* translators: 1: amount, 2: reference of the payment. */
			self::note( $order, 'review', sprintf( __( 'The buyer has paid %1$s (%2$s) after the order was moved by hand. Deliver it or refund it.', 'cedi-commerce' ), Money::show( $attempt['amount'] ), $payment['ref'] ) );
			return;
		}
		self::complete( $order, $attempts, $attempt, $payment );
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
		$order->update_meta_data( self::REF, $payment['ref'] );
		$order->update_meta_data( self::STATE, 'paid' );
		$order->save();
		$choose = array( self::class, 'paid_status' );
		add_filter( 'woocommerce_payment_complete_order_status', $choose, 10, 3 );
		self::$is_moving = true;
		$is_moved        = $order->payment_complete( $payment['ref'] );
		self::$is_moving = false;
		remove_filter( 'woocommerce_payment_complete_order_status', $choose );
		if ( ! $is_moved ) {
			Log::write( 'error', 'WooCommerce did not take the payment.', array( 'order' => $order->get_id() ) );
			return;
		}
		$attempts->change( $attempt, array( 'state' => 'succeeded' ) );
		/* translators: 1: amount, 2: reference of the payment. */
		$order->add_order_note( sprintf( __( 'Paid: %1$s by Cedi (%2$s).', 'cedi-commerce' ), Money::show( $attempt['amount'] ), $payment['ref'] ) );
		do_action( 'cedi_commerce_payment_succeeded', $order, $payment );
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
	private static function end_unpaid( WC_Order $order, Attempts $attempts ) {
		$all = $attempts->all();
		if ( ! $all || $attempts->open() || 'pending' !== $order->get_meta( self::STATE ) ) {
			return;
		}
		self::move( $order, 'failed', 'failed', __( 'Nobody paid before the checkout ended.', 'cedi-commerce' ) );
	}

	/**
	 * Moves an order that is still ours to move.
	 *
	 * @param WC_Order $order  The order.
	 * @param string   $status The new status.
	 * @param string   $state  The new state of the payment.
	 * @param string   $note   Why.
	 */
	private static function move( WC_Order $order, $status, $state, $note ) {
		if ( 'manual' === $order->get_meta( self::STATE ) || ! $order->has_status( array( 'pending', 'failed', 'checkout-draft' ) ) ) {
			if ( 'mismatch' === $state ) {
				self::note( $order, $order->is_paid() ? 'paid_twice' : 'review', $note );
			}
			return;
		}
		$order->update_meta_data( self::STATE, $state );
		self::$is_moving = true;
		$order->update_status( $status, $note );
		self::$is_moving = false;
		if ( 'failed' === $status ) {
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
	 * @param string   $state The new state of the payment.
	 * @param string   $note  What they should know.
	 */
	private static function note( WC_Order $order, $state, $note ) {
		$order->update_meta_data( self::STATE, $state );
		$order->save();
		$order->add_order_note( $note );
		Log::write(
			'warning',
			'An order needs a look.',
			array(
				'order' => $order->get_id(),
				'state' => $state,
			)
		);
	}

	/**
	 * Remembers that a human has moved an order: it is not moved again by itself.
	 *
	 * @param int      $order_id The order.
	 * @param string   $from     The status before.
	 * @param string   $to       The status now.
	 * @param WC_Order $order    The order.
	 */
	public static function note_human( $order_id, $from, $to, $order ) {
		if ( self::$is_moving || GATEWAY !== $order->get_payment_method() || ! current_user_can( 'edit_shop_orders' ) ) {
			return;
		}
		if ( ! in_array( $to, array( 'pending', 'failed', 'cancelled', 'on-hold' ), true ) || ! $order->get_meta( Attempts::META ) ) {
			return;
		}
		// Back to "pending payment" means: the buyer may pay.
		$order->update_meta_data( self::STATE, 'pending' === $to ? 'pending' : 'manual' );
		$order->save_meta_data();
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

	/**
	 * How the payment of an order stands, without asking the service.
	 *
	 * @param WC_Order $order   The order.
	 * @param string   $problem Why the service could not be asked.
	 * @return array{state: string, message: string}
	 */
	public static function report( WC_Order $order, $problem = '' ) {
		$state = (string) $order->get_meta( self::STATE );
		$words = array(
			'paid'       => __( 'The payment has arrived.', 'cedi-commerce' ),
			'failed'     => __( 'The payment did not succeed. You have not been charged.', 'cedi-commerce' ),
			'mismatch'   => __( 'A payment has arrived, and it does not match the order. The shop is looking into it.', 'cedi-commerce' ),
			'paid_twice' => __( 'The order was paid twice. The shop refunds one payment.', 'cedi-commerce' ),
			'review'     => __( 'A payment has arrived. The shop is looking into it.', 'cedi-commerce' ),
			'manual'     => __( 'The shop has moved this order by hand.', 'cedi-commerce' ),
		);
		if ( $order->is_paid() && 'paid_twice' !== $state ) {
			$state = 'paid';
		}
		if ( ! isset( $words[ $state ] ) ) {
			return array(
				'state'   => 'pending',
				'message' => '' === $problem ? __( 'We are checking your payment.', 'cedi-commerce' ) : $problem,
			);
		}
		return array(
			'state'   => $state,
			'message' => $words[ $state ],
		);
	}

	/**
	 * Reads an order as the database has it now: what this request has read before may be older than the lock.
	 *
	 * @param int $order_id The order.
	 * @return WC_Order
	 * @throws \RuntimeException When the order has gone.
	 */
	public static function fresh( $order_id ) {
		clean_post_cache( $order_id );
		self::forget( 'Automattic\WooCommerce\Caches\OrderCache', 'remove', $order_id );
		self::forget( 'Automattic\WooCommerce\Internal\DataStores\Orders\OrdersTableDataStore', 'clear_cached_data', array( $order_id ) );
		$order = wc_get_order( $order_id );
		if ( ! $order instanceof WC_Order ) {
			throw new \RuntimeException( 'The order has gone.' );
		}
		$order->read_meta_data( true );
		return $order;
	}

	/**
	 * Has a part of WooCommerce forget an order. A version that has no such part keeps nothing there.
	 *
	 * @param string    $part   A class, as its container names it: without a backslash before it.
	 * @param string    $method What is called.
	 * @param int|int[] $order  The order.
	 */
	private static function forget( $part, $method, $order ) {
		if ( ! function_exists( 'wc_get_container' ) || ! class_exists( $part ) || ! method_exists( $part, $method ) ) {
			return;
		}
		try {
			wc_get_container()->get( $part )->$method( $order );
		} catch ( \Throwable $error ) {
			Log::write( 'warning', 'WooCommerce could not forget an order.', array( 'part' => $part ) );
		}
	}
}
