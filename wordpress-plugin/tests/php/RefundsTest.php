<?php
/**
 * Refunds are requests.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Checkout;
use Cedi\Commerce\Order_Screen;
use Cedi\Commerce\Order_Settler;
use Cedi\Commerce\Refunds;
use Cedi\Commerce\Settings;

/**
 * @group woocommerce
 */
final class RefundsTest extends TestCase {
	private function paid( $total = '45.50' ) {
		update_option( Settings::GATEWAY, array( 'enabled' => 'yes' ) );
		$order = $this->order( $total );
		Checkout::start( $order->get_id() );
		$this->service->pay();
		Order_Settler::settle( $order->get_id() );
		$this->mails = array();
		return wc_get_order( $order->get_id() );
	}

	private function refund( $order, $amount, $reason = 'Too small' ) {
		return wc_create_refund(
			array(
				'order_id'       => $order->get_id(),
				'amount'         => $amount,
				'reason'         => $reason,
				'refund_payment' => true,
			)
		);
	}

	private function again( $order ) {
		wp_cache_flush();
		return wc_get_order( $order->get_id() );
	}

	public function test_a_whole_refund_is_requested_and_the_order_keeps_its_status() {
		$order  = $this->paid();
		$refund = $this->refund( $order, '45.50' );
		$this->assertSame(
			array(
				'payment_ref' => 'pay_1',
				'amount'      => '45.50',
				'reason'      => 'Too small',
			),
			json_decode( end( $this->service->requests )['body'], true )
		);
		$order = $this->again( $order );
		$this->assertSame( 'processing', $order->get_status() );
		$this->assertSame( 'requested', wc_get_order( $refund->get_id() )->get_meta( '_cedi_commerce_refund_state' ) );
		$this->assertSame( 'ref_1', wc_get_order( $refund->get_id() )->get_meta( '_cedi_commerce_refund_ref' ) );
		$this->assertStringContainsString( 'An operator pays it by hand', $this->notes( $order ) );
		$this->assertSame( array(), $this->mails, 'The buyer must not be told of money that is not there.' );
	}

	public function test_a_refund_that_was_paid_out_moves_the_order_and_tells_the_buyer() {
		$order  = $this->paid();
		$refund = $this->refund( $order, '45.50' );
		$this->service->payments['pay_1']['refunded_amount'] = 45.5;
		Order_Settler::settle( $order->get_id() );
		Order_Settler::settle( $order->get_id() );
		$order = $this->again( $order );
		$this->assertSame( 'refunded', $order->get_status() );
		$this->assertSame( 'refunded', wc_get_order( $refund->get_id() )->get_meta( '_cedi_commerce_refund_state' ) );
		$this->assertSame( 1, substr_count( $this->notes( $order ), 'paid out' ) );
		$this->assertCount( 1, $this->mails );
	}

	public function test_parts_are_refunded_one_after_the_other_and_never_more_than_was_paid() {
		$order = $this->paid( '45.50' );
		$this->assertNotWPError( $this->refund( $order, '20.00' ) );
		$this->assertNotWPError( $this->refund( $order, '25.49' ) );
		$error = Refunds::request( $order->get_id(), '0.02', '' );
		$this->assertStringContainsString( 'GH₵0.01', $error->get_error_message() );
		$this->assertNotWPError( $this->refund( $order, '0.01' ) );
		$this->assertCount( 3, $this->service->refunds );
		$this->service->payments['pay_1']['refunded_amount'] = 25.49;
		Order_Settler::settle( $order->get_id() );
		$states = array_column( Refunds::shown( $this->again( $order ) ), 'state', 'amount' );
		$this->assertSame(
			array(
				'0.01'  => 'requested',
				'25.49' => 'refunded',
				'20.00' => 'requested',
			),
			$states
		);
		$this->assertSame( 'processing', $this->again( $order )->get_status() );
		$this->service->payments['pay_1']['refunded_amount'] = '45.50';
		Order_Settler::settle( $order->get_id() );
		$this->assertSame( 'refunded', $this->again( $order )->get_status() );
	}

	/**
	 * @dataProvider lost
	 */
	public function test_a_lost_answer_and_another_try_ask_once( $answer ) {
		$order                            = $this->paid();
		$this->service->answers['POST *'] = static function ( $request, $service ) use ( $answer ) {
			$given            = $service->answers;
			$service->answers = array();
			$service->answer( false, $request['args'], $request['url'] );
			$service->answers = $given;
			return $answer;
		};
		$error = $this->refund( $order, '10.00', 'First' );
		$this->assertStringContainsString( 'never asked for twice', $error->get_error_message() );
		$this->assertSame( array(), $order->get_refunds() );
		$this->service->answers = array();
		$this->assertNotWPError( $this->refund( $order, '10.00', 'Another reason' ) );
		$this->assertCount( 1, $this->service->refunds );
		$this->assertCount( 1, Refunds::shown( $this->again( $order ) ) );
	}

	public function lost() {
		return array( array( Service::broken() ), array( Service::fixture( 'create-refund/504-provider-timeout', 504 ) ), array( Service::raw( '{', 201 ) ) );
	}

	/**
	 * @dataProvider refusals
	 */
	public function test_a_refusal_is_told_and_leaves_no_refund( $fixture, $status, $words ) {
		$order                            = $this->paid();
		$this->service->answers['POST *'] = Service::fixture( $fixture, $status );
		$error                            = $this->refund( $order, '10.00' );
		$this->assertStringContainsString( $words, $error->get_error_message() );
		$this->assertSame( array(), $this->again( $order )->get_refunds() );
		$this->assertSame( array(), Refunds::shown( $this->again( $order ) ) );
		$this->assertSame( 'processing', $this->again( $order )->get_status() );
	}

	public function refusals() {
		return array(
			array( 'create-refund/403-insufficient-scope', 403, 'refunds:write' ),
			array( 'create-refund/409-insufficient-balance', 409, 'balance' ),
			array( 'create-refund/422-refund-exceeds-payment', 422, 'refund' ),
		);
	}

	public function test_a_merchant_marks_what_the_operator_did() {
		$order = $this->paid();
		$this->refund( $order, '10.00' );
		$second = $this->refund( $order, '5.00' );
		Order_Screen::mark_refund_paid( $this->again( $order ) );
		Order_Screen::mark_refund_rejected( $this->again( $order ) );
		Order_Screen::mark_refund_rejected( $this->again( $order ) );
		$order = $this->again( $order );
		$this->assertSame( array( 'rejected', 'refunded' ), array_column( Refunds::shown( $order ), 'state' ) );
		$this->assertFalse( wc_get_order( $second->get_id() ) );
		$this->assertStringContainsString( 'rejected by the operator', $this->notes( $order ) );
		$this->assertNotWPError( $this->refund( $order, '35.50' ) );
	}

	public function test_an_order_that_was_not_paid_by_us_cannot_be_refunded_by_us() {
		$error = Refunds::request( $this->order()->get_id(), '1.00', '' );
		$this->assertSame( 'cedi_commerce_not_paid', $error->get_error_code() );
		$this->assertCount( 0, $this->service->requests );
	}

	/**
	 * @dataProvider amounts
	 */
	public function test_a_refund_of_no_amount_is_refused( $amount ) {
		$order = $this->paid();
		$this->assertSame( 'cedi_commerce_amount', Refunds::request( $order->get_id(), $amount, '' )->get_error_code() );
		$this->assertCount( 0, $this->service->refunds );
	}

	public function amounts() {
		return array( array( '0' ), array( '-5' ), array( '1.005' ), array( null ), array( 'all' ) );
	}

	private function assertNotWPError( $value ) {
		$this->assertNotInstanceOf( \WP_Error::class, $value, is_wp_error( $value ) ? $value->get_error_message() : '' );
	}
}
