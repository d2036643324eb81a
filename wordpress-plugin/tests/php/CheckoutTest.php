<?php
/**
 * Starting to pay.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Checkout\Checkout;
use Cedi\Commerce\Checkout\Checkout_Return;
use Cedi\Commerce\Gateway\Gateway;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Payment_Attempt;
use Cedi\Commerce\Order\Payment_Checker;
use Cedi\Commerce\Support\Api_Key;
use Cedi\Commerce\Support\Phone;
use Cedi\Commerce\Support\Settings;

/**
 * @group woocommerce
 */
final class CheckoutTest extends TestCase {
	protected function setUp(): void {
		parent::setUp();
		update_option( Settings::GATEWAY, array( 'enabled' => 'yes', 'flow' => 'redirect' ) );
	}

	private function attempts( $order ) {
		return array_values( Order_Payments::of( wc_get_order( $order->get_id() ) )->attempts()->to_rows() );
	}

	public function test_the_popup_is_prefilled_with_the_billing_phone_if_the_field_is_empty() {
		update_option( Settings::GATEWAY, array( 'enabled' => 'yes', 'flow' => 'popup' ) );
		$order = $this->create_order();
		$order->set_billing_phone( '+233 24 412 3789' );
		$order->save();
		( new \Cedi\Commerce\Gateway\Gateway() )->process_payment( $order->get_id() );
		$this->assertSame( '0244123789', WC()->session->get( 'cedi_commerce_prefill' )['phone'] );
	}

	public function test_the_idempotency_key_is_stored_before_the_request_is_sent() {
		$order                            = $this->create_order();
		$seen                             = null;
		$this->service->responses['POST *'] = function ( $request ) use ( $order, &$seen ) {
			wp_cache_flush();
			$seen = array( $request['headers']['Idempotency-Key'], $this->attempts( $order )[0]['key'] );
			return null;
		};
		Checkout::start( $order->get_id() );
		$this->assertSame( $seen[0], $seen[1] );
	}

	public function test_a_second_click_returns_the_same_checkout() {
		$order = $this->create_order();
		$first = Checkout::start( $order->get_id() );
		$second_start = Checkout::start( $order->get_id() );
		$this->assertSame( $first->url(), $second_start->url() );
		$this->assertCount( 1, $this->service->intents );
		$this->assertSame( 1, $this->service->count( 'POST *' ) );
	}

	/**
	 * @dataProvider lost_responses
	 */
	public function test_a_retry_after_a_lost_response_creates_one_intent( $response ) {
		$order                            = $this->create_order();
		$drop_count                             = 2;
		$this->service->responses['POST *'] = static function ( $request, $service ) use ( &$drop_count, $response ) {
			if ( $drop_count-- <= 0 ) {
				return null;
			}
			// The service has processed the request, but its response is lost.
			$real_responses            = $service->responses;
			$service->responses = array();
			$service->respond( false, $request['args'], $request['url'] );
			array_pop( $service->requests );
			$service->responses = $real_responses;
			return $response;
		};
		$this->assertInstanceOf( \WP_Error::class, Checkout::start( $order->get_id() ) );
		$order->set_billing_email( 'other@example.com' );
		$order->save();
		$this->assertInstanceOf( Payment_Attempt::class, Checkout::start( $order->get_id() ) );
		$this->assertCount( 1, $this->service->intents );
		$keys = array_unique( array_column( array_column( $this->service->requests, 'headers' ), 'Idempotency-Key' ) );
		$this->assertCount( 1, $keys );
		$this->assertCount( 1, $this->attempts( $order ) );
	}

	public function lost_responses() {
		return array(
			'cut'          => array( Service::connection_error() ),
			'504'          => array( Service::fixture( 'create-checkout-intent/504-provider-timeout', 504 ) ),
			'bad JSON'     => array( Service::raw( '{"succ', 201 ) ),
			'in progress'  => array( Service::fixture( 'create-checkout-intent/409-idempotency-in-progress', 409 ) ),
		);
	}

	public function test_a_changed_total_creates_a_new_attempt_and_keeps_the_old_one() {
		$order = $this->create_order( '45.50' );
		Checkout::start( $order->get_id() );
		$order->set_total( '46.00' );
		$order->save();
		Checkout::start( $order->get_id() );
		$attempts = $this->attempts( $order );
		$this->assertSame( array( 4550, 4600 ), array_column( $attempts, 'amount' ) );
		$this->assertNotSame( $attempts[0]['key'], $attempts[1]['key'] );
	}

	public function test_an_expired_checkout_is_replaced_by_a_new_one() {
		$order = $this->create_order();
		Checkout::start( $order->get_id() );
		$this->service->expire();
		Checkout::start( $order->get_id() );
		$this->assertSame( array( 'expired', 'open' ), array_column( $this->attempts( $order ), 'state' ) );
		$this->assertSame( 'pending', wc_get_order( $order->get_id() )->get_meta( '_cedi_commerce_payment_state' ) );
	}

	/**
	 * @dataProvider unresponsive_services
	 */
	public function test_no_new_checkout_is_opened_while_the_status_of_an_earlier_one_is_unknown( $response ) {
		Clock::$now = time();
		$order      = $this->create_order();
		$first      = Checkout::start( $order->get_id() );
		$this->service->pay();
		Clock::$now                     += HOUR_IN_SECONDS;
		$this->service->responses['GET *'] = $response;
		$this->assertSame( $first->url(), Checkout::start( $order->get_id() )->url(), 'The checkout itself knows that it is paid.' );
		$order = $this->reload( $order );
		$order->set_total( '50.00' );
		$order->save();
		$this->assertSame( 'cedi_commerce_busy', Checkout::start( $order->get_id() )->get_error_code() );
		$this->assertCount( 1, $this->service->intents );
		$this->service->responses = array();
		$this->assertNull( Checkout::start( $order->get_id() ) );
	}

	public function unresponsive_services() {
		return array( array( Service::connection_error() ), array( Service::fixture( 'read-payment/429-rate-limited', 429 ) ), array( Service::fixture( 'read-payment/503-provider-unavailable', 503 ) ) );
	}

	public function test_an_unpaid_checkout_is_replaced_once_the_service_reports_its_status() {
		Clock::$now = time();
		$order      = $this->create_order();
		Checkout::start( $order->get_id() );
		Clock::$now += HOUR_IN_SECONDS;
		$this->service->expire();
		$this->service->responses['GET *'] = Service::connection_error();
		Checkout::start( $order->get_id() );
		$this->service->responses = array();
		$this->assertStringEndsWith( '/token.2', Checkout::start( $order->get_id() )->url() );
	}

	public function test_an_idempotency_key_older_than_a_day_is_not_sent_again() {
		Clock::$now                       = time();
		$order                            = $this->create_order();
		$this->service->responses['POST *'] = Service::connection_error();
		Checkout::start( $order->get_id() );
		$this->service->responses = array();
		Clock::$now            += DAY_IN_SECONDS;
		Checkout::start( $order->get_id() );
		$attempts = $this->attempts( $order );
		$this->assertCount( 2, $attempts );
	}

	/**
	 * @dataProvider service_errors
	 */
	public function test_an_error_is_shown_to_the_buyer_and_the_order_can_be_paid_again( $response ) {
		$order                            = $this->create_order();
		$this->service->responses['POST *'] = $response;
		$result                           = ( new Gateway() )->process_payment( $order->get_id() );
		$this->assertSame( 'failure', $result['result'] );
		$this->assertSame( '', $result['redirect'] );
		$this->assertStringContainsString( 'No money was taken', wc_get_notices( 'error' )[0]['notice'] );
		$this->assertSame( 'pending', wc_get_order( $order->get_id() )->get_status() );
		$this->service->responses = array();
		$this->assertSame( 'success', ( new Gateway() )->process_payment( $order->get_id() )['result'] );
	}

	public function test_the_checkout_block_receives_errors_as_exceptions() {
		$order                            = $this->create_order();
		$this->service->responses['POST *'] = Service::fixture( 'create-checkout-intent/503-provider-unavailable', 503 );
		Clock::$is_rest                   = true;
		// WooCommerce discards notices there, so the buyer would see nothing.
		$this->expectException( \Exception::class );
		$this->expectExceptionMessage( 'No money was taken' );
		( new Gateway() )->process_payment( $order->get_id() );
	}

	public function service_errors() {
		$all = array(
			'401' => array( Service::fixture( 'create-checkout-intent/401-invalid-api-key', 401 ) ),
			'403' => array( Service::fixture( 'create-checkout-intent/403-insufficient-scope', 403 ) ),
			'422' => array( Service::fixture( 'create-checkout-intent/422-amount-too-small', 422 ) ),
			'429' => array( Service::fixture( 'create-checkout-intent/429-rate-limited', 429 ) ),
			'500' => array( Service::fixture( 'create-checkout-intent/500-internal-error', 500 ) ),
			'503' => array( Service::fixture( 'create-checkout-intent/503-provider-unavailable', 503 ) ),
			'cut' => array( Service::connection_error() ),
		);
		foreach ( array(
			'another amount'   => array( 'amount' => 45.49 ),
			'another currency' => array( 'currency' => 'USD' ),
			'another site'     => array( 'checkout_url' => 'https://evil.example.org/pay/x' ),
			'a near site'      => array( 'checkout_url' => 'https://pay.example.com.evil.org/pay/x' ),
			'a script'         => array( 'checkout_url' => 'javascript:alert(1)' ),
			'no token'         => array( 'client_token' => null ),
			'a strange token'  => array( 'client_token' => '"><script>' ),
		) as $name => $changes ) {
			$all[ $name ] = array( Service::json( array_merge( Service::data( 'create-checkout-intent/201-open' ), array( 'amount' => 45.5, 'checkout_url' => Service::URL . '/pay/x' ), $changes ), 201 ) );
		}
		return $all;
	}

	/**
	 * @dataProvider spellings
	 */
	public function test_the_host_of_the_base_url_is_case_insensitive( $base_url, $response, $fine ) {
		update_option( Settings::OPTION, array( 'base_url' => $base_url, 'handle' => '', 'mode' => 'test' ) );
		$order                            = $this->create_order( '45.50' );
		$this->service->responses['POST *'] = Service::json( array_merge( Service::data( 'create-checkout-intent/201-open' ), array( 'amount' => '45.50', 'checkout_url' => $response ) ), 201 );
		$this->assertSame( $fine, Checkout::start( $order->get_id() ) instanceof Payment_Attempt );
	}

	public function spellings() {
		return array(
			array( 'https://Pay.Example.com', 'https://pay.example.com/pay/x', true ),
			array( 'https://pay.example.com', 'HTTPS://PAY.example.com/pay/x', true ),
			array( 'https://pay.example.com/Shop', 'https://pay.example.com/Shop/pay/x', true ),
			array( 'https://pay.example.com/Shop', 'https://pay.example.com/shop/pay/x', false ),
			array( 'https://pay.example.com', 'https://pay.example.com@evil.example.org/pay/x', false ),
		);
	}

	public function test_a_shop_without_a_key_logs_the_error_and_shows_the_buyer_a_message() {
		$lines = array();
		$write = static function ( $context, $message ) use ( &$lines ) {
			$lines[] = $message . ' ' . ( isset( $context['code'] ) ? $context['code'] : '' );
			return $context;
		};
		$order = $this->create_order();
		Checkout::start( $order->get_id() );
		Api_Key::delete();
		add_filter( 'cedi_commerce_log_context', $write, 10, 2 );
		ob_start();
		\Cedi\Commerce\Checkout\Checkout_Return::show_pay_page( $order->get_id() );
		$text = wp_strip_all_tags( ob_get_clean() );
		remove_filter( 'cedi_commerce_log_context', $write );
		$this->assertStringContainsString( 'No money was taken', $text );
		$this->assertStringNotContainsString( 'API key', $text );
		$this->assertContains( 'The checkout could not be opened. cedi_commerce_no_key', $lines );
	}

	public function test_the_amount_in_a_response_may_be_a_string() {
		$order                            = $this->create_order( '45.50' );
		$this->service->responses['POST *'] = Service::json( array_merge( Service::data( 'create-checkout-intent/201-open' ), array( 'amount' => '45.50', 'checkout_url' => Service::URL . '/pay/x' ) ), 201 );
		$this->assertInstanceOf( Payment_Attempt::class, Checkout::start( $order->get_id() ) );
	}

	public function test_the_method_list_shows_icon_and_test_mode_and_the_checkout_the_filtered_icon() {
		$gateway = new Gateway();
		$this->assertTrue( $gateway->is_test_mode() );
		$this->assertSame( plugins_url( 'icon.svg', dirname( __DIR__, 2 ) . '/includes/Gateway/class-gateway.php' ), $gateway->icon );
		$this->assertFileExists( dirname( __DIR__, 2 ) . '/includes/Gateway/icon.svg' );
		$this->assertSame( 5, substr_count( $gateway->get_icon(), '<svg' ) );
		$this->assertStringNotContainsString( '<img', $gateway->get_icon() );
		add_filter( 'woocommerce_gateway_icon', array( $this, 'custom_logo' ) );
		$this->assertStringEndsWith( '<i>own</i>', $gateway->get_icon() );
		add_filter( 'cedi_commerce_logos', '__return_empty_array' );
		$this->assertSame( array( '<i>own</i>', array() ), array( $gateway->get_icon(), \Cedi\Commerce\Gateway\Logos::data() ) );
		remove_filter( 'cedi_commerce_logos', '__return_empty_array' );
		$this->assertStringEndsWith( '/icon.svg', $gateway->icon );
		remove_filter( 'woocommerce_gateway_icon', array( $this, 'custom_logo' ) );
	}

	public function custom_logo() {
		return '<i>own</i>';
	}

	public function test_the_method_is_available_only_in_a_working_shop_and_states_the_reason() {
		$this->assertTrue( ( new Gateway() )->is_available() );
		update_option( 'woocommerce_currency', 'USD' );
		$this->assertStringContainsString( 'USD', ( new Gateway() )->get_method_description() );
		$this->assertFalse( ( new Gateway() )->is_available() );
		update_option( 'woocommerce_currency', 'GHS' );
		Api_Key::delete();
		$this->assertFalse( ( new Gateway() )->is_available() );
		$this->assertStringContainsString( 'no API key', ( new Gateway() )->get_method_description() );
		Api_Key::save( self::KEY );
		update_option( Settings::GATEWAY, array( 'enabled' => 'no' ) );
		$this->assertFalse( ( new Gateway() )->is_available() );
	}

	/**
	 * @dataProvider totals
	 */
	public function test_an_amount_outside_the_limits_cannot_be_paid( $total, $fine ) {
		$this->assertSame( $fine, '' === Checkout::amount_problem( 'GHS', \Cedi\Commerce\Service\Money::parse( $total ) ) );
	}

	public function totals() {
		return array( array( '0.99', false ), array( '1.00', true ), array( '1000000.00', true ), array( '1000000.01', false ), array( '10.005', false ), array( '0', false ) );
	}

	public function test_the_popup_receives_token_script_and_return_url() {
		update_option( Settings::GATEWAY, array( 'enabled' => 'yes', 'flow' => 'popup' ) );
		$order  = $this->create_order();
		$response = ( new Gateway() )->process_payment( $order->get_id() );
		$this->assertSame( $order->get_checkout_payment_url( true ), $response['redirect'] );
		Clock::$is_rest = true;
		$block          = ( new Gateway() )->process_payment( $order->get_id() );
		$this->assertSame( 'https://pay.example.com/pay/token.1', $block['redirect'] );
		$this->assertSame( 'token.1', $block['cedi_token'] );
		$this->assertSame( 'https://pay.example.com/service.js', $block['cedi_script'] );
		$this->assertSame( $order->get_checkout_order_received_url(), $block['cedi_return'] );
		ob_start();
		\Cedi\Commerce\Checkout\Checkout_Return::show_pay_page( $order->get_id() );
		$html = ob_get_clean();
		$this->assertStringContainsString( 'data-token="token.1"', $html );
		$this->assertStringContainsString( 'data-script="https://pay.example.com/service.js"', $html );
		$this->assertStringContainsString( 'href="https://pay.example.com/pay/token.1"', $html );
		$this->assertStringNotContainsString( self::KEY, $html );
	}

	/**
	 * @dataProvider phones
	 */
	public function test_a_valid_ghanaian_number_is_prefilled( $billing_phone, $phone ) {
		$this->assertSame( $phone, Phone::parse( $billing_phone ) );
	}

	public function phones() {
		$table = json_decode( file_get_contents( dirname( __DIR__, 3 ) . '/packages/contract/fixtures/phones.json' ), true );
		$rows  = array( array( null, '' ), array( "\xff0244123789", '' ) );
		foreach ( $table['accepted'] as $row ) {
			$rows[] = array( $row['given'], '0' . substr( $row['phone'], 4 ) );
		}
		foreach ( $table['rejected'] as $input ) {
			$rows[] = array( $input, '' );
		}
		return $rows;
	}

	public function test_many_earlier_totals_with_an_unresponsive_service_take_at_most_nine_seconds() {
		$order = $this->with_totals( array( '41.00', '42.00', '43.00', '44.00' ) );
		$order->set_total( '45.00' );
		$order->save();
		$this->service->responses['*'] = static function ( $request ) {
			Clock::$elapsed_seconds += $request['timeout'];
			return Service::connection_error();
		};
		Checkout::start( $order->get_id() );
		$this->assertGreaterThan( 2.0, Clock::$elapsed_seconds );
		$this->assertLessThan( 9.9, Clock::$elapsed_seconds );
	}

	public function test_the_return_page_waits_at_most_four_seconds_for_an_unresponsive_service() {
		$order = $this->with_totals( array( '41.00', '42.00', '43.00', '44.00', '45.00', '46.00' ) );
		$this->service->responses['*'] = static function ( $request ) {
			Clock::$elapsed_seconds += $request['timeout'];
			return Service::connection_error();
		};
		Payment_Checker::check( $order->get_id(), Checkout_Return::BUDGET_SECONDS );
		$this->assertLessThan( 4.5, Clock::$elapsed_seconds );
	}

	/**
	 * An order whose total was changed between two attempts to pay it.
	 */
	private function with_totals( array $totals ) {
		$order = $this->create_order( $totals[0] );
		foreach ( $totals as $total ) {
			$order = $this->reload( $order );
			$order->set_total( $total );
			$order->save();
			Checkout::start( $order->get_id() );
		}
		return $this->reload( $order );
	}

	public function test_a_checkout_that_expires_within_a_minute_is_not_reused() {
		Clock::$now = time();
		$order      = $this->create_order( '45.50' );
		$first      = Checkout::start( $order->get_id() );
		Clock::$now = $first->expires_at() - 121;
		$this->assertSame( $first->token(), Checkout::start( $order->get_id() )->token() );
		Clock::$now = $first->expires_at() - 60;
		$this->assertNotSame( $first->token(), Checkout::start( $order->get_id() )->token() );
	}
}
