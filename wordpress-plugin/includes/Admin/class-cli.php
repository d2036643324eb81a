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
	 * Says whether the service can be reached and what the key may do.
	 */
	public function status() {
		$found = Connection::test();
		foreach ( $found['scopes'] as $row ) {
			WP_CLI::log( sprintf( '%-16s %s', $row['scope'], null === $row['granted'] ? '?' : ( $row['granted'] ? 'yes' : 'no' ) ) );
		}
		if ( $found['balance'] ) {
			WP_CLI::log( sprintf( 'available GH₵%s, pending GH₵%s, reserved GH₵%s', $found['balance']['available'], $found['balance']['pending'], $found['balance']['reserved'] ) );
		}
		if ( ! $found['ok'] ) {
			WP_CLI::error( $found['message'] );
		}
		WP_CLI::success( $found['message'] );
	}

	/**
	 * Lists products.
	 */
	public function products() {
		$products = Products::all( true );
		if ( is_wp_error( $products ) ) {
			WP_CLI::error( $products->get_error_message() );
		}
		foreach ( $products as $product ) {
			WP_CLI::log( sprintf( '%-20s %10s  %s', $product['id'], $product['price'], $product['name'] ) );
		}
	}

	/**
	 * Asks about every order that waits for a payment.
	 */
	public function reconcile() {
		$paid = 0;
		$ids  = Order_Query::unsettled( -1 );
		foreach ( $ids as $id ) {
			$report = Order_Settler::settle( $id );
			$paid  += 'paid' === $report['state'] ? 1 : 0;
			WP_CLI::log( "#$id {$report['state']}" );
		}
		WP_CLI::success( sprintf( 'Asked about %d orders; %d payments had arrived.', count( $ids ), $paid ) );
	}

	/**
	 * Asks about one order and shows its attempts.
	 *
	 * ## OPTIONS
	 *
	 * <id>
	 * : The number of the order.
	 *
	 * @param string[] $args The arguments.
	 */
	public function order( $args ) {
		$report = Order_Settler::settle( (int) $args[0] );
		WP_CLI::log( "{$report['state']}: {$report['message']}" );
		$order = wc_get_order( (int) $args[0] );
		foreach ( $order instanceof WC_Order ? Order_Payments::of( $order )->attempts()->shown() : array() as $row ) {
			WP_CLI::log( sprintf( '%s  GH₵%s  %-10s %s', $row['created_at'], $row['amount'], $row['status'], $row['ref'] ) );
		}
	}

	/**
	 * Lists refunds that wait for an operator.
	 */
	public function refunds() {
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
			$rows = array_filter( $rows );
			foreach ( $rows as $row ) {
				WP_CLI::log( sprintf( '#%d  GH₵%s  %s', $id, Money::of( $row['amount'] )->format(), $row['ref'] ) );
			}
		}
	}
}
