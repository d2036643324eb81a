<?php
/**
 * Payment requests for orders.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Order\Decision_Notice;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Request\Payment_Requests_Table;
use Cedi\Commerce\Request\Request_Checkout;
use Cedi\Commerce\Support\Settings;

require_once __DIR__ . '/PaymentRequests.php';

/**
 * @group woocommerce
 */
final class OrderRequestTest extends TestCase {
	use Payment_Requests;

	public function test_a_request_for_an_order_uses_the_attempts_and_the_total_of_the_order() {
		$order = $this->create_order( '45.50' );
		$order->set_payment_method( '' );
		$order->save();
		$request = $this->create( array( 'order' => (string) $order->get_id(), 'amount' => '' ) );
		$this->assertSame( 4550, $request->amount()->pesewas() );
		Request_Checkout::start( $request->id() );
		$body = $this->last_body();
		$this->assertSame( array( '45.50', (string) $order->get_id() ), array( $body['amount'], $body['metadata']['order_id'] ) );
		$order = $this->reload( $order );
		$this->assertSame( 'cedi_commerce', $order->get_payment_method() );
		$this->service->pay( array( 'status' => 'pending' ) );
		// The pay page of WooCommerce and the link share one pending payment.
		$this->assertSame( 'token.1', \Cedi\Commerce\Checkout\Checkout::start( $order->get_id() )->token() );
		$this->assertSame( 'token.1', Request_Checkout::start( $request->id() )->token() );
		$this->assertSame( 'pending', $this->fresh( $request )->state() );
		$this->service->pay();
		Request_Checkout::check( $request->id(), 4.0 );
		$this->assertSame( array( 'paid', 'processing' ), array( $this->fresh( $request )->state(), $this->reload( $order )->get_status() ) );
		$this->assertNull( Request_Checkout::start( $request->id() ) );
	}

	public function test_a_paid_cancelled_or_foreign_order_cannot_be_requested() {
		$cancelled = $this->create_order( '45.50', 'cancelled' );
		$this->assertSame( 'cedi_commerce_not_payable', $this->create( array( 'order' => (string) $cancelled->get_id() ) )->get_error_code() );
		$dollars = $this->create_order( '45.50' );
		$dollars->set_currency( 'USD' );
		$dollars->save();
		$this->assertSame( 'cedi_commerce_not_payable', $this->create( array( 'order' => (string) $dollars->get_id() ) )->get_error_code() );
		$order   = $this->create_order( '45.50' );
		$request = $this->create( array( 'order' => (string) $order->get_id() ) );
		$this->change_status_as_merchant( $order, 'cancelled' );
		$this->assertSame( 'closed', $this->fresh( $request )->state() );
		$this->assertNull( Request_Checkout::start( $request->id() ) );
	}

	public function test_a_link_does_not_replace_an_earlier_order_of_the_session() {
		$this->is_one_session = true;
		$earlier              = $this->create_order( '20.00' );
		\Cedi\Commerce\Checkout\Checkout::start( $earlier->get_id() );
		$order   = $this->create_order( '45.50' );
		$request = $this->create( array( 'order' => (string) $order->get_id() ) );
		Request_Checkout::start( $request->id() );
		$this->assertSame( 'pending', $this->reload( $earlier )->get_status() );
	}

	public function test_separate_methods_have_a_button_each() {
		update_option( Settings::GATEWAY, array( 'enabled' => 'yes', 'methods' => 'separate' ) );
		update_option( Settings::CARD_GATEWAY, array( 'enabled' => 'yes' ) );
		$order   = $this->create_order( '45.50' );
		$request = $this->create( array( 'order' => (string) $order->get_id() ) );
		$this->assertSame( array( 'cedi_commerce', 'cedi_commerce_card' ), preg_match_all( '/name="method" value="(\w+)"/', $this->page( $request ), $found ) ? $found[1] : array() );
		Request_Checkout::start( $request->id(), 'cedi_commerce_card' );
		$this->assertSame( array( 'card' ), $this->last_body()['channels'] );
		$this->assertSame( 'Card', $this->reload( $order )->get_payment_method_title() );
	}

	public function test_the_box_on_an_order_leads_to_the_form_and_shows_open_links() {
		$order = $this->create_order( '45.50' );
		$this->create( array( 'order' => (string) $order->get_id() ) );
		$this->login( 'shop_manager' );
		ob_start();
		Payment_Requests_Table::show_box( $order );
		$html = html_entity_decode( ob_get_clean(), ENT_QUOTES, 'UTF-8' );
		$this->assertStringContainsString( 'page=cedi-commerce-requests&order=' . $order->get_id(), $html );
		$this->assertStringContainsString( 'https://wa.me/233244123789?text=', $html );
		$this->assertSame( '', Order_Payments::of( $order )->ref() );
	}

	/**
	 * @dataProvider switched_off
	 */
	public function test_a_method_that_is_switched_off_is_not_offered_by_the_link( $mobile_money, $card, array $offered ) {
		update_option( Settings::GATEWAY, array( 'enabled' => $mobile_money, 'methods' => 'separate' ) );
		update_option( Settings::CARD_GATEWAY, array( 'enabled' => $card ) );
		$order   = $this->create_order( '45.50' );
		$request = $this->create( array( 'order' => (string) $order->get_id() ) );
		preg_match_all( '/name="method" value="(\w+)"/', $this->page( $request ), $found );
		$this->assertSame( $offered, $found[1] );
		Request_Checkout::start( $request->id(), 'no' === $card ? 'cedi_commerce_card' : 'cedi_commerce' );
		$this->assertContains( $this->reload( $order )->get_payment_method(), $offered );
	}

	public function switched_off() {
		return array(
			'cards'        => array( 'yes', 'no', array( 'cedi_commerce' ) ),
			'mobile money' => array( 'no', 'yes', array( 'cedi_commerce_card' ) ),
			'both'         => array( 'no', 'no', array( 'cedi_commerce', 'cedi_commerce_card' ) ),
		);
	}

	public function test_the_method_of_a_shop_with_one_method_cannot_be_replaced_by_the_buyer() {
		update_option( Settings::GATEWAY, array( 'enabled' => 'yes', 'methods' => 'together' ) );
		$order   = $this->create_order( '45.50' );
		$request = $this->create( array( 'order' => (string) $order->get_id() ) );
		Request_Checkout::start( $request->id(), 'cedi_commerce_card' );
		$this->assertSame( 'cedi_commerce', $this->reload( $order )->get_payment_method() );
	}

	/**
	 * Creates a request whose buyer has paid a total that the merchant has changed since.
	 */
	private function create_mismatched_request( $total ) {
		$order   = $this->create_order( '45.50' );
		$request = $this->create( array( 'order' => (string) $order->get_id() ) );
		Request_Checkout::start( $request->id() );
		$order = $this->reload( $order );
		$order->set_total( $total );
		$order->save();
		$this->service->pay();
		Request_Checkout::check( $request->id(), 4.0 );
		return $request;
	}

	public function test_a_decision_about_the_order_ends_the_review_of_the_request() {
		$request = $this->create_mismatched_request( '40.00' );
		$this->assertSame( array( 'review', '' ), array( $this->fresh( $request )->state(), $this->fresh( $request )->phone() ) );
		$this->assertNull( Request_Checkout::start( $request->id() ) );
		Decision_Notice::resolve( (string) $request->order_id() );
		wp_cache_flush();
		$this->assertSame( array( 'paid', 'paid (pay_1)' ), array( $this->fresh( $request )->state(), Payment_Requests_Table::status( $this->fresh( $request ) ) ) );
	}

	public function test_the_link_of_a_refunded_order_shows_the_refund() {
		update_option( Settings::GATEWAY, array( 'enabled' => 'yes' ) );
		$request = $this->create_mismatched_request( '50.00' );
		wc_create_refund( array( 'order_id' => $request->order_id(), 'amount' => '45.50', 'refund_payment' => true ) );
		wp_cache_flush();
		$this->assertSame( 'review', $this->fresh( $request )->state(), 'The refund is not paid yet.' );
		$this->service->payments['pay_1']['refunded_amount'] = 45.5;
		\Cedi\Commerce\Order\Payment_Checker::check( $request->order_id() );
		wp_cache_flush();
		$this->assertSame( array( 'refunded', 'refunded' ), array( $this->fresh( $request )->state(), Payment_Requests_Table::status( $this->fresh( $request ) ) ) );
		$this->assertStringContainsString( 'was refunded', $this->page( $this->fresh( $request ) ) );
		$this->assertNull( Request_Checkout::start( $request->id() ) );
	}

	public function test_a_payment_of_another_order_is_reviewed_before_the_link_can_be_paid() {
		$order   = $this->create_order( '45.50' );
		$request = $this->create( array( 'order' => (string) $order->get_id() ) );
		Request_Checkout::start( $request->id() );
		$this->service->pay( array( 'metadata' => array( 'order_id' => '1', 'site' => 'x' ) ) );
		Request_Checkout::check( $request->id(), 4.0 );
		$this->change_status_as_merchant( $this->reload( $order ), 'pending' );
		$this->assertSame( 'review', $this->fresh( $request )->state() );
		$this->assertNull( Request_Checkout::start( $request->id() ) );
	}

	public function test_the_phone_number_is_deleted_after_the_order_was_paid() {
		$order   = $this->create_order( '45.50' );
		$request = $this->create( array( 'order' => (string) $order->get_id() ) );
		Request_Checkout::start( $request->id() );
		$this->assertNotFalse( wp_next_scheduled( Request_Checkout::HOOK, array( $request->id() ) ) );
		$this->service->pay();
		// The buyer does not open the link again, and the schedule of the order finds the payment first.
		\Cedi\Commerce\Order\Payment_Checker::check( $order->get_id() );
		$this->assertSame( '0244123789', $this->fresh( $request )->phone() );
		Request_Checkout::run_scheduled( $request->id() );
		$this->assertSame( array( 'paid', '' ), array( $this->fresh( $request )->state(), $this->fresh( $request )->phone() ) );
	}
}
