<?php
/**
 * WP-CLI commands.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tools;

use Cedi\Commerce\Button\Products;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Payment_Checker;
use Cedi\Commerce\Order\Scheduled_Checks;
use Cedi\Commerce\Reports\Reconciliation;
use Cedi\Commerce\Support\Connection;
use WC_Order;
use WP_CLI;

defined( 'ABSPATH' ) || exit;

/**
 * Looks after payments in Ghana cedis.
 */
final class Cli {
	/**
	 * Shows the connection to the service, the scopes of the key and the balance.
	 *
	 * ## OPTIONS
	 *
	 * [--format=<format>]
	 * : table, json or csv.
	 *
	 * @param string[] $args    Unused.
	 * @param string[] $options Options of the command.
	 */
	public function status( $args, $options = array() ) {
		$connection = Connection::test();
		$rows       = array();
		foreach ( $connection['scopes'] as $row ) {
			$rows[] = array(
				'name'  => $row['scope'],
				'value' => null === $row['granted'] ? 'not known' : ( $row['granted'] ? 'yes' : 'no' ),
			);
		}
		foreach ( array( 'available', 'pending', 'reserved' ) as $name ) {
			if ( $connection['balance'] ) {
				$rows[] = array(
					'name'  => $name,
					'value' => $connection['balance'][ $name ],
				);
			}
		}
		if ( $rows ) {
			self::show( $options, array( 'name', 'value' ), $rows );
		}
		if ( ! $connection['ok'] ) {
			WP_CLI::error( $connection['message'] );
		}
		self::end( $options, $connection['message'] );
	}

	/**
	 * Reports settings, connection, scopes, clock, schedule, REST API, plugins that may break checkouts, and the last checks. The report
	 * contains no key. The command fails if a check is critical.
	 *
	 * ## OPTIONS
	 *
	 * [--format=<format>]
	 * : table, json or csv.
	 *
	 * @param string[] $args    Unused.
	 * @param string[] $options Options of the command.
	 */
	public function doctor( $args, $options = array() ) {
		$rows = Doctor::rows( true );
		self::show( $options, array( 'check', 'status', 'detail' ), $rows );
		$critical = array_keys( array_column( $rows, 'status', 'check' ), 'critical', true );
		if ( $critical ) {
			WP_CLI::error( 'Critical: ' . implode( ', ', $critical ) . '.' );
		}
		self::end( $options, 'No check is critical.' );
	}

	/**
	 * Lists products.
	 *
	 * ## OPTIONS
	 *
	 * [--format=<format>]
	 * : table, json or csv.
	 *
	 * @param string[] $args    Unused.
	 * @param string[] $options Options of the command.
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
	 * Checks every order that can still be paid, in any status, and deleted orders.
	 *
	 * ## OPTIONS
	 *
	 * [--format=<format>]
	 * : table, json or csv.
	 *
	 * @param string[] $args    Unused.
	 * @param string[] $options Options of the command.
	 */
	public function reconcile( $args, $options = array() ) {
		if ( ! self::has_orders() ) {
			return;
		}
		$rows = Scheduled_Checks::check_all();
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
	 * : The order ID.
	 *
	 * [--format=<format>]
	 * : table, json or csv.
	 *
	 * @param string[] $args    Order ID.
	 * @param string[] $options Options of the command.
	 */
	public function order( $args, $options = array() ) {
		if ( ! self::has_orders() ) {
			return;
		}
		$order = preg_match( '/^[1-9]\d*$/D', $args[0] ) ? wc_get_order( (int) $args[0] ) : null;
		if ( ! $order instanceof WC_Order ) {
			WP_CLI::error( "There is no order {$args[0]}." );
			return;
		}
		$status = Payment_Checker::check( $order->get_id() );
		$rows   = Order_Payments::fresh( $order->get_id() )->attempts()->summaries();
		self::show( $options, array( 'created_at', 'amount', 'status', 'ref' ), $rows );
		self::end( $options, "{$status['state']}: {$status['message']}" );
	}

	/**
	 * Lists refunds that the operator has not resolved.
	 *
	 * ## OPTIONS
	 *
	 * [--format=<format>]
	 * : table, json or csv.
	 *
	 * @param string[] $args    Unused.
	 * @param string[] $options Options of the command.
	 */
	public function refunds( $args, $options = array() ) {
		if ( ! self::has_orders() ) {
			return;
		}
		self::show( $options, array( 'order', 'amount', 'ref' ), Reconciliation::unpaid_refunds() );
	}

	/**
	 * Whether WooCommerce is active. Otherwise, prints an error, which ends the command.
	 */
	private static function has_orders(): bool {
		if ( class_exists( 'WooCommerce', false ) ) {
			return true;
		}
		WP_CLI::error( 'This command works on orders of WooCommerce, which is not active.' );
		return false;
	}

	/**
	 * Prints rows.
	 *
	 * @param string[] $options Options of the command.
	 * @param string[] $columns Columns.
	 * @param array[]  $rows    Rows.
	 */
	private static function show( array $options, array $columns, array $rows ) {
		WP_CLI\Utils\format_items( self::format( $options ), $rows, $columns );
	}

	/**
	 * Prints the result, except in machine-readable formats.
	 *
	 * @param string[] $options Options of the command.
	 * @param string   $message Result.
	 */
	private static function end( array $options, $message ) {
		if ( 'table' === self::format( $options ) ) {
			WP_CLI::success( $message );
		}
	}

	/**
	 * Returns the output format.
	 *
	 * @param string[] $options The options of a command.
	 */
	private static function format( array $options ): string {
		return isset( $options['format'] ) ? $options['format'] : 'table';
	}
}
