<?php
/**
 * The buyer chooses another payment method after starting to pay. The received payment counts, not the chosen method.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Checkout\Checkout;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Payment_Checker;
use Cedi\Commerce\Order\Scheduled_Checks;

/**
 * @group woocommerce
 */
final class OtherMethodTest extends TestCase {
	/**
	 * A buyer opens the popup, leaves it, and places the same order with another method.
	 */
	private function choose( $method, $product = null ) {
		$order = $this->create_order( '45.50' );
		if ( $product ) {
			$order->add_product( $product, 1 );
			$order->save();
		}
		Checkout::start( $order->get_id() );
		$order = $this->reload( $order );
		$order->set_payment_method( WC()->payment_gateways()->payment_gateways()[ $method ] );
		$order->save();
		WC()->payment_gateways()->payment_gateways()[ $method ]->process_payment( $order->get_id() );
		$this->mails = array();
		return $this->reload( $order );
	}

	public function test_a_paid_virtual_order_with_cash_on_delivery_is_completed() {
		remove_filter( 'woocommerce_payment_complete_order_status', array( $this, 'filter_paid_status' ), 5 );
		$order = $this->choose( 'cod', $this->create_product( array( 'virtual' => true, 'downloadable' => true ) ) );
		$this->service->pay();
		Payment_Checker::check( $order->get_id() );
		$this->assertSame( 'completed', $this->reload( $order )->get_status() );
	}

	public function test_the_schedule_finds_the_payment_of_a_cash_on_delivery_order() {
		$order = $this->choose( 'cod' );
		$this->service->pay();
		$this->assertIsInt( as_next_scheduled_action( 'cedi_commerce_check_payment', array( $order->get_id() ), 'cedi-commerce' ) );
		Scheduled_Checks::run( $order->get_id() );
		$this->assertSame( 'cedi_commerce', $this->reload( $order )->get_payment_method() );
	}

	/**
	 * The page after the checkout, as WooCommerce draws it, with the order that it has read before.
	 */
	private function thanks( $order ) {
		\Cedi\Commerce\Checkout\Checkout_Return::check_order( $order );
		$order = $this->reload( $order );
		ob_start();
		if ( function_exists( 'wc_double_order_received' ) ) {
			wc_double_order_received( $order );
		} else {
			wc_get_template( 'checkout/thankyou.php', array( 'order' => $order ) );
		}
		$html = ob_get_clean();
		remove_all_actions( 'woocommerce_before_thankyou' );
		remove_all_filters( 'woocommerce_thankyou_order_received_text' );
		return $html;
	}

	public function test_the_thank_you_page_of_a_paid_order_does_not_ask_to_pay_on_delivery() {
		$order = $this->choose( 'cod' );
		$html  = $this->thanks( $order );
		$this->assertStringContainsString( 'Pay with cash upon delivery', $html, 'There is no payment yet.' );
		$this->assertStringNotContainsString( 'data-cedi-payment', $html );
		$this->service->pay();
		$html = $this->thanks( $this->reload( $order ) );
		$this->assertStringNotContainsString( 'Pay with cash', $html );
		$this->assertStringContainsString( 'The payment has arrived.', $html );
	}

	/**
	 * An order that was paid through Cedi, and that a merchant has set to failed.
	 */
	private function failed_by_hand() {
		$order = $this->create_order( '45.50' );
		Checkout::start( $order->get_id() );
		$this->service->pay();
		Payment_Checker::check( $order->get_id() );
		return $this->change_status_as_merchant( $this->reload( $order ), 'failed' );
	}

	public function test_a_paid_order_set_to_failed_cannot_be_paid_by_another_method() {
		$order = $this->failed_by_hand();
		$this->assertTrue( $order->needs_payment(), 'So says WooCommerce.' );
		set_query_var( 'order-pay', $order->get_id() );
		\Cedi\Commerce\pages();
		$needs_payment = $order->needs_payment();
		$other = $this->create_order( '45.50', 'failed' )->needs_payment();
		remove_filter( 'woocommerce_order_needs_payment', array( Checkout::class, 'needs_payment' ), 10 );
		remove_action( 'woocommerce_receipt_cedi_commerce', array( \Cedi\Commerce\Checkout\Checkout_Return::class, 'show_receipt' ) );
		set_query_var( 'order-pay', '' );
		$this->assertSame( array( false, true ), array( $needs_payment, $other ) );
	}

	public function test_choosing_another_method_for_a_paid_order_notifies_the_merchant() {
		$order = $this->failed_by_hand();
		$order->set_payment_method( 'stripe' );
		$order->set_payment_method_title( 'Card by another gateway' );
		$order->update_status( 'on-hold', 'Authorised.' );
		Scheduled_Checks::run( 0 );
		$this->assertIsInt( as_next_scheduled_action( 'cedi_commerce_check_payment', array( $order->get_id() ), 'cedi-commerce' ), 'The day finds it.' );
		Scheduled_Checks::run( $order->get_id() );
		Scheduled_Checks::run( $order->get_id() );
		$order = $this->reload( $order );
		$this->assertSame( array( 'on-hold', 'stripe', 'review' ), array( $order->get_status(), $order->get_payment_method(), Order_Payments::of( $order )->decision() ) );
		$this->assertSame( 1, substr_count( $this->notes( $order ), 'has chosen "Card by another gateway" since: do not collect the money a second time' ) );
		Scheduled_Checks::run( 0 );
		Scheduled_Checks::run( $order->get_id() );
		$this->assertSame( 1, substr_count( $this->notes( $this->reload( $order ) ), 'has chosen' ), 'It is reported once.' );
		$this->assertContains( $order->get_id(), \Cedi\Commerce\Order\Order_Query::to_check(), 'A refund in the portal settles the decision.' );
	}
}
