<?php
/**
 * Revenue report of WooCommerce Analytics.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Reports;

use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Order_Query;
use Cedi\Commerce\Service\Money;
use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Adds fees and net amounts to each day of the revenue report and to its CSV file. Net amounts are before refunds, because the report
 * has its own column for refunds, which count on another day.
 */
final class Revenue_Report {
	/** Columns. */
	const COLUMNS = array( 'cedi_fee', 'cedi_net' );

	/**
	 * Adds the hooks for the report and the export.
	 */
	public static function add() {
		add_filter( 'woocommerce_analytics_revenue_select_query', array( self::class, 'add_to_report' ), 10, 2 );
		add_filter( 'woocommerce_admin_revenue_report_export_column_names', array( self::class, 'add_export_columns' ) );
		add_filter( 'woocommerce_export_admin_revenue_report_row_data', array( self::class, 'add_to_export' ), 10, 2 );
	}

	/**
	 * Adds the sums to the intervals of the table. Queries of charts name their fields, and need no fees.
	 *
	 * @param mixed $results Object with the intervals of one page.
	 * @param array $args    Arguments of the query.
	 * @return mixed
	 */
	public static function add_to_report( $results, $args ) {
		if ( ! empty( $args['fields'] ) || ! is_object( $results ) || empty( $results->intervals ) ) {
			return $results;
		}
		$date_type = (string) ( empty( $args['date_type'] ) ? get_option( 'woocommerce_date_type', 'date_paid' ) : $args['date_type'] );
		$starts    = array_column( $results->intervals, 'date_start' );
		$ends      = array_column( $results->intervals, 'date_end' );
		$sums      = self::sums( $date_type, min( $starts ), max( $ends ), array_combine( $starts, $ends ) );
		foreach ( $results->intervals as $position => $interval ) {
			foreach ( self::COLUMNS as $column ) {
				$results->intervals[ $position ]['subtotals']->$column = Money::of( $sums[ $interval['date_start'] ][ $column ] )->format();
			}
		}
		return $results;
	}

	/**
	 * Adds up the fees and net amounts of the orders in each interval.
	 *
	 * @param string                $date_type date_paid, date_created or date_completed.
	 * @param string                $start     First second, such as 2026-11-01 00:00:00, in the time zone of the site.
	 * @param string                $end       Last second.
	 * @param array<string, string> $intervals Last second of each interval by its first second.
	 * @return array<string, array<string, int>> Pesewas by first second and column.
	 */
	private static function sums( $date_type, $start, $end, array $intervals ): array {
		$sums = array_fill_keys( array_keys( $intervals ), array_fill_keys( self::COLUMNS, 0 ) );
		for ( $page = 1; ; $page++ ) {
			$orders = Order_Query::paid_between( $date_type, self::timestamp( $start ), self::timestamp( $end ), $page );
			foreach ( $orders as $order ) {
				$date = 'date_created' === $date_type ? $order->get_date_created() : ( 'date_completed' === $date_type ? $order->get_date_completed() : $order->get_date_paid() );
				$at   = $date ? (string) wp_date( 'Y-m-d H:i:s', $date->getTimestamp() ) : '';
				foreach ( $intervals as $first => $last ) {
					if ( $at >= $first && $at <= $last ) {
						$sums[ $first ]['cedi_fee'] += self::pesewas( $order, Order_Payments::FEE );
						$sums[ $first ]['cedi_net'] += self::pesewas( $order, Order_Payments::NET );
					}
				}
			}
			if ( count( $orders ) < Order_Query::PAGE_SIZE ) {
				return $sums;
			}
		}
	}

	/**
	 * Returns an amount that is stored with an order.
	 *
	 * @param WC_Order $order Order.
	 * @param string   $key   Meta key.
	 */
	private static function pesewas( WC_Order $order, $key ): int {
		$money = Money::parse( $order->get_meta( $key ) );
		return $money ? $money->pesewas() : 0;
	}

	/**
	 * Converts a local time of the report to a timestamp.
	 *
	 * @param string $text Such as 2026-11-01 00:00:00.
	 */
	private static function timestamp( $text ): int {
		return ( new \DateTimeImmutable( $text, wp_timezone() ) )->getTimestamp();
	}

	/**
	 * Adds the columns to the CSV file.
	 *
	 * @param array<string, string> $columns Labels by column.
	 * @return array<string, string>
	 */
	public static function add_export_columns( $columns ) {
		return $columns + array(
			'cedi_fee' => __( 'Fee', 'cedi-commerce' ),
			'cedi_net' => __( 'After the fee', 'cedi-commerce' ),
		);
	}

	/**
	 * Adds the values to a row of the CSV file.
	 *
	 * @param array $row  Row of the file.
	 * @param array $item Interval of the report.
	 * @return array
	 */
	public static function add_to_export( $row, $item ) {
		$subtotals = (array) ( $item['subtotals'] ?? array() );
		foreach ( self::COLUMNS as $column ) {
			$row[ $column ] = $subtotals[ $column ] ?? '';
		}
		return $row;
	}
}
