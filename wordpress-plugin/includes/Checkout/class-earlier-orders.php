<?php
/**
 * Earlier orders of a session.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Checkout;

use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Order_Updater;
use Cedi\Commerce\Order\Payment_Checker;
use Cedi\Commerce\Support\Lock;
use OutOfBoundsException;
use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Prevents a buyer from paying one cart twice. WooCommerce creates another order when the cart changes after an order was placed,
 * and the first one can still be paid: its prompt may be waiting on the phone.
 */
final class Earlier_Orders {
	/** Session key of the IDs of orders with a started payment, oldest first. */
	const SESSION_KEY = 'cedi_commerce_orders';

	/** Maximum number of stored IDs. */
	const MAX_ORDERS = 5;

	/**
	 * Stores an order of the checkout in the session.
	 *
	 * @param WC_Order $order Order.
	 */
	public static function add( WC_Order $order ) {
		if ( self::is_from_checkout( $order ) && WC()->session ) {
			$ids = array_merge( array_diff( self::ids(), array( $order->get_id() ) ), array( $order->get_id() ) );
			WC()->session->set( self::SESSION_KEY, array_slice( $ids, -self::MAX_ORDERS ) );
		}
	}

	/**
	 * Checks the earlier orders of the session. Cancels those that an order replaces, unless they are paid or waiting for an
	 * approval.
	 *
	 * @param WC_Order $order  Order that is going to be paid.
	 * @param float    $budget Time limit for requests in seconds.
	 * @return string Message to the buyer if another payment must not start; '' otherwise.
	 */
	public static function resolve( WC_Order $order, $budget ) {
		// An order that is paid by its own link replaces nothing.
		if ( ! self::is_from_checkout( $order ) || ! WC()->session || '' !== (string) get_query_var( 'order-pay' ) ) {
			return '';
		}
		$deadline = microtime( true ) + $budget;
		foreach ( array_diff( self::ids(), array( $order->get_id() ) ) as $id ) {
			$earlier = wc_get_order( $id );
			if ( ! $earlier instanceof WC_Order || ! self::is_from_checkout( $earlier ) || ! Order_Payments::of( $earlier )->attempts()->open() ) {
				continue;
			}
			$problem = self::resolve_order( $earlier, $order, max( 1.0, $deadline - microtime( true ) ) );
			if ( '' !== $problem ) {
				return $problem;
			}
		}
		return '';
	}

	/**
	 * Checks one earlier order.
	 *
	 * @param WC_Order $earlier Earlier order with open attempts.
	 * @param WC_Order $order   Order that is going to be paid.
	 * @param float    $budget  Time limit for requests in seconds.
	 * @return string Message to the buyer; '' if the other order can be paid.
	 */
	private static function resolve_order( WC_Order $earlier, WC_Order $order, $budget ) {
		Payment_Checker::check( $earlier->get_id(), $budget );
		try {
			$payments = Order_Payments::fresh( $earlier->get_id() );
		} catch ( OutOfBoundsException $deleted ) {
			return '';
		}
		if ( $payments->has_payment() ) {
			/* translators: %s: number of an order. */
			return sprintf( __( 'Your order #%s has just been paid. To buy something else as well, place this order again.', 'cedi-commerce' ), $payments->order()->get_order_number() );
		}
		$pending = $payments->attempts()->pending();
		if ( $pending && ! $pending->is_stuck() ) {
			/* translators: %s: number of an order. */
			return sprintf( __( 'The payment of your order #%s waits to be approved on your phone. Approve or decline it first, then place this order again.', 'cedi-commerce' ), $payments->order()->get_order_number() );
		}
		if ( $earlier->get_id() < $order->get_id() ) {
			self::cancel( $payments->order()->get_id(), $order );
		}
		return '';
	}

	/**
	 * Cancels an unpaid order that another one replaces. A payment that is received later needs a decision of the merchant.
	 *
	 * @param int      $id    ID of the replaced order.
	 * @param WC_Order $order Order that replaces it.
	 */
	private static function cancel( $id, WC_Order $order ) {
		$lock = Lock::for_order( $id );
		if ( ! $lock ) {
			return;
		}
		try {
			$payments = Order_Payments::fresh( $id );
			if ( Order_Updater::can_update( $payments ) && ! $payments->has_payment() ) {
				/* translators: %s: number of an order. */
				Order_Updater::update( $payments, 'cancelled', 'cancelled', sprintf( __( 'The buyer has changed the cart and placed order #%s instead.', 'cedi-commerce' ), $order->get_order_number() ) );
			}
		} finally {
			$lock->release();
		}
	}

	/**
	 * Whether an order was created from a cart. An order of a merchant or another channel replaces nothing.
	 *
	 * @param WC_Order $order Order.
	 */
	private static function is_from_checkout( WC_Order $order ): bool {
		return in_array( $order->get_created_via(), array( 'checkout', 'store-api' ), true );
	}

	/**
	 * Returns the stored IDs.
	 *
	 * @return int[]
	 */
	private static function ids() {
		return array_map( 'absint', (array) WC()->session->get( self::SESSION_KEY, array() ) );
	}
}
