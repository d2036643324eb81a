<?php
/**
 * Site Health tests.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Admin;

use Cedi\Commerce\Gateway\Gateway;
use Cedi\Commerce\Order\Deleted_Order_Handler;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Order_Query;
use Cedi\Commerce\Order\Payment_Status;
use Cedi\Commerce\Support\Api;
use Cedi\Commerce\Support\Api_Key;
use Cedi\Commerce\Support\Connection;
use Cedi\Commerce\Support\Settings;
use const Cedi\Commerce\VERSION;

defined( 'ABSPATH' ) || exit;

/**
 * Adds tests and debug information without secrets.
 */
final class Site_Health {
	/** Age of the last check after which the schedule counts as stopped. */
	const MAX_DELAY_SECONDS = 7200;

	/** Difference of the clocks that affects expiry times. */
	const MAX_SKEW_SECONDS = 120;

	/**
	 * Adds the tests.
	 *
	 * @param array<string, array> $tests Tests.
	 * @return array<string, array>
	 */
	public static function add_tests( $tests ) {
		$all = array(
			'setup'    => __( 'Cedi Commerce can take payments', 'cedi-commerce' ),
			'orders'   => __( 'No order waits for its payment', 'cedi-commerce' ),
			'schedule' => __( 'Payments are checked by themselves', 'cedi-commerce' ),
		);
		foreach ( $all as $name => $label ) {
			$tests['direct'][ "cedi_commerce_$name" ] = array(
				'label' => $label,
				'test'  => array( self::class, "test_$name" ),
			);
		}
		$tests['async']['cedi_commerce_connection'] = array(
			'label'             => __( 'The payment service can be reached', 'cedi-commerce' ),
			'test'              => 'cedi-commerce-connection',
			'has_rest'          => false,
			'async_direct_test' => array( self::class, 'test_connection' ),
		);
		return $tests;
	}

	/**
	 * Tests the setup.
	 *
	 * @return array
	 */
	public static function test_setup() {
		$api = Api::from_settings();
		if ( is_wp_error( $api ) ) {
			return self::result( 'setup', 'recommended', __( 'Cedi Commerce is not set up', 'cedi-commerce' ), $api->get_error_message() );
		}
		if ( class_exists( 'WooCommerce', false ) ) {
			$reason = ( new Gateway() )->unavailable_reason();
			if ( '' !== $reason ) {
				return self::result( 'setup', 'recommended', __( 'Cedi is not offered to buyers', 'cedi-commerce' ), $reason );
			}
			if ( wc_get_price_decimals() > 2 ) {
				return self::result( 'setup', 'recommended', __( 'Cedi is not offered for every amount', 'cedi-commerce' ), __( 'Prices of this shop have more than two decimals: a total with a third one cannot be paid.', 'cedi-commerce' ) );
			}
		}
		return self::result( 'setup', 'good', __( 'Cedi Commerce can take payments', 'cedi-commerce' ), __( 'Address, key and currency are set.', 'cedi-commerce' ) );
	}

	/**
	 * Tests for orders that were paid twice, need a decision or were not checked.
	 *
	 * @return array
	 */
	public static function test_orders() {
		$good = self::result( 'orders', 'good', __( 'No order waits for its payment', 'cedi-commerce' ), __( 'Every payment has been checked.', 'cedi-commerce' ) );
		if ( ! function_exists( 'wc_get_orders' ) ) {
			return $good;
		}
		$order_ids = Order_Query::with_meta( Order_Payments::HAS_DUPLICATE, 'yes', 5 );
		if ( $order_ids ) {
			/* translators: %s: numbers of orders. */
			return self::result( 'orders', 'critical', __( 'An order was paid twice', 'cedi-commerce' ), sprintf( __( 'Refund the second payment of these orders: %s.', 'cedi-commerce' ), '#' . implode( ', #', $order_ids ) ) );
		}
		$deleted = Deleted_Order_Handler::paid();
		if ( $deleted ) {
			return self::result( 'orders', 'critical', __( 'Money has come for an order that was deleted', 'cedi-commerce' ), implode( ' ', array_column( $deleted, 'message' ) ) );
		}
		$order_ids = Order_Query::needing_decision( 5 );
		if ( $order_ids ) {
			/* translators: %s: numbers of orders. */
			return self::result( 'orders', 'critical', __( 'Orders were paid and are neither delivered nor refunded', 'cedi-commerce' ), sprintf( __( 'Money has come for these orders, and they stand still: %s. Their notes say why. Deliver them or refund them.', 'cedi-commerce' ), '#' . implode( ', #', $order_ids ) ) );
		}
		foreach ( Order_Query::unpaid( 50 ) as $id ) {
			$order = wc_get_order( $id );
			$open  = $order instanceof \WC_Order ? Order_Payments::of( $order )->attempts()->open() : array();
			foreach ( $open as $attempt ) {
				if ( $attempt->is_stuck() ) {
					/* translators: %d: number of an order. */
					return self::result( 'orders', 'recommended', __( 'A payment has hung for more than a day', 'cedi-commerce' ), sprintf( __( 'Order #%d.', 'cedi-commerce' ), $id ) . ' ' . Payment_Status::stuck_message( $attempt ) );
				}
				if ( time() - max( $attempt->created_at(), $attempt->last_checked_at() ) > self::MAX_DELAY_SECONDS && time() - $attempt->created_at() < DAY_IN_SECONDS ) {
					/* translators: %d: number of an order. */
					return self::result( 'orders', 'critical', __( 'Orders wait for their payment', 'cedi-commerce' ), sprintf( __( 'Order #%d has not been checked for hours. Use the tool "repair pending orders" in WooCommerce, and see whether WP-Cron runs.', 'cedi-commerce' ), $id ) );
				}
			}
		}
		return $good;
	}

	/**
	 * Tests WP-Cron.
	 *
	 * @return array
	 */
	public static function test_schedule() {
		$late = 0;
		foreach ( (array) _get_cron_array() as $time => $events ) {
			$late = max( $late, time() - (int) $time );
		}
		if ( $late > self::MAX_DELAY_SECONDS ) {
			return self::result( 'schedule', 'critical', __( 'WP-Cron stands still', 'cedi-commerce' ), __( 'Payments are found only when buyers come back. Have wp-cron.php called every minute by your host.', 'cedi-commerce' ) );
		}
		return self::result( 'schedule', 'good', __( 'Payments are checked by themselves', 'cedi-commerce' ), __( 'The schedule of the site runs.', 'cedi-commerce' ) );
	}

	/**
	 * Tests the connection, the scopes and the clocks.
	 *
	 * @return array
	 */
	public static function test_connection() {
		$connection = Connection::test();
		if ( ! $connection['ok'] ) {
			return self::result( 'connection', 'critical', __( 'Payments cannot be taken', 'cedi-commerce' ), $connection['message'] );
		}
		$skew = self::skew();
		if ( null !== $skew && abs( $skew ) > self::MAX_SKEW_SECONDS ) {
			/* translators: %d: seconds. */
			return self::result( 'connection', 'recommended', __( 'The clock of this site is off', 'cedi-commerce' ), sprintf( __( 'It differs from the clock of the payment service by %d seconds. Ask your host to set it.', 'cedi-commerce' ), $skew ) );
		}
		return self::result( 'connection', 'good', __( 'The payment service can be reached', 'cedi-commerce' ), $connection['message'] );
	}

	/**
	 * Sends the result of the connection test, which the screen requests separately.
	 */
	public static function send_connection_result() {
		check_ajax_referer( 'health-check-site-status' );
		if ( ! current_user_can( 'view_site_health_checks' ) ) {
			wp_send_json_error();
		}
		wp_send_json_success( self::test_connection() );
	}

	/**
	 * Returns by how many seconds the clock of the service is ahead; null if it is unknown.
	 *
	 * @return int|null
	 */
	private static function skew() {
		$response = wp_remote_head( Settings::base_url() . '/api/v1/openapi.json', array( 'timeout' => 3 ) );
		$date     = is_wp_error( $response ) ? '' : wp_remote_retrieve_header( $response, 'date' );
		$time     = is_string( $date ) && '' !== $date ? strtotime( $date ) : false;
		return $time ? $time - time() : null;
	}

	/**
	 * Adds debug information.
	 *
	 * @param array<string, array> $information Debug information.
	 * @return array<string, array>
	 */
	public static function add_information( $information ) {
		$key                          = Api_Key::describe();
		$gateway                      = Settings::gateway();
		$information['cedi-commerce'] = array(
			'label'  => __( 'Cedi Commerce', 'cedi-commerce' ),
			'fields' => array(
				'version'  => array(
					'label' => __( 'Version', 'cedi-commerce' ),
					'value' => VERSION,
				),
				'base_url' => array(
					'label' => __( 'Address of the service', 'cedi-commerce' ),
					'value' => Settings::base_url(),
				),
				'key'      => array(
					'label' => __( 'API key', 'cedi-commerce' ),
					'value' => "{$key['source']}, {$key['state']}",
				),
				'gateway'  => array(
					'label' => __( 'Payment method', 'cedi-commerce' ),
					'value' => ( $gateway['enabled'] ? 'enabled' : 'disabled' ) . ", {$gateway['flow']}",
				),
				'schedule' => array(
					'label' => __( 'Schedule', 'cedi-commerce' ),
					'value' => function_exists( 'as_schedule_single_action' ) ? 'Action Scheduler' : 'WP-Cron',
				),
			),
		);
		return $information;
	}

	/**
	 * Builds a result.
	 *
	 * @param string $name   Test.
	 * @param string $status good, recommended or critical.
	 * @param string $label  Finding.
	 * @param string $text   Advice.
	 * @return array<string, mixed>
	 */
	private static function result( $name, $status, $label, $text ) {
		return array(
			'label'       => $label,
			'status'      => $status,
			'badge'       => array(
				'label' => __( 'Payments', 'cedi-commerce' ),
				'color' => 'blue',
			),
			'description' => '<p>' . esc_html( $text ) . '</p>',
			'actions'     => 'good' === $status ? '' : '<p><a href="' . esc_url( Settings_Page::url() ) . '">' . esc_html__( 'Open the settings', 'cedi-commerce' ) . '</a></p>',
			'test'        => "cedi_commerce_$name",
		);
	}
}
