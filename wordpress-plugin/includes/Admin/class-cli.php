<?php
/**
 * Commands.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Admin;

use Cedi\Commerce\Button\Products;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Order_Query;
use Cedi\Commerce\Order\Order_Settler;
use Cedi\Commerce\Service\Money;
use Cedi\Commerce\Support\Connection;
use WC_Order;
use WP_CLI;

defined( 'ABSPATH' ) || exit;

/**
 * Looks after payments in Ghana cedis.
 */
final class Cli {
	/**
	 * Says whether the service can be reached, what the key may do, and the balance.
	 *
	 * ## OPTIONS
	 *
	 * [--format=<format>]
	 * : table, json or csv.
	 *
	 * @param string[] $args    Nothing.
	 * @param string[] $options The format.
	 */
	public function status( $args, $options = array() ) {
		$found = Connection::test();
		$rows  = array();
		foreach ( $found['scopes'] as $row ) {
			$rows[] = array(
				'name'  => $row['scope'],
				'value' => null === $row['granted'] ? 'not known' : ( $row['granted'] ? 'yes' : 'no' ),
			);
		}
		foreach ( array( 'available', 'pending', 'reserved' ) as $name ) {
			if ( $found['balance'] ) {
				$rows[] = array(
					'name'  => $name,
					'value' => $found['balance'][ $name ],
				);
			}
		}
		if ( $rows ) {
			self::show( $options, array( 'name', 'value' ), $rows );
		}
		if ( ! $found['ok'] ) {
			WP_CLI::error( $found['message'] );
		}
		self::end( $options, $found['message'] );
	}

	/**
	 * Lists products.
	 *
	 * ## OPTIONS
	 *
	 * [--format=<format>]
	 * : table, json or csv.
	 *
	 * @param string[] $args    Nothing.
	 * @param string[] $options The format.
	 */
	public function products( $args, $options = array() ) {
		$products = Products::all( true );
		if ( is_wp_error( $products ) ) {
			WP_CLI::error( $products->get_error_message() );
			return;
		}
		self::show( $options, array( 'id', 'slug', 'name', 'price', 'active', 'stock' ), $products );
	}

	/**
	 * Checks every order that waits for a payment.
	 *
	 * ## OPTIONS
	 *
	 * [--format=<format>]
	 * : table, json or csv.
	 *
	 * @param string[] $args    Nothing.
	 * @param string[] $options The format.
	 */
	public function reconcile( $args, $options = array() ) {
		$rows = array();
		foreach ( Order_Query::unsettled( -1 ) as $id ) {
			$rows[] = array( 'order' => $id ) + Order_Settler::settle( $id );
		}
		self::show( $options, array( 'order', 'state', 'message' ), $rows );
		$paid = count( array_keys( array_column( $rows, 'state' ), 'paid', true ) );
		self::end( $options, sprintf( 'Asked about %d orders; %d payments had arrived.', count( $rows ), $paid ) );
	}

	/**
	 * Checks one order and shows its attempts.
	 *
	 * ## OPTIONS
	 *
	 * <id>
	 * : The number of the order.
	 *
	 * [--format=<format>]
	 * : table, json or csv.
	 *
	 * @param string[] $args    The order.
	 * @param string[] $options The format.
	 */
	public function order( $args, $options = array() ) {
		$order = wc_get_order( (int) $args[0] );
		if ( ! $order instanceof WC_Order ) {
			WP_CLI::error( "There is no order {$args[0]}." );
			return;
		}
		$report = Order_Settler::settle( $order->get_id() );
		$rows   = Order_Payments::fresh( $order->get_id() )->attempts()->shown();
		self::show( $options, array( 'created_at', 'amount', 'status', 'ref' ), $rows );
		self::end( $options, "{$report['state']}: {$report['message']}" );
	}

	/**
	 * Lists refunds that wait for an operator.
	 *
	 * ## OPTIONS
	 *
	 * [--format=<format>]
	 * : table, json or csv.
	 *
	 * @param string[] $args    Nothing.
	 * @param string[] $options The format.
	 */
	public function refunds( $args, $options = array() ) {
		$shown = array();
		foreach ( Order_Query::with_meta( Order_Payments::WATCHED, 'yes', -1 ) as $id ) {
			$order = wc_get_order( $id );
			if ( ! $order instanceof WC_Order ) {
				continue;
			}
			$payments = Order_Payments::of( $order );
			$rows     = $payments->refunds()->waiting();
			foreach ( $payments->attempts()->second() as $attempt ) {
				$rows[] = $attempt->refund();
			}
			foreach ( array_filter( $rows ) as $row ) {
				$shown[] = array(
					'order'  => $id,
					'amount' => Money::of( $row['amount'] )->format(),
					'ref'    => $row['ref'],
				);
			}
		}
		self::show( $options, array( 'order', 'amount', 'ref' ), $shown );
	}

	/**
	 * Prints rows.
	 *
	 * @param string[] $options The format.
	 * @param string[] $columns The columns.
	 * @param array[]  $rows    The rows.
	 */
	private static function show( array $options, array $columns, array $rows ) {
		WP_CLI\Utils\format_items( self::format( $options ), $rows, $columns );
	}

	/**
	 * Reports the result to people. A program's output has only rows.
	 *
	 * @param string[] $options The format.
	 * @param string   $message How it ended.
	 */
	private static function end( array $options, $message ) {
		if ( 'table' === self::format( $options ) ) {
			WP_CLI::success( $message );
		}
	}

	/**
	 * The format.
	 *
	 * @param string[] $options The options of a command.
	 */
	private static function format( array $options ): string {
		return isset( $options['format'] ) ? $options['format'] : 'table';
	}
}
