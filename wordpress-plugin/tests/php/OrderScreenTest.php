<?php
/**
 * Actions of merchants on orders.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Checkout\Checkout;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Order_Screen;
use Cedi\Commerce\Order\Payment_Checker;
use Cedi\Commerce\Support\Lock;
use Cedi\Commerce\Support\Settings;

/**
 * @group woocommerce
 */
final class OrderScreenTest extends TestCase {
	protected function setUp(): void {
		parent::setUp();
		update_option( Settings::GATEWAY, array( 'enabled' => 'yes' ) );
	}

	private function create_started_order() {
		$order = $this->create_order();
		Checkout::start( $order->get_id() );
		return $order;
	}

	/**
	 * A paid order with two waiting refunds: 10.00 and then 5.00.
	 */
	private function refunded() {
		$order = $this->create_started_order();
		$this->service->pay();
		Payment_Checker::check( $order->get_id() );
		foreach ( array( '10.00', '5.00' ) as $amount ) {
			wc_create_refund(
				array(
					'order_id'       => $order->get_id(),
					'amount'         => $amount,
					'reason'         => '',
					'refund_payment' => true,
				)
			);
		}
		return $this->reload( $order );
	}

	/**
	 * The actions for refunds on the screen of an order: names by their labels.
	 */
	private function actions( $order ) {
		$actions = Order_Screen::add_actions( array(), $order );
		unset( $actions['cedi_commerce_check_payment'] );
		return array_flip( $actions );
	}

	/**
	 * Saves the screen of an order with an action chosen, as WooCommerce does.
	 */
	private function choose( $order, $action ) {
		Order_Screen::add_refund_actions( $order->get_id() );
		do_action( 'woocommerce_order_action_' . sanitize_title( $action ), $this->reload( $order ) );
		return array_column( Order_Payments::of( $this->reload( $order ) )->refunds()->summaries(), 'state', 'amount' );
	}

	public function test_each_pending_refund_has_its_own_actions() {
		$order = $this->refunded();
		$this->assertSame(
			array(
				'Cedi: the refund of GH₵10.00 (ref_1) was paid out',
				'Cedi: the refund of GH₵10.00 (ref_1) was rejected',
				'Cedi: the refund of GH₵5.00 (ref_2) was paid out',
				'Cedi: the refund of GH₵5.00 (ref_2) was rejected',
			),
			array_keys( $this->actions( $order ) )
		);
	}

	/**
	 * @dataProvider refund_results
	 */
	public function test_an_action_applies_only_to_its_refund( $words, $states ) {
		$order = $this->refunded();
		$this->assertSame( $states, $this->choose( $order, $this->actions( $order )[ $words ] ) );
	}

	public function refund_results() {
		return array(
			array(
				'Cedi: the refund of GH₵5.00 (ref_2) was paid out',
				array(
					'5.00'  => 'refunded',
					'10.00' => 'requested',
				),
			),
			array(
				'Cedi: the refund of GH₵10.00 (ref_1) was rejected',
				array(
					'5.00'  => 'requested',
					'10.00' => 'rejected',
				),
			),
		);
	}

	/**
	 * @dataProvider late_results
	 */
	public function test_an_action_for_a_resolved_refund_changes_no_other_refund( $verdict ) {
		$order  = $this->refunded();
		$action = $this->actions( $order )[ "Cedi: the refund of GH₵10.00 (ref_1) was $verdict" ];
		$this->service->payments['pay_1']['refunded_amount'] = 10;
		Payment_Checker::check( $order->get_id() );
		$this->assertSame(
			array(
				'5.00'  => 'requested',
				'10.00' => 'refunded',
			),
			$this->choose( $order, $action )
		);
		$this->assertCount( 2, $this->reload( $order )->get_refunds() );
	}

	public function late_results() {
		return array( array( 'paid out' ), array( 'rejected' ) );
	}

	public function test_a_merchant_sees_a_note_when_an_action_fails() {
		$order = $this->refunded();
		$lock  = Lock::for_order( $order->get_id() );
		Order_Screen::mark_refund( $order, 'paid', array_key_first( Order_Payments::of( $order )->refunds()->pending() ) );
		$lock->release();
		$this->assertCount( 2, Order_Payments::of( $this->reload( $order ) )->refunds()->pending() );
		$this->assertStringContainsString( 'Try again in a moment.', $this->notes( $order ) );
	}

	public function test_refund_actions_are_registered_before_woocommerce_runs_them() {
		Order_Screen::add();
		$this->assertSame( 45, has_action( 'woocommerce_process_shop_order_meta', array( Order_Screen::class, 'add_refund_actions' ) ) );
	}

	public function test_orders_without_open_attempts_are_skipped_in_a_batch() {
		for ( $i = 0; $i < 21; $i++ ) {
			$order = $this->create_started_order();
			$this->service->expire();
			Payment_Checker::check( $order->get_id() );
		}
		$paid_order = $this->create_started_order();
		$this->service->pay();
		$this->assertSame( array( $paid_order->get_id() ), \Cedi\Commerce\Order\Order_Query::unpaid( 20 ) );
		$this->assertSame( '1 order checked. 1 payment had arrived.', Order_Screen::check_pending() );
		$this->assertSame( 'processing', $this->reload( $paid_order )->get_status() );
	}

	public function test_the_next_batch_continues_with_the_remaining_orders() {
		Clock::$now = time();
		for ( $i = 0; $i < 21; $i++ ) {
			$last = $this->create_started_order();
		}
		$this->service->pay();
		$this->assertSame( '20 orders checked. 0 payments had arrived. 1 more order waits: check again.', Order_Screen::check_pending() );
		Clock::$now += 60;
		$this->assertSame( '20 orders checked. 1 payment had arrived. 1 more order waits: check again.', Order_Screen::check_pending() );
		$this->assertSame( 'processing', $this->reload( $last )->get_status() );
	}

	public function test_an_old_order_with_an_open_attempt_is_checked() {
		$order = $this->create_order();
		$days  = gmdate( 'Y-m-d H:i:s', time() - 5 * DAY_IN_SECONDS );
		wp_update_post(
			array(
				'ID'            => $order->get_id(),
				'post_date'     => $days,
				'post_date_gmt' => $days,
				'edit_date'     => true,
			)
		);
		Checkout::start( $order->get_id() );
		$this->service->pay();
		$this->assertSame( '1 order checked. 1 payment had arrived.', Order_Screen::check_pending() );
	}

	public function test_an_order_whose_buyer_chose_another_method_is_checked() {
		$order = $this->reload( $this->create_started_order() );
		$order->set_payment_method( 'paypal' );
		$order->save();
		$this->service->pay();
		$this->assertSame( '1 order checked. 1 payment had arrived.', Order_Screen::check_pending() );
		$this->assertSame( 'processing', $this->reload( $order )->get_status() );
	}
}
