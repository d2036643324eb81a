<?php
/**
 * Reconciliation of orders and balance.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Reports;

use Cedi\Commerce\Order\Deleted_Order_Handler;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Order_Query;
use Cedi\Commerce\Service\Money;
use Cedi\Commerce\Support\Api;
use WC_Order;
use WP_Error;

defined( 'ABSPATH' ) || exit;

/**
 * Lists the money that the orders of the shop have moved, and compares its sum with the balance of the service.
 *
 * @psalm-type Line = array{at: int, order: string, kind: string, gross: int, fee: int, net: int, network: string, ref: string}
 */
final class Reconciliation {
	/**
	 * Returns the movements of all orders, oldest first. Amounts are in pesewas. A refund has a negative net amount.
	 *
	 * @return array[]
	 * @psalm-return list<Line>
	 */
	public static function lines(): array {
		$lines = array();
		for ( $page = 1; ; $page++ ) {
			$ids = Order_Query::with_attempts( $page );
			foreach ( $ids as $id ) {
				$order = wc_get_order( $id );
				if ( $order instanceof WC_Order ) {
					array_push( $lines, ...self::order_lines( Order_Payments::of( $order ) ) );
				}
			}
			if ( count( $ids ) < Order_Query::PAGE_SIZE ) {
				break;
			}
		}
		usort(
			$lines,
			static function ( $a, $b ) {
				return $a['at'] - $b['at'];
			}
		);
		return $lines;
	}

	/**
	 * Returns the movements of one order.
	 *
	 * @param Order_Payments $payments Payment data.
	 * @return array[]
	 * @psalm-return list<Line>
	 */
	private static function order_lines( Order_Payments $payments ): array {
		$order = $payments->order();
		$lines = array();
		$paid  = $payments->paid_attempt();
		foreach ( $payments->attempts()->all() as $attempt ) {
			$is_second = in_array( $attempt->state(), array( 'duplicate', 'returned' ), true );
			if ( ! $attempt->has_amount_received() || ( ! $is_second && ( null === $paid || $attempt->key() !== $paid->key() ) ) ) {
				continue;
			}
			$net = $attempt->net();
			// Attempts of older versions have no net amount, their orders have.
			$net     = null === $net && ! $is_second ? Money::parse( $order->get_meta( Order_Payments::NET ) ) : $net;
			$gross   = $attempt->amount_received()->pesewas();
			$line    = array(
				'order'   => $order->get_order_number(),
				'network' => $is_second ? '' : (string) $order->get_meta( Order_Payments::NETWORK ),
				'ref'     => $attempt->ref(),
			);
			$lines[] = $line + array(
				'at'    => $attempt->paid_at(),
				'kind'  => $is_second ? 'second_payment' : 'payment',
				'gross' => $gross,
				'fee'   => $net ? $gross - $net->pesewas() : 0,
				'net'   => $net ? $net->pesewas() : $gross,
			);
			if ( 'returned' === $attempt->state() ) {
				$lines[] = self::refund_line( $line, $gross, $attempt->last_checked_at() );
			}
		}
		if ( null === $paid ) {
			return $lines;
		}
		$line = array(
			'order'   => $order->get_order_number(),
			'network' => (string) $order->get_meta( Order_Payments::NETWORK ),
		);
		foreach ( $payments->refunds()->all() as $row ) {
			if ( 'refunded' === $row['state'] ) {
				$lines[] = self::refund_line( $line + array( 'ref' => $row['ref'] ), (int) $row['amount'], (int) ( isset( $row['resolved_at'] ) ? $row['resolved_at'] : $row['created_at'] ) );
			}
		}
		if ( $payments->refunded_elsewhere() > 0 ) {
			// The service does not report when it was made.
			$lines[] = self::refund_line( $line + array( 'ref' => $paid->ref() ), $payments->refunded_elsewhere(), $paid->paid_at() );
		}
		return $lines;
	}

	/**
	 * Builds the line of a paid refund.
	 *
	 * @param array $line    Order, network and reference.
	 * @param int   $pesewas Amount.
	 * @param int   $at      Time.
	 * @return array
	 * @psalm-return Line
	 */
	private static function refund_line( array $line, $pesewas, $at ): array {
		return $line + array(
			'at'    => $at,
			'kind'  => 'refund',
			'gross' => 0,
			'fee'   => 0,
			'net'   => -$pesewas,
		);
	}

	/**
	 * Adds up the movements of each month in the time zone of the site, newest first.
	 *
	 * @param array[] $lines Movements.
	 * @psalm-param list<Line> $lines
	 * @return array<string, array{payments: int, gross: int, fee: int, refunds: int, net: int}> Sums in pesewas by month, such as
	 *                                                                                          2026-11.
	 */
	public static function months( array $lines ): array {
		$months = array();
		foreach ( $lines as $line ) {
			$month = (string) wp_date( 'Y-m', $line['at'] );
			$sums  = isset( $months[ $month ] ) ? $months[ $month ] : array_fill_keys( array( 'payments', 'gross', 'fee', 'refunds', 'net' ), 0 );
			if ( 'refund' === $line['kind'] ) {
				$sums['refunds'] -= $line['net'];
			} else {
				++$sums['payments'];
			}
			foreach ( array( 'gross', 'fee', 'net' ) as $name ) {
				$sums[ $name ] += $line[ $name ];
			}
			$months[ $month ] = $sums;
		}
		krsort( $months );
		return $months;
	}

	/**
	 * Compares the sum of the movements with the balance of the service, and adds what explains the difference.
	 *
	 * @param array[] $lines Movements.
	 * @psalm-param list<Line> $lines
	 * @return array{earned: int, available: int, pending: int, reserved: int, difference: int, requested: int, deleted: int}|WP_Error
	 *         Amounts in pesewas: earned by the shop, parts of the balance, what the shop's orders do not explain, requested and unpaid
	 *         refunds, which are reserved; number of deleted orders with a payment.
	 */
	public static function compare( array $lines ) {
		$api     = Api::from_settings();
		$balance = is_wp_error( $api ) ? $api : $api->request( 'readBalance' );
		if ( is_wp_error( $balance ) ) {
			return $balance;
		}
		$amounts = array();
		foreach ( array( 'available', 'pending', 'reserved' ) as $name ) {
			$money = Money::parse( isset( $balance[ $name ] ) ? $balance[ $name ] : null );
			if ( null === $money ) {
				return new WP_Error( 'cedi_commerce_invalid_response', __( 'The payment service gave an answer that cannot be read. Try again in a moment.', 'cedi-commerce' ) );
			}
			$amounts[ $name ] = $money->pesewas();
		}
		$earned = (int) array_sum( array_column( $lines, 'net' ) );
		return $amounts + array(
			'earned'     => $earned,
			'difference' => array_sum( $amounts ) - $earned,
			'requested'  => self::requested(),
			'deleted'    => count( Deleted_Order_Handler::paid() ),
		);
	}

	/**
	 * Returns the refunds that the operator has not resolved.
	 *
	 * @return list<array{order: int, amount: string, ref: string}> Amounts in GH₵.
	 */
	public static function unpaid_refunds(): array {
		$refunds = array();
		foreach ( Order_Query::with_meta( Order_Payments::NEEDS_CHECK, 'yes', -1 ) as $id ) {
			$order = wc_get_order( $id );
			if ( ! $order instanceof WC_Order ) {
				continue;
			}
			$payments = Order_Payments::of( $order );
			$rows     = $payments->refunds()->pending();
			foreach ( $payments->attempts()->duplicates() as $attempt ) {
				$rows[] = $attempt->refund();
			}
			foreach ( array_filter( $rows ) as $row ) {
				$refunds[] = array(
					'order'  => $id,
					'amount' => Money::of( (int) $row['amount'] )->format(),
					'ref'    => (string) $row['ref'],
				);
			}
		}
		return $refunds;
	}

	/**
	 * Returns the sum of the requested refunds that the operator has not resolved.
	 *
	 * @return int Pesewas.
	 */
	private static function requested(): int {
		$sum = 0;
		foreach ( self::unpaid_refunds() as $refund ) {
			$money = '' === $refund['ref'] ? null : Money::parse( $refund['amount'] );
			$sum  += $money ? $money->pesewas() : 0;
		}
		return $sum;
	}
}
