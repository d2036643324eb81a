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
	private function meanwhile( $path, $act ) {
		$this->service->answers[ $path ] = function () use ( $path, $act ) {
			unset( $this->service->answers[ $path ] );
			$act();
			return null;
		};
	}

	private function started() {
		$order = $this->order();
		Checkout::start( $order->get_id() );
		return $order;
	}

	public function test_an_order_paid_by_another_method_during_a_check_is_not_failed() {
		$order = $this->started();
		$this->service->expire();
		$this->meanwhile(
			'GET /checkout/status',
			static function () use ( $order ) {
				$other = wc_get_order( $order->get_id() );
				$other->set_payment_method( 'paypal' );
				$other->payment_complete( 'PAYPAL-1' );
			}
		);
		Payment_Checker::check( $order->get_id() );
		$order = $this->again( $order );
		$this->assertSame( array( 'processing', 'PAYPAL-1' ), array( $order->get_status(), $order->get_transaction_id() ) );
	}

	public function test_an_order_marked_as_paid_by_a_merchant_during_a_check_is_not_failed() {
		$order = $this->started();
		$this->service->expire();
		$this->meanwhile(
			'GET /checkout/status',
			function () use ( $order ) {
				$this->move( $this->again( $order ), 'processing' );
			}
		);
		Payment_Checker::check( $order->get_id() );
		$this->assertSame( 'processing', $this->again( $order )->get_status() );
	}

	public function test_an_order_cancelled_by_a_merchant_during_a_check_stays_cancelled() {
		$order = $this->started();
		$this->service->pay();
		$this->meanwhile(
			'GET /api/v1/payments/*',
			function () use ( $order ) {
				$this->move( $this->again( $order ), 'cancelled' );
			}
		);
		$this->assertSame( 'review', Payment_Checker::check( $order->get_id() )['state'] );
		$this->assertSame( 'cancelled', $this->again( $order )->get_status() );
		$this->assertStringContainsString( 'already in the status "Cancelled"', $this->notes( $order ) );
	}

	public function test_a_total_changed_during_a_check_is_compared_with_the_payment() {
		$order = $this->started();
		$this->service->pay();
		$this->meanwhile(
			'GET /api/v1/payments/*',
			static function () use ( $order ) {
				$other = wc_get_order( $order->get_id() );
				$other->set_total( '95.50' );
				$other->save();
			}
		);
		$this->assertSame( 'mismatch', Payment_Checker::check( $order->get_id() )['state'] );
		$this->assertSame( array( 'on-hold', '95.50' ), array( $this->again( $order )->get_status(), $this->again( $order )->get_total() ) );
	}

	public function test_a_paid_order_cancelled_while_being_restored_stays_cancelled() {
		$order = $this->started();
		$this->service->pay();
		Payment_Checker::check( $order->get_id() );
		$this->move( $this->again( $order ), 'pending' );
		$this->meanwhile(
			'GET /api/v1/payments/*',
			function () use ( $order ) {
				$this->move( $this->again( $order ), 'cancelled' );
			}
		);
		Payment_Checker::check( $order->get_id() );
		$this->assertSame( 'cancelled', $this->again( $order )->get_status() );
	}

	public function test_a_check_that_outlives_its_lock_changes_nothing() {
		Clock::$now = time();
		$order      = $this->order( '45.50' );
		Checkout::start( $order->get_id() );
		$this->service->pay();
		$this->service->answers['GET /api/v1/payments/*'] = function () {
			$this->service->answers = array();
			Clock::$now            += 61;
			return null;
		};
		Payment_Checker::check( $order->get_id() );
		$this->assertSame( 'pending', $this->again( $order )->get_status(), 'Somebody else may hold the lock by now.' );
		$this->assertSame( 'paid', Payment_Checker::check( $order->get_id() )['state'] );
	}
}
