<?php
/**
 * Payments of deleted orders.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use Cedi\Commerce\Refund\Refund_Updater;
use Cedi\Commerce\Service\Payment;
use Cedi\Commerce\Support\Api;
use Cedi\Commerce\Support\Lock;
use Cedi\Commerce\Support\Price;
use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Stores the open attempts of permanently deleted orders and checks them, because a buyer may still pay, and the payments that still need
 * a decision. A received payment is reported until the merchant has handled it. The message of a row is '' until a payment was received.
 *
 * @psalm-type Deleted_Row = array{number: string, buyer: string, attempt: array, message: string}
 */
final class Deleted_Order_Handler {
	const OPTION = 'cedi_commerce_deleted_orders';

	/** Age of a payment up to which the merchant may not have seen it before deleting the order. */
	const UNSEEN_SECONDS = HOUR_IN_SECONDS;

	/**
	 * Stores the open attempts of an order that is about to be deleted, and those of payments that are very recent or need a decision.
	 *
	 * @param int $order_id ID of an order or any other post.
	 */
	public static function before_delete( $order_id ) {
		$order = function_exists( 'wc_get_order' ) ? wc_get_order( $order_id ) : null;
		if ( ! $order instanceof WC_Order ) {
			return;
		}
		Refund_Updater::allow_deletion( $order );

		$payments = Order_Payments::of( $order );
		$attempts = $payments->attempts()->open();
		$paid     = $payments->has_payment() ? $payments->paid_attempt() : null;
		if ( $paid && ( time() - $paid->last_checked_at() < self::UNSEEN_SECONDS || $payments->is_undecided() ) ) {
			$attempts[] = $paid;
		}
		foreach ( $payments->attempts()->duplicates() as $attempt ) {
			if ( empty( $attempt->refund()['ref'] ) ) {
				$attempts[] = $attempt;
			}
		}
		$rows = array();
		foreach ( $attempts as $attempt ) {
			$rows[ $attempt->key() ] = array(
				'number'  => $order->get_order_number(),
				'buyer'   => $order->get_billing_email(),
				'attempt' => $attempt->to_row(),
				'message' => '',
			);
		}
		if ( ! $rows ) {
			return;
		}
		self::update(
			static function ( array $all ) use ( $rows ) {
				return $rows + $all;
			}
		);
		Poll_Schedule::schedule_soon( $order_id );
	}

	/**
	 * Checks the stored attempts of one deleted order, or of all.
	 *
	 * @param int $order_id Order ID; Poll_Schedule::ALL_ORDERS for all.
	 */
	public static function check( $order_id ) {
		$api = Api::from_settings();
		if ( is_wp_error( $api ) ) {
			return;
		}
		foreach ( self::all() as $key => $row ) {
			$attempt = new Payment_Attempt( $row['attempt'] );
			if ( Poll_Schedule::ALL_ORDERS !== (int) $order_id && (int) $row['attempt']['order'] !== (int) $order_id ) {
				continue;
			}
			if ( '' === $row['message'] ) {
				self::check_payment( $api, $key, $row, $attempt );
			} else {
				self::check_refund( $api, $key, $attempt );
			}
		}
		self::schedule_next( (int) $order_id );
	}

	/**
	 * Checks whether a payment was received.
	 *
	 * @param Api             $api     API.
	 * @param string          $key     Key of the row.
	 * @param array           $row     Deleted_Row.
	 * @param Payment_Attempt $attempt Attempt.
	 */
	private static function check_payment( Api $api, $key, array $row, Payment_Attempt $attempt ) {
		$found = Payment_Checker::find( $api, $attempt, 6.0 );
		if ( is_wp_error( $found ) ) {
			return;
		}
		$attempt = $attempt->with( $found['changes'] + array( 'last_checked_at' => time() ) );
		$payment = $found['payment'];
		if ( $payment && $payment->is_succeeded() ) {
			if ( self::is_refunded( $payment ) ) {
				self::remove( $key );
				return;
			}
			$amount         = $payment->amount();
			$row['message'] = sprintf(
				/* translators: 1: number of the order, 2: reference of the payment, 3: amount, 4: e-mail address of the buyer. */
				__( 'Order #%1$s was deleted. The payment %2$s of %3$s was received from %4$s: refund it in the merchant portal, or create a new order.', 'cedi-commerce' ),
				$row['number'],
				$payment->ref(),
				null === $amount ? '?' : Price::format( $amount ),
				'' === $row['buyer'] ? '?' : $row['buyer']
			);
		} elseif ( ! $attempt->is_open() ) {
			self::remove( $key );
			return;
		}
		$row['attempt'] = $attempt->to_row();
		self::update(
			static function ( array $all ) use ( $key, $row ) {
				return isset( $all[ $key ] ) ? array( $key => $row ) + $all : $all;
			}
		);
		if ( '' !== $row['message'] ) {
			Merchant_Notices::send_email( $row['message'], $row['number'], admin_url( 'site-health.php' ) );
		}
	}

	/**
	 * Removes a row whose payment was refunded in full.
	 *
	 * @param Api             $api     API.
	 * @param string          $key     Key of the row.
	 * @param Payment_Attempt $attempt Attempt.
	 */
	private static function check_refund( Api $api, $key, Payment_Attempt $attempt ) {
		$payment = $api->read_payment( $attempt->ref(), 4.0 );
		if ( ! is_wp_error( $payment ) && self::is_refunded( $payment ) ) {
			self::remove( $key );
		}
	}

	/**
	 * Whether a payment was refunded in full.
	 *
	 * @param Payment $payment Payment.
	 */
	private static function is_refunded( Payment $payment ): bool {
		$refunded = $payment->refunded();
		$amount   = $payment->amount();
		return $refunded && $amount && $refunded->pesewas() > 0 && $refunded->pesewas() >= $amount->pesewas();
	}

	/**
	 * Schedules the next check of a deleted order.
	 *
	 * @param int $order_id Order ID.
	 */
	private static function schedule_next( $order_id ) {
		$times = array();
		foreach ( self::all() as $row ) {
			$next = Poll_Schedule::next_check_of_attempt( (int) $row['attempt']['order'], new Payment_Attempt( $row['attempt'] ), time() );
			if ( (int) $row['attempt']['order'] === $order_id ) {
				$times[] = '' === $row['message'] && null !== $next ? $next : time() + DAY_IN_SECONDS;
			}
		}
		if ( $times ) {
			Poll_Schedule::schedule( $order_id, min( $times ) );
		}
	}

	/**
	 * Returns the rows with a received payment.
	 *
	 * @return array<string, array>
	 * @psalm-return array<string, Deleted_Row>
	 */
	public static function paid() {
		return array_filter(
			self::all(),
			static function ( $row ) {
				return '' !== $row['message'];
			}
		);
	}

	/**
	 * Removes a row.
	 *
	 * @param string $key Key of the row.
	 */
	public static function remove( $key ) {
		self::update(
			static function ( array $all ) use ( $key ) {
				return array_diff_key( $all, array( $key => true ) );
			}
		);
	}

	/**
	 * Erases the personal data of a buyer.
	 *
	 * @param string $email Email address of the buyer.
	 * @return bool Whether there was any.
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
		self::update(
			static function ( array $all ) use ( $found, $email ) {
				foreach ( array_intersect_key( $all, $found ) as $key => $row ) {
					$row['buyer']           = '';
					$row['message']         = str_ireplace( $email, '?', $row['message'] );
					$row['attempt']['body'] = '';
					$all[ $key ]            = $row;
				}
				return $all;
			}
		);
		return true;
	}

	/**
	 * Returns all rows by the key of the attempt.
	 *
	 * @return array<string, array>
	 * @psalm-return array<string, Deleted_Row>
	 */
	public static function all() {
		$rows = get_option( self::OPTION );
		return is_array( $rows ) ? $rows : array();
	}

	/**
	 * Updates the rows under a lock, because two orders may be deleted at the same time.
	 *
	 * @param callable $change Function that receives all rows and returns the new ones.
	 */
	private static function update( callable $change ) {
		$lock = Lock::acquire( 'deleted_orders', 30, 5000 );
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
