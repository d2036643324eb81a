<?php
/**
 * Privacy, Site Health, and declared features.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Checkout\Checkout;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Payment_Attempts;
use Cedi\Commerce\Order\Payment_Checker;
use Cedi\Commerce\Support\Settings;
use Cedi\Commerce\Tools\Privacy;
use Cedi\Commerce\Tools\Site_Health;

/**
 * @group woocommerce
 */
final class PrivacyTest extends TestCase {
	public function test_a_buyers_attempts_can_be_exported_and_erased() {
		$order = $this->create_order();
		Checkout::start( $order->get_id() );
		$this->assertTrue( Privacy::erase( 'kofi@example.com' )['items_retained'], 'Not while the payment is under way.' );
		$this->service->pay();
		Payment_Checker::check( $order->get_id() );
		$export = Privacy::export( 'kofi@example.com' );
		$this->assertTrue( $export['done'] );
		$this->assertStringContainsString( 'pay_1', wp_json_encode( $export['data'] ) );
		$this->assertSame( array(), Privacy::export( 'other@example.com' )['data'] );
		$erasure = Privacy::erase( 'kofi@example.com' );
		$this->assertSame( array( true, false ), array( $erasure['items_removed'], $erasure['items_retained'] ) );
		wp_cache_flush();
		$meta = wp_json_encode( wc_get_order( $order->get_id() )->get_meta( '_cedi_commerce_payment_attempts' ) );
		$this->assertStringNotContainsString( 'kofi@', $meta );
		$this->assertStringContainsString( 'pay_1', $meta, 'The books of the merchant keep the reference.' );
	}

	/**
	 * WooCommerce anonymizes an order.
	 */
	private function anonymise( $order ) {
		\Cedi\Commerce\Support\Admin_Hooks::add();
		// The statistics of old WooCommerce fail on an order that was just anonymized.
		remove_action( 'woocommerce_privacy_remove_order_personal_data', array( 'Automattic\WooCommerce\Admin\API\Reports\Customers\DataStore', 'anonymize_customer' ) );
		$order = wc_get_order( $order->get_id() );
		if ( class_exists( 'WC_Privacy_Erasers' ) ) {
			\WC_Privacy_Erasers::remove_order_personal_data( $order );
			$this->assertSame( 'deleted@site.invalid', $order->get_billing_email() );
		} else {
			do_action( 'woocommerce_privacy_remove_order_personal_data', $order );
		}
		wp_cache_flush();
		return wc_get_order( $order->get_id() );
	}

	public function test_an_anonymised_order_contains_no_email_address_of_the_buyer() {
		$order = $this->create_order();
		Checkout::start( $order->get_id() );
		$this->service->pay();
		Payment_Checker::check( $order->get_id() );
		$meta = rawurldecode( wp_json_encode( $this->anonymise( $order )->get_meta( '_cedi_commerce_payment_attempts' ) ) );
		$this->assertStringNotContainsString( 'kofi@', $meta );
		$this->assertStringContainsString( 'pay_1', $meta );
	}

	public function test_a_late_payment_finds_its_anonymised_order() {
		$order = $this->create_order();
		Checkout::start( $order->get_id() );
		$nameless = $this->anonymise( $order );
		$this->assertStringNotContainsString( 'kofi@', rawurldecode( wp_json_encode( $nameless->get_meta( '_cedi_commerce_payment_attempts' ) ) ) );
		$this->service->pay();
		$this->assertSame( 'paid', Payment_Checker::check( $order->get_id() )['state'] );
	}

	public function test_an_unconfirmed_attempt_expires_when_its_order_is_anonymised() {
		$order                         = $this->create_order();
		$this->service->responses['*'] = Service::connection_error();
		Checkout::start( $order->get_id() );
		$this->service->responses = array();
		$attempts                 = Order_Payments::of( $this->anonymise( $order ) )->attempts()->to_rows();
		$this->assertSame( array( array( 'expired', '' ) ), array_map( static function ( $attempt ) {
			return array( $attempt['state'], $attempt['body'] );
		}, array_values( $attempts ) ) );
		$this->assertStringContainsString( '/pay/', Checkout::start( $order->get_id() )->url(), 'Another one can be opened.' );
	}

	public function test_site_health_and_debug_information_contain_no_key() {
		$this->login( 'administrator' );
		$all = array( \Cedi\Commerce\Tools\Doctor::add_information( array() ), Site_Health::test_setup(), Site_Health::test_orders(), Site_Health::test_schedule(), Site_Health::test_connection() );
		$this->assertStringNotContainsString( self::KEY, wp_json_encode( $all ) );
		$this->assertSame( 'good', $all[1]['status'] );
	}

	public function test_site_health_reports_unchecked_orders_and_a_stopped_schedule() {
		Clock::$now = time();
		$order      = $this->create_order();
		Checkout::start( $order->get_id() );
		$this->assertSame( 'good', Site_Health::test_orders()['status'] );
		Clock::$now += 3 * HOUR_IN_SECONDS;
		$result = Site_Health::test_orders();
		$this->assertSame( 'critical', $result['status'] );
		$this->assertStringContainsString( '#' . $order->get_id(), $result['description'] );
		wp_schedule_single_event( time() + 60, 'cedi_commerce_check_payment', array( 1 ) );
		Clock::$now += DAY_IN_SECONDS;
		$this->assertSame( 'critical', Site_Health::test_schedule()['status'] );
	}

	public function test_the_plugin_declares_support_for_order_tables_and_the_checkout_block() {
		$compatible = \Automattic\WooCommerce\Utilities\FeaturesUtil::get_compatible_features_for_plugin( 'cedi-commerce/cedi-commerce.php' );
		$this->assertContains( 'custom_order_tables', $compatible['compatible'] );
		$this->assertContains( 'cart_checkout_blocks', $compatible['compatible'] );
	}

	public function test_the_checkout_block_receives_the_documented_data() {
		$registry = new \Automattic\WooCommerce\Blocks\Payments\PaymentMethodRegistry();
		\Cedi\Commerce\Gateway\Gateway_Blocks::add( $registry );
		$method = new \Cedi\Commerce\Gateway\Gateway_Blocks();
		$method->initialize();
		$data = $method->get_payment_method_data();
		$this->assertSame( array( 'title', 'description', 'supports', 'testMode', 'logos', 'networks', 'flow' ), array_keys( $data ) );
		$this->assertSame( array( 'id', 'label' ), array_keys( $data['networks'][0] ) );
		$this->assertCount( 3, $data['networks'] );
		$this->assertTrue( $data['testMode'], 'The key is one for tests.' );
		$this->assertStringNotContainsString( self::KEY, wp_json_encode( $data ) );
	}

	public function test_an_order_with_another_final_method_is_exported_and_erased() {
		$order = $this->create_order();
		Checkout::start( $order->get_id() );
		$this->service->expire();
		Payment_Checker::check( $order->get_id() );
		$order = $this->reload( $order );
		$order->set_payment_method( 'cod' );
		$order->save();
		$this->assertCount( 1, Privacy::export( 'kofi@example.com' )['data'] );
		$this->assertTrue( Privacy::erase( 'kofi@example.com' )['items_removed'] );
		$this->assertStringNotContainsString( 'kofi', wp_json_encode( $this->reload( $order )->get_meta( Payment_Attempts::META ) ) );
	}

	public function test_site_health_reports_a_payment_for_an_order_in_the_trash() {
		$order = $this->create_order();
		$id    = $order->get_id();
		Checkout::start( $id );
		// An order in the order table is not a post, so it is moved to the trash by its own method.
		wc_get_order( $id )->delete( false );
		$this->assertSame( 'trash', wc_get_order( $id )->get_status() );
		$this->service->pay();
		Payment_Checker::check( $id );
		$this->assertStringContainsString( "#$id", Site_Health::test_orders()['description'] );
	}

	public function test_site_health_reports_that_prices_with_three_decimals_cannot_be_paid() {
		update_option( Settings::GATEWAY, array( 'enabled' => 'yes' ) );
		$this->assertSame( 'good', Site_Health::test_setup()['status'] );
		update_option( 'woocommerce_price_num_decimals', 3 );
		$this->assertSame( 'recommended', Site_Health::test_setup()['status'] );
		$this->assertStringContainsString( 'two decimals', Site_Health::test_setup()['description'] );
	}
}
