<?php
/**
 * Site Health tests.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tools;

use Cedi\Commerce\Gateway\Gateway;
use Cedi\Commerce\Order\Deleted_Order_Handler;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Order_Query;
use Cedi\Commerce\Order\Payment_Attempt;
use Cedi\Commerce\Settings\Settings_Page;
use Cedi\Commerce\Support\Api;
use Cedi\Commerce\Support\Connection;
use Cedi\Commerce\Support\Settings;
use Cedi\Commerce\Support\Site;

defined( 'ABSPATH' ) || exit;

/**
 * Adds tests without secrets. Doctor adds the debug information.
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
			'schedule' => __( 'Payments are checked automatically', 'cedi-commerce' ),
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
		if ( Site::has_requested_home() ) {
			/* translators: %s: a constant in wp-config.php. */
			return self::result( 'setup', 'recommended', sprintf( __( '%s follows the address of each request', 'cedi-commerce' ), 'WP_HOME' ), __( 'Cedi takes payments under every name of this site. Links in e-mails and scheduled tasks may have a wrong address: set WP_HOME in wp-config.php to one address.', 'cedi-commerce' ) );
		}
		return self::result( 'setup', 'good', __( 'Cedi Commerce can take payments', 'cedi-commerce' ), __( 'Address, key and currency are set.', 'cedi-commerce' ) );
	}

	/**
	 * Tests for orders that were paid twice, deleted, need a decision or were not checked. All kinds are reported, each with its
	 * number of orders.
	 *
	 * @return array
	 */
	public static function test_orders() {
		$good = self::result( 'orders', 'good', __( 'No order waits for its payment', 'cedi-commerce' ), __( 'Every payment has been checked.', 'cedi-commerce' ) );
		if ( ! function_exists( 'wc_get_orders' ) ) {
			return $good;
		}
		$problems = array_filter( array( self::duplicate_problem(), self::deleted_problem(), self::decision_problem(), self::unchecked_problem(), self::stuck_problem() ) );
		if ( ! $problems ) {
			return $good;
		}
		$status = in_array( 'critical', array_column( $problems, 'status' ), true ) ? 'critical' : 'recommended';
		return self::result( 'orders', $status, implode( ' · ', array_column( $problems, 'label' ) ), ...array_column( $problems, 'text' ) );
	}

	/**
	 * Reports orders that were paid twice.
	 *
	 * @return array{status: string, label: string, text: string}|null
	 */
	private static function duplicate_problem() {
		$ids = Order_Query::with_meta( Order_Payments::HAS_DUPLICATE, 'yes', -1 );
		/* translators: %d: number of orders. */
		$label = __( 'Orders that were paid twice: %d', 'cedi-commerce' );
		/* translators: %s: numbers of orders. */
		return self::problem( 'critical', $ids, $label, __( 'Refund the second payment of these orders: %s.', 'cedi-commerce' ) );
	}

	/**
	 * Reports payments of deleted orders.
	 *
	 * @return array{status: string, label: string, text: string}|null
	 */
	private static function deleted_problem() {
		$rows = Deleted_Order_Handler::paid();
		/* translators: %d: number of orders. */
		$label = __( 'Deleted orders that were paid: %d', 'cedi-commerce' );
		return $rows ? array(
			'status' => 'critical',
			'label'  => sprintf( $label, count( $rows ) ),
			'text'   => implode( ' ', array_column( $rows, 'message' ) ),
		) : null;
	}

	/**
	 * Reports orders that need a decision for another reason than a second payment.
	 *
	 * @return array{status: string, label: string, text: string}|null
	 */
	private static function decision_problem() {
		$ids = array_filter(
			Order_Query::needing_decision( -1 ),
			static function ( $id ) {
				$order = wc_get_order( $id );
				return $order instanceof \WC_Order && 'duplicate' !== Order_Payments::of( $order )->decision();
			}
		);
		/* translators: %d: number of orders. */
		$label = __( 'Orders that were paid and are neither delivered nor refunded: %d', 'cedi-commerce' );
		/* translators: %s: numbers of orders. */
		return self::problem( 'critical', $ids, $label, __( 'These orders were paid, and nothing has happened since: %s. Their notes say why. Deliver them or refund them.', 'cedi-commerce' ) );
	}

	/**
	 * Reports orders with missed checks.
	 *
	 * @return array{status: string, label: string, text: string}|null
	 */
	private static function unchecked_problem() {
		$ids = self::find_unpaid(
			static function ( Payment_Attempt $attempt ) {
				return ! $attempt->is_stuck() && time() - max( $attempt->created_at(), $attempt->last_checked_at() ) > self::MAX_DELAY_SECONDS && time() - $attempt->created_at() < DAY_IN_SECONDS;
			}
		);
		/* translators: %d: number of orders. */
		$label = __( 'Orders that wait for their payment: %d', 'cedi-commerce' );
		/* translators: %s: numbers of orders. */
		return self::problem( 'critical', $ids, $label, __( 'These orders have not been checked for hours: %s. Use the tool "repair pending orders" in WooCommerce, and see whether WP-Cron runs.', 'cedi-commerce' ) );
	}

	/**
	 * Reports payments that have been pending for more than a day.
	 *
	 * @return array{status: string, label: string, text: string}|null
	 */
	private static function stuck_problem() {
		$ids = self::find_unpaid(
			static function ( Payment_Attempt $attempt ) {
				return $attempt->is_stuck();
			}
		);
		/* translators: %d: number of payments. */
		$label = __( 'Payments that have hung for more than a day: %d', 'cedi-commerce' );
		/* translators: %s: numbers of orders. */
		return self::problem( 'recommended', $ids, $label, __( 'The payments of these orders are still being approved: %s. Ask those who run the service, with the references in the notes. To stop waiting, cancel the order.', 'cedi-commerce' ) );
	}

	/**
	 * Returns the IDs of unpaid orders with an open attempt that meets a condition, among the 50 that were checked longest ago.
	 *
	 * @param callable $condition Function that receives an attempt.
	 * @return int[]
	 */
	private static function find_unpaid( callable $condition ) {
		return array_filter(
			Order_Query::unpaid( 50 ),
			static function ( $id ) use ( $condition ) {
				$order = wc_get_order( $id );
				return $order instanceof \WC_Order && array_filter( Order_Payments::of( $order )->attempts()->open(), $condition );
			}
		);
	}

	/**
	 * Builds the report of one kind of problem.
	 *
	 * @param string $status critical or recommended.
	 * @param int[]  $ids    Order IDs; the first five are named.
	 * @param string $label  Label with the number of orders.
	 * @param string $text   Advice with the numbers of orders.
	 * @return array{status: string, label: string, text: string}|null Null without an order.
	 */
	private static function problem( $status, array $ids, $label, $text ) {
		$named = '#' . implode( ', #', array_slice( $ids, 0, 5 ) ) . ( count( $ids ) > 5 ? ', …' : '' );
		return $ids ? array(
			'status' => $status,
			'label'  => sprintf( $label, count( $ids ) ),
			'text'   => sprintf( $text, $named ),
		) : null;
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
		return self::result( 'schedule', 'good', __( 'Payments are checked automatically', 'cedi-commerce' ), __( 'The schedule of the site runs.', 'cedi-commerce' ) );
	}

	/**
	 * Tests the connection, the scopes and the clocks.
	 *
	 * @param array|null $connection Result of Connection::test(); null to test now.
	 * @return array
	 */
	public static function test_connection( $connection = null ) {
		$connection = is_array( $connection ) ? $connection : Connection::test();
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
		$url      = Settings::base_url() . '/api/v1/openapi.json';
		$response = wp_remote_head(
			$url,
			array(
				'timeout'            => 3,
				'reject_unsafe_urls' => Settings::rejects_private_address( $url ),
			)
		);
		$date     = is_wp_error( $response ) ? '' : wp_remote_retrieve_header( $response, 'date' );
		$time     = is_string( $date ) && '' !== $date ? strtotime( $date ) : false;
		return $time ? $time - time() : null;
	}

	/**
	 * Builds a result.
	 *
	 * @param string $name     Test.
	 * @param string $status   good, recommended or critical.
	 * @param string $label    Finding.
	 * @param string ...$texts Advice, one paragraph each.
	 * @return array<string, mixed>
	 */
	private static function result( $name, $status, $label, ...$texts ) {
		return array(
			'label'       => $label,
			'status'      => $status,
			'badge'       => array(
				'label' => __( 'Payments', 'cedi-commerce' ),
				'color' => 'blue',
			),
			'description' => '<p>' . implode( '</p><p>', array_map( 'esc_html', $texts ) ) . '</p>',
			'actions'     => 'good' === $status ? '' : '<p><a href="' . esc_url( Settings_Page::url() ) . '">' . esc_html__( 'Open the settings', 'cedi-commerce' ) . '</a></p>',
			'test'        => "cedi_commerce_$name",
		);
	}
}
