<?php
/**
 * Payment requests. Without an order, they work without WooCommerce.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Admin\Payment_Requests_Page;
use Cedi\Commerce\Admin\Payment_Requests_Table;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Request\Payment_Request;
use Cedi\Commerce\Request\Request_Checkout;
use Cedi\Commerce\Request\Request_Page;
use Cedi\Commerce\Service\Money;
use Cedi\Commerce\Support\Settings;

final class PaymentRequestTest extends TestCase {
	private function create( array $changes = array() ) {
		$this->login( class_exists( 'WooCommerce', false ) ? 'shop_manager' : 'administrator' );
		$request = Payment_Requests_Page::create(
			$changes + array(
				'order'   => '',
				'amount'  => '120.50',
				'purpose' => 'Tiles & "grout"',
				'phone'   => '+233 24 412 3789',
				'expires' => wp_date( 'Y-m-d', time() + 3 * DAY_IN_SECONDS ),
			)
		);
		wp_set_current_user( 0 );
		return $request;
	}

	private function fresh( Payment_Request $request ) {
		return Payment_Request::find( $request->id() );
	}

	private function page( $request, $problem = '' ) {
		ob_start();
		Request_Page::show( $request, $problem );
		return ob_get_clean();
	}

	private function last_body() {
		return json_decode( end( $this->service->requests )['body'], true );
	}

	public function test_a_request_keeps_its_amount_purpose_and_expiry() {
		$request = $this->create();
		$this->assertSame( array( 12050, 'Tiles & "grout"', 'open', '' ), array( $request->amount()->pesewas(), $request->purpose(), $request->state(), $request->ref() ) );
		$this->assertSame( '23:59:59', wp_date( 'H:i:s', $request->expires_at() ) );
	}

	public function test_the_whatsapp_button_opens_the_chat_with_amount_purpose_and_link() {
		$request = $this->create();
		$url     = Payment_Requests_Table::whatsapp_url( $request );
		$this->assertStringStartsWith( 'https://wa.me/233244123789?text=', $url );
		$text = rawurldecode( (string) substr( $url, strpos( $url, '=' ) + 1 ) );
		$this->assertStringContainsString( 'GH₵120.50 for "Tiles & "grout""', $text );
		$this->assertStringEndsWith( $request->url(), $text );
		$this->assertStringStartsWith( 'https://wa.me/?text=', Payment_Requests_Table::whatsapp_url( $this->create( array( 'phone' => '' ) ) ) );
	}

	/**
	 * @dataProvider wrong_fields
	 */
	public function test_wrong_input_creates_no_request( array $changes, $code ) {
		$error = $this->create( $changes );
		$this->assertSame( array( $code, array() ), array( $error->get_error_code(), Payment_Request::list_page() ) );
	}

	public function wrong_fields() {
		return array(
			'a third decimal'     => array( array( 'amount' => '1.005' ), 'cedi_commerce_amount' ),
			'less than allowed'   => array( array( 'amount' => '0.99' ), 'cedi_commerce_amount' ),
			'no amount'           => array( array( 'amount' => '' ), 'cedi_commerce_amount' ),
			'no purpose'          => array( array( 'purpose' => ' <b></b> ' ), 'cedi_commerce_purpose' ),
			'a foreign number'    => array( array( 'phone' => '+44 20 7946 0000' ), 'cedi_commerce_phone' ),
			'a day in the past'   => array( array( 'expires' => '2020-01-01' ), 'cedi_commerce_expires' ),
			'an impossible day'   => array( array( 'expires' => '2030-02-31' ), 'cedi_commerce_expires' ),
			'a day too far ahead' => array( array( 'expires' => '2999-01-01' ), 'cedi_commerce_expires' ),
			'an unknown order'    => array( array( 'order' => '999999' ), 'cedi_commerce_not_found' ),
		);
	}

	public function test_only_a_merchant_creates_and_withdraws_requests() {
		$request = $this->create();
		foreach ( array( 'subscriber', 'editor' ) as $role ) {
			$this->login( $role );
			$this->assertSame( 'cedi_commerce_forbidden', Payment_Requests_Page::create( array_fill_keys( array( 'order', 'amount', 'purpose', 'phone', 'expires' ), '' ) )->get_error_code() );
			Payment_Requests_Page::withdraw( $request->id() );
		}
		$this->assertSame( 'open', $this->fresh( $request )->state() );
		$this->login( class_exists( 'WooCommerce', false ) ? 'shop_manager' : 'administrator' );
		Payment_Requests_Page::withdraw( $request->id() );
		$this->assertSame( 'closed', $this->fresh( $request )->state() );
		$this->assertStringStartsWith( 'https://wa.me/?text=', Payment_Requests_Table::whatsapp_url( $this->fresh( $request ) ) );
	}

	public function test_a_link_cannot_be_guessed_and_the_database_does_not_contain_it() {
		global $wpdb;
		$request = $this->create();
		parse_str( (string) wp_parse_url( $request->url(), PHP_URL_QUERY ), $query );
		$token = $query['cedi_pay'];
		$this->assertMatchesRegularExpression( "/^{$request->id()}-[0-9a-f]{32}$/", $token );
		$this->assertSame( $request->id(), Payment_Request::find_by_token( $token )->id() );
		foreach ( array( '', (string) $request->id(), $request->id() . '-' . str_repeat( '0', 32 ), ( $request->id() + 1 ) . substr( $token, strpos( $token, '-' ) ), "$token\n" ) as $wrong ) {
			$this->assertNull( Payment_Request::find_by_token( $wrong ) );
		}
		$this->assertStringNotContainsString( explode( '-', $token )[1], implode( '|', $wpdb->get_row( $wpdb->prepare( "SELECT * FROM $wpdb->posts WHERE ID = %d", $request->id() ), ARRAY_N ) ) );
		$post = wp_insert_post( array( 'post_title' => 'x', 'post_status' => 'private' ) );
		$this->assertNull( Payment_Request::find( $post ) );
	}

	public function test_opening_the_link_creates_no_intent_and_the_button_creates_one() {
		$request = $this->create();
		$html    = $this->page( $request );
		$this->assertStringContainsString( 'GH₵120.50', $html );
		$this->assertStringContainsString( 'Tiles &amp; &quot;grout&quot;', $html );
		$this->assertStringContainsString( '<form method="post"', $html );
		$this->assertSame( 0, count( $this->service->requests ) );
		$attempt = Request_Checkout::start( $request->id() );
		$body    = $this->last_body();
		$this->assertSame( 'https://pay.example.com/pay/token.1', $attempt->url() );
		$this->assertSame( array( '120.50', 'GHS', 'payment-request', (string) $request->id(), 'Tiles & "grout"' ), array( $body['amount'], $body['currency'], $body['metadata']['source'], $body['metadata']['request'], $body['metadata']['purpose'] ) );
	}

	public function test_a_second_click_continues_with_the_same_intent() {
		$request = $this->create();
		$this->assertSame( Request_Checkout::start( $request->id() )->token(), Request_Checkout::start( $request->id() )->token() );
		$this->assertCount( 1, $this->service->intents );
	}

	public function test_a_lost_response_leads_to_the_same_intent() {
		$request                       = $this->create();
		$this->service->lost_responses = 9;
		$this->assertSame( 'The payment could not be started. No money was taken. Please try again.', Request_Checkout::start( $request->id() )->get_error_message() );
		$this->service->lost_responses = 0;
		$this->assertSame( 'token.1', Request_Checkout::start( $request->id() )->token() );
		$this->assertCount( 1, $this->service->intents );
	}

	public function test_the_link_opens_a_fresh_intent_after_the_last_one_has_expired() {
		$request = $this->create();
		Request_Checkout::start( $request->id() );
		$this->service->expire();
		$this->assertSame( 'token.2', Request_Checkout::start( $request->id() )->token() );
	}

	public function test_a_pending_payment_is_continued_and_no_second_one_starts() {
		$request = $this->create();
		Request_Checkout::start( $request->id() );
		$this->service->pay( array( 'status' => 'pending' ) );
		Clock::$now = time() + 1795;
		$this->assertSame( 'token.1', Request_Checkout::start( $request->id() )->token() );
		$this->assertSame( 'pending', $this->fresh( $request )->state() );
		$html = $this->page( $this->fresh( $request ) );
		$this->assertStringContainsString( 'waits to be approved on your phone', $html );
		$this->assertStringContainsString( 'http-equiv="refresh"', $html );
		Clock::$now = time() + 30 * DAY_IN_SECONDS;
		$this->assertSame( 'pending', $this->fresh( $request )->state() );
		$this->assertCount( 1, $this->service->intents );
	}

	public function test_an_unreachable_service_starts_no_second_payment() {
		$request = $this->create();
		Request_Checkout::start( $request->id() );
		Clock::$now = time() + 1795;
		$this->service->responses['GET *'] = Service::connection_error();
		$this->assertSame( 'token.1', Request_Checkout::start( $request->id() )->token() );
		$this->assertCount( 1, $this->service->intents );
	}

	public function test_a_failed_payment_can_be_tried_again() {
		$request = $this->create();
		Request_Checkout::start( $request->id() );
		$this->service->pay( array( 'status' => 'failed' ) );
		$this->assertSame( 'token.1', Request_Checkout::start( $request->id() )->token() );
		$this->assertSame( 'open', $this->fresh( $request )->state() );
	}

	public function test_a_paid_request_shows_its_payment_and_cannot_be_paid_again() {
		$request = $this->create();
		$paid    = array();
		$note    = static function ( $id, $payment ) use ( &$paid ) {
			$paid[] = array( $id, $payment['ref'] );
		};
		add_action( 'cedi_commerce_payment_request_paid', $note, 10, 2 );
		Request_Checkout::start( $request->id() );
		$this->service->pay();
		Request_Checkout::run_scheduled( $request->id() );
		Request_Checkout::check( $request->id(), 4.0 );
		remove_action( 'cedi_commerce_payment_request_paid', $note, 10 );
		$this->assertSame( array( array( $request->id(), 'pay_1' ) ), $paid );
		$request = $this->fresh( $request );
		$this->assertSame( array( 'paid', 'pay_1', 'paid (pay_1)' ), array( $request->state(), $request->ref(), Payment_Requests_Table::status( $request ) ) );
		$html = $this->page( $request );
		$this->assertStringContainsString( 'This is paid. Thank you. Your reference: pay_1', $html );
		$this->assertStringNotContainsString( '<form', $html );
		$this->assertNull( Request_Checkout::start( $request->id() ) );
		$this->assertCount( 1, $this->service->intents );
		// The number is no longer needed.
		$this->assertStringStartsWith( 'https://wa.me/?text=', Payment_Requests_Table::whatsapp_url( $request ) );
	}

	public function test_the_schedule_finds_the_payment_of_a_buyer_who_never_returns() {
		$request = $this->create();
		Request_Checkout::start( $request->id() );
		$this->assertNotFalse( wp_next_scheduled( Request_Checkout::HOOK, array( $request->id() ) ) );
		wp_clear_scheduled_hook( Request_Checkout::HOOK, array( $request->id() ) );
		Request_Checkout::run_scheduled( $request->id() );
		$this->assertNotFalse( wp_next_scheduled( Request_Checkout::HOOK, array( $request->id() ) ) );
		wp_clear_scheduled_hook( Request_Checkout::HOOK, array( $request->id() ) );
		$this->service->pay();
		Request_Checkout::run_scheduled( $request->id() );
		$this->assertFalse( wp_next_scheduled( Request_Checkout::HOOK, array( $request->id() ) ) );
		$this->assertSame( 'paid', $this->fresh( $request )->state() );
	}

	public function test_an_expired_link_starts_nothing() {
		$request    = $this->create();
		Clock::$now = time() + 5 * DAY_IN_SECONDS;
		$this->assertNull( Request_Checkout::start( $request->id() ) );
		$this->assertStringContainsString( 'This link has expired or was withdrawn.', $this->page( $this->fresh( $request ) ) );
		$this->assertSame( 0, count( $this->service->requests ) );
	}

	public function test_a_wrong_link_shows_no_request() {
		$html = $this->page( null );
		$this->assertStringContainsString( 'This link has expired or was withdrawn.', $html );
		$this->assertStringNotContainsString( 'class="amount"', $html );
	}

	/**
	 * @dataProvider foreign_payments
	 */
	public function test_a_payment_that_differs_does_not_pay_the_request( array $changes ) {
		$request = $this->create();
		Request_Checkout::start( $request->id() );
		if ( isset( $changes['metadata'] ) ) {
			$changes['metadata'] += $this->last_body()['metadata'];
		}
		$this->service->pay( $changes );
		Request_Checkout::check( $request->id(), 4.0 );
		$this->assertSame( array( 'review', '' ), array( $this->fresh( $request )->state(), $this->fresh( $request )->ref() ) );
		$this->assertNull( Request_Checkout::start( $request->id() ) );
	}

	public function foreign_payments() {
		return array(
			'another amount'   => array( array( 'amount' => 120.51 ) ),
			'another currency' => array( array( 'currency' => 'USD' ) ),
			'another request'  => array( array( 'metadata' => array( 'request' => '1' ) ) ),
			'another site'     => array( array( 'metadata' => array( 'site' => 'elsewhere.example' ) ) ),
			'another source'   => array( array( 'metadata' => array( 'source' => 'pay-form' ) ) ),
		);
	}

	public function test_a_second_payment_is_reported_to_the_merchant() {
		$request = $this->create();
		Request_Checkout::start( $request->id() );
		Clock::$now = time() + 1795;
		$this->assertSame( 'token.2', Request_Checkout::start( $request->id() )->token() );
		$this->service->pay( array(), 0 );
		$this->service->pay( array(), 1 );
		Request_Checkout::check( $request->id(), 4.0 );
		// The first payment that is found pays the request.
		$this->assertSame( array( 'review', 'pay_2' ), array( $this->fresh( $request )->state(), $this->fresh( $request )->ref() ) );
		$this->assertStringContainsString( 'paid twice', Payment_Requests_Table::status( $this->fresh( $request ) ) );
	}

	public function test_a_copied_site_starts_no_payment() {
		$request = $this->create();
		update_option( 'cedi_commerce_site', strrev( 'original.example' ) );
		$this->assertInstanceOf( \WP_Error::class, Request_Checkout::start( $request->id() ) );
		$this->assertSame( 0, count( $this->service->requests ) );
	}

	public function test_the_page_in_the_admin_lists_requests_with_their_actions() {
		$request = $this->create( array( 'purpose' => 'Tiles <b>' ) );
		$paid    = $this->create( array( 'purpose' => 'Roof' ) );
		Request_Checkout::start( $paid->id() );
		$this->service->pay();
		$this->login( 'administrator' );
		ob_start();
		Payment_Requests_Page::show();
		$html = html_entity_decode( ob_get_clean(), ENT_QUOTES, 'UTF-8' );
		// The list has checked the payment.
		$this->assertStringContainsString( 'paid (pay_1)', $html );
		$this->assertSame( 1, substr_count( $html, '>Withdraw</a>' ) );
		$this->assertStringContainsString( 'withdraw=' . $request->id(), $html );
		$this->assertStringContainsString( 'https://wa.me/233244123789?text=', $html );
		$this->assertStringNotContainsString( self::KEY, $html );
	}

	/**
	 * @group woocommerce
	 */
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

	/**
	 * @group woocommerce
	 */
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

	/**
	 * @group woocommerce
	 */
	public function test_a_link_does_not_replace_an_earlier_order_of_the_session() {
		$this->is_one_session = true;
		$earlier              = $this->create_order( '20.00' );
		\Cedi\Commerce\Checkout\Checkout::start( $earlier->get_id() );
		$order   = $this->create_order( '45.50' );
		$request = $this->create( array( 'order' => (string) $order->get_id() ) );
		Request_Checkout::start( $request->id() );
		$this->assertSame( 'pending', $this->reload( $earlier )->get_status() );
	}

	/**
	 * @group woocommerce
	 */
	public function test_separate_methods_have_a_button_each() {
		update_option( Settings::GATEWAY, array( 'enabled' => 'yes', 'methods' => 'separate' ) );
		$order   = $this->create_order( '45.50' );
		$request = $this->create( array( 'order' => (string) $order->get_id() ) );
		$this->assertSame( array( 'cedi_commerce', 'cedi_commerce_card' ), preg_match_all( '/name="method" value="(\w+)"/', $this->page( $request ), $found ) ? $found[1] : array() );
		Request_Checkout::start( $request->id(), 'cedi_commerce_card' );
		$this->assertSame( array( 'card' ), $this->last_body()['channels'] );
		$this->assertSame( 'Card', $this->reload( $order )->get_payment_method_title() );
	}

	/**
	 * @group woocommerce
	 */
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
}
