<?php
/**
 * WooCommerce Analytics.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Reports;

use Cedi\Commerce\Order\Order_Columns;
use Cedi\Commerce\Order\Order_Totals;
use Cedi\Commerce\Service\Money;
use Cedi\Commerce\Support\Scripts;
use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Adds fee, net amount, network, reference and refund state to the orders report of WooCommerce Analytics and to its CSV file. WooCommerce
 * builds a short file in the browser, from the table, and a long one on the server.
 */
final class Analytics {
	/** Prefix of the columns. */
	const PREFIX = 'cedi_';

	/**
	 * Adds the hooks for the report and the export.
	 */
	public static function add() {
		add_filter( 'woocommerce_rest_prepare_report_orders', array( self::class, 'add_to_report' ), 10, 2 );
		add_filter( 'woocommerce_report_orders_export_columns', array( self::class, 'add_export_columns' ) );
		add_filter( 'woocommerce_report_orders_prepare_export_item', array( self::class, 'add_to_export' ), 10, 2 );
		Revenue_Report::add();
	}

	/**
	 * Adds the script of the table on the pages of WooCommerce Analytics.
	 */
	public static function enqueue() {
		if ( 'wc-admin' === sanitize_key( (string) filter_input( INPUT_GET, 'page' ) ) ) {
			Scripts::enqueue( 'analytics' );
		}
	}

	/**
	 * Returns the labels of the columns.
	 *
	 * @return array<string, string>
	 */
	private static function labels() {
		return array(
			'cedi_fee'     => __( 'Fee', 'cedi-commerce' ),
			'cedi_net'     => __( 'After the fee', 'cedi-commerce' ),
			'cedi_network' => __( 'Network', 'cedi-commerce' ),
			'cedi_ref'     => __( 'Reference', 'cedi-commerce' ),
			'cedi_refund'  => __( 'Refund', 'cedi-commerce' ),
		);
	}

	/**
	 * Returns the values of an order.
	 *
	 * @param int $order_id Order ID.
	 * @return array<string, string> By column.
	 */
	private static function values( $order_id ) {
		$order = wc_get_order( $order_id );
		$row   = $order instanceof WC_Order ? Order_Columns::row( $order ) : array();
		$costs = $order instanceof WC_Order && '' !== $row['ref'] ? Order_Totals::costs( $order ) : null;
		if ( $costs ) {
			// Numbers without a currency, for spreadsheets.
			$row['fee'] = $costs['fee']->format();
			$row['net'] = ( $costs['net_pesewas'] < 0 ? '-' : '' ) . Money::of( abs( $costs['net_pesewas'] ) )->format();
		}
		$values = array();
		foreach ( array_keys( self::labels() ) as $column ) {
			$name              = substr( $column, strlen( self::PREFIX ) );
			$values[ $column ] = isset( $row[ $name ] ) ? $row[ $name ] : '';
		}
		return $values;
	}

	/**
	 * Adds the values to a row of the report.
	 *
	 * @param \WP_REST_Response $response Row.
	 * @param array|object      $report   Order of the report.
	 * @return \WP_REST_Response
	 */
	public static function add_to_report( $response, $report ) {
		$id = absint( ( (array) $report )['order_id'] ?? 0 );
		$response->set_data( $response->get_data() + self::values( $id ) );
		return $response;
	}

	/**
	 * Adds the columns to the CSV file.
	 *
	 * @param array<string, string> $columns Labels by column.
	 * @return array<string, string>
	 */
	public static function add_export_columns( $columns ) {
		return $columns + self::labels();
	}

	/**
	 * Adds the values to a row of the CSV file.
	 *
	 * @param array $item Row of the file.
	 * @param array $data Order of the report.
	 * @return array
	 */
	public static function add_to_export( $item, $data ) {
		return $item + self::values( absint( $data['order_id'] ?? 0 ) );
	}
}
