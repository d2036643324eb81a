<?php
/**
 * A buyer changes the cart after an order was placed, and places another one.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Checkout\Checkout;
use Cedi\Commerce\Checkout\Earlier_Orders;
use Cedi\Commerce\Order\Order_Columns;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Payment_Checker;
use Cedi\Commerce\Order\Payment_Status;

/**
 * @group woocommerce
 */
final class EarlierOrdersTest extends TestCase {
	protected function setUp(): void {
		parent::setUp();
		$this->is_one_session = true;
		if ( ! WC()->session ) {
			WC()->initialize_session();
		}
		WC()->session->set( Earlier_Orders::SESSION_KEY, array() );
	}

	private function start( $order ) {
		return Checkout::start( $order->get_id() );
	}

	public function test_no_second_prompt_is_sent_while_the_first_order_waits_for_an_approval() {
		$first = $this->create_order( '45.50' );
		$this->start( $first );
		$ref    = $this->service->pay( array( 'status' => 'pending' ) );
		$second = $this->create_order( '40.00' );
		$error  = $this->start( $second );
		$this->assertSame( 'cedi_commerce_earlier_order', $error->get_error_code() );
		$this->assertStringContainsString( '#' . $first->get_order_number() . ' waits to be approved', $error->get_error_message() );
		$this->assertSame( array( 1, 'pending' ), array( count( $this->service->intents ), $this->reload( $first )->get_status() ) );
		// The buyer declines the prompt: the second order replaces the first.
		$this->service->payments[ $ref ]['status'] = 'failed';
		$this->assertSame( 'token.2', $this->start( $second )->token() );
		$this->assertSame( 'cancelled', $this->reload( $first )->get_status() );
		$this->assertStringContainsString( "order #{$second->get_order_number()} instead", $this->notes( $first ) );
	}

	public function test_a_buyer_whose_first_order_was_paid_is_asked_before_paying_again() {
		$first = $this->create_order( '45.50' );
		$this->start( $first );
		$this->service->pay();
		$second = $this->create_order( '40.00' );
		$this->assertStringContainsString( 'has just been paid', $this->start( $second )->get_error_message() );
		$this->assertSame( 'processing', $this->reload( $first )->get_status() );
		// The buyer places the order again: both are wanted.
		$this->assertSame( 'token.2', $this->start( $second )->token() );
	}

	public function test_a_late_payment_of_a_replaced_order_needs_a_decision() {
		$first = $this->create_order( '45.50' );
		$this->start( $first );
		$second = $this->create_order( '40.00' );
		$this->start( $second );
		$this->assertSame( 'cancelled', $this->reload( $first )->get_status() );
		$this->service->pay( array(), 1 );
		$this->service->pay( array(), 0 );
		Payment_Checker::check( $first->get_id() );
		Payment_Checker::check( $second->get_id() );
		$this->assertSame( 'processing', $this->reload( $second )->get_status() );
		$this->assertSame( 'review', Order_Payments::of( $this->reload( $first ) )->decision() );
	}

	private function assert_cancelled( $order ) {
		$payments = Order_Payments::of( $this->reload( $order ) );
		$expected = array(
			'state'   => 'cancelled',
			'message' => 'The order was cancelled before a payment arrived.',
		);
		$this->assertSame( $expected, Payment_Status::of( $payments ) );
		$this->assertSame( $expected, Payment_Checker::check( $order->get_id() ) );
		$this->assertSame( array( 'failed', 'cancelled' ), array( Payment_Status::public_state( 'cancelled' ), Order_Columns::state_label( $payments ) ) );
	}

	public function test_a_replaced_order_is_shown_as_cancelled() {
		$first = $this->create_order( '45.50' );
		$this->start( $first );
		$this->start( $this->create_order( '40.00' ) );
		$this->assert_cancelled( $first );
		// A failed payment does not change it, and a pending one is still awaited.
		$ref = $this->service->pay( array( 'status' => 'failed' ), 0 );
		$this->assert_cancelled( $first );
		$this->service->payments[ $ref ]['status'] = 'pending';
		$this->assertSame( 'pending', Payment_Checker::check( $first->get_id() )['state'] );
	}

	public function test_a_second_order_waits_while_the_service_cannot_report_the_first() {
		$first = $this->create_order( '45.50' );
		$this->start( $first );
		$this->service->responses['GET *'] = Service::connection_error();
		$this->assertInstanceOf( \WP_Error::class, $this->start( $this->create_order( '40.00' ) ) );
		$this->assertSame( 'pending', $this->reload( $first )->get_status() );
		$this->assertCount( 1, $this->service->intents );
	}

	public function test_an_order_of_a_merchant_replaces_no_order() {
		$first = $this->create_order( '45.50' );
		$this->start( $first );
		$invoice = $this->create_order( '40.00' );
		$invoice->set_created_via( 'admin' );
		$invoice->save();
		$this->start( $invoice );
		$this->assertSame( 'pending', $this->reload( $first )->get_status() );
	}
}
