<?php
/**
 * Refunds.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Refund;

use Cedi\Commerce\Order\Attempts;
use Cedi\Commerce\Order\Order_Settler;
use Cedi\Commerce\Order\Settle_Schedule;
use Cedi\Commerce\Service\Money;
use Cedi\Commerce\Support\Lock;
use WC_Order;
use WC_Order_Refund;
use WP_Error;
use function Cedi\Commerce\merchant;

defined( 'ABSPATH' ) || exit;

/**
 * A refund is a request: an operator of the service pays it by hand, or rejects it. WooCommerce knows refunds that are
 * paid and nothing else, so that the state is kept here and told to the merchant as it is.
 *
 * A request: key, order, ref, refund_id, amount (pesewas), body (packed), state (unknown, requested, refunded, rejected), created,
 * outside (pesewas that were given back by others before it was asked for).
 *
 * @source What the service does (refunds are operator-marked)
 */
final class Refunds {
	const META  = '_cedi_commerce_refunds';
	const REF   = '_cedi_commerce_refund_ref';
	const STATE = '_cedi_commerce_refund_state';

	/**
	 * The order whose mail about a refund may go out now.
	 *
	 * @var int
	 */
	private static $mails = 0;

	/**
	 * Asks for a refund.
	 *
	 * @param int    $order_id The order.
	 * @param mixed  $amount   How much, in GH₵.
	 * @param string $reason   Why.
	 * @return true|WP_Error True means "asked for".
	 */
	public static function request( $order_id, $amount, $reason ) {
		$lock = Lock::acquire( "settle_$order_id", 60, 5000 );
		if ( ! $lock ) {
			return new WP_Error( 'cedi_commerce_busy', __( 'The payment of this order is being checked right now. Try again in a moment.', 'cedi-commerce' ) );
		}
		// Whatever request this is: WooCommerce is about to call the money refunded.
		merchant();
		try {
			return Refund_Request::send( Order_Settler::fresh( $order_id ), Money::parse( is_numeric( $amount ) ? (float) $amount : $amount ), (string) $reason );
		} finally {
			$lock->release();
		}
	}

	/**
	 * Looks at what an operator has paid out.
	 *
	 * @param WC_Order $order   The order.
	 * @param array    $payment The payment, as the service shows it now.
	 */
	public static function look( WC_Order $order, array $payment ) {
		$left = self::unexplained( $order, $payment ) - max( array_merge( array( 0 ), array_column( self::all( $order ), 'outside' ) ) );
		while ( $left > 0 ) {
			$row = self::covered( self::waiting( $order ), $left );
			if ( ! $row ) {
				return;
			}
			$left -= $row['amount'];
			self::mark_paid( $order, $row['key'] );
		}
	}

	/**
	 * How much of a payment was given back that no request of this shop explains: operators refund without being asked, too.
	 *
	 * @param WC_Order $order   The order.
	 * @param array    $payment The payment, as the service shows it now.
	 * @return int Pesewas.
	 */
	public static function unexplained( WC_Order $order, array $payment ) {
		return (int) Money::parse( isset( $payment['refunded_amount'] ) ? $payment['refunded_amount'] : 0 ) - self::refunded( $order );
	}

	/**
	 * How much was paid out of what was asked for.
	 *
	 * @param WC_Order $order The order.
	 * @return int Pesewas.
	 */
	private static function refunded( WC_Order $order ) {
		$sum = 0;
		foreach ( self::all( $order ) as $row ) {
			$sum += 'refunded' === $row['state'] ? $row['amount'] : 0;
		}
		return $sum;
	}

	/**
	 * Whether the whole money of an order was given back.
	 *
	 * @param WC_Order $order The order.
	 */
	public static function is_whole( WC_Order $order ) {
		$attempt  = ( new Attempts( $order ) )->of( Order_Settler::ref( $order ) );
		$refunded = self::refunded( $order );
		return null !== $attempt && $refunded > 0 && $refunded >= Attempts::brought( $attempt );
	}

	/**
	 * Which of the requests was paid, when so much was paid: the one of that amount, or the oldest that fits.
	 *
	 * @param array[] $waiting The requests.
	 * @param int     $pesewas How much was paid.
	 * @return array|null
	 */
	private static function covered( array $waiting, $pesewas ) {
		$fits = null;
		foreach ( $waiting as $row ) {
			if ( $row['amount'] === $pesewas ) {
				return $row;
			}
			if ( null === $fits && $row['amount'] < $pesewas ) {
				$fits = $row;
			}
		}
		return $fits;
	}

	/**
	 * Writes down that a refund was paid out, and tells the buyer.
	 *
	 * @param WC_Order $order The order.
	 * @param string   $key   The request.
	 */
	public static function mark_paid( WC_Order $order, $key ) {
		$requests = self::all( $order );
		if ( ! isset( $requests[ $key ] ) || 'requested' !== $requests[ $key ]['state'] ) {
			return;
		}
		$requests[ $key ]['state'] = 'refunded';
		self::keep( $order, $requests );
		$row    = $requests[ $key ];
		$refund = $row['refund_id'] ? wc_get_order( $row['refund_id'] ) : null;
		if ( $refund instanceof WC_Order_Refund ) {
			$refund->update_meta_data( self::STATE, 'refunded' );
			$refund->save_meta_data();
		}
		/* translators: 1: amount, 2: reference of the refund. */
		$order->add_order_note( sprintf( __( 'Refund of %1$s paid out (%2$s).', 'cedi-commerce' ), Money::show( $row['amount'] ), $row['ref'] ) );
		$is_whole = ! self::waiting( $order ) && 0 >= (float) $order->get_remaining_refund_amount();
		if ( $is_whole && ! $order->has_status( 'refunded' ) ) {
			$order->update_status( 'refunded' );
		}
		self::$mails = $order->get_id();
		$mails       = WC()->mailer()->get_emails();
		if ( isset( $mails['WC_Email_Customer_Refunded_Order'] ) && method_exists( $mails['WC_Email_Customer_Refunded_Order'], 'trigger' ) ) {
			$mails['WC_Email_Customer_Refunded_Order']->trigger( $order->get_id(), ! $is_whole, $row['refund_id'] );
		}
		self::$mails = 0;
		do_action( 'cedi_commerce_refund_paid', $order, $row['ref'] );
	}

	/**
	 * Writes down that an operator has rejected a refund: the refund of WooCommerce goes away.
	 *
	 * @param WC_Order $order The order.
	 * @param string   $key   The request.
	 */
	public static function mark_rejected( WC_Order $order, $key ) {
		$requests = self::all( $order );
		if ( ! isset( $requests[ $key ] ) || 'requested' !== $requests[ $key ]['state'] ) {
			return;
		}
		$requests[ $key ]['state'] = 'rejected';
		self::keep( $order, $requests );
		$refund = $requests[ $key ]['refund_id'] ? wc_get_order( $requests[ $key ]['refund_id'] ) : null;
		if ( $refund instanceof WC_Order_Refund ) {
			$refund->delete( true );
		}
		/* translators: 1: amount, 2: reference of the refund. */
		$order->add_order_note( sprintf( __( 'Refund of %1$s rejected by the operator (%2$s). The buyer has not got this money back.', 'cedi-commerce' ), Money::show( $requests[ $key ]['amount'] ), $requests[ $key ]['ref'] ) );
		do_action( 'cedi_commerce_refund_rejected', $order, $requests[ $key ]['ref'] );
	}

	/**
	 * Keeps the status of an order whose refund is only asked for.
	 *
	 * @param string $status   The status that WooCommerce would set.
	 * @param int    $order_id The order.
	 * @return string|false
	 */
	public static function keep_status( $status, $order_id ) {
		$order = wc_get_order( $order_id );
		return $order instanceof WC_Order && self::waiting( $order ) ? false : $status;
	}

	/**
	 * Holds the mail that tells a buyer of a refund until it is paid out.
	 *
	 * @param bool          $enabled Whether the mail goes out.
	 * @param WC_Order|null $order   The order.
	 * @param object|null   $email   The mail; it knows of which refund it tells.
	 * @return bool
	 */
	public static function hold_mail( $enabled, $order = null, $email = null ) {
		if ( ! $order instanceof WC_Order || $order->get_id() === self::$mails ) {
			return $enabled;
		}
		if ( isset( $email->refund ) && $email->refund instanceof WC_Order_Refund ) {
			// What the merchant gave back by hand is told at once, whatever else waits.
			return $enabled && 'requested' !== $email->refund->get_meta( self::STATE );
		}
		return $enabled && ! self::waiting( $order );
	}

	/**
	 * The requests that wait for an operator, oldest first.
	 *
	 * @param WC_Order $order The order.
	 * @return array[]
	 */
	public static function waiting( WC_Order $order ) {
		return array_filter(
			self::all( $order ),
			static function ( $row ) {
				return 'requested' === $row['state'];
			}
		);
	}

	/**
	 * The requests as screens show them.
	 *
	 * @param WC_Order $order The order.
	 * @return array[] ref, amount in GH₵, state, created_at.
	 */
	public static function shown( WC_Order $order ) {
		$rows = array();
		foreach ( array_reverse( self::all( $order ) ) as $row ) {
			$rows[] = array(
				'ref'        => $row['ref'],
				'amount'     => Money::format( $row['amount'] ),
				'state'      => $row['state'],
				'created_at' => gmdate( 'Y-m-d\TH:i:s\Z', $row['created'] ),
			);
		}
		return $rows;
	}

	/**
	 * All requests, oldest first, by key.
	 *
	 * @param WC_Order $order The order.
	 * @return array[]
	 */
	public static function all( WC_Order $order ) {
		return Attempts::own( $order, $order->get_meta( self::META ) );
	}

	/**
	 * Writes the requests down.
	 *
	 * @param WC_Order $order    The order.
	 * @param array[]  $requests The requests.
	 */
	public static function keep( WC_Order $order, array $requests ) {
		$order->update_meta_data( self::META, $requests );
		Settle_Schedule::mark( $order );
		$order->save_meta_data();
	}
}
