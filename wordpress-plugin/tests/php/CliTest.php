<?php
/**
 * The commands, with a stand-in for WP-CLI that records the output.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Checkout\Checkout;
use Cedi\Commerce\Tools\Cli;

final class CliTest extends TestCase {
	/** @var string[] Printed rows and messages. */
	public static $out  = array();
	public static $output_lines = array();

	protected function setUp(): void {
		parent::setUp();
		self::$out  = array();
		self::$output_lines = array();
		if ( ! class_exists( 'WP_CLI', false ) ) {
			require __DIR__ . '/wp-cli.php';
		}
	}

	private function run_command( $name, array $args = array(), $format = 'json' ) {
		self::$out  = array();
		self::$output_lines = array();
		( new Cli() )->$name( $args, array( 'format' => $format ) );
		return 'json' === $format ? json_decode( implode( '', self::$out ), true ) : implode( "\n", self::$out );
	}

	public function test_status_prints_scopes_and_balance_as_rows() {
		$rows = array_column( $this->run_command( 'status' ), 'value', 'name' );
		$this->assertSame( 'yes', $rows['payments:read'] );
		$this->assertSame( 'not known', $rows['payments:write'] );
		$this->assertMatchesRegularExpression( '/^\d+\.\d\d$/', $rows['available'] );
		$this->assertSame( array(), self::$output_lines, 'A program reads rows and nothing else.' );
		$this->assertStringStartsWith( "name,value\npayments:write,", $this->run_command( 'status', array(), 'csv' ) );
		$this->run_command( 'status', array(), 'table' );
		$this->assertStringStartsWith( 'success: Connected.', self::$output_lines[0] );
		$this->service->responses['*'] = Service::connection_error();
		$this->run_command( 'status' );
		$this->assertSame( array( 'error: The payment service does not answer. Try again in a moment.' ), self::$output_lines );
	}

	public function test_products_prints_the_product_columns() {
		$rows = $this->run_command( 'products' );
		$this->assertSame( array( 'id', 'slug', 'name', 'price', 'active', 'stock' ), array_keys( $rows[0] ) );
	}

	/**
	 * @group woocommerce
	 */
	public function test_order_checks_the_order_and_prints_its_attempts() {
		$order = $this->create_order( '45.50' );
		Checkout::start( $order->get_id() );
		$this->service->pay();
		$rows = $this->run_command( 'order', array( (string) $order->get_id() ) );
		$this->assertSame( array( array( '45.50', 'succeeded' ) ), array_map( static function ( $row ) {
			return array( $row['amount'], $row['status'] );
		}, $rows ) );
		$this->assertTrue( $this->reload( $order )->is_paid() );
		$this->run_command( 'order', array( '999999' ) );
		$this->assertSame( array( 'error: There is no order 999999.' ), self::$output_lines );
	}

	/**
	 * @group woocommerce
	 */
	public function test_order_accepts_only_the_exact_id_of_an_order() {
		$id = $this->create_order( '45.50' )->get_id();
		foreach ( array( "{$id}abc", "$id.9", "#$id", "-$id", " $id", "0$id", "$id\n", '0', '' ) as $wrong ) {
			$this->run_command( 'order', array( $wrong ) );
			$this->assertSame( array( "error: There is no order $wrong." ), self::$output_lines );
		}
	}

	public function test_commands_for_orders_need_woocommerce() {
		if ( class_exists( 'WooCommerce', false ) ) {
			$this->assertIsArray( $this->run_command( 'refunds' ) );
			return;
		}
		foreach ( array( 'reconcile', 'order', 'refunds' ) as $command ) {
			$this->run_command( $command, array( '5' ) );
			$this->assertSame( array( 'error: This command works on orders of WooCommerce, which is not active.' ), self::$output_lines, $command );
		}
	}

	/**
	 * @group woocommerce
	 */
	public function test_reconcile_prints_the_state_of_each_order() {
		$order = $this->create_order( '45.50' );
		Checkout::start( $order->get_id() );
		$this->service->pay();
		$rows = $this->run_command( 'reconcile' );
		$this->assertContains( array( 'order' => $order->get_id(), 'state' => 'paid', 'message' => 'The payment has arrived.' ), $rows );
		$this->assertSame( array(), $this->run_command( 'reconcile' ) );
	}

	/**
	 * @group woocommerce
	 */
	public function test_reconcile_finds_the_payment_of_a_cancelled_order_without_a_schedule() {
		$order = $this->create_order( '45.50' );
		Checkout::start( $order->get_id() );
		$this->reload( $order )->update_status( 'cancelled' );
		$this->service->pay();
		$rows = $this->run_command( 'reconcile' );
		$this->assertSame( array( $order->get_id() ), array_column( $rows, 'order' ) );
		$this->assertSame( 'review', $rows[0]['state'] );
	}

	/**
	 * @group woocommerce
	 */
	public function test_reconcile_reports_the_payment_of_a_deleted_order() {
		$order = $this->create_order( '45.50' );
		Checkout::start( $order->get_id() );
		$this->service->pay();
		$this->reload( $order )->delete( true );
		$this->run_command( 'reconcile' );
		$this->assertCount( 1, \Cedi\Commerce\Order\Deleted_Order_Handler::paid() );
	}

	/**
	 * @group woocommerce
	 */
	public function test_refunds_prints_pending_refunds() {
		$order = $this->create_order( '45.50' );
		Checkout::start( $order->get_id() );
		$this->service->pay();
		$this->run_command( 'order', array( (string) $order->get_id() ) );
		wc_create_refund( array( 'order_id' => $order->get_id(), 'amount' => '20.00', 'refund_payment' => true ) );
		$rows = $this->run_command( 'refunds' );
		$this->assertSame( array( $order->get_id(), '20.00' ), array( $rows[0]['order'], $rows[0]['amount'] ) );
		$this->assertNotSame( '', $rows[0]['ref'] );
	}

	public function test_doctor_reports_every_check_without_the_key() {
		$of_orders = class_exists( 'WooCommerce', false ) ? array( 'orders', 'last checks' ) : array();
		$rows      = $this->run_command( 'doctor' );
		$this->assertSame( array_merge( array( 'versions', 'address', 'key', 'payment method', 'setup', 'connection', 'scopes', 'schedule', 'cron', 'REST API', 'optimisers' ), $of_orders ), array_column( $rows, 'check' ) );
		$by_check = array_column( $rows, null, 'check' );
		$this->assertSame( 'good', $by_check['connection']['status'] );
		$this->assertStringContainsString( 'payments:read yes', $by_check['scopes']['detail'] );
		$this->assertStringNotContainsString( self::KEY, wp_json_encode( $rows ) );
	}

	/**
	 * @group woocommerce
	 */
	public function test_doctor_reports_the_last_checks_of_orders() {
		$order = $this->create_order( '45.50' );
		Checkout::start( $order->get_id() );
		$by_check = array_column( $this->run_command( 'doctor' ), null, 'check' );
		$this->assertStringContainsString( "#{$order->get_id()} never", $by_check['last checks']['detail'] );
	}

	public function test_doctor_names_optimisers_and_a_closed_rest_api() {
		$close = static function () {
			return new \WP_Error( 'rest_login_required', 'Log in.' );
		};
		$add = static function ( $plugins ) {
			return array_merge( (array) $plugins, array( 'wp-rocket/wp-rocket.php' ) );
		};
		add_filter( 'rest_authentication_errors', $close, 99 );
		add_filter( 'option_active_plugins', $add );
		$this->login( 'administrator' );
		$user     = get_current_user_id();
		$by_check = array_column( $this->run_command( 'doctor' ), null, 'check' );
		remove_filter( 'rest_authentication_errors', $close, 99 );
		remove_filter( 'option_active_plugins', $add );
		$this->assertSame( array( 'recommended', 'recommended' ), array( $by_check['REST API']['status'], $by_check['optimisers']['status'] ) );
		$this->assertStringContainsString( 'rest_login_required', $by_check['REST API']['detail'] );
		$this->assertStringStartsWith( 'WP Rocket. ', $by_check['optimisers']['detail'] );
		$this->assertSame( $user, get_current_user_id() );
	}

	public function test_doctor_fails_if_the_service_does_not_answer() {
		$this->service->responses['*'] = Service::connection_error();
		$this->run_command( 'doctor' );
		$this->assertSame( array( 'error: Critical: connection.' ), self::$output_lines );
		$fields = \Cedi\Commerce\Tools\Doctor::add_information( array() )['cedi-commerce']['fields'];
		$this->assertArrayNotHasKey( 'connection', $fields );
		$this->assertStringContainsString( 'good: ', $fields['setup']['value'] );
	}
}
