<?php
/**
 * An order with the data of another one. Plugins for subscriptions or duplicates copy everything.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Checkout\Checkout;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Payment_Attempt;
use Cedi\Commerce\Order\Payment_Attempts;
use Cedi\Commerce\Order\Payment_Checker;
use Cedi\Commerce\Order\Payment_Status;
use Cedi\Commerce\Order\Scheduled_Checks;
use Cedi\Commerce\Refund\Duplicate_Payment;
use Cedi\Commerce\Refund\Refund_Requests;
use Cedi\Commerce\Support\Settings;
use Cedi\Commerce\Tools\Site_Health;

/**
 * @group woocommerce
 */
final class CopiedOrderTest extends TestCase {
	protected function setUp(): void {
		parent::setUp();
		update_option( Settings::GATEWAY, array( 'enabled' => 'yes' ) );
	}

	private function create_started_order() {
		$order = $this->create_order();
		Checkout::start( $order->get_id() );
		return $order;
	}

	private function copy( $order, $total = '45.50' ) {
		$from = $this->reload( $order );
		$copy = $this->create_order( $total );
		foreach ( array( Payment_Attempts::META, Order_Payments::STATE, Order_Payments::REF, Refund_Requests::META, Order_Payments::NEEDS_CHECK, Order_Payments::HAS_DUPLICATE ) as $key ) {
			if ( $from->get_meta( $key ) ) {
				$copy->update_meta_data( $key, $from->get_meta( $key ) );
			}
		}
		$copy->save();
		return $this->reload( $copy );
	}

	public function test_a_copy_of_a_paid_order_is_unpaid_and_can_be_paid() {
		$order = $this->create_started_order();
		$this->service->pay();
		Payment_Checker::check( $order->get_id() );
		$copy = $this->copy( $order );
		$this->assertSame( 'pending', Payment_Status::of( Order_Payments::of( $copy ) )['state'] );
		$this->assertInstanceOf( Payment_Attempt::class, Checkout::start( $copy->get_id() ) );
		$this->service->pay( array(), 1 );
		$this->assertSame( 'paid', Payment_Checker::check( $copy->get_id() )['state'] );
		$this->assertSame( 'pay_2', $this->reload( $copy )->get_transaction_id() );
	}

	public function test_a_copy_of_a_pending_order_gets_its_own_checkout() {
		$order = $this->create_started_order();
		$copy  = $this->copy( $order );
		// The buyer opens the link to pay the copy.
		set_query_var( 'order-pay', (string) $copy->get_id() );
		Checkout::start( $copy->get_id() );
		set_query_var( 'order-pay', '' );
		$this->assertSame(
			array( (string) $order->get_id(), (string) $copy->get_id() ),
			array_column( array_column( array_column( $this->service->intents, 'record' ), 'metadata' ), 'order_id' )
		);
		$this->service->pay( array(), 0 );
		Payment_Checker::check( $copy->get_id() );
		Payment_Checker::check( $order->get_id() );
		$this->assertSame( array( 'processing', 'pending' ), array( $this->reload( $order )->get_status(), $this->reload( $copy )->get_status() ) );
	}

	public function test_a_payment_of_the_original_order_is_no_duplicate_of_its_copy() {
		$order = $this->create_started_order();
		$copy  = $this->copy( $order, '60.00' );
		Checkout::start( $copy->get_id() );
		$this->service->pay( array(), 1 );
		Payment_Checker::check( $copy->get_id() );
		$this->service->pay( array(), 0 );
		Payment_Checker::check( $order->get_id() );
		$this->assertSame( 'paid', Payment_Checker::check( $copy->get_id() )['state'] );
		$this->assertSame( array(), Duplicate_Payment::add_actions( array(), $this->reload( $copy ) ) );
	}

	public function test_refunds_of_the_original_order_do_not_belong_to_its_copy() {
		$order = $this->create_started_order();
		$this->service->pay();
		Payment_Checker::check( $order->get_id() );
		$refund = array(
			'order_id'       => $order->get_id(),
			'amount'         => '10.00',
			'refund_payment' => true,
		);
		wc_create_refund( $refund );
		$this->assertCount( 1, Order_Payments::of( $this->reload( $order ) )->refunds()->pending() );
		$this->assertSame( array(), Order_Payments::of( $this->copy( $order ) )->refunds()->pending() );
	}

	public function test_a_copied_order_is_checked_once_and_then_no_longer() {
		$order = $this->create_started_order();
		$copy  = $this->copy( $order );
		$request_count = count( $this->service->requests );
		Scheduled_Checks::run( $copy->get_id() );
		$this->assertCount( $request_count, $this->service->requests );
		$this->assertSame( 'no', $this->reload( $copy )->get_meta( Order_Payments::NEEDS_CHECK ) );
	}

	public function test_site_health_does_not_report_a_copied_order() {
		$order = $this->create_started_order();
		$this->service->pay( array( 'amount' => 40 ) );
		Payment_Checker::check( $order->get_id() );
		$copy = $this->copy( $order );
		$this->assertStringContainsString( "#{$order->get_id()}.", Site_Health::test_orders()['description'] );
		$this->assertStringNotContainsString( "#{$copy->get_id()}", Site_Health::test_orders()['description'] );
	}
}
