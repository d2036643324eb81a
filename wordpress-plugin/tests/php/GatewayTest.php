<?php
/**
 * The payment method.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Gateway\Gateway;
use Cedi\Commerce\Gateway\Gateway_Blocks;
use Cedi\Commerce\Support\Api_Key;
use Cedi\Commerce\Support\Settings;

/**
 * @group woocommerce
 */
final class GatewayTest extends TestCase {
	const SET = array(
		'enabled'     => 'yes',
		'title'       => 'MoMo',
		'description' => 'Pay by phone.',
		'flow'        => 'redirect',
	);

	/**
	 * Changes the method as another program does.
	 */
	private function put( array $changes ) {
		update_option( Settings::GATEWAY, self::SET );
		WC()->payment_gateways()->init();
		$this->login( 'administrator' );
		$request = new \WP_REST_Request( 'PUT', '/wc/v3/payment_gateways/cedi_commerce' );
		$request->set_header( 'Content-Type', 'application/json' );
		$request->set_body( wp_json_encode( $changes ) );
		return rest_do_request( $request );
	}

	/**
	 * @dataProvider changes
	 */
	public function test_a_change_through_the_rest_api_keeps_the_other_settings( array $changes, array $expected ) {
		$this->assertSame( 200, $this->put( $changes )->get_status() );
		$this->assertEquals( $expected, get_option( Settings::GATEWAY ) );
	}

	public function changes() {
		return array(
			'its place' => array( array( 'order' => 3 ), self::SET ),
			'its name'  => array( array( 'title' => 'Wallet' ), array( 'title' => 'Wallet' ) + self::SET ),
			'off'       => array( array( 'enabled' => false ), array( 'enabled' => 'no' ) + self::SET ),
		);
	}

	public function test_the_rest_api_of_woocommerce_returns_title_and_description() {
		$data = $this->put( array( 'order' => 3 ) )->get_data();
		$this->assertSame( array( 'MoMo', 'Pay by phone.' ), array( $data['title'], $data['description'] ) );
	}

	public function test_the_title_can_be_read_from_the_gateway_object() {
		update_option( Settings::GATEWAY, self::SET );
		$gateway = new Gateway();
		$this->assertTrue( isset( $gateway->title ) );
		$this->assertFalse( empty( $gateway->title ) );
		$this->assertSame( array( 'MoMo', 'MoMo' ), array( $gateway->title, $gateway->get_title() ) );
		$this->assertSame( array( 'Pay by phone.', 'Pay by phone.' ), array( $gateway->description, $gateway->get_description() ) );
	}

	public function test_the_default_title_is_translated() {
		update_option( Settings::GATEWAY, array( 'enabled' => 'yes' ) );
		$gateway   = new Gateway();
		$translate = static function ( $text, $original, $domain ) {
			return 'cedi-commerce' === $domain ? "[$original]" : $text;
		};
		$this->assertSame( 'Mobile money or card', $gateway->title );
		add_filter( 'gettext', $translate, 10, 3 );
		$seen = array( $gateway->title, $gateway->get_title(), $gateway->get_description() );
		remove_filter( 'gettext', $translate, 10 );
		$this->assertSame( array( '[Mobile money or card]', '[Mobile money or card]', '[Pay with MTN MoMo, Telecel Cash, AT Money, Visa or Mastercard.]' ), $seen );
	}

	public function test_creating_the_gateway_translates_nothing() {
		$texts = 0;
		$count = static function ( $text ) use ( &$texts ) {
			++$texts;
			return $text;
		};
		add_filter( 'gettext_cedi-commerce', $count );
		$gateway = new Gateway();
		$this->assertSame( 0, $texts );
		$this->assertNotSame( '', $gateway->title );
		remove_filter( 'gettext_cedi-commerce', $count );
		$this->assertGreaterThan( 0, $texts );
	}

	public function test_a_woocommerce_filter_changes_the_title_once() {
		update_option( Settings::GATEWAY, self::SET );
		$add = static function ( $title ) {
			return "$title!";
		};
		add_filter( 'woocommerce_gateway_title', $add );
		$gateway = new Gateway();
		$seen    = array( $gateway->title, $gateway->get_title() );
		remove_filter( 'woocommerce_gateway_title', $add );
		$this->assertSame( array( 'MoMo', 'MoMo!' ), $seen );
	}

	/**
	 * A visitor with a cart of this amount.
	 */
	private function fill_cart( $total ) {
		if ( function_exists( 'wc_load_cart' ) ) {
			wc_load_cart();
		}
		$cart = WC()->cart;
		if ( method_exists( $cart, 'set_total' ) ) {
			$product = new \WC_Product_Simple();
			$product->set_regular_price( $total );
			$product->save();
			$cart->empty_cart();
			$cart->add_to_cart( $product->get_id() );
			$cart->set_total( $total );
		} else {
			$cart->add( $total );
		}
	}

	/**
	 * @dataProvider amounts
	 */
	public function test_the_checkout_block_receives_the_method_for_any_cart( $total, $is_offered ) {
		update_option( Settings::GATEWAY, self::SET );
		$this->fill_cart( $total );
		$gateway = new Gateway();
		$this->assertSame( $is_offered, $gateway->is_available(), 'What can be paid now is the answer to another question.' );
		$this->assertTrue( ( new Gateway_Blocks() )->is_active() );
		WC()->cart->empty_cart();
	}

	public function amounts() {
		return array(
			'too little' => array( '0.50', false ),
			'enough'     => array( '25.00', true ),
		);
	}

	public function test_a_page_with_an_empty_cart_has_no_method() {
		update_option( Settings::GATEWAY, self::SET );
		$this->fill_cart( '25.00' );
		$actions                    = $GLOBALS['wp_actions'];
		$GLOBALS['wp_actions']['wp'] = 1;
		$is_offered                 = array( ( new Gateway() )->is_available() );
		WC()->cart->empty_cart();
		$is_offered[]           = ( new Gateway() )->is_available();
		$GLOBALS['wp_actions'] = $actions;
		$is_offered[]           = ( new Gateway() )->is_available();
		$this->assertSame( array( true, false, true ), $is_offered, 'A full cart, an empty one, and a REST request.' );
	}

	public function test_the_checkout_block_does_not_receive_an_unavailable_method() {
		update_option( Settings::GATEWAY, array( 'enabled' => 'no' ) + self::SET );
		$this->assertFalse( ( new Gateway_Blocks() )->is_active() );
		update_option( Settings::GATEWAY, self::SET );
		$this->assertTrue( ( new Gateway_Blocks() )->is_active() );
		update_option( 'woocommerce_currency', 'USD' );
		$this->assertFalse( ( new Gateway_Blocks() )->is_active() );
		update_option( 'woocommerce_currency', 'GHS' );
		Api_Key::delete();
		$this->assertFalse( ( new Gateway_Blocks() )->is_active() );
	}

	public function test_the_checkout_block_in_any_template_receives_the_method() {
		update_option( Settings::GATEWAY, self::SET );
		$registry = \Automattic\WooCommerce\Blocks\Package::container()->get( \Automattic\WooCommerce\Blocks\Payments\PaymentMethodRegistry::class );
		$this->assertFalse( $registry->is_registered( 'cedi_commerce' ), 'Other pages do not load the method.' );
		do_action( 'woocommerce_blocks_checkout_enqueue_data' );
		$this->assertTrue( $registry->is_registered( 'cedi_commerce' ) );
	}
}
