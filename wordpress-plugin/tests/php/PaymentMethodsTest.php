<?php
/**
 * Mobile money and cards as two payment methods.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Checkout\Checkout;
use Cedi\Commerce\Gateway\Gateway;
use Cedi\Commerce\Gateway\Gateway_Blocks;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Payment_Checker;
use Cedi\Commerce\Support\Settings;

/**
 * @group woocommerce
 */
final class PaymentMethodsTest extends TestCase {
	private function separate( array $card = array( 'enabled' => 'yes' ), array $mobile_money = array( 'enabled' => 'yes' ) ) {
		update_option( Settings::GATEWAY, $mobile_money + array( 'methods' => 'separate', 'flow' => 'popup' ) );
		update_option( Settings::CARD_GATEWAY, $card );
		WC()->payment_gateways()->init();
	}

	protected function tearDown(): void {
		parent::tearDown();
		WC()->payment_gateways()->init();
	}

	private function own_ids() {
		return array_map(
			static function ( $gateway ) {
				return is_string( $gateway ) ? ( new $gateway() )->id : $gateway->id;
			},
			\Cedi\Commerce\add_gateway( array() )
		);
	}

	/**
	 * The order of a buyer who has chosen a method.
	 */
	private function create_order_with( $method ) {
		$order = $this->create_order( '45.50' );
		$order->set_payment_method( $method );
		$order->save();
		return $order;
	}

	private function requested_channels() {
		return array_map(
			static function ( $request ) {
				$body = json_decode( $request['body'], true );
				return isset( $body['channels'] ) ? $body['channels'] : array();
			},
			array_values( array_filter( $this->service->requests, static function ( $request ) {
				return false !== strpos( $request['url'], '/checkout/intent' );
			} ) )
		);
	}

	public function test_one_setting_keeps_mobile_money_and_cards_together() {
		update_option( Settings::GATEWAY, array( 'enabled' => 'yes' ) );
		WC()->payment_gateways()->init();
		$this->assertSame( array( 'cedi_commerce' ), $this->own_ids() );
		Checkout::start( $this->create_order_with( 'cedi_commerce' )->get_id() );
		$this->assertSame( array( array() ), $this->requested_channels() );
	}

	public function test_each_method_has_its_own_title_description_and_logos() {
		$this->separate( array( 'enabled' => 'yes', 'title' => 'Bank card' ) );
		$this->assertSame( array( 'cedi_commerce', 'cedi_commerce_card' ), $this->own_ids() );
		$mobile_money = new Gateway();
		$card         = new Gateway( 'cedi_commerce_card' );
		$this->assertSame( array( 'Mobile money', 'Bank card' ), array( $mobile_money->get_title(), $card->get_title() ) );
		$this->assertSame( array( 'Pay with MTN MoMo, Telecel Cash or AT Money.', 'Pay with Visa or Mastercard.' ), array( $mobile_money->get_description(), $card->get_description() ) );
		$this->assertSame( array( true, false ), array( strpos( $mobile_money->get_icon(), 'MTN MoMo' ) !== false, strpos( $mobile_money->get_icon(), 'Visa' ) !== false ) );
		$this->assertSame( array( false, true ), array( strpos( $card->get_icon(), 'MTN MoMo' ) !== false, strpos( $card->get_icon(), 'Visa' ) !== false ) );
	}

	public function test_each_method_is_switched_on_and_off_alone() {
		$this->separate( array( 'enabled' => 'no' ) );
		$this->assertSame( array( 'yes', 'no' ), array( ( new Gateway() )->enabled, ( new Gateway( 'cedi_commerce_card' ) )->enabled ) );
		$this->assertSame( 'Mobile money', ( new Gateway() )->get_title() );
		$this->separate( array( 'enabled' => 'yes' ), array( 'enabled' => 'no' ) );
		$this->assertSame( array( 'no', 'yes' ), array( ( new Gateway() )->enabled, ( new Gateway( 'cedi_commerce_card' ) )->enabled ) );
	}

	public function test_the_intent_of_each_method_has_its_channel() {
		$this->separate();
		Checkout::start( $this->create_order_with( 'cedi_commerce' )->get_id() );
		Checkout::start( $this->create_order_with( 'cedi_commerce_card' )->get_id() );
		$this->assertSame( array( array( 'mobile_money' ), array( 'card' ) ), $this->requested_channels() );
	}

	public function test_a_buyer_who_changes_the_method_gets_a_new_intent_and_pays_once() {
		$this->separate();
		$order = $this->create_order_with( 'cedi_commerce' );
		Checkout::start( $order->get_id() );
		$order = $this->reload( $order );
		$order->set_payment_method( 'cedi_commerce_card' );
		$order->save();
		Checkout::start( $order->get_id() );
		Checkout::start( $order->get_id() );
		$this->assertSame( array( array( 'mobile_money' ), array( 'card' ) ), $this->requested_channels() );
		$this->service->pay();
		Payment_Checker::check( $order->get_id() );
		$order = $this->reload( $order );
		$this->assertTrue( $order->is_paid() );
		$this->assertSame( 'cedi_commerce_card', $order->get_payment_method() );
		$this->assertNull( Checkout::start( $order->get_id() ) );
	}

	public function test_a_pending_prompt_is_not_joined_by_a_card_payment() {
		$this->separate();
		$order    = $this->create_order_with( 'cedi_commerce' );
		$attempt  = Checkout::start( $order->get_id() );
		$payments = Order_Payments::fresh( $order->get_id() );
		$payments->update_attempt( $payments->attempts()->all()[ $attempt->key() ], array( 'pending' => true, 'last_checked_at' => time() ) );
		$this->service->responses['*'] = Service::connection_error();
		$order = $this->reload( $order );
		$order->set_payment_method( 'cedi_commerce_card' );
		$order->save();
		$this->assertSame( $attempt->key(), Checkout::start( $order->get_id() )->key() );
	}

	public function test_an_order_paid_by_card_can_be_refunded_after_the_methods_were_joined() {
		$this->separate();
		$order = $this->create_order_with( 'cedi_commerce_card' );
		Checkout::start( $order->get_id() );
		$this->service->pay();
		Payment_Checker::check( $order->get_id() );
		$this->login( 'administrator' );
		$response = $this->rest( 'POST', '/settings', array(), array( 'gateway' => array( 'methods' => 'together', 'card_enabled' => false ) ) );
		$this->assertSame( array( 'together', false ), array( $response->get_data()['gateway']['methods'], $response->get_data()['gateway']['card_enabled'] ) );
		WC()->payment_gateways()->init();
		$refund = wc_create_refund( array( 'order_id' => $order->get_id(), 'amount' => '5.00', 'refund_payment' => true ) );
		$this->assertInstanceOf( \WC_Order_Refund::class, $refund );
		$this->assertCount( 1, $this->service->refunds );
	}

	public function test_enabling_cards_in_woocommerce_separates_the_methods() {
		update_option( Settings::GATEWAY, array( 'enabled' => 'yes', 'methods' => 'together' ) );
		( new Gateway( 'cedi_commerce_card' ) )->update_option( 'enabled', 'yes' );
		$this->assertSame( 'separate', Settings::gateway()['methods'] );
		$this->login( 'administrator' );
		$this->rest( 'POST', '/settings', array(), array( 'gateway' => array( 'title' => 'MoMo' ) ) );
		$this->assertSame( array( 'separate', true, 'MoMo' ), array( Settings::gateway()['methods'], Settings::gateway()['card_enabled'], Settings::gateway()['title'] ) );
	}

	public function test_the_checkout_block_receives_both_methods() {
		$this->separate();
		$data = ( new Gateway_Blocks( 'cedi_commerce_card' ) )->get_payment_method_data();
		$this->assertSame( array( 'Card', array(), array( 'visa', 'mastercard' ) ), array( $data['title'], $data['networks'], array_column( $data['logos'], 'id' ) ) );
		$this->assertTrue( ( new Gateway_Blocks( 'cedi_commerce_card' ) )->is_active() );
		$this->separate( array( 'enabled' => 'no' ) );
		$this->assertFalse( ( new Gateway_Blocks( 'cedi_commerce_card' ) )->is_active() );
		$this->assertSame( array( 'mtn', 'telecel', 'airteltigo' ), array_column( ( new Gateway_Blocks() )->get_payment_method_data()['logos'], 'id' ) );
	}
}
