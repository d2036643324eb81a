<?php
/**
 * Payment requests. Without an order, they work without WooCommerce.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Request\Payment_Request;
use Cedi\Commerce\Request\Payment_Requests_Page;
use Cedi\Commerce\Request\Payment_Requests_Table;
use Cedi\Commerce\Request\Request_Checkout;
use Cedi\Commerce\Support\Lock;

require_once __DIR__ . '/PaymentRequests.php';

final class PaymentRequestTest extends TestCase {
	use Payment_Requests;

	public function test_a_request_keeps_its_amount_purpose_and_expiry() {
		$request = $this->create();
		$this->assertSame( array( 12050, 'Tiles & "grout"', 'open', '' ), array( $request->amount()->pesewas(), $request->purpose(), $request->state(), $request->ref() ) );
		$this->assertSame( '23:59:59', wp_date( 'H:i:s', $request->expires_at() ) );
	}

	public function test_the_purpose_is_stored_as_it_was_entered() {
		$request = $this->create( array( 'purpose' => 'Gift <3, 10%ab off' ) );
		$this->assertSame( 'Gift <3, 10%ab off', $request->purpose() );
		$this->assertStringContainsString( rawurlencode( '"Gift <3, 10%ab off"' ), Payment_Requests_Table::whatsapp_url( $request ) );
		$this->assertStringContainsString( 'Gift &lt;3, 10%ab off', $this->page( $request ) );
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
			'no purpose'          => array( array( 'purpose' => " \t " ), 'cedi_commerce_purpose' ),
			'a foreign number'    => array( array( 'phone' => '+44 20 7946 0000' ), 'cedi_commerce_phone' ),
			'a day in the past'   => array( array( 'expires' => '2020-01-01' ), 'cedi_commerce_expires' ),
			'an impossible day'   => array( array( 'expires' => '2030-02-31' ), 'cedi_commerce_expires' ),
			'a day too far ahead' => array( array( 'expires' => '2999-01-01' ), 'cedi_commerce_expires' ),
			'an unknown order'    => array( array( 'order' => '999999' ), 'cedi_commerce_not_found' ),
			'no order number'     => array( array( 'order' => 'x' ), 'cedi_commerce_not_found' ),
			'a negative number'   => array( array( 'order' => '-1' ), 'cedi_commerce_not_found' ),
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
		$this->assertStringContainsString( 'Approve the payment on your phone', $html );
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
		$this->assertStringContainsString( 'This link has expired or was cancelled.', $this->page( $this->fresh( $request ) ) );
		$this->assertSame( 0, count( $this->service->requests ) );
	}

	public function test_a_wrong_link_shows_no_request() {
		$html = $this->page( null );
		$this->assertStringContainsString( 'This link has expired or was cancelled.', $html );
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
		$this->assertSame( array( 'review', '', '' ), array( $this->fresh( $request )->state(), $this->fresh( $request )->ref(), $this->fresh( $request )->phone() ) );
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
		$this->assertSame( 1, substr_count( $html, '>Cancel the link</a>' ) );
		$this->assertStringContainsString( 'withdraw=' . $request->id(), $html );
		$this->assertStringContainsString( 'https://wa.me/233244123789?text=', $html );
		$this->assertStringNotContainsString( self::KEY, $html );
	}

	public function test_an_attempt_that_cannot_be_stored_creates_no_intent() {
		$request = $this->create();
		add_filter( 'wp_insert_post_empty_content', '__return_true' );
		$error = Request_Checkout::start( $request->id() );
		remove_filter( 'wp_insert_post_empty_content', '__return_true' );
		$this->assertSame( array( 'cedi_commerce_unavailable', 0 ), array( $error->get_error_code(), $this->service->count( 'POST *' ) ) );
	}

	public function test_a_withdrawal_keeps_the_attempt_of_a_buyer_who_pays_at_the_same_moment() {
		$request = $this->create();
		$this->login( class_exists( 'WooCommerce', false ) ? 'shop_manager' : 'administrator' );
		$lock = Lock::acquire( "request_{$request->id()}" );
		$this->assertSame( 'cedi_commerce_busy', Payment_Requests_Page::withdraw( $request->id() )->get_error_code() );
		$this->assertSame( 'open', $this->fresh( $request )->state() );
		$lock->release();
		$this->assertNull( Payment_Requests_Page::withdraw( $request->id() ) );
		$this->assertSame( 'closed', $this->fresh( $request )->state() );
	}

	public function test_the_phone_number_is_deleted_after_the_link_has_expired() {
		$request = $this->create();
		$event   = wp_get_scheduled_event( Request_Checkout::HOOK, array( $request->id(), 'expiry' ) );
		$this->assertSame( $request->expires_at() + 1, $event->timestamp );
		Request_Checkout::run_scheduled( $request->id() );
		$this->assertSame( '0244123789', $this->fresh( $request )->phone() );
		Clock::$now = $event->timestamp;
		Request_Checkout::run_scheduled( $request->id() );
		$this->assertSame( '', $this->fresh( $request )->phone() );
	}

	public function test_a_withdrawn_link_is_not_offered_as_ready() {
		$request = $this->create();
		$this->login( class_exists( 'WooCommerce', false ) ? 'shop_manager' : 'administrator' );
		Payment_Requests_Page::withdraw( $request->id() );
		ob_start();
		Payment_Requests_Page::show_created( $request->id() );
		$this->assertSame( '', ob_get_clean() );
	}

	public function test_a_link_of_another_site_of_the_network_opens_no_request() {
		$request            = $this->create();
		$GLOBALS['blog_id'] = 2;
		$url                = $request->url();
		$GLOBALS['blog_id'] = 1;
		wp_parse_str( (string) wp_parse_url( $url, PHP_URL_QUERY ), $query );
		$this->assertNull( Payment_Request::find_by_token( $query[ Payment_Request::ARGUMENT ] ) );
	}
}
