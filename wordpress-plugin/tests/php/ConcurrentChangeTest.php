<?php
/**
 * Changes to an order during a check, by requests that do not acquire the lock of the plugin.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Checkout\Checkout;
use Cedi\Commerce\Order\Payment_Checker;
use Cedi\Commerce\Support\Settings;

/**
 * @group woocommerce
 */
final class ConcurrentChangeTest extends TestCase {
	protected function setUp(): void {
		parent::setUp();
		update_option( Settings::GATEWAY, array( 'enabled' => 'yes' ) );
	}

	/**
	 * Runs a callback, as another request would, during a request to the service.
	 */
	private function during_request( $path, $act ) {
		$this->service->responses[ $path ] = function () use ( $path, $act ) {
			unset( $this->service->responses[ $path ] );
			$act();
			return null;
		};
	}

	private function create_started_order() {
		$order = $this->create_order();
		Checkout::start( $order->get_id() );
		return $order;
	}

	public function test_an_order_paid_by_another_method_during_a_check_is_not_failed() {
		$order = $this->create_started_order();
		$this->service->expire();
		$this->during_request(
			'GET /checkout/status',
			static function () use ( $order ) {
				$other = wc_get_order( $order->get_id() );
				$other->set_payment_method( 'paypal' );
				$other->payment_complete( 'PAYPAL-1' );
			}
		);
		Payment_Checker::check( $order->get_id() );
		$order = $this->reload( $order );
		$this->assertSame( array( 'processing', 'PAYPAL-1' ), array( $order->get_status(), $order->get_transaction_id() ) );
	}

	public function test_an_order_marked_as_paid_by_a_merchant_during_a_check_is_not_failed() {
		$order = $this->create_started_order();
		$this->service->expire();
		$this->during_request(
			'GET /checkout/status',
			function () use ( $order ) {
				$this->change_status_as_merchant( $this->reload( $order ), 'processing' );
			}
		);
		Payment_Checker::check( $order->get_id() );
		$this->assertSame( 'processing', $this->reload( $order )->get_status() );
	}

	public function test_an_order_cancelled_by_a_merchant_during_a_check_stays_cancelled() {
		$order = $this->create_started_order();
		$this->service->pay();
		$this->during_request(
			'GET /api/v1/payments/*',
			function () use ( $order ) {
				$this->change_status_as_merchant( $this->reload( $order ), 'cancelled' );
			}
		);
		$this->assertSame( 'review', Payment_Checker::check( $order->get_id() )['state'] );
		$this->assertSame( 'cancelled', $this->reload( $order )->get_status() );
		$this->assertStringContainsString( 'already in the status "Cancelled"', $this->notes( $order ) );
	}

	public function test_a_total_changed_during_a_check_is_compared_with_the_payment() {
		$order = $this->create_started_order();
		$this->service->pay();
		$this->during_request(
			'GET /api/v1/payments/*',
			static function () use ( $order ) {
				$other = wc_get_order( $order->get_id() );
				$other->set_total( '95.50' );
				$other->save();
			}
		);
		$this->assertSame( 'mismatch', Payment_Checker::check( $order->get_id() )['state'] );
		$this->assertSame( array( 'on-hold', '95.50' ), array( $this->reload( $order )->get_status(), $this->reload( $order )->get_total() ) );
	}

	public function test_a_paid_order_cancelled_while_being_restored_stays_cancelled() {
		$order = $this->create_started_order();
		$this->service->pay();
		Payment_Checker::check( $order->get_id() );
		$this->change_status_as_merchant( $this->reload( $order ), 'pending' );
		$this->during_request(
			'GET /api/v1/payments/*',
			function () use ( $order ) {
				$this->change_status_as_merchant( $this->reload( $order ), 'cancelled' );
			}
		);
		Payment_Checker::check( $order->get_id() );
		$this->assertSame( 'cancelled', $this->reload( $order )->get_status() );
	}

	public function test_a_check_that_outlives_its_lock_changes_nothing() {
		Clock::$now = time();
		$order      = $this->create_order( '45.50' );
		Checkout::start( $order->get_id() );
		$this->service->pay();
		$this->service->responses['GET /api/v1/payments/*'] = function () {
			$this->service->responses = array();
			Clock::$now            += 61;
			return null;
		};
		Payment_Checker::check( $order->get_id() );
		$this->assertSame( 'pending', $this->reload( $order )->get_status(), 'Somebody else may hold the lock by now.' );
		$this->assertSame( 'paid', Payment_Checker::check( $order->get_id() )['state'] );
	}
}
