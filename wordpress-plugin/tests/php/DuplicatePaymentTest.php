<?php
/**
 * An order that was paid twice, or paid after it was cancelled.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Checkout\Checkout;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Payment_Checker;
use Cedi\Commerce\Order\Payment_Status;
use Cedi\Commerce\Order\Poll_Schedule;
use Cedi\Commerce\Order\Scheduled_Checks;
use Cedi\Commerce\Refund\Duplicate_Payment;
use Cedi\Commerce\Refund\Refund_Processor;
use Cedi\Commerce\Support\Settings;
use Cedi\Commerce\Tools\Site_Health;

/**
 * @group woocommerce
 */
final class DuplicatePaymentTest extends TestCase {
	protected function setUp(): void {
		parent::setUp();
		update_option( Settings::GATEWAY, array( 'enabled' => 'yes', 'flow' => 'redirect' ) );
	}

	private function actions( $order ) {
		return Duplicate_Payment::add_actions( array(), $this->reload( $order ) );
	}

	/**
	 * Pays an order of 50.00, and then also the checkout of its earlier total, 45.50.
	 */
	private function create_order_paid_twice() {
		$order = $this->create_order( '45.50' );
		Checkout::start( $order->get_id() );
		$order->set_total( '50.00' );
		$order->save();
		Checkout::start( $order->get_id() );
		$this->service->pay();
		Payment_Checker::check( $order->get_id() );
		$this->assertSame( array(), $this->actions( $order ) );
		$this->service->pay( array(), 0 );
		$this->assertSame( 'paid_twice', Payment_Checker::check( $order->get_id() )['state'] );
		return $this->reload( $order );
	}

	public function test_a_second_payment_fires_the_action_once() {
		$calls = array();
		add_action( 'cedi_commerce_duplicate_payment', $listen = static function ( $order, $ref, $amount ) use ( &$calls ) {
			$calls[] = array( $order->get_id(), $ref, $amount );
		}, 10, 3 );
		$order = $this->create_order_paid_twice();
		Payment_Checker::check( $order->get_id() );
		remove_action( 'cedi_commerce_duplicate_payment', $listen, 10 );
		$this->assertSame( array( array( $order->get_id(), 'pay_2', '45.50' ) ), $calls );
	}

	public function test_the_merchant_is_notified_about_the_second_payment_and_its_refund() {
		$order = $this->create_order_paid_twice();
		$this->assertSame( 'processing', $order->get_status() );
		$this->assertStringContainsString( 'The payment pay_2 is for GH₵45.50, the order for GH₵50.00.', $this->notes( $order ) );
		$this->assertStringContainsString( 'The second payment is pay_2 for GH₵45.50', $this->notes( $order ) );
		$this->assertStringContainsString( 'gives back the first payment', $this->notes( $order ) );
		$this->assertStringNotContainsString( 'on hold', $this->notes( $order ) );
		$this->assertSame( 'critical', Site_Health::test_orders()['status'] );
	}

	public function test_a_refunded_second_payment_needs_no_decision() {
		$order = $this->create_order_paid_twice();
		$this->assertArrayHasKey( Duplicate_Payment::ACTION, $this->actions( $order ) );
		Duplicate_Payment::refund( $order );
		Duplicate_Payment::refund( $order );
		$this->assertSame( array( 'pay_2' ), array_column( $this->service->refunds, 'payment_ref' ) );
		$this->assertSame( array( 45.5 ), array_values( array_column( $this->service->refunds, 'amount' ) ) );
		$this->assertStringContainsString( 'Refund of GH₵45.50 requested (pay_2, ref_1)', $this->notes( $order ) );
		$this->assertSame( array(), $this->actions( $order ) );
		$this->assertIsInt( as_next_scheduled_action( Poll_Schedule::HOOK, array( $order->get_id() ), Poll_Schedule::GROUP ) );
		Scheduled_Checks::run( $order->get_id() );
		$this->assertSame( 'critical', Site_Health::test_orders()['status'], 'The buyer does not have the money yet.' );
		$this->service->payments['pay_2']['refunded_amount'] = 45.5;
		Scheduled_Checks::run( $order->get_id() );
		$this->assertStringContainsString( 'The second payment pay_2 was refunded.', $this->notes( $order ) );
		$this->assertSame( 'good', Site_Health::test_orders()['status'] );
		$this->assertSame( 'paid', $this->reload( $order )->get_meta( Order_Payments::STATE ) );
		$this->assertFalse( Order_Payments::of( $this->reload( $order ) )->is_refund_due() );
		$this->assertSame( 'processing', $this->reload( $order )->get_status() );
		$this->assertTrue( Refund_Processor::request( $order->get_id(), '50.00', '' ), 'The first payment can still be given back, whole.' );
	}

	public function test_a_message_of_the_service_adds_no_markup_to_notes() {
		$order   = $this->create_order_paid_twice();
		$message = 'Look <a href="https://evil.example.org">here</a>';
		$this->service->responses['*'] = Service::raw( wp_json_encode( array( 'success' => false, 'data' => null, 'error' => array( 'code' => 'invalid_state', 'message' => $message, 'request_id' => 'req_1' ) ) ), 409 );
		Duplicate_Payment::refund( $order );
		\Cedi\Commerce\Order\Order_Screen::check_payment( $this->reload( $order ) );
		$this->assertStringContainsString( 'Look &lt;a href', $this->notes( $order ) );
		$this->assertStringNotContainsString( '<a', $this->notes( $order ) );
	}

	public function test_a_second_payment_refunded_in_the_portal_is_detected() {
		$order = $this->create_order_paid_twice();
		$this->service->payments['pay_2']['refunded_amount'] = '45.50';
		Payment_Checker::check( $order->get_id() );
		$this->assertSame( 'good', Site_Health::test_orders()['status'] );
		$this->assertSame( array(), $this->actions( $order ) );
	}

	public function test_a_second_payment_is_refunded_once_after_a_lost_response() {
		Clock::$now                       = time();
		$order                            = $this->create_order_paid_twice();
		$this->service->responses['POST *'] = static function ( $request, $service ) {
			$real_responses            = $service->responses;
			$service->responses = array();
			$service->respond( false, $request['args'], $request['url'] );
			$service->responses = $real_responses;
			return Service::connection_error();
		};
		Duplicate_Payment::refund( $order );
		$this->assertStringContainsString( 'never requested twice', $this->notes( $order ) );
		Clock::$now += DAY_IN_SECONDS;
		Duplicate_Payment::refund( $order );
		$this->assertStringContainsString( 'could get the money twice', $this->notes( $order ) );
		Clock::$now             -= HOUR_IN_SECONDS * 2;
		$this->service->responses = array();
		Duplicate_Payment::refund( $order );
		$this->assertCount( 1, $this->service->refunds );
		$this->assertSame( array(), $this->actions( $order ) );
	}

	public function test_a_second_payment_is_refunded_once_when_the_retry_is_rejected() {
		$order                            = $this->create_order_paid_twice();
		$this->service->responses['POST *'] = static function ( $request, $service ) {
			if ( $service->refunds ) {
				return Service::fixture( 'create-refund/401-invalid-api-key', 401 );
			}
			$real_responses            = $service->responses;
			$service->responses = array();
			$service->respond( false, $request['args'], $request['url'] );
			$service->responses = $real_responses;
			return Service::connection_error();
		};
		Duplicate_Payment::refund( $order );
		Duplicate_Payment::refund( $this->reload( $order ) );
		$this->service->responses = array();
		Duplicate_Payment::refund( $this->reload( $order ) );
		$this->assertCount( 1, $this->service->refunds );
		$this->assertSame( array(), $this->actions( $order ) );
	}

	public function test_a_rejected_refund_of_a_second_payment_can_be_requested_again() {
		$order                            = $this->create_order_paid_twice();
		$this->service->responses['POST *'] = Service::fixture( 'create-refund/403-insufficient-scope', 403 );
		Duplicate_Payment::refund( $order );
		$this->assertStringContainsString( 'refunds:write', $this->notes( $order ) );
		$this->service->responses = array();
		Duplicate_Payment::refund( $order );
		$this->assertCount( 1, $this->service->refunds );
	}

	/**
	 * Creates an order of 50.00 whose total was 45.50 before. The checkouts of both totals can be paid.
	 */
	private function create_order_with_two_checkouts() {
		$order = $this->create_order( '45.50' );
		Checkout::start( $order->get_id() );
		$order = $this->reload( $order );
		$order->set_total( '50.00' );
		$order->save();
		Checkout::start( $order->get_id() );
		return $this->reload( $order );
	}

	public function test_a_refunded_second_payment_does_not_hide_a_mismatch() {
		$order = $this->create_order_with_two_checkouts();
		$this->service->pay( array(), 0 );
		$this->assertSame( 'mismatch', Payment_Checker::check( $order->get_id() )['state'] );
		$second = $this->service->pay( array(), 1 );
		$this->assertSame( 'paid_twice', Payment_Checker::check( $order->get_id() )['state'] );
		$this->service->payments[ $second ]['refunded_amount'] = 50;
		$this->assertSame( 'mismatch', Payment_Checker::check( $order->get_id() )['state'] );
		$this->assertStringContainsString( "#{$order->get_id()}", Site_Health::test_orders()['description'] );
	}

	public function test_a_refunded_second_payment_does_not_hide_a_payment_for_a_cancelled_order() {
		$order = $this->create_order_with_two_checkouts();
		$order->update_status( 'cancelled', 'Order cancelled by customer.' );
		$this->service->pay( array(), 1 );
		$this->assertSame( 'review', Payment_Checker::check( $order->get_id() )['state'] );
		$second = $this->service->pay( array(), 0 );
		$this->assertSame( 'paid_twice', Payment_Checker::check( $order->get_id() )['state'] );
		$this->service->payments[ $second ]['refunded_amount'] = 45.5;
		$this->assertSame( 'review', Payment_Checker::check( $order->get_id() )['state'] );
		$this->assertSame( 'critical', Site_Health::test_orders()['status'] );
	}

	public function test_a_manual_status_change_does_not_hide_a_second_payment() {
		$order = $this->change_status_as_merchant( $this->change_status_as_merchant( $this->create_order_paid_twice(), 'on-hold' ), 'processing' );
		$this->assertSame( 'paid_twice', Payment_Status::of( Order_Payments::of( $order ) )['state'] );
		$this->assertStringContainsString( "#{$order->get_id()}", Site_Health::test_orders()['description'] );
	}
}
