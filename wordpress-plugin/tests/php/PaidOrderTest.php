<?php
/**
 * Orders whose money has arrived.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Checkout\Checkout;
use Cedi\Commerce\Gateway\Gateway;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Payment_Attempt;
use Cedi\Commerce\Order\Payment_Checker;
use Cedi\Commerce\Order\Poll_Schedule;
use Cedi\Commerce\Order\Scheduled_Checks;
use Cedi\Commerce\Support\Settings;

/**
 * @group woocommerce
 */
final class PaidOrderTest extends TestCase {
	/** @var int */
	private $completed = 0;

	protected function setUp(): void {
		parent::setUp();
		update_option( Settings::GATEWAY, array( 'enabled' => 'yes', 'flow' => 'redirect' ) );
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
		return $this->reload( $order );
	}

	private function create_paid_order() {
		$order = $this->create_started_order();
		$this->service->pay();
		Payment_Checker::check( $order->get_id() );
		return $this->reload( $order );
	}

	public function test_a_paid_order_reset_to_pending_is_restored_once_and_not_completed_twice() {
		$order = $this->change_status_as_merchant( $this->create_paid_order(), 'pending' );
		$this->assertSame( 'pending', $order->get_status() );
		$this->assertSame( 'paid', Payment_Checker::check( $order->get_id() )['state'] );
		$order = $this->reload( $order );
		$this->assertSame( 'processing', $order->get_status() );
		$this->assertSame( 1, $this->completed );
		$this->assertStringContainsString( 'it is paid (pay_1)', $this->notes( $order ) );
		$this->assertStringNotContainsString( 'not paid before', $this->notes( $order ) );
		$this->assertSame( 'paid', $order->get_meta( Order_Payments::STATE ) );
		$request_count = $this->service->count( 'POST *' );
		Payment_Checker::check( $order->get_id() );
		$this->assertSame( array( $request_count, 1 ), array( $this->service->count( 'POST *' ), $this->completed ), 'Another check reads the payment and changes nothing.' );
	}

	public function test_resetting_a_paid_order_a_second_time_notifies_the_merchant_and_stays() {
		$order = $this->change_status_as_merchant( $this->create_paid_order(), 'pending' );
		Payment_Checker::check( $order->get_id() );
		$order = $this->change_status_as_merchant( $this->reload( $order ), 'pending' );
		for ( $i = 0; $i < 3; $i++ ) {
			$this->assertSame( 'review', Payment_Checker::check( $order->get_id() )['state'] );
		}
		$order = $this->reload( $order );
		$this->assertSame( 'pending', $order->get_status() );
		$this->assertSame( 1, substr_count( $this->notes( $order ), 'its payment pay_1 has already arrived' ) );
		$this->assertFalse( apply_filters( 'woocommerce_cancel_unpaid_order', true, $order ) );
	}

	public function test_a_paid_order_reset_to_pending_is_checked_within_a_minute() {
		$order = $this->create_paid_order();
		as_unschedule_all_actions( Poll_Schedule::HOOK, array( $order->get_id() ), Poll_Schedule::GROUP );
		$order = $this->change_status_as_merchant( $order, 'pending' );
		$next_check  = as_next_scheduled_action( Poll_Schedule::HOOK, array( $order->get_id() ), Poll_Schedule::GROUP );
		$this->assertIsInt( $next_check );
		$this->assertLessThanOrEqual( time() + 60, $next_check );
		Scheduled_Checks::run( $order->get_id() );
		$this->assertSame( 'processing', $this->reload( $order )->get_status() );
		$this->assertFalse( Order_Payments::of( $this->reload( $order ) )->is_paid_but_pending() );
	}

	public function test_a_paid_order_reset_to_pending_is_not_cancelled() {
		$order = $this->change_status_as_merchant( $this->create_paid_order(), 'pending' );
		$this->service->responses['*'] = Service::connection_error();
		$this->assertFalse( apply_filters( 'woocommerce_cancel_unpaid_order', true, $order ) );
		$this->assertSame( 'pending', $this->reload( $order )->get_status() );
		$this->service->responses = array();
		$this->assertFalse( apply_filters( 'woocommerce_cancel_unpaid_order', true, $order ) );
		$this->assertSame( 'processing', $this->reload( $order )->get_status() );
	}

	public function test_a_paid_order_reset_to_pending_is_not_sold_again() {
		$order = $this->change_status_as_merchant( $this->create_paid_order(), 'pending' );
		$this->service->responses['*'] = Service::connection_error();
		$this->assertNull( Checkout::start( $order->get_id() ) );
		$this->service->responses = array();
		$this->assertSame( $order->get_checkout_order_received_url(), ( new Gateway() )->process_payment( $order->get_id() )['redirect'] );
		$this->assertCount( 1, $this->service->intents );
		$this->assertSame( 'processing', $this->reload( $order )->get_status() );
	}

	public function test_a_payment_after_a_manual_change_completes_the_order_when_it_is_reopened() {
		$order = $this->change_status_as_merchant( $this->create_started_order(), 'cancelled' );
		$this->service->pay();
		Payment_Checker::check( $order->get_id() );
		$order = $this->change_status_as_merchant( $this->reload( $order ), 'pending' );
		$this->assertSame( 'paid', Payment_Checker::check( $order->get_id() )['state'] );
		$this->assertSame( 'processing', $this->reload( $order )->get_status() );
		$this->assertSame( 1, $this->completed );
		$this->assertSame( 'pay_1', $this->reload( $order )->get_transaction_id() );
	}

	public function test_an_order_that_woocommerce_cannot_complete_is_neither_sold_nor_cancelled() {
		Clock::$now = time();
		$order      = $this->create_started_order();
		$this->service->pay();
		$throw = static function () {
			throw new \RuntimeException( 'Another plugin.' );
		};
		add_action( 'woocommerce_pre_payment_complete', $throw );
		Payment_Checker::check( $order->get_id() );
		Clock::$now += 1900;
		$this->assertNull( Checkout::start( $order->get_id() ) );
		Clock::$now += DAY_IN_SECONDS;
		$this->assertFalse( apply_filters( 'woocommerce_cancel_unpaid_order', true, $this->reload( $order ) ) );
		remove_action( 'woocommerce_pre_payment_complete', $throw );
		$this->assertCount( 1, $this->service->intents );
		$this->assertSame( 'paid', Payment_Checker::check( $order->get_id() )['state'] );
		$this->assertSame( 'processing', $this->reload( $order )->get_status() );
		$this->assertSame( 1, $this->completed );
	}

	/**
	 * @dataProvider unresponsive_intents
	 */
	public function test_a_stored_intent_response_does_not_close_an_attempt( $fixture, $status ) {
		Clock::$now = time();
		$order      = $this->create_started_order();
		$this->service->pay();
		$this->service->responses['GET /checkout/status'] = Service::fixture( $fixture, $status );
		foreach ( array( 0, 2000, DAY_IN_SECONDS ) as $seconds ) {
			Clock::$now += $seconds;
			Payment_Checker::check( $order->get_id() );
			$this->assertSame( 'pending', $this->reload( $order )->get_status() );
		}
		$this->service->responses = array();
		$this->assertSame( 'paid', Payment_Checker::check( $order->get_id() )['state'] );
		$this->assertCount( 1, $this->service->intents );
	}

	public function unresponsive_intents() {
		return array( array( 'read-payment/404-not-found', 404 ), array( 'read-payment/401-invalid-api-key', 401 ) );
	}

	public function test_a_payment_with_a_known_reference_is_found_without_the_hosted_checkout() {
		$order = $this->create_started_order();
		$ref   = $this->service->pay( array( 'status' => 'pending' ) );
		Payment_Checker::check( $order->get_id() );
		$this->service->payments[ $ref ]['status']      = 'succeeded';
		$this->service->responses['GET /checkout/status'] = Service::fixture( 'read-payment/404-not-found', 404 );
		$this->assertSame( 'paid', Payment_Checker::check( $order->get_id() )['state'] );
	}

	public function test_an_expired_intent_in_a_replayed_response_ends_the_attempt() {
		$order = $this->create_started_order();
		$key   = array_key_first( $this->service->intents );
		$this->service->intents[ $key ]['record']['status'] = 'expired';
		$this->service->responses['GET /checkout/status']     = Service::fixture( 'read-payment/404-not-found', 404 );
		$this->assertSame( 'failed', Payment_Checker::check( $order->get_id() )['state'] );
	}

	/**
	 * @dataProvider partial_amounts
	 */
	public function test_a_multilingual_shop_finds_its_payments_in_every_language( $is_buyer ) {
		$translate = static function ( $url, $path ) {
			return get_option( 'home' ) . '/fr' . ( $path ? '/' . ltrim( $path, '/' ) : '' );
		};
		$as        = static function ( $is_french, $do ) use ( $translate ) {
			if ( $is_french ) {
				add_filter( 'home_url', $translate, 1, 2 );
			}
			$result = $do();
			remove_filter( 'home_url', $translate, 1 );
			return $result;
		};
		$order     = $as(
			$is_buyer,
			function () {
				return $this->create_started_order();
			}
		);
		$this->service->pay();
		$as(
			! $is_buyer,
			static function () use ( $order ) {
				return Payment_Checker::check( $order->get_id() );
			}
		);
		$this->assertSame( 'processing', $this->reload( $order )->get_status() );
	}

	public function partial_amounts() {
		return array( array( true ), array( false ) );
	}

	public function test_an_attempt_with_another_site_url_still_belongs_to_its_order() {
		$rename = static function ( $body ) {
			$body['metadata']['site'] = 'shop.example.com/fr';
			return $body;
		};
		add_filter( 'cedi_commerce_checkout_intent_args', $rename );
		$order = $this->create_started_order();
		remove_filter( 'cedi_commerce_checkout_intent_args', $rename );
		$this->service->pay();
		$this->assertSame( 'paid', Payment_Checker::check( $order->get_id() )['state'] );
	}

	public function test_a_payment_with_a_site_other_than_its_attempts_is_a_mismatch() {
		$order = $this->create_started_order();
		$this->service->pay( array( 'metadata' => array( 'order_id' => (string) $order->get_id(), 'site' => 'other.example.com' ) ) );
		$this->assertSame( 'mismatch', Payment_Checker::check( $order->get_id() )['state'] );
	}

	public function test_clicking_pay_while_a_payment_is_pending_returns_the_same_checkout() {
		Clock::$now  = time();
		$order       = $this->create_started_order();
		Clock::$now += 1790;
		$ref         = $this->service->pay( array( 'status' => 'pending' ) );
		$this->assertSame( 'https://pay.example.com/pay/token.1', Checkout::start( $order->get_id() )->url() );
		Clock::$now += 60;
		$this->service->expire();
		$this->assertSame( 'https://pay.example.com/pay/token.1', Checkout::start( $order->get_id() )->url() );
		$this->assertCount( 1, $this->service->intents );
		$this->service->payments[ $ref ]['status'] = 'failed';
		$this->assertSame( 'https://pay.example.com/pay/token.2', Checkout::start( $order->get_id() )->url(), 'The prompt is over: the buyer may try again.' );
	}

	public function test_changing_the_cart_while_a_payment_is_pending_opens_no_second_checkout() {
		$order = $this->create_started_order( '45.50' );
		$ref   = $this->service->pay( array( 'status' => 'pending' ) );
		$order->set_total( '50.00' );
		$order->save();
		$this->assertStringContainsString( 'waits to be approved', Checkout::start( $order->get_id() )->get_error_message() );
		$this->assertCount( 1, $this->service->intents );
		$this->service->payments[ $ref ]['status'] = 'failed';
		$this->assertInstanceOf( Payment_Attempt::class, Checkout::start( $order->get_id() ) );
		$this->assertCount( 2, $this->service->intents );
	}

	/**
	 * @dataProvider methods
	 */
	public function test_a_cedi_payment_sets_the_payment_method_of_the_order( $status, $then ) {
		$order = $this->create_started_order();
		$order->set_payment_method( 'cheque' );
		$order->set_payment_method_title( 'Cheque' );
		$order->set_status( $status );
		$order->save();
		$this->service->pay();
		Payment_Checker::check( $order->get_id() );
		$order = $this->reload( $order );
		$this->assertSame( $then, $order->get_status() );
		$this->assertSame( 'cedi_commerce', $order->get_payment_method() );
		$this->assertSame( 'Mobile money or card', $order->get_payment_method_title() );
		$this->assertArrayHasKey( 'cedi_commerce_check_payment', \Cedi\Commerce\Order\Order_Screen::add_actions( array(), $order ) );
		$this->assertTrue( \Cedi\Commerce\Refund\Refund_Processor::request( $order->get_id(), '45.50', '' ) );
	}

	public function methods() {
		return array( array( 'pending', 'processing' ), array( 'on-hold', 'processing' ) );
	}

	public function test_a_payment_refunded_before_the_first_check_completes_nothing() {
		$order = $this->create_started_order();
		$this->service->pay( array( 'refunded_amount' => 45.5 ) );
		$this->assertSame( 'review', Payment_Checker::check( $order->get_id() )['state'] );
		$this->assertSame( 'pending', $this->reload( $order )->get_status() );
		$this->assertStringContainsString( 'The payment pay_1 has arrived, and GH₵45.50 of it was already refunded.', $this->notes( $order ) );
		$this->assertSame( array(), $this->mails );
		$this->assertSame( 'review', Payment_Checker::check( $order->get_id() )['state'], 'It is told once.' );
		$this->assertSame( 1, substr_count( $this->notes( $order ), 'already refunded' ) );
	}

	public function test_a_reset_paid_order_refunded_in_the_portal_notifies_the_merchant() {
		$order = $this->change_status_as_merchant( $this->create_paid_order(), 'pending' );
		$this->service->payments['pay_1']['refunded_amount'] = 45.5;
		Payment_Checker::check( $order->get_id() );
		$this->assertSame( 'pending', $this->reload( $order )->get_status() );
		$this->assertStringContainsString( 'The payment of this order was refunded.', $this->notes( $order ) );
	}

	public function test_a_failed_second_checkout_does_not_fail_a_paid_order() {
		$order = $this->create_order( '45.50' );
		foreach ( array( '45.50', '46.00', '45.50' ) as $total ) {
			$order = $this->reload( $order );
			$order->set_total( $total );
			$order->save();
			Checkout::start( $order->get_id() );
		}
		$this->assertCount( 2, $this->service->intents );
		$this->service->pay( array(), 0 );
		Payment_Checker::check( $order->get_id() );
		$order = $this->change_status_as_merchant( $this->reload( $order ), 'pending' );
		$this->service->pay( array( 'status' => 'failed' ), 1 );
		Payment_Checker::check( $order->get_id() );
		$this->assertSame( 'processing', $this->reload( $order )->get_status() );
	}
}
