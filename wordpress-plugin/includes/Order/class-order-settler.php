<?php
/**
 * The truth about the payment of an order.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use Cedi\Commerce\Refund\Refunds;
use Cedi\Commerce\Refund\Second_Payment;
use Cedi\Commerce\Support\Api;
use Cedi\Commerce\Support\Lock;
use Cedi\Commerce\Support\Log;
use WC_Order;
use const Cedi\Commerce\GATEWAY;

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
	 * Asks how the payment stands, and moves the order.
	 *
	 * @param int   $order_id The order.
	 * @param float $budget   How long asking may take, in seconds.
	 * @return array{state: string, message: string} State: none, pending, paid, failed, mismatch, paid_twice or review.
	 */
	public static function settle( $order_id, $budget = 8.0 ) {
		$order = wc_get_order( $order_id );
		if ( ! $order instanceof WC_Order || ! ( new Attempts( $order ) )->all() ) {
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
		$attempts = new Attempts( $order );
		$attempts->end_lost();
		$api = Api::from_settings();
		if ( is_wp_error( $api ) ) {
			return self::report( $order, $api->get_error_message() );
		}
		$end     = microtime( true ) + $budget;
		$problem = '';
		foreach ( $attempts->by_look() as $attempt ) {
			if ( '' !== $problem && microtime( true ) >= $end ) {
				// A service that hangs: what was not asked about comes first the next time.
				break;
			}
			$found = Payment_Finder::find( $api, $attempt, max( 0.5, $end - microtime( true ) ) );
			if ( is_wp_error( $found ) ) {
				$problem = $found->get_error_message();
				$details = (array) $found->get_error_data();
				// It may be paid: no other checkout is opened.
				$attempts->change( $attempt, array( 'looked' => time() ) + ( empty( $details['is_passing'] ) ? array() : array( 'pending' => true ) ) );
				continue;
			}
			if ( ! $lock->is_held() ) {
				break;
			}
			// Asking takes seconds. Whoever has moved, changed or paid the order meanwhile is not overruled.
			$order    = self::fresh( $order->get_id() );
			$attempts = new Attempts( $order );
			$attempt  = $attempts->change( $attempt, $found['changes'] + array( 'looked' => time() ) );
			if ( null !== $found['payment'] ) {
				Order_Mover::apply( $order, $attempts, $attempt, $found['payment'] );
			}
		}
		$order = self::fresh( $order->get_id() );
		Order_Mover::end_unpaid( $order, new Attempts( $order ) );
		if ( $lock->is_held() ) {
			$order = self::look_after( $order, $lock, $api, $end );
		}
		return self::report( $order, $problem );
	}

	/**
	 * Looks at money that has arrived: whether its order waits for it all the same, and what was given back of it.
	 *
	 * @param WC_Order $order The order.
	 * @param Lock     $lock  The lock.
	 * @param Api      $api   The service.
	 * @param float    $end   Until when asking may take, as microtime() gives it.
	 * @return WC_Order The order as it is now.
	 */
	private static function look_after( WC_Order $order, Lock $lock, Api $api, $end ) {
		Second_Payment::look( $order, $lock, $api, $end );
		if ( ! self::is_returned( $order ) && ! Refunds::waiting( $order ) ) {
			return $order;
		}
		$ref     = self::ref( $order );
		$payment = $api->request(
			'readPayment',
			array(
				'parameter' => $ref,
				'budget'    => max( 1.0, $end - microtime( true ) ),
			)
		);
		if ( is_wp_error( $payment ) || ! isset( $payment['ref'] ) || $payment['ref'] !== $ref || ! $lock->is_held() ) {
			return $order;
		}
		$order    = self::fresh( $order->get_id() );
		$attempts = new Attempts( $order );
		$attempt  = $attempts->of( $ref );
		if ( $attempt && self::is_returned( $order ) ) {
			Order_Mover::restore( $order, $attempts, $attempt, $payment );
		}
		Refunds::look( $order, $payment );
		return $order;
	}

	/**
	 * The payment that has brought the money of an order. Plugins that copy orders copy the data of the first with them:
	 * what belongs to no attempt of this order is not believed.
	 *
	 * @param WC_Order $order The order.
	 * @return string Its reference; '' as long as there is no money.
	 */
	public static function ref( WC_Order $order ) {
		$ref = (string) $order->get_meta( self::REF );
		return '' !== $ref && ( new Attempts( $order ) )->of( $ref ) ? $ref : '';
	}

	/**
	 * Where the payment of an order stands, as it was written down.
	 *
	 * @param WC_Order $order The order.
	 * @return string '' when nobody has begun to pay it by us.
	 */
	public static function state( WC_Order $order ) {
		return ( new Attempts( $order ) )->all() ? (string) $order->get_meta( self::STATE ) : '';
	}

	/**
	 * Whether there is money for an order, and it was not given back whole.
	 *
	 * @param WC_Order $order The order.
	 */
	public static function has_money( WC_Order $order ) {
		return '' !== self::ref( $order ) && ! Refunds::is_whole( $order );
	}

	/**
	 * Whether an order waits for a payment although its payment has arrived, and nobody was told yet.
	 *
	 * @param WC_Order $order The order.
	 */
	public static function is_returned( WC_Order $order ) {
		if ( ! $order->has_status( 'pending' ) || 'review' === self::state( $order ) || ! self::has_money( $order ) ) {
			return false;
		}
		$attempt = ( new Attempts( $order ) )->of( self::ref( $order ) );
		// An attempt that is still open is completed as any other.
		return null !== $attempt && 'open' !== $attempt['state'];
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
		if ( Order_Mover::is_moving() || GATEWAY !== $order->get_payment_method() || ! current_user_can( 'edit_shop_orders' ) ) {
			return;
		}
		if ( ! in_array( $to, array( 'pending', 'failed', 'cancelled', 'on-hold' ), true ) || ! ( new Attempts( $order ) )->all() ) {
			return;
		}
		// Back to "pending payment" means: the buyer may pay, and no look fails the order again.
		$order->update_meta_data( self::STATE, 'pending' === $to ? '' : 'manual' );
		Settle_Schedule::mark( $order );
		$order->save_meta_data();
		if ( ! self::is_returned( $order ) ) {
			return;
		}
		$attempts = new Attempts( $order );
		$attempt  = $attempts->of( self::ref( $order ) );
		if ( $attempt && in_array( $from, wc_get_is_paid_statuses(), true ) ) {
			$attempts->change( $attempt, array( 'status' => $from ) );
		}
		Settle_Schedule::plan_soon( $order_id );
	}

	/**
	 * How the payment of an order stands, without asking the service.
	 *
	 * @param WC_Order $order   The order.
	 * @param string   $problem Why the service could not be asked.
	 * @return array{state: string, message: string}
	 */
	public static function report( WC_Order $order, $problem = '' ) {
		$attempts = new Attempts( $order );
		$state    = self::state( $order );
		$words    = array(
			'pending'    => '' === $problem ? __( 'We are checking your payment.', 'cedi-commerce' ) : $problem,
			'paid'       => __( 'The payment has arrived.', 'cedi-commerce' ),
			'failed'     => __( 'The payment did not succeed. You have not been charged.', 'cedi-commerce' ),
			'mismatch'   => __( 'A payment has arrived, and it does not match the order. The shop is looking into it.', 'cedi-commerce' ),
			'paid_twice' => __( 'The order was paid twice. The shop refunds one payment.', 'cedi-commerce' ),
			'review'     => __( 'A payment has arrived. The shop is looking into it.', 'cedi-commerce' ),
			'manual'     => __( 'The shop has moved this order by hand.', 'cedi-commerce' ),
		);
		if ( Second_Payment::waiting( $attempts ) ) {
			$state = 'paid_twice';
		} elseif ( $order->is_paid() ) {
			$state = 'paid';
		} elseif ( 'failed' === $state && $attempts->pending() ) {
			// The buyer tries again in the same checkout.
			$state = 'pending';
		}
		$state = isset( $words[ $state ] ) ? $state : 'pending';
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
