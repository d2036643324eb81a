<?php
/**
 * Refund requests of an order.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Refund;

use Cedi\Commerce\Service\Money;

defined( 'ABSPATH' ) || exit;

/**
 * Immutable collection of an order's refund requests. Order_Payments stores it.
 *
 * State `unknown` until the service has responded; then `requested`, `refunded` or `rejected`.
 *
 * @psalm-type Refund_Row = array{key: string, order?: int, ref: string, refund_id: int, amount: int, body: string, state: string, created_at: int, resolved_at?: int}
 * @psalm-type Refund_Summary = array{ref: string, amount: string, state: string, created_at: string}
 */
final class Refund_Requests {
	const META = '_cedi_commerce_refunds';

	/**
	 * Rows by key, oldest first.
	 *
	 * @var array<string, array>
	 * @psalm-var array<string, Refund_Row>
	 */
	private $rows;

	/**
	 * Creates a collection from stored rows.
	 *
	 * @param array<string, array> $rows Rows by key.
	 */
	public function __construct( array $rows ) {
		$this->rows = $rows;
	}

	/**
	 * Returns all requests by key, oldest first.
	 *
	 * @return array<string, array>
	 * @psalm-return array<string, Refund_Row>
	 */
	public function all() {
		return $this->rows;
	}

	/**
	 * Returns one request.
	 *
	 * @param string $key Key of the request.
	 * @return array|null
	 * @psalm-return Refund_Row|null
	 */
	public function get( $key ) {
		return isset( $this->rows[ $key ] ) ? $this->rows[ $key ] : null;
	}

	/**
	 * Returns a copy with an added or changed request.
	 *
	 * @param array $row Refund_Row.
	 */
	public function with( array $row ): self {
		return new self( array_merge( $this->rows, array( $row['key'] => $row ) ) );
	}

	/**
	 * Returns a copy without a request.
	 *
	 * @param string $key Key of the request.
	 */
	public function without( $key ): self {
		return new self( array_diff_key( $this->rows, array( $key => true ) ) );
	}

	/**
	 * Returns the requests that the operator has not resolved, oldest first.
	 *
	 * @return array<string, array>
	 * @psalm-return array<string, Refund_Row>
	 */
	public function pending() {
		return array_filter(
			$this->rows,
			static function ( $row ) {
				return 'requested' === $row['state'];
			}
		);
	}

	/**
	 * Returns the total of the paid requests in pesewas.
	 */
	public function refunded(): int {
		$sum = 0;
		foreach ( $this->rows as $row ) {
			$sum += 'refunded' === $row['state'] ? $row['amount'] : 0;
		}
		return $sum;
	}

	/**
	 * Returns the total of all requests except rejected ones in pesewas.
	 *
	 * @param array|null $except Refund_Row that does not count.
	 */
	public function requested( $except = null ): int {
		$sum = 0;
		foreach ( $this->rows as $row ) {
			$counts = 'rejected' !== $row['state'] && ( null === $except || $except['key'] !== $row['key'] );
			$sum   += $counts ? $row['amount'] : 0;
		}
		return $sum;
	}

	/**
	 * Returns the total of the requests whose responses were lost, in pesewas.
	 */
	public function unconfirmed_amount(): int {
		$sum = 0;
		foreach ( $this->rows as $row ) {
			$sum += 'unknown' === $row['state'] ? $row['amount'] : 0;
		}
		return $sum;
	}

	/**
	 * Returns the latest request whose response was lost. While its key is valid, a retry does not create a second refund.
	 *
	 * @param int|null $pesewas Amount; null for any.
	 * @return array|null
	 * @psalm-return Refund_Row|null
	 */
	public function unconfirmed( $pesewas = null ) {
		foreach ( array_reverse( $this->rows ) as $row ) {
			if ( 'unknown' === $row['state'] && ( null === $pesewas || $row['amount'] === $pesewas ) ) {
				return $row;
			}
		}
		return null;
	}

	/**
	 * Returns the requests for screens and routes, newest first.
	 *
	 * @return array[]
	 * @psalm-return list<Refund_Summary>
	 */
	public function summaries() {
		$rows = array();
		foreach ( array_reverse( $this->rows ) as $row ) {
			$rows[] = array(
				'ref'        => $row['ref'],
				'amount'     => Money::of( $row['amount'] )->format(),
				'state'      => $row['state'],
				'created_at' => gmdate( 'Y-m-d\TH:i:s\Z', $row['created_at'] ),
			);
		}
		return $rows;
	}
}
