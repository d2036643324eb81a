<?php
/**
 * Orders and their payments.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Checkout\Checkout;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Payment_Attempt;
use Cedi\Commerce\Order\Payment_Checker;
use Cedi\Commerce\Support\Settings;

/**
 * @group woocommerce
 */
final class PaymentCheckerTest extends TestCase {
	/** @var int */
	private $completed = 0;

	protected function setUp(): void {
		parent::setUp();
		$this->completed = 0;
		add_action( 'woocommerce_payment_complete', array( $this, 'count_completed' ) );
	}

	protected function tearDown(): void {
		remove_action( 'woocommerce_payment_complete', array( $this, 'count_completed' ) );
		parent::tearDown();
	}

	public function count_completed() {
		++$this->completed;
	}

	private function create_started_order( $total = '45.50' ) {
		$order = $this->create_order( $total );
		$this->assertInstanceOf( Payment_Attempt::class, Checkout::start( $order->get_id() ) );
		return wc_get_order( $order->get_id() );
	}

	public function test_an_intent_contains_amount_order_and_return_url() {
		$order = $this->create_started_order( '45.50' );
		$body  = json_decode( $this->service->requests[0]['body'], true );
		$this->assertSame( '45.50', $body['amount'] );
		$this->assertSame( 'GHS', $body['currency'] );
		$this->assertSame( 'kofi@example.com', $body['email'] );
		$this->assertSame( (string) $order->get_id(), $body['metadata']['order_id'] );
		$this->assertSame( $order->get_checkout_order_received_url(), $body['return_url'] );
		$this->assertSame( array( home_url() ), $body['allowed_origins'] );
	}

	public function test_the_popup_may_open_on_this_site_if_the_buyer_returns_to_another_host() {
		Checkout::start( $this->create_order( '45.50' )->get_id(), 'https://thanks.example.org/order/' );
		$body = json_decode( $this->service->requests[0]['body'], true );
		$this->assertSame( array( home_url(), 'https://thanks.example.org' ), $body['allowed_origins'] );
	}

	public function test_a_paid_order_is_completed_once_in_repeated_checks() {
		$order = $this->create_started_order();
		$ref   = $this->service->pay();
		for ( $i = 0; $i < 5; $i++ ) {
			$this->assertSame( 'paid', Payment_Checker::check( $order->get_id() )['state'] );
		}
		$order = $this->reload( $order );
		$this->assertSame( 'processing', $order->get_status() );
		$this->assertSame( $ref, $order->get_transaction_id() );
		$this->assertSame( $ref, $order->get_meta( '_cedi_commerce_payment_ref' ) );
		$this->assertSame( 1, $this->completed );
		$this->assertCount( 1, $this->mails );
		$this->assertSame( 1, substr_count( $this->notes( $order ), 'Paid: GH₵45.50 by Cedi' ) );
	}

	/**
	 * @dataProvider amounts
	 */
	public function test_only_the_exact_amount_completes_an_order( $total, $paid_amount, $state ) {
		$order = $this->create_started_order( $total );
		$this->service->pay( array( 'amount' => $paid_amount ) );
		$this->assertSame( $state, Payment_Checker::check( $order->get_id() )['state'] );
		$order = $this->reload( $order );
		$this->assertSame( 'paid' === $state ? 'processing' : 'on-hold', $order->get_status() );
		if ( 'mismatch' === $state ) {
			$this->assertStringContainsString( 'GH₵25.99', $this->notes( $order ) );
			$this->assertSame( 0, $this->completed );
			$this->assertSame( 'mismatch', Payment_Checker::check( $order->get_id() )['state'] );
			$this->assertSame( 'on-hold', $this->reload( $order )->get_status() );
		}
	}

	public function amounts() {
		return array(
			'equal'             => array( '25.99', 25.99, 'paid' ),
			'as text'           => array( '25.99', '25.99', 'paid' ),
			'one pesewa less'   => array( '25.99', 25.98, 'mismatch' ),
			'one pesewa more'   => array( '25.99', 26, 'mismatch' ),
			'the pesewas cut'   => array( '25.99', 25, 'mismatch' ),
			'a third decimal'   => array( '25.99', 25.991, 'mismatch' ),
			'no number'         => array( '25.99', null, 'mismatch' ),
		);
	}

	/**
	 * @dataProvider foreign_payments
	 */
	public function test_a_payment_that_differs_from_the_order_puts_it_on_hold( array $changes ) {
		$order = $this->create_started_order();
		$this->service->pay( $changes );
		$this->assertSame( 'mismatch', Payment_Checker::check( $order->get_id() )['state'] );
		$this->assertSame( 'on-hold', $this->reload( $order )->get_status() );
		$this->assertSame( 0, $this->completed );
	}

	public function foreign_payments() {
		return array(
			'other currency' => array( array( 'currency' => 'USD' ) ),
			'other order'    => array( array( 'metadata' => array( 'order_id' => '1', 'site' => 'x' ) ) ),
			'no metadata'    => array( array( 'metadata' => null ) ),
		);
	}

	public function test_a_payment_of_another_order_or_site_does_not_complete_the_order() {
		foreach ( array( array( 'order_id' => '1' ), array( 'site' => 'another.example' ) ) as $number => $change ) {
			$order = $this->create_started_order();
			$metadata  = array_values( $this->service->intents )[ $number ]['record']['metadata'];
			$this->assertSame( (string) $order->get_id(), $metadata['order_id'] );
			$this->service->pay( array( 'metadata' => array_merge( $metadata, $change ) ), $number );
			$this->assertSame( 'mismatch', Payment_Checker::check( $order->get_id() )['state'] );
			$this->assertSame( 'on-hold', $this->reload( $order )->get_status() );
		}
		$this->assertSame( 0, $this->completed );
	}

	/**
	 * @dataProvider unsuccessful_statuses
	 */
	public function test_an_unsuccessful_payment_fails_the_order_with_the_reason( $status, $failure, $words ) {
		$order = $this->create_started_order();
		$this->service->pay( array( 'status' => $status, 'failure' => $failure ) );
		$this->assertSame( 'failed', Payment_Checker::check( $order->get_id() )['state'] );
		Payment_Checker::check( $order->get_id() );
		$order = $this->reload( $order );
		$this->assertSame( 'failed', $order->get_status() );
		$this->assertSame( 1, substr_count( $this->notes( $order ), $words ) );
	}

	public function unsuccessful_statuses() {
		return array(
			array( 'failed', array( 'code' => 'insufficient_funds', 'message' => 'There is too little money in the wallet.' ), 'too little money' ),
			array( 'expired', null, 'It was not approved in time.' ),
			array( 'cancelled', null, 'It was cancelled.' ),
		);
	}

	public function test_a_successful_retry_in_the_same_checkout_completes_the_order() {
		$order = $this->create_started_order();
		$this->service->pay( array( 'status' => 'failed' ) );
		Payment_Checker::check( $order->get_id() );
		$this->service->pay();
		$this->assertSame( 'paid', Payment_Checker::check( $order->get_id() )['state'] );
		$this->assertSame( 'processing', $this->reload( $order )->get_status() );
		$this->assertSame( 1, $this->completed );
	}

	public function test_a_pending_retry_in_the_same_checkout_is_not_reported_as_failed() {
		$order = $this->create_started_order();
		$this->service->pay( array( 'status' => 'failed' ) );
		$this->assertSame( 'failed', Payment_Checker::check( $order->get_id() )['state'] );
		$ref    = $this->service->pay( array( 'status' => 'pending' ) );
		$report = Payment_Checker::check( $order->get_id() );
		$this->assertSame( array( 'pending', 'We are checking your payment.' ), array_values( $report ) );
		$this->service->payments[ $ref ]['status'] = 'expired';
		$this->assertSame( 'failed', Payment_Checker::check( $order->get_id() )['state'] );
	}

	/**
	 * @dataProvider manual_statuses
	 */
	public function test_an_order_changed_by_a_merchant_keeps_its_status( $status ) {
		$order = $this->create_started_order();
		$this->login( 'shop_manager' );
		$order->update_status( $status, '', true );
		wp_set_current_user( 0 );
		$this->service->pay();
		Payment_Checker::check( $order->get_id() );
		$order = $this->reload( $order );
		$this->assertSame( $status, $order->get_status() );
		$this->assertSame( 0, $this->completed );
		$this->assertStringContainsString( 'pay_1', $this->notes( $order ) );
	}

	public function manual_statuses() {
		return array( array( 'cancelled' ), array( 'on-hold' ), array( 'failed' ), array( 'completed' ) );
	}

	public function test_an_order_reopened_by_a_merchant_is_completed() {
		$order = $this->create_started_order();
		$this->login( 'shop_manager' );
		$order->update_status( 'cancelled', '', true );
		$order->update_status( 'pending', '', true );
		wp_set_current_user( 0 );
		$this->service->pay();
		$this->assertSame( 'paid', Payment_Checker::check( $order->get_id() )['state'] );
	}

	public function test_an_expired_checkout_does_not_fail_an_order_reopened_by_a_merchant() {
		$order = $this->create_started_order();
		$this->service->expire();
		Payment_Checker::check( $order->get_id() );
		$this->assertSame( 'failed', $this->reload( $order )->get_status() );
		$this->change_status_as_merchant( $this->reload( $order ), 'pending' );
		$this->assertSame( 'pending', Payment_Checker::check( $order->get_id() )['state'] );
		$this->assertSame( 'pending', $this->reload( $order )->get_status() );
	}

	/**
	 * @dataProvider rejections
	 */
	public function test_a_key_without_the_read_scope_changes_nothing( $fixture, $status ) {
		$order = $this->create_started_order();
		$this->service->pay();
		$this->service->responses['GET /api/v1/payments/*'] = Service::fixture( $fixture, $status );
		$report = Payment_Checker::check( $order->get_id() );
		$this->assertSame( 'pending', $report['state'] );
		$this->assertNotSame( 'We are checking your payment.', $report['message'], 'The merchant is told why.' );
	}

	public function rejections() {
		return array( array( 'read-payment/403-insufficient-scope', 403 ), array( 'read-payment/401-invalid-api-key', 401 ) );
	}

	public function test_a_silent_hosted_checkout_is_replaced_by_a_replay_of_the_intent() {
		$order = $this->create_started_order();
		$ref   = $this->service->pay();
		$key   = array_key_first( $this->service->intents );
		$this->service->intents[ $key ]['record']['payment_ref'] = $ref;
		$this->service->responses['GET /checkout/status']          = Service::fixture( 'read-payment/404-not-found', 404 );
		$this->assertSame( 'paid', Payment_Checker::check( $order->get_id() )['state'] );
		$this->assertCount( 1, $this->service->intents );
	}

	/**
	 * @dataProvider hooks_of_a_paid_order
	 */
	public function test_an_error_of_another_plugin_does_not_stop_the_payment( $hook ) {
		$order     = $this->create_started_order();
		$succeeded = 0;
		$count     = static function () use ( &$succeeded ) {
			++$succeeded;
		};
		$throw     = static function () {
			throw new \Error( 'Another plugin.' );
		};
		add_action( 'cedi_commerce_payment_succeeded', $count, 1 );
		add_action( $hook, $throw, 5 );
		$this->service->pay();
		$this->assertSame( 'paid', Payment_Checker::check( $order->get_id() )['state'] );
		remove_action( $hook, $throw, 5 );
		$this->assertSame( 'paid', Payment_Checker::check( $order->get_id() )['state'] );
		remove_action( 'cedi_commerce_payment_succeeded', $count, 1 );
		$this->assertSame( array( 1, 1 ), array( $succeeded, substr_count( $this->notes( $order ), 'Paid: GH₵45.50 by Cedi (pay_1).' ) ) );
	}

	public function hooks_of_a_paid_order() {
		return array( array( 'woocommerce_order_status_processing' ), array( 'woocommerce_payment_complete' ), array( 'cedi_commerce_payment_succeeded' ) );
	}

	public function test_the_metadata_of_a_payment_has_the_number_of_the_order() {
		$number = static function ( $number ) {
			return "GH-$number";
		};
		add_filter( 'woocommerce_order_number', $number );
		$order = $this->create_started_order();
		remove_filter( 'woocommerce_order_number', $number );
		$metadata = json_decode( $this->service->requests[0]['body'], true )['metadata'];
		$this->assertSame( array( (string) $order->get_id(), "GH-{$order->get_id()}" ), array( $metadata['order_id'], $metadata['order_number'] ) );
	}

	public function test_an_order_is_read_from_the_database_past_every_cache() {
		$lines = array();
		$write = static function ( $context, $message ) use ( &$lines ) {
			$lines[] = $message;
			return $context;
		};
		add_filter( 'cedi_commerce_log_context', $write, 10, 2 );
		$order = $this->create_order();
		$order->update_meta_data( Order_Payments::STATE, 'pending' );
		$order->save();
		$id = $order->get_id();
		wc_get_order( $id )->get_meta( Order_Payments::STATE );
		$this->write_behind_the_cache( $id );
		$this->assertSame( array( 'pending', 'pending' ), array( wc_get_order( $id )->get_status(), wc_get_order( $id )->get_meta( Order_Payments::STATE ) ), 'Another request has written, and this one remembers.' );
		$fresh = Order_Payments::fresh( $id )->order();
		$this->assertSame( array( 'on-hold', 'review' ), array( $fresh->get_status(), $fresh->get_meta( Order_Payments::STATE ) ) );
		remove_filter( 'cedi_commerce_log_context', $write );
		$this->assertSame( array(), $lines );
		if ( class_exists( 'WC_Double_Refund_Mail' ) ) {
			$this->assertGreaterThan( 0, did_action( 'wc_double_order_forgotten' ) );
		}
	}

	/**
	 * Another request changes the order without clearing the caches of this one.
	 */
	private function write_behind_the_cache( $id ) {
		global $wpdb;
		$has_tables = 'yes' === get_option( 'woocommerce_custom_orders_table_enabled' );
		$orders     = $has_tables ? array( "{$wpdb->prefix}wc_orders", 'id', 'status' ) : array( $wpdb->posts, 'ID', 'post_status' );
		$meta       = $has_tables ? array( "{$wpdb->prefix}wc_orders_meta", 'order_id' ) : array( $wpdb->postmeta, 'post_id' );
		$this->assertSame( 1, $wpdb->update( $orders[0], array( $orders[2] => 'wc-on-hold' ), array( $orders[1] => $id ) ) );
		$this->assertSame( 1, $wpdb->update( $meta[0], array( 'meta_value' => 'review' ), array( $meta[1] => $id, 'meta_key' => Order_Payments::STATE ) ) );
	}

	public function test_an_order_that_could_not_be_completed_is_completed_by_the_next_check() {
		$order = $this->create_started_order();
		$this->service->pay();
		$throw = static function () {
			throw new \RuntimeException( 'Another plugin.' );
		};
		add_action( 'woocommerce_pre_payment_complete', $throw );
		Payment_Checker::check( $order->get_id() );
		remove_action( 'woocommerce_pre_payment_complete', $throw );
		$this->assertSame( 'pending', wc_get_order( $order->get_id() )->get_status() );
		$this->assertSame( 'paid', Payment_Checker::check( $order->get_id() )['state'] );
		$this->assertSame( 'processing', wc_get_order( $order->get_id() )->get_status() );
		$this->assertSame( 1, $this->completed );
	}

	public function test_a_mismatch_is_recorded_when_another_plugin_throws() {
		$order = $this->create_started_order();
		$this->service->pay( array( 'amount' => 40 ) );
		$throw = static function () {
			throw new \TypeError( 'Another plugin.' );
		};
		add_action( 'woocommerce_order_status_on-hold', $throw );
		try {
			Payment_Checker::check( $order->get_id() );
			$this->fail( 'It did not throw.' );
		} catch ( \TypeError $error ) {
			$this->assertSame( 'Another plugin.', $error->getMessage() );
		}
		remove_action( 'woocommerce_order_status_on-hold', $throw );
		Payment_Checker::check( $order->get_id() );
		$order = $this->reload( $order );
		$this->assertSame( 'on-hold', $order->get_status() );
		$this->assertSame( 'pay_1', $order->get_meta( Order_Payments::REF ) );
		$this->assertStringContainsString( 'GH₵40.00, the order for GH₵45.50', $this->notes( $order ) );
		$this->assertSame( array( 'mismatch' ), array_column( Order_Payments::of( $order )->attempts()->summaries(), 'status' ) );
	}

	public function test_an_order_with_another_payment_method_is_ignored() {
		$order = $this->create_order();
		$this->assertSame( 'none', Payment_Checker::check( $order->get_id() )['state'] );
		$this->assertSame( 'none', Payment_Checker::check( 999999 )['state'] );
		$this->assertCount( 0, $this->service->requests );
	}

	public function test_a_filter_chooses_the_status_of_a_paid_order() {
		$choose = static function () {
			return 'completed';
		};
		add_filter( 'cedi_commerce_paid_order_status', $choose );
		$order = $this->create_started_order();
		$this->service->pay();
		Payment_Checker::check( $order->get_id() );
		remove_filter( 'cedi_commerce_paid_order_status', $choose );
		$this->assertSame( 'completed', $this->reload( $order )->get_status() );
	}

	/**
	 * @dataProvider virtual_orders
	 */
	public function test_a_setting_completes_paid_orders_without_anything_to_ship( $setting, array $virtual, $expected ) {
		update_option( Settings::GATEWAY, array( 'enabled' => 'yes', 'complete_virtual' => $setting ) );
		$order = $this->create_order();
		foreach ( $virtual as $is_virtual ) {
			$order->add_product( $this->create_product( array( 'virtual' => $is_virtual ) ) );
		}
		$order->set_total( '45.50' );
		$order->save();
		Checkout::start( $order->get_id() );
		$this->service->pay();
		Payment_Checker::check( $order->get_id() );
		$this->assertSame( $expected, $this->reload( $order )->get_status() );
	}

	public function virtual_orders() {
		return array(
			'all virtual'           => array( 'yes', array( true, true ), 'completed' ),
			'one is shipped'        => array( 'yes', array( true, false ), 'processing' ),
			'without products'      => array( 'yes', array(), 'processing' ),
			'the setting is absent' => array( 'no', array( true ), 'processing' ),
		);
	}
}
