<?php
/**
 * Refunds are requests.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Checkout\Checkout;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Order_Screen;
use Cedi\Commerce\Order\Payment_Checker;
use Cedi\Commerce\Order\Poll_Schedule;
use Cedi\Commerce\Order\Scheduled_Checks;
use Cedi\Commerce\Refund\Refund_Processor;
use Cedi\Commerce\Refund\Refund_Updater;
use Cedi\Commerce\Support\Settings;
use Cedi\Commerce\Tools\Site_Health;

/**
 * @group woocommerce
 */
final class RefundsTest extends TestCase {
	private function create_paid_order( $total = '45.50' ) {
		update_option( Settings::GATEWAY, array( 'enabled' => 'yes' ) );
		$order = $this->create_order( $total );
		Checkout::start( $order->get_id() );
		$this->service->pay();
		Payment_Checker::check( $order->get_id() );
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

	public function test_a_full_refund_is_requested_and_the_order_keeps_its_status() {
		$order  = $this->create_paid_order();
		$refund = $this->refund( $order, '45.50' );
		$this->assertSame(
			array(
				'payment_ref' => 'pay_1',
				'amount'      => '45.50',
				'reason'      => 'Too small',
			),
			json_decode( end( $this->service->requests )['body'], true )
		);
		$order = $this->reload( $order );
		$this->assertSame( 'processing', $order->get_status() );
		$this->assertSame( 'requested', wc_get_order( $refund->get_id() )->get_meta( '_cedi_commerce_refund_state' ) );
		$this->assertSame( 'ref_1', wc_get_order( $refund->get_id() )->get_meta( '_cedi_commerce_refund_ref' ) );
		$this->assertStringContainsString( ', not yet paid.', $this->notes( $order ) );
		$this->assertSame( array(), $this->mails, 'The buyer must not be told of money that is not there.' );
	}

	public function test_a_paid_refund_updates_the_order_and_notifies_the_buyer() {
		$order  = $this->create_paid_order();
		$refund = $this->refund( $order, '45.50' );
		$this->service->payments['pay_1']['refunded_amount'] = 45.5;
		Payment_Checker::check( $order->get_id() );
		Payment_Checker::check( $order->get_id() );
		$order = $this->reload( $order );
		$this->assertSame( 'refunded', $order->get_status() );
		$this->assertSame( 'refunded', wc_get_order( $refund->get_id() )->get_meta( '_cedi_commerce_refund_state' ) );
		$this->assertSame( 1, substr_count( $this->notes( $order ), 'paid out' ) );
		$this->assertCount( 1, $this->mails );
	}

	public function test_partial_refunds_never_exceed_the_payment() {
		$order = $this->create_paid_order( '45.50' );
		$this->assertNotWPError( $this->refund( $order, '20.00' ) );
		$this->assertNotWPError( $this->refund( $order, '25.49' ) );
		$error = Refund_Processor::request( $order->get_id(), '0.02', '' );
		$this->assertStringContainsString( 'GH₵0.01', $error->get_error_message() );
		$this->assertNotWPError( $this->refund( $order, '0.01' ) );
		$this->assertCount( 3, $this->service->refunds );
		$this->service->payments['pay_1']['refunded_amount'] = 25.49;
		Payment_Checker::check( $order->get_id() );
		$states = array_column( Order_Payments::of( $this->reload( $order ) )->refunds()->summaries(), 'state', 'amount' );
		$this->assertSame(
			array(
				'0.01'  => 'requested',
				'25.49' => 'refunded',
				'20.00' => 'requested',
			),
			$states
		);
		$this->assertSame( 'processing', $this->reload( $order )->get_status() );
		$this->service->payments['pay_1']['refunded_amount'] = '45.50';
		Payment_Checker::check( $order->get_id() );
		$this->assertSame( 'refunded', $this->reload( $order )->get_status() );
	}

	/**
	 * @dataProvider lost_responses
	 */
	public function test_a_retry_after_a_lost_response_requests_one_refund( $response ) {
		$order                            = $this->create_paid_order();
		$this->service->responses['POST *'] = static function ( $request, $service ) use ( $response ) {
			$real_responses            = $service->responses;
			$service->responses = array();
			$service->respond( false, $request['args'], $request['url'] );
			$service->responses = $real_responses;
			return $response;
		};
		$error = $this->refund( $order, '10.00', 'First' );
		$this->assertStringContainsString( 'never requested twice', $error->get_error_message() );
		$this->assertSame( array(), $order->get_refunds() );
		$this->service->responses = array();
		$this->assertNotWPError( $this->refund( $order, '10.00', 'Another reason' ) );
		$this->assertCount( 1, $this->service->refunds );
		$this->assertCount( 1, Order_Payments::of( $this->reload( $order ) )->refunds()->summaries() );
	}

	public function lost_responses() {
		return array( array( Service::connection_error() ), array( Service::fixture( 'create-refund/504-provider-timeout', 504 ) ), array( Service::raw( '{', 201 ) ) );
	}

	/**
	 * The service accepts a refund, but the response is lost.
	 */
	private function lose( $order, $amount, array $then = array() ) {
		$this->service->responses['POST *'] = static function ( $request, $service ) use ( $then ) {
			if ( $service->refunds && $then ) {
				return $then;
			}
			$real_responses            = $service->responses;
			$service->responses = array();
			$service->respond( false, $request['args'], $request['url'] );
			$service->responses = $real_responses;
			return Service::connection_error();
		};
		$error = $this->refund( $order, $amount );
		$this->assertInstanceOf( \WP_Error::class, $error );
		$this->service->responses = array();
		return $error->get_error_message();
	}

	/**
	 * @dataProvider entry_points
	 */
	public function test_an_unconfirmed_refund_is_kept_when_its_retry_is_rejected( $fixture, $status, $words ) {
		$order = $this->create_paid_order();
		$this->lose( $order, '10.00' );
		$this->service->responses['POST *'] = Service::fixture( $fixture, $status );
		$this->assertStringContainsString( $words, $this->refund( $order, '10.00' )->get_error_message() );
		$this->assertSame( 'cedi_commerce_unknown_refund', Refund_Processor::request( $order->get_id(), '5.00', '' )->get_error_code() );
		$this->service->responses = array();
		$this->assertNotWPError( $this->refund( $this->reload( $order ), '10.00' ) );
		$this->assertCount( 1, $this->service->refunds );
	}

	/**
	 * @dataProvider entry_points
	 */
	public function test_a_request_is_kept_when_its_automatic_retry_is_rejected( $fixture, $status, $words ) {
		$order = $this->create_paid_order();
		$this->assertStringContainsString( $words, $this->lose( $order, '10.00', Service::fixture( $fixture, $status ) ) );
		$this->assertNotWPError( $this->refund( $this->reload( $order ), '10.00' ) );
		$this->assertCount( 1, $this->service->refunds );
	}

	public function entry_points() {
		return array(
			array( 'create-refund/401-invalid-api-key', 401, 'unknown or revoked' ),
			array( 'create-refund/403-insufficient-scope', 403, 'refunds:write' ),
			array( 'create-refund/404-not-found', 404, 'no payment' ),
			array( 'create-refund/429-rate-limited', 429, 'Too many requests' ),
		);
	}

	public function test_an_unconfirmed_refund_whose_retry_is_invalid_is_removed() {
		$order                            = $this->create_paid_order();
		$this->service->responses['POST *'] = Service::connection_error();
		$this->refund( $order, '10.00' );
		$this->service->responses['POST *'] = Service::fixture( 'create-refund/409-insufficient-balance', 409 );
		$this->refund( $order, '10.00' );
		$this->service->responses = array();
		$this->assertNotWPError( $this->refund( $this->reload( $order ), '5.00' ) );
		$this->assertCount( 1, $this->service->refunds );
	}

	public function test_an_unconfirmed_refund_with_an_expired_key_is_not_requested_again() {
		Clock::$now = time();
		$order      = $this->create_paid_order();
		$this->lose( $order, '10.00' );
		Clock::$now += DAY_IN_SECONDS;
		for ( $i = 0; $i < 2; $i++ ) {
			$error = $this->refund( $this->reload( $order ), '10.00' );
			$this->assertStringContainsString( 'could get the money twice', $error->get_error_message() );
			$this->assertStringContainsString( 'pay_1', $error->get_error_message() );
		}
		$this->assertCount( 1, $this->service->refunds );
		$this->assertNotWPError( $this->refund( $this->reload( $order ), '5.00' ) );
	}

	public function test_an_unconfirmed_refund_that_the_payment_shows_counts_as_requested() {
		Clock::$now = time();
		$order      = $this->create_paid_order();
		$this->assertNotWPError( $this->refund( $order, '5.00' ) );
		$this->lose( $order, '10.00' );
		Clock::$now += DAY_IN_SECONDS;
		// An amount that the waiting refund could explain is not a proof.
		$this->service->payments['pay_1']['refunded_amount'] = 14.99;
		$this->assertInstanceOf( \WP_Error::class, $this->refund( $this->reload( $order ), '10.00' ) );
		$this->service->payments['pay_1']['refunded_amount'] = 15;
		$refund = $this->refund( $this->reload( $order ), '10.00' );
		$this->assertNotWPError( $refund );
		$this->assertCount( 2, $this->service->refunds );
		Payment_Checker::check( $order->get_id() );
		$this->assertSame( 'refunded', wc_get_order( $refund->get_id() )->get_meta( '_cedi_commerce_refund_state' ) );
		$this->assertSame( array( 'refunded', 'refunded' ), array_column( Order_Payments::of( $this->reload( $order ) )->refunds()->summaries(), 'state' ) );
	}

	public function test_a_pending_refund_is_checked_daily_until_it_is_paid() {
		Clock::$now = time();
		$order      = $this->create_paid_order();
		$refund = $this->refund( $order, '45.50' );
		for ( $day = 1; $day <= 3; $day++ ) {
			$next_check = $this->next_check_time( $order );
			$this->assertIsInt( $next_check );
			$this->assertLessThanOrEqual( Clock::$now + DAY_IN_SECONDS, $next_check );
			Clock::$now = $next_check;
			if ( 3 === $day ) {
				$this->service->payments['pay_1']['refunded_amount'] = 45.5;
			}
			as_unschedule_action( Poll_Schedule::HOOK, array( $order->get_id() ), Poll_Schedule::GROUP );
			Scheduled_Checks::run( $order->get_id() );
		}
		$this->assertSame( 'refunded', wc_get_order( $refund->get_id() )->get_meta( '_cedi_commerce_refund_state' ) );
		$this->assertSame( 'refunded', $this->reload( $order )->get_status() );
		$this->assertCount( 1, $this->mails );
		$this->assertFalse( $this->next_check_time( $order ) );
	}

	private function next_check_time( $order ) {
		return as_next_scheduled_action( Poll_Schedule::HOOK, array( $order->get_id() ), Poll_Schedule::GROUP );
	}

	/**
	 * @dataProvider differences
	 */
	public function test_a_mismatched_payment_can_be_refunded( $total, $paid_amount, $max_refund ) {
		update_option( Settings::GATEWAY, array( 'enabled' => 'yes' ) );
		$order = $this->create_order( '45.50' );
		Checkout::start( $order->get_id() );
		$this->service->pay( array( 'amount' => $paid_amount ) );
		$order->set_total( $total );
		$order->save();
		$this->assertSame( 'mismatch', Payment_Checker::check( $order->get_id() )['state'] );
		$this->assertNull( Checkout::start( $order->get_id() ) );
		$this->assertInstanceOf( \WP_Error::class, Refund_Processor::request( $order->get_id(), (string) ( $max_refund + 0.01 ), '' ), 'No more than was paid.' );
		$this->assertNotWPError( $this->refund( $this->reload( $order ), '1.00' ) );
		$this->login( 'shop_manager' );
		$this->reload( $order )->update_status( 'processing', '', true );
		wp_set_current_user( 0 );
		$this->assertNotWPError( $this->refund( $this->reload( $order ), (string) ( $max_refund - 1 ) ) );
		$this->assertSame( array( 'pay_1', 'pay_1' ), array_column( $this->service->refunds, 'payment_ref' ) );
	}

	public function differences() {
		return array(
			'the total changed'   => array( '50.00', 45.5, 45.5 ),
			'too little was paid' => array( '45.50', 40, 40 ),
		);
	}

	public function test_a_payment_of_another_order_cannot_be_refunded() {
		update_option( Settings::GATEWAY, array( 'enabled' => 'yes' ) );
		$order = $this->create_order( '45.50' );
		Checkout::start( $order->get_id() );
		$this->service->pay( array( 'metadata' => array( 'order_id' => '1', 'site' => 'x' ) ) );
		Payment_Checker::check( $order->get_id() );
		$this->assertSame( 'cedi_commerce_not_paid', Refund_Processor::request( $order->get_id(), '1.00', '' )->get_error_code() );
	}

	/**
	 * @dataProvider rejections
	 */
	public function test_a_rejected_request_shows_an_error_and_leaves_no_refund( $fixture, $status, $words ) {
		$order                            = $this->create_paid_order();
		$this->service->responses['POST *'] = Service::fixture( $fixture, $status );
		$error                            = $this->refund( $order, '10.00' );
		$this->assertStringContainsString( $words, $error->get_error_message() );
		$this->assertSame( array(), $this->reload( $order )->get_refunds() );
		$this->assertSame( array(), Order_Payments::of( $this->reload( $order ) )->refunds()->summaries() );
		$this->assertSame( 'processing', $this->reload( $order )->get_status() );
	}

	public function rejections() {
		return array(
			array( 'create-refund/403-insufficient-scope', 403, 'refunds:write' ),
			array( 'create-refund/409-insufficient-balance', 409, 'balance' ),
			array( 'create-refund/422-refund-exceeds-payment', 422, 'refund' ),
		);
	}

	public function test_a_merchant_can_mark_a_refund_as_paid_or_rejected() {
		$order = $this->create_paid_order();
		$this->refund( $order, '10.00' );
		$second                  = $this->refund( $order, '5.00' );
		list( $earlier, $later ) = array_keys( Order_Payments::of( $this->reload( $order ) )->refunds()->pending() );
		Order_Screen::mark_refund( $this->reload( $order ), 'paid', $earlier );
		Order_Screen::mark_refund( $this->reload( $order ), 'rejected', $later );
		// A repeated or late mark changes nothing.
		Order_Screen::mark_refund( $this->reload( $order ), 'rejected', $later );
		Order_Screen::mark_refund( $this->reload( $order ), 'rejected', $earlier );
		$order = $this->reload( $order );
		$this->assertSame( array( 'rejected', 'refunded' ), array_column( Order_Payments::of( $order )->refunds()->summaries(), 'state' ) );
		$this->assertFalse( wc_get_order( $second->get_id() ) );
		$this->assertStringContainsString( 'rejected by the operator', $this->notes( $order ) );
		$this->assertNotWPError( $this->refund( $order, '35.50' ) );
	}

	public function test_a_requested_refund_that_is_deleted_stays_until_it_is_paid() {
		$order  = $this->create_paid_order();
		$refund = $this->refund( $order, '45.50' );
		wc_get_order( $refund->get_id() )->delete( true );
		$order = $this->reload( $order );
		$this->assertSame( array( 'processing', 45.5 ), array( $order->get_status(), (float) $order->get_total_refunded() ) );
		$this->assertStringContainsString( 'The refund of GH₵45.50 (ref_1) was not deleted', $this->notes( $order ) );
		$this->service->payments['pay_1']['refunded_amount'] = 45.5;
		Payment_Checker::check( $order->get_id() );
		$this->assertSame( 'refunded', $this->reload( $order )->get_status() );
		$this->assertCount( 1, $this->mails );
	}

	/**
	 * Deletes a refund without the hooks of the plugin, like an older version or another program.
	 */
	private function delete_unnoticed( $refund ) {
		remove_filter( 'woocommerce_pre_delete_order_refund', array( Refund_Updater::class, 'prevent_deletion' ) );
		wc_get_order( $refund->get_id() )->delete( true );
		add_filter( 'woocommerce_pre_delete_order_refund', array( Refund_Updater::class, 'prevent_deletion' ), 10, 2 );
		wp_cache_flush();
	}

	public function test_a_paid_refund_that_woocommerce_does_not_have_is_added_to_the_order() {
		$order = $this->create_paid_order();
		$this->delete_unnoticed( $this->refund( $order, '20.00' ) );
		$this->assertNotWPError( $this->refund( $this->reload( $order ), '25.50' ) );
		$this->service->payments['pay_1']['refunded_amount'] = 45.5;
		Payment_Checker::check( $order->get_id() );
		$order = $this->reload( $order );
		$this->assertSame( array( 'refunded', 45.5 ), array( $order->get_status(), (float) $order->get_total_refunded() ) );
		$this->assertCount( 2, $this->mails );
	}

	public function test_a_paid_refund_that_was_recorded_by_hand_is_not_added_again() {
		$order = $this->create_paid_order();
		$this->delete_unnoticed( $this->refund( $order, '20.00' ) );
		wc_create_refund( array( 'order_id' => $order->get_id(), 'amount' => '20.00' ) );
		$this->service->payments['pay_1']['refunded_amount'] = 20;
		Payment_Checker::check( $order->get_id() );
		$this->assertSame( 20.0, (float) $this->reload( $order )->get_total_refunded() );
	}

	public function test_the_refunds_of_a_deleted_order_are_deleted() {
		$order  = $this->create_paid_order();
		$refund = $this->refund( $order, '20.00' );
		// WooCommerce deletes the refunds of an order in its own table after this action.
		do_action( 'woocommerce_before_delete_order', $order->get_id(), $order );
		wc_get_order( $refund->get_id() )->delete( true );
		$this->assertFalse( wc_get_order( $refund->get_id() ) );
	}

	public function test_an_order_without_a_cedi_payment_cannot_be_refunded() {
		$error = Refund_Processor::request( $this->create_order()->get_id(), '1.00', '' );
		$this->assertSame( 'cedi_commerce_not_paid', $error->get_error_code() );
		$this->assertCount( 0, $this->service->requests );
	}

	/**
	 * @dataProvider amounts
	 */
	public function test_a_refund_without_an_amount_is_rejected( $amount ) {
		$order = $this->create_paid_order();
		$this->assertSame( 'cedi_commerce_amount', Refund_Processor::request( $order->get_id(), $amount, '' )->get_error_code() );
		$this->assertCount( 0, $this->service->refunds );
	}

	public function amounts() {
		return array( array( '0' ), array( '-5' ), array( '1.005' ), array( null ), array( 'all' ) );
	}

	private function assertNotWPError( $value ) {
		$this->assertNotInstanceOf( \WP_Error::class, $value, is_wp_error( $value ) ? $value->get_error_message() : '' );
	}

	public function test_an_earlier_refund_in_the_portal_does_not_count_as_the_new_request() {
		$order = $this->create_paid_order();
		$this->service->payments['pay_1']['refunded_amount'] = 20;
		Payment_Checker::check( $order->get_id() );
		$this->assertCount( 1, $this->mails );
		$this->refund( $this->reload( $order ), '20.00' );
		Payment_Checker::check( $order->get_id() );
		$this->assertSame( 'requested', Order_Payments::of( $this->reload( $order ) )->refunds()->summaries()[0]['state'] );
		$this->assertCount( 1, $this->mails );
		$this->service->payments['pay_1']['refunded_amount'] = 40;
		Payment_Checker::check( $order->get_id() );
		$this->assertSame( 'refunded', Order_Payments::of( $this->reload( $order ) )->refunds()->summaries()[0]['state'] );
		$this->assertCount( 2, $this->mails );
		$this->assertSame( 40.0, (float) $this->reload( $order )->get_total_refunded() );
	}

	public function test_a_refund_cannot_exceed_the_amount_left_after_portal_refunds() {
		$order = $this->create_paid_order();
		$this->service->payments['pay_1']['refunded_amount'] = 20;
		$error = $this->refund( $order, '45.50' );
		$this->assertSame( 'No more than GH₵25.50 is left to refund.', $error->get_error_message() );
		$this->assertSame( array(), $this->service->refunds );
	}

	public function test_no_refund_is_requested_if_the_payment_cannot_be_read() {
		$order = $this->create_paid_order();
		$this->service->responses['GET /api/v1/payments/*'] = Service::connection_error();
		$this->assertSame( 'The payment service does not answer. Try again in a moment.', $this->refund( $order, '10.00' )->get_error_message() );
		$this->assertSame( array(), Order_Payments::of( $this->reload( $order ) )->refunds()->all() );
	}

	public function test_an_unconfirmed_refund_blocks_requests_of_other_amounts() {
		$order                          = $this->create_paid_order();
		$this->service->responses['POST *'] = static function ( $request, $service ) {
			$real_responses            = $service->responses;
			$service->responses = array();
			$service->respond( false, $request['args'], $request['url'] );
			$service->responses = $real_responses;
			return Service::connection_error();
		};
		$this->refund( $order, '20.00' );
		$this->service->responses = array();
		$error                  = $this->refund( $order, '25.00' );
		$this->assertSame( 'The response to a refund of GH₵20.00 was lost. Request that amount again first: it is never requested twice.', $error->get_error_message() );
		$this->assertCount( 1, $this->service->refunds );
		$this->assertNotInstanceOf( \WP_Error::class, $this->refund( $order, '20.00' ) );
		$this->assertNotInstanceOf( \WP_Error::class, $this->refund( $order, '25.00' ) );
		$this->assertSame( array( 20.0, 25.0 ), array_values( array_column( $this->service->refunds, 'amount' ) ) );
	}

	public function test_an_old_unconfirmed_refund_counts_towards_the_requested_total() {
		$order                            = $this->create_paid_order();
		$this->service->responses['POST *'] = Service::connection_error();
		$this->refund( $order, '40.00' );
		$this->service->responses = array();
		Clock::$now             = time() + 2 * DAY_IN_SECONDS;
		$this->assertSame( 'No more than GH₵5.50 is left to refund.', $this->refund( $order, '10.00' )->get_error_message() );
		$this->assertNotInstanceOf( \WP_Error::class, $this->refund( $order, '5.50' ) );
	}

	public function test_a_manual_refund_is_reported_immediately_while_a_request_is_pending() {
		$order = $this->create_paid_order();
		$this->refund( $order, '10.00' );
		$this->assertCount( 0, $this->mails );
		wc_create_refund(
			array(
				'order_id'       => $order->get_id(),
				'amount'         => '5.00',
				'refund_payment' => false,
			)
		);
		$this->assertCount( 1, $this->mails );
		$this->service->payments['pay_1']['refunded_amount'] = 10;
		Payment_Checker::check( $order->get_id() );
		$this->assertCount( 2, $this->mails );
	}

	public function test_a_fully_refunded_order_cannot_be_paid_again() {
		$order = $this->create_paid_order();
		$this->refund( $order, '45.50' );
		$this->service->payments['pay_1']['refunded_amount'] = 45.5;
		Payment_Checker::check( $order->get_id() );
		$order = $this->change_status_as_merchant( $this->reload( $order ), 'pending' );
		$start = Checkout::start( $order->get_id() );
		$this->assertSame( 'cedi_commerce_returned', $start->get_error_code() );
		Payment_Checker::check( $order->get_id() );
		$this->assertStringNotContainsString( 'Deliver it', $this->notes( $order ) );
		$this->assertTrue( apply_filters( 'woocommerce_cancel_unpaid_order', true, $this->reload( $order ) ) );
	}

	public function test_refunding_a_mismatched_payment_resolves_the_decision() {
		$order = $this->create_mismatched_order( 40 );
		$this->assertSame( 'critical', Site_Health::test_orders()['status'] );
		$this->refund( $order, '40.00' );
		$this->service->payments['pay_1']['refunded_amount'] = 40;
		Payment_Checker::check( $order->get_id() );
		$this->assertSame( 'good', Site_Health::test_orders()['status'] );
	}

	public function test_a_refund_made_elsewhere_refunds_the_order_and_notifies_the_buyer() {
		$order = $this->create_paid_order();
		$this->service->payments['pay_1']['refunded_amount'] = 45.5;
		Payment_Checker::check( $order->get_id() );
		Payment_Checker::check( $order->get_id() );
		$order = $this->reload( $order );
		$this->assertSame( 'refunded', $order->get_status() );
		$this->assertSame( array( '45.50' ), wp_list_pluck( array_map( static function ( $refund ) {
			return array( 'amount' => wc_format_decimal( $refund->get_amount(), 2 ) );
		}, $order->get_refunds() ), 'amount' ) );
		$this->assertSame( 1, substr_count( $this->notes( $order ), 'was refunded at the payment service' ) );
		$this->assertCount( 1, $this->mails );
	}

	public function test_a_partial_refund_made_elsewhere_leaves_the_rest_refundable() {
		$order = $this->create_paid_order();
		$this->service->payments['pay_1']['refunded_amount'] = 10;
		Payment_Checker::check( $order->get_id() );
		$order = $this->reload( $order );
		$this->assertSame( array( 'processing', 10.0 ), array( $order->get_status(), (float) $order->get_total_refunded() ) );
		$this->assertStringContainsString( '35.50', Refund_Processor::request( $order->get_id(), '35.51', '' )->get_error_message() );
		$this->assertNotWPError( $this->refund( $order, '35.50' ) );
	}

	public function test_a_paid_order_is_checked_daily_until_it_is_delivered() {
		Clock::$now = time();
		$order      = $this->create_paid_order();
		Scheduled_Checks::run( $order->get_id() );
		$this->assertIsInt( $this->next_check_time( $order ) );
		$this->change_status_as_merchant( $order, 'completed' );
		as_unschedule_action( Poll_Schedule::HOOK, array( $order->get_id() ), Poll_Schedule::GROUP );
		Scheduled_Checks::run( $order->get_id() );
		$this->assertFalse( $this->next_check_time( $order ) );
		$this->assertSame( 'no', $this->reload( $order )->get_meta( Order_Payments::NEEDS_CHECK ) );
	}

	public function test_a_refund_of_an_ambiguous_amount_is_noted_without_a_reference() {
		$order = $this->create_paid_order();
		$this->refund( $order, '20.00' );
		// The payment leaves room for another refund of this amount, so it may have been requested elsewhere.
		$this->service->payments['pay_1']['refunded_amount'] = 20;
		Payment_Checker::check( $order->get_id() );
		$notes = $this->notes( $this->reload( $order ) );
		$this->assertStringContainsString( 'does not report whose request was paid', $notes );
		$this->assertStringNotContainsString( 'paid out (ref_1)', $notes );
		$this->service->payments['pay_1']['refunded_amount'] = 40;
		Payment_Checker::check( $order->get_id() );
		$this->assertSame( 40.0, (float) $this->reload( $order )->get_total_refunded() );
	}

	public function test_a_refund_made_elsewhere_and_recorded_by_hand_is_not_added_again() {
		$order = $this->create_paid_order();
		wc_create_refund( array( 'order_id' => $order->get_id(), 'amount' => '10.00' ) );
		$this->service->payments['pay_1']['refunded_amount'] = 10;
		Payment_Checker::check( $order->get_id() );
		$this->assertCount( 1, $this->reload( $order )->get_refunds() );
	}

	private function create_mismatched_order( $amount ) {
		update_option( Settings::GATEWAY, array( 'enabled' => 'yes' ) );
		$order = $this->create_order();
		Checkout::start( $order->get_id() );
		$this->service->pay( array( 'amount' => $amount ) );
		Payment_Checker::check( $order->get_id() );
		return $this->reload( $order );
	}

	/**
	 * The double of WooCommerce has no items in refunds.
	 *
	 * @dataProvider stocks
	 * @group real-woocommerce
	 */
	public function test_a_rejected_refund_takes_restocked_pieces_back( $sold_since, $stock, $note ) {
		$product = $this->create_product();
		$order   = $this->create_order( '91.00' );
		$item_id = $order->add_product( $product, 2 );
		$order->set_total( '91.00' );
		$order->save();
		\Cedi\Commerce\Checkout\Checkout::start( $order->get_id() );
		$this->service->pay();
		\Cedi\Commerce\Order\Payment_Checker::check( $order->get_id() );
		$this->assertSame( 8, wc_get_product( $product->get_id() )->get_stock_quantity() );
		wc_create_refund(
			array(
				'order_id'       => $order->get_id(),
				'amount'         => '45.50',
				'line_items'     => array( $item_id => array( 'qty' => 1, 'refund_total' => 45.5 ) ),
				'refund_payment' => true,
				'restock_items'  => true,
			)
		);
		$this->assertSame( 9, wc_get_product( $product->get_id() )->get_stock_quantity() );
		wc_update_product_stock( wc_get_product( $product->get_id() ), $sold_since, 'decrease' );
		$payments = \Cedi\Commerce\Order\Order_Payments::fresh( $order->get_id() );
		\Cedi\Commerce\Refund\Refund_Updater::mark_rejected( $payments, current( $payments->refunds()->pending() )['key'] );
		$this->assertSame( $stock, wc_get_product( $product->get_id() )->get_stock_quantity() );
		$this->assertStringContainsString( $note, $this->notes( $order ) );
	}

	public function stocks() {
		return array(
			'still there' => array( 0, 8, '1 piece of "Kente tote" was taken from the stock again.' ),
			'sold since'  => array( 9, 0, 'It has been sold since: correct the stock.' ),
		);
	}
}
