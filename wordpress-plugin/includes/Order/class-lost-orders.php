<?php
/**
 * Payments of deleted orders.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use Cedi\Commerce\Support\Api;
use Cedi\Commerce\Support\Lock;
use Cedi\Commerce\Support\Price;
use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * A permanently deleted order takes its attempts with it, and a buyer may still pay one of them. Open attempts are
 * stored here and checked as before. Money that comes is reported until the merchant has dealt with it.
 *
 * A row: number (of the order), buyer, attempt, text (for the merchant, once money has come).
 */
final class Lost_Orders {
	const OPTION = 'cedi_commerce_lost_orders';

	/** Who deletes an order this soon after its money has come may have seen it unpaid, in seconds. */
	const UNSEEN_SECONDS = HOUR_IN_SECONDS;

	/**
	 * Stores what an order that is about to be deleted leaves behind: its open attempts, and the one whose money has only
	 * just come.
	 *
	 * @param int $order_id The order, or any other post.
	 */
	public static function remember( $order_id ) {
		$order = function_exists( 'wc_get_order' ) ? wc_get_order( $order_id ) : null;
		if ( ! $order instanceof WC_Order ) {
			return;
		}
		$payments = Order_Payments::of( $order );
		$attempts = $payments->attempts()->open();
		$paid     = $payments->has_money() ? $payments->paid_attempt() : null;
		if ( $paid && time() - $paid->looked() < self::UNSEEN_SECONDS ) {
			$attempts[] = $paid;
		}
		$rows = array();
		foreach ( $attempts as $attempt ) {
			$rows[ $attempt->key() ] = array(
				'number'  => $order->get_order_number(),
				'buyer'   => $order->get_billing_email(),
				'attempt' => $attempt->row(),
				'text'    => '',
			);
		}
		if ( ! $rows ) {
			return;
		}
		self::change(
			static function ( array $all ) use ( $rows ) {
				return $rows + $all;
			}
		);
		Settle_Plan::plan_soon( $order_id );
	}

	/**
	 * Checks the open attempts of one deleted order, or of all.
	 *
	 * @param int $order_id The order; Settle_Plan::ALL for all.
	 */
	public static function look( $order_id ) {
		$api = Api::from_settings();
		if ( is_wp_error( $api ) ) {
			return;
		}
		foreach ( self::all() as $key => $row ) {
			$attempt = new Attempt( $row['attempt'] );
			if ( Settle_Plan::ALL !== (int) $order_id && (int) $row['attempt']['order'] !== (int) $order_id ) {
				continue;
			}
			if ( '' === $row['text'] ) {
				self::look_for_money( $api, $key, $row, $attempt );
			} else {
				self::look_for_refund( $api, $key, $attempt );
			}
		}
		self::plan( (int) $order_id );
	}

	/**
	 * Checks whether money has come.
	 *
	 * @param Api     $api     The service.
	 * @param string  $key     The row.
	 * @param array   $row     The row.
	 * @param Attempt $attempt The attempt.
	 */
	private static function look_for_money( Api $api, $key, array $row, Attempt $attempt ) {
		$found = Payment_Finder::find( $api, $attempt, 6.0 );
		if ( is_wp_error( $found ) ) {
			return;
		}
		$attempt = $attempt->with( $found['changes'] + array( 'looked' => time() ) );
		$payment = $found['payment'];
		if ( $payment && $payment->is_succeeded() ) {
			$amount      = $payment->amount();
			$row['text'] = sprintf(
				/* translators: 1: number of the order, 2: reference of the payment, 3: amount, 4: e-mail address of the buyer. */
				__( 'Order #%1$s was deleted while it was being paid. The payment %2$s over %3$s has come from %4$s: refund it in the merchant portal, or make a new order.', 'cedi-commerce' ),
				$row['number'],
				$payment->ref(),
				null === $amount ? '?' : Price::show( $amount ),
				'' === $row['buyer'] ? '?' : $row['buyer']
			);
		} elseif ( ! $attempt->is_open() ) {
			self::forget( $key );
			return;
		}
		$row['attempt'] = $attempt->row();
		self::change(
			static function ( array $all ) use ( $key, $row ) {
				return isset( $all[ $key ] ) ? array( $key => $row ) + $all : $all;
			}
		);
		if ( '' !== $row['text'] ) {
			Decisions::send( $row['text'], $row['number'], admin_url( 'site-health.php' ) );
		}
	}

	/**
	 * Checks whether the money was refunded.
	 *
	 * @param Api     $api     The service.
	 * @param string  $key     The row.
	 * @param Attempt $attempt The attempt.
	 */
	private static function look_for_refund( Api $api, $key, Attempt $attempt ) {
		$payment  = $api->read_payment( $attempt->ref(), 4.0 );
		$returned = is_wp_error( $payment ) ? null : $payment->refunded();
		$amount   = is_wp_error( $payment ) ? null : $payment->amount();
		if ( $returned && $amount && $returned->pesewas() >= $amount->pesewas() ) {
			self::forget( $key );
		}
	}

	/**
	 * Schedules the next check of a deleted order.
	 *
	 * @param int $order_id The order.
	 */
	private static function plan( $order_id ) {
		$moments = array();
		foreach ( self::all() as $row ) {
			$next = Settle_Times::next( (int) $row['attempt']['order'], new Attempt( $row['attempt'] ), time() );
			if ( (int) $row['attempt']['order'] === $order_id ) {
				$moments[] = '' === $row['text'] && null !== $next ? $next : time() + DAY_IN_SECONDS;
			}
		}
		if ( $moments ) {
			Settle_Plan::plan_at( $order_id, min( $moments ) );
		}
	}

	/**
	 * The payments that have come, for the merchant.
	 *
	 * @return array<string, array>
	 */
	public static function paid() {
		return array_filter(
			self::all(),
			static function ( $row ) {
				return '' !== $row['text'];
			}
		);
	}

	/**
	 * Forgets a row.
	 *
	 * @param string $key The row.
	 */
	public static function forget( $key ) {
		self::change(
			static function ( array $all ) use ( $key ) {
				return array_diff_key( $all, array( $key => true ) );
			}
		);
	}

	/**
	 * Erases the buyer.
	 *
	 * @param string $email The buyer.
	 * @return bool Whether there was anything.
	 */
	public static function erase( $email ) {
		$found = array_filter(
			self::all(),
			static function ( $row ) use ( $email ) {
				return 0 === strcasecmp( $row['buyer'], $email );
			}
		);
		if ( ! $found ) {
			return false;
		}
		self::change(
			static function ( array $all ) use ( $found, $email ) {
				foreach ( array_intersect_key( $all, $found ) as $key => $row ) {
					$row['buyer']           = '';
					$row['text']            = str_ireplace( $email, '?', $row['text'] );
					$row['attempt']['body'] = '';
					$all[ $key ]            = $row;
				}
				return $all;
			}
		);
		return true;
	}

	/**
	 * All rows, by the key of the attempt.
	 *
	 * @return array<string, array>
	 */
	public static function all() {
		$rows = get_option( self::OPTION );
		return is_array( $rows ) ? $rows : array();
	}

	/**
	 * Changes the rows: two orders may be deleted at once.
	 *
	 * @param callable $change Gets all rows, and returns them as they are to be.
	 */
	private static function change( callable $change ) {
		$lock = Lock::acquire( 'lost_orders', 30, 5000 );
		wp_cache_delete( self::OPTION, 'options' );
		wp_cache_delete( 'notoptions', 'options' );
		$rows = $change( self::all() );
		if ( $rows ) {
			update_option( self::OPTION, $rows, false );
		} else {
			delete_option( self::OPTION );
		}
		if ( $lock ) {
			$lock->release();
		}
	}
}
