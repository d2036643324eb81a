<?php
/**
 * The refunds of an order.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Refund;

use Cedi\Commerce\Service\Money;

defined( 'ABSPATH' ) || exit;

/**
 * An order's stored refund requests. It does not write: Order_Payments does.
 *
 * A request: key, order, ref, refund_id, amount (pesewas), body (packed), state (unknown, requested, refunded,
 * rejected), created, outside (pesewas refunded by others before it).
 */
final class Refund_Rows {
	const META = '_cedi_commerce_refunds';

	/**
	 * The requests, oldest first, by key.
	 *
	 * @var array<string, array>
	 */
	private $rows;

	/**
	 * Reads requests.
	 *
	 * @param array[] $rows As they are kept.
	 */
	public function __construct( array $rows ) {
		$this->rows = $rows;
	}

	/**
	 * All requests, oldest first, by key.
	 *
	 * @return array<string, array>
	 */
	public function all() {
		return $this->rows;
	}

	/**
	 * One request.
	 *
	 * @param string $key The request.
	 * @return array|null
	 */
	public function get( $key ) {
		return isset( $this->rows[ $key ] ) ? $this->rows[ $key ] : null;
	}

	/**
	 * The requests, with one new or changed.
	 *
	 * @param array $row The request.
	 */
	public function with( array $row ): self {
		return new self( array_merge( $this->rows, array( $row['key'] => $row ) ) );
	}

	/**
	 * The requests without one.
	 *
	 * @param string $key The request.
	 */
	public function without( $key ): self {
		return new self( array_diff_key( $this->rows, array( $key => true ) ) );
	}

	/**
	 * The requests that wait for an operator, oldest first.
	 *
	 * @return array<string, array>
	 */
	public function waiting() {
		return array_filter(
			$this->rows,
			static function ( $row ) {
				return 'requested' === $row['state'];
			}
		);
	}

	/**
	 * How much of the requests was paid.
	 *
	 * @return int Pesewas.
	 */
	public function refunded(): int {
		$sum = 0;
		foreach ( $this->rows as $row ) {
			$sum += 'refunded' === $row['state'] ? $row['amount'] : 0;
		}
		return $sum;
	}

	/**
	 * How much was or may have been requested, without rejected ones.
	 *
	 * @param array|null $but One that does not count.
	 * @return int Pesewas.
	 */
	public function asked( $but = null ): int {
		$sum = 0;
		foreach ( $this->rows as $row ) {
			$counts = 'rejected' !== $row['state'] && ( null === $but || $but['key'] !== $row['key'] );
			$sum   += $counts ? $row['amount'] : 0;
		}
		return $sum;
	}

	/**
	 * A request whose answer was lost. While the service knows its key, asking again does not make it twice.
	 *
	 * @param int|null $pesewas How much; null for the last one, of any amount.
	 * @return array|null
	 */
	public function unknown( $pesewas = null ) {
		foreach ( array_reverse( $this->rows ) as $row ) {
			if ( 'unknown' === $row['state'] && ( null === $pesewas || $row['amount'] === $pesewas ) ) {
				return $row;
			}
		}
		return null;
	}

	/**
	 * The requests as screens show them, the newest first.
	 *
	 * @return array[] ref, amount in GH₵, state, created_at.
	 */
	public function shown() {
		$rows = array();
		foreach ( array_reverse( $this->rows ) as $row ) {
			$rows[] = array(
				'ref'        => $row['ref'],
				'amount'     => Money::of( $row['amount'] )->format(),
				'state'      => $row['state'],
				'created_at' => gmdate( 'Y-m-d\TH:i:s\Z', $row['created'] ),
			);
		}
		return $rows;
	}
}
