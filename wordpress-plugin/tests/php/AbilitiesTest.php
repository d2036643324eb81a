<?php
/**
 * Abilities of WordPress 6.9. ABILITIES_DIR names a checkout of WordPress/abilities-api; otherwise a double of its registry is used.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Checkout\Checkout;
use Cedi\Commerce\Order\Payment_Checker;
use Cedi\Commerce\Tools\Abilities;

final class AbilitiesTest extends TestCase {
	const WITHOUT_ORDERS = array( 'cedi-commerce/get-status', 'cedi-commerce/list-products' );
	const OF_ORDERS      = array( 'cedi-commerce/get-order-payment', 'cedi-commerce/get-reconciliation', 'cedi-commerce/list-refunds', 'cedi-commerce/request-refund' );

	public static function setUpBeforeClass(): void {
		Abilities::add();
		if ( ! function_exists( 'wp_register_ability' ) ) {
			$folder = (string) getenv( 'ABILITIES_DIR' );
			require_once '' === $folder ? dirname( __DIR__ ) . '/doubles/abilities.php' : "$folder/includes/bootstrap.php";
		}
	}

	private function own() {
		return array_filter(
			wp_get_abilities(),
			static function ( $name ) {
				return 0 === strpos( $name, 'cedi-commerce/' );
			},
			ARRAY_FILTER_USE_KEY
		);
	}

	private function execute( $name, $input = null ) {
		return wp_get_ability( "cedi-commerce/$name" )->execute( $input );
	}

	private function paid_order( $total = '45.50' ) {
		$order = $this->create_order( $total );
		Checkout::start( $order->get_id() );
		$this->service->pay( array( 'fee' => 2.09, 'net' => 43.41 ) );
		Payment_Checker::check( $order->get_id() );
		return $this->reload( $order );
	}

	public function test_all_abilities_are_registered_and_only_one_changes_something() {
		$names = array_keys( $this->own() );
		sort( $names );
		$expected = class_exists( 'WooCommerce', false ) ? array_merge( self::WITHOUT_ORDERS, self::OF_ORDERS ) : self::WITHOUT_ORDERS;
		sort( $expected );
		$this->assertSame( $expected, $names );
		foreach ( $this->own() as $name => $ability ) {
			$is_refund = 'cedi-commerce/request-refund' === $name;
			$this->assertSame( array( ! $is_refund, $is_refund ), array( $ability->get_meta()['annotations']['readonly'], $ability->get_meta()['annotations']['destructive'] ), $name );
			$this->assertTrue( $ability->get_meta()['show_in_rest'] );
			$this->assertSame( 'object', $ability->get_output_schema()['type'] );
			$this->assertFalse( $ability->get_output_schema()['additionalProperties'] );
		}
	}

	public function test_a_visitor_may_do_nothing_and_the_service_receives_no_request() {
		foreach ( array( '', 'subscriber' ) as $role ) {
			if ( '' !== $role ) {
				$this->login( $role );
			}
			foreach ( array_keys( $this->own() ) as $name ) {
				$input = array(
					'cedi-commerce/get-order-payment' => array( 'order_id' => 1 ),
					'cedi-commerce/request-refund'    => array( 'order_id' => 1, 'amount' => '1.00', 'confirm' => true ),
				);
				$this->assertSame( 'ability_invalid_permissions', wp_get_ability( $name )->execute( isset( $input[ $name ] ) ? $input[ $name ] : null )->get_error_code(), $name );
			}
		}
		$this->assertSame( array(), $this->service->requests );
	}

	public function test_status_and_products_contain_no_secret() {
		$this->login( 'administrator' );
		$status = $this->execute( 'get-status' );
		$this->assertTrue( $status['ok'] );
		$products = $this->execute( 'list-products' );
		$this->assertSame( array( 'id', 'name', 'slug', 'price', 'currency', 'type', 'active', 'stock' ), array_keys( $products['products'][0] ) );
		$this->assertStringNotContainsString( self::KEY, wp_json_encode( array( $status, $products ) ) );
	}

	public function test_status_without_a_connection_has_no_balance() {
		$this->login( 'administrator' );
		$this->service->responses['*'] = Service::connection_error();
		$status                        = $this->execute( 'get-status' );
		$this->assertSame( array( false, null ), array( $status['ok'], $status['balance'] ) );
	}

	public function test_an_editor_reads_products_only() {
		$this->login( 'editor' );
		$this->assertIsArray( $this->execute( 'list-products' ) );
		$this->assertSame( 'ability_invalid_permissions', $this->execute( 'get-status' )->get_error_code() );
	}

	/**
	 * @group woocommerce
	 */
	public function test_the_payment_of_an_order_has_amounts_and_no_token() {
		$order = $this->paid_order();
		$this->login( 'shop_manager' );
		$this->service->requests = array();
		$payment                 = $this->execute( 'get-order-payment', array( 'order_id' => $order->get_id() ) );
		$this->assertSame( array( 'pay_1', '2.09', '43.41', 'paid', '' ), array( $payment['ref'], $payment['fee'], $payment['net'], $payment['state'], $payment['decision'] ) );
		$this->assertCount( 1, $payment['attempts'] );
		$this->assertStringNotContainsString( 'token', wp_json_encode( $payment ) );
		$this->assertSame( array(), $this->service->requests );
		$this->assertSame( 'cedi_commerce_not_found', $this->execute( 'get-order-payment', array( 'order_id' => 999999 ) )->get_error_code() );
		$this->assertSame( 'ability_invalid_input', $this->execute( 'get-order-payment', array( 'order_id' => 'x' ) )->get_error_code() );
		$this->assertSame( 'none', $this->execute( 'get-order-payment', array( 'order_id' => $this->create_order()->get_id() ) )['state'] );
	}

	/**
	 * @group woocommerce
	 */
	public function test_a_refund_is_requested_only_with_a_confirmation() {
		$order = $this->paid_order();
		$this->login( 'shop_manager' );
		$input = array( 'order_id' => $order->get_id(), 'amount' => '20.00', 'reason' => 'One strap too long' );
		foreach ( array( $input, $input + array( 'confirm' => false ) ) as $unconfirmed ) {
			$error = $this->execute( 'request-refund', $unconfirmed );
			$this->assertSame( 'cedi_commerce_not_confirmed', $error->get_error_code() );
			$this->assertStringContainsString( 'refund GH₵20.00 of order #' . $order->get_order_number(), $error->get_error_message() );
		}
		$this->assertStringContainsString( '"already_refunded": "0.00"', $error->get_error_message() );
		$this->assertSame( 'cedi_commerce_changed', $this->execute( 'request-refund', $input + array( 'confirm' => true ) )->get_error_code() );
		$this->assertSame( 0, $this->service->count( 'POST /api/v1/refunds' ) );
		$this->assertSame( 'requested', $this->execute( 'request-refund', $input + array( 'confirm' => true, 'already_refunded' => '0.00' ) )['state'] );
		$this->assertSame( array( '20.00', 'One strap too long' ), array_values( array_intersect_key( json_decode( end( $this->service->requests )['body'], true ), array( 'amount' => 1, 'reason' => 1 ) ) ) );
		$this->assertSame( array( 'refunds' => array( array( 'order' => $order->get_id(), 'amount' => '20.00', 'ref' => 'ref_1' ) ) ), $this->execute( 'list-refunds' ) );
	}

	/**
	 * @group woocommerce
	 */
	public function test_a_repeated_call_requests_no_second_refund() {
		$order = $this->paid_order();
		$this->login( 'shop_manager' );
		$input = array( 'order_id' => $order->get_id(), 'amount' => '10.00', 'already_refunded' => '0', 'confirm' => true );
		$this->assertSame( 'requested', $this->execute( 'request-refund', $input )['state'] );
		$this->assertSame( 'cedi_commerce_changed', $this->execute( 'request-refund', $input )->get_error_code() );
		$this->assertCount( 1, $this->service->refunds );
		$this->assertSame( '10.00', $this->execute( 'get-order-payment', array( 'order_id' => $order->get_id() ) )['refunded'] );
		$lock = \Cedi\Commerce\Support\Lock::acquire( "refund_ability_{$order->get_id()}" );
		$this->assertSame( 'cedi_commerce_busy', $this->execute( 'request-refund', array( 'already_refunded' => '10.00' ) + $input )->get_error_code() );
		$lock->release();
		$this->assertSame( 'requested', $this->execute( 'request-refund', array( 'already_refunded' => '10.00' ) + $input )['state'] );
		$this->assertCount( 2, $this->service->refunds );
	}

	/**
	 * @group woocommerce
	 */
	public function test_a_wrong_refund_reaches_neither_shop_nor_service() {
		$order = $this->paid_order();
		$this->login( 'shop_manager' );
		$input = array( 'order_id' => $order->get_id(), 'already_refunded' => '0', 'confirm' => true );
		foreach ( array( '1.005', '-1', '', '1e3', '0.00', '45.51' ) as $amount ) {
			$this->assertInstanceOf( \WP_Error::class, $this->execute( 'request-refund', $input + array( 'amount' => $amount ) ), $amount );
		}
		$unpaid = $this->create_order();
		$this->assertSame( 'cedi_commerce_not_paid', $this->execute( 'request-refund', array( 'order_id' => $unpaid->get_id(), 'amount' => '1.00', 'confirm' => true ) )->get_error_code() );
		$this->assertSame( 0, $this->service->count( 'POST /api/v1/refunds' ) );
		$this->assertSame( array(), $this->reload( $order )->get_refunds() );
	}

	/**
	 * @group woocommerce
	 */
	public function test_the_reconciliation_has_months_and_the_balance() {
		$this->paid_order();
		$this->login( 'shop_manager' );
		$result = $this->execute( 'get-reconciliation' );
		$this->assertSame( array( 1, 4550, 209, 4341 ), array( $result['months'][0]['payments'], $result['months'][0]['gross'], $result['months'][0]['fee'], $result['months'][0]['net'] ) );
		$this->assertSame( 4341, $result['balance']['earned'] );
		$this->service->responses['GET /api/v1/balance'] = Service::connection_error();
		$this->assertInstanceOf( \WP_Error::class, $this->execute( 'get-reconciliation' ) );
	}
}
