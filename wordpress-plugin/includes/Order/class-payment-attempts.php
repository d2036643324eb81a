<?php
/**
 * Payment attempts of an order.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Collection of the attempts of an order or a payment request. Each is stored with its idempotency key before the request is sent, and none is
 * overwritten, so a late payment still finds its order. Order_Payments and Payment_Request save changes.
 *
 * @psalm-import-type Attempt_Row from Payment_Attempt
 * @psalm-import-type Attempt_Summary from Payment_Attempt
 */
final class Payment_Attempts {
	const META = '_cedi_commerce_payment_attempts';

	/**
	 * Attempts by key, oldest first.
	 *
	 * @var array<string, Payment_Attempt>
	 */
	private $attempts;

	/**
	 * Creates a collection.
	 *
	 * @param array<string, array> $rows Stored rows by key, oldest first.
	 */
	public function __construct( array $rows ) {
		$this->attempts = array_map(
			static function ( array $row ) {
				return new Payment_Attempt( $row );
			},
			$rows
		);
	}

	/**
	 * Removes rows that a plugin has copied from another order.
	 *
	 * @param WC_Order $order Order.
	 * @param mixed    $rows  Stored rows, each with the ID of its order.
	 * @return array<string, array> Rows by key.
	 */
	public static function own_rows( WC_Order $order, $rows ) {
		return array_filter(
			is_array( $rows ) ? $rows : array(),
			static function ( $row ) use ( $order ) {
				return is_array( $row ) && ( ! isset( $row['order'] ) || $row['order'] === $order->get_id() );
			}
		);
	}

	/**
	 * Adds or replaces an attempt.
	 *
	 * @param Payment_Attempt $attempt Attempt.
	 */
	public function put( Payment_Attempt $attempt ): void {
		$this->attempts[ $attempt->key() ] = $attempt;
	}

	/**
	 * Returns the rows to store.
	 *
	 * @return array<string, array> Rows by key.
	 * @psalm-return array<string, Attempt_Row>
	 */
	public function to_rows() {
		return array_map(
			static function ( Payment_Attempt $attempt ) {
				return $attempt->to_row();
			},
			$this->attempts
		);
	}

	/**
	 * Returns all attempts, oldest first.
	 *
	 * @return array<string, Payment_Attempt>
	 */
	public function all() {
		return $this->attempts;
	}

	/**
	 * Returns the attempts that can still be paid.
	 *
	 * @return array<string, Payment_Attempt>
	 */
	public function open() {
		return array_filter(
			$this->attempts,
			static function ( Payment_Attempt $attempt ) {
				return $attempt->is_open();
			}
		);
	}

	/**
	 * Returns the attempts that can still be paid, least recently checked first.
	 *
	 * @return array<string, Payment_Attempt>
	 */
	public function open_by_last_check() {
		$open = $this->open();
		uasort(
			$open,
			static function ( Payment_Attempt $a, Payment_Attempt $b ) {
				return $a->last_checked_at() - $b->last_checked_at();
			}
		);
		return $open;
	}

	/**
	 * Returns the attempts whose responses were lost.
	 *
	 * @return array<string, Payment_Attempt>
	 */
	public function unconfirmed() {
		return array_filter(
			$this->attempts,
			static function ( Payment_Attempt $attempt ) {
				return $attempt->is_unconfirmed();
			}
		);
	}

	/**
	 * Returns the attempts whose payments are duplicates that were not refunded.
	 *
	 * @return array<string, Payment_Attempt>
	 */
	public function duplicates() {
		return array_filter(
			$this->attempts,
			static function ( Payment_Attempt $attempt ) {
				return 'duplicate' === $attempt->state();
			}
		);
	}

	/**
	 * Whether an attempt has one of the states.
	 *
	 * @param string ...$states States of attempts.
	 */
	public function has_state( ...$states ): bool {
		return (bool) array_intersect( array_column( $this->to_rows(), 'state' ), $states );
	}

	/**
	 * Returns the time of the last check of an open attempt; 0 if none was checked.
	 */
	public function last_checked_at(): int {
		$times = array( 0 );
		foreach ( $this->open() as $attempt ) {
			$times[] = $attempt->last_checked_at();
		}
		return max( $times );
	}

	/**
	 * Returns the attempt with the given payment.
	 *
	 * @param string $ref Payment reference.
	 */
	public function find_by_ref( $ref ): ?Payment_Attempt {
		foreach ( $this->attempts as $attempt ) {
			if ( $attempt->ref() === $ref ) {
				return $attempt;
			}
		}
		return null;
	}

	/**
	 * Returns the latest attempt whose payment may be waiting for the buyer's approval.
	 */
	public function pending(): ?Payment_Attempt {
		foreach ( array_reverse( $this->attempts ) as $attempt ) {
			if ( $attempt->is_pending() ) {
				return $attempt;
			}
		}
		return null;
	}

	/**
	 * Returns the attempt that continues if the buyer clicks "pay" again.
	 *
	 * @param int    $pesewas Amount to pay.
	 * @param string $channel mobile_money, card, or '' for both.
	 */
	public function reusable( $pesewas, $channel = '' ): ?Payment_Attempt {
		foreach ( array_reverse( $this->attempts ) as $attempt ) {
			if ( $attempt->amount()->pesewas() === $pesewas && $attempt->channel() === $channel && $attempt->is_reusable() ) {
				return $attempt;
			}
		}
		return null;
	}

	/**
	 * Returns the attempts for screens, exports and routes, newest first.
	 *
	 * @return array[]
	 * @psalm-return list<Attempt_Summary>
	 */
	public function summaries() {
		return array_map(
			static function ( Payment_Attempt $attempt ) {
				return $attempt->summary();
			},
			array_values( array_reverse( $this->attempts ) )
		);
	}
}
