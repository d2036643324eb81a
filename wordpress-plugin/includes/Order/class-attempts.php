<?php
/**
 * The attempts to pay an order.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Every attempt is stored with its idempotency key before anything is sent. None is ever overwritten, so late money
 * still finds its order. Changes go through Order_Payments, which saves.
 */
final class Attempts {
	const META = '_cedi_commerce_attempts';

	/**
	 * The attempts, oldest first, by key.
	 *
	 * @var array<string, Attempt>
	 */
	private $list;

	/**
	 * Reads an order's attempts. Those of another order, which a plugin has copied along, are left out.
	 *
	 * @param WC_Order $order The order.
	 */
	public function __construct( WC_Order $order ) {
		$this->list = array_map(
			static function ( array $row ) {
				return new Attempt( $row );
			},
			self::own( $order, $order->get_meta( self::META ) )
		);
	}

	/**
	 * What an order has stored, without copies from another order.
	 *
	 * @param WC_Order $order The order.
	 * @param mixed    $kept  Rows, each with the number of its order.
	 * @return array[] The rows, by key.
	 */
	public static function own( WC_Order $order, $kept ) {
		return array_filter(
			is_array( $kept ) ? $kept : array(),
			static function ( $row ) use ( $order ) {
				return is_array( $row ) && ( ! isset( $row['order'] ) || $row['order'] === $order->get_id() );
			}
		);
	}

	/**
	 * Puts an attempt into the list.
	 *
	 * @param Attempt $attempt The attempt.
	 */
	public function put( Attempt $attempt ): void {
		$this->list[ $attempt->key() ] = $attempt;
	}

	/**
	 * The attempts as they are kept.
	 *
	 * @return array[] By key.
	 */
	public function rows() {
		return array_map(
			static function ( Attempt $attempt ) {
				return $attempt->row();
			},
			$this->list
		);
	}

	/**
	 * All attempts, oldest first.
	 *
	 * @return array<string, Attempt>
	 */
	public function all() {
		return $this->list;
	}

	/**
	 * The attempts that can still bring money.
	 *
	 * @return array<string, Attempt>
	 */
	public function open() {
		return array_filter(
			$this->list,
			static function ( Attempt $attempt ) {
				return $attempt->is_open();
			}
		);
	}

	/**
	 * The attempts that can still bring money, the longest unchecked first.
	 *
	 * @return array<string, Attempt>
	 */
	public function by_look() {
		$open = $this->open();
		uasort(
			$open,
			static function ( Attempt $one, Attempt $other ) {
				return $one->looked() - $other->looked();
			}
		);
		return $open;
	}

	/**
	 * The attempts whose answer was lost.
	 *
	 * @return array<string, Attempt>
	 */
	public function lost() {
		return array_filter(
			$this->list,
			static function ( Attempt $attempt ) {
				return $attempt->is_lost();
			}
		);
	}

	/**
	 * The attempts whose payments came second and were not refunded.
	 *
	 * @return array<string, Attempt>
	 */
	public function second() {
		return array_filter(
			$this->list,
			static function ( Attempt $attempt ) {
				return 'duplicate' === $attempt->state();
			}
		);
	}

	/**
	 * When an attempt that can still bring money was last checked; 0 for never.
	 */
	public function last_look(): int {
		$looked = 0;
		foreach ( $this->open() as $attempt ) {
			$looked = max( $looked, $attempt->looked() );
		}
		return $looked;
	}

	/**
	 * The attempt that has led to a payment.
	 *
	 * @param string $ref The reference of the payment.
	 */
	public function of( $ref ): ?Attempt {
		foreach ( $this->list as $attempt ) {
			if ( $attempt->ref() === $ref ) {
				return $attempt;
			}
		}
		return null;
	}

	/**
	 * The attempt whose payment a buyer is or may be approving now.
	 */
	public function pending(): ?Attempt {
		foreach ( array_reverse( $this->list ) as $attempt ) {
			if ( $attempt->is_pending() ) {
				return $attempt;
			}
		}
		return null;
	}

	/**
	 * The attempt with which a buyer who presses "pay" again continues.
	 *
	 * @param int $pesewas What is to be paid.
	 */
	public function reusable( $pesewas ): ?Attempt {
		foreach ( array_reverse( $this->list ) as $attempt ) {
			if ( $attempt->amount()->pesewas() === $pesewas && $attempt->can_go_on() ) {
				return $attempt;
			}
		}
		return null;
	}

	/**
	 * The attempts as screens show them, the newest first.
	 *
	 * @return array[] ref, amount in GH₵, status, created_at.
	 */
	public function shown() {
		return array_map(
			static function ( Attempt $attempt ) {
				return $attempt->shown();
			},
			array_values( array_reverse( $this->list ) )
		);
	}
}
