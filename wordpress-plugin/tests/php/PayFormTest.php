<?php
/**
 * Forms to pay any amount. They work without WooCommerce.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Amount\Form_Settings;
use Cedi\Commerce\Amount\Pay_Form;
use Cedi\Commerce\Amount\Pay_Form_Handler;

final class PayFormTest extends TestCase {
	/**
	 * The fields of a request.
	 */
	private function fields( array $changes = array(), array $attributes = array( 'amounts' => '20, 50', 'min' => '5', 'max' => '500' ) ) {
		return $changes + array(
			'form'    => Form_Settings::from_attributes( $attributes, 0 )->sign(),
			'choice'  => 'own',
			'amount'  => '12.50',
			'purpose' => 'Roof',
			'payer'   => 'Ama',
			'key'     => '',
		);
	}

	private function last_body() {
		return json_decode( end( $this->service->requests )['body'], true );
	}

	public function test_the_intent_has_the_entered_amount_purpose_and_name() {
		$intent = Pay_Form_Handler::create_intent( $this->fields() );
		$this->assertSame( array( 'token', 'url', 'script' ), array_keys( $intent ) );
		$body = $this->last_body();
		$this->assertSame( array( '12.50', 'GHS' ), array( $body['amount'], $body['currency'] ) );
		$this->assertSame( array( 'pay-form', 'Roof', 'Ama' ), array( $body['metadata']['source'], $body['metadata']['purpose'], $body['metadata']['name'] ) );
	}

	public function test_the_intent_has_the_chosen_amount_and_the_purpose_of_the_form() {
		$attributes = array( 'amounts' => '20, 50', 'purpose' => 'Offering', 'name' => false );
		Pay_Form_Handler::create_intent( $this->fields( array( 'choice' => '50.00', 'amount' => '1' ), $attributes ) );
		$body = $this->last_body();
		$this->assertSame( array( '50.00', 'Offering', false ), array( $body['amount'], $body['metadata']['purpose'], isset( $body['metadata']['name'] ) ) );
	}

	/**
	 * @dataProvider wrong_amounts
	 */
	public function test_an_amount_outside_the_limits_is_rejected_before_a_request( $amount ) {
		$error = Pay_Form_Handler::create_intent( $this->fields( array( 'amount' => $amount ) ) );
		$this->assertSame( 'cedi_commerce_amount', $error->get_error_code() );
		$this->assertStringContainsString( '5.00', $error->get_error_message() );
		$this->assertSame( 0, $this->service->count( 'POST *' ) );
	}

	public function wrong_amounts() {
		return array( array( '4.99' ), array( '500.01' ), array( '12.505' ), array( '-20' ), array( '1e2' ), array( '' ), array( 'ten' ) );
	}

	public function test_purpose_and_name_are_sent_as_they_were_entered() {
		Pay_Form_Handler::create_intent( $this->fields( array( 'purpose' => " Gift <3,\t10%ab \n", 'payer' => 'Ama & <b>Kofi</b>' ) ) );
		$this->assertSame( array( 'Gift <3, 10%ab', 'Ama & <b>Kofi</b>' ), array( $this->last_body()['metadata']['purpose'], $this->last_body()['metadata']['name'] ) );
	}

	public function test_the_purpose_of_a_shortcode_is_decoded_from_html() {
		$attributes = array( 'purpose' => 'Roof &amp; walls &lt;3' );
		Pay_Form_Handler::create_intent( $this->fields( array(), $attributes ) );
		$this->assertSame( 'Roof & walls <3', $this->last_body()['metadata']['purpose'] );
		$this->assertStringContainsString( '<strong>Roof &amp; walls &lt;3</strong>', Pay_Form::render( $attributes ) );
	}

	public function test_changed_settings_are_rejected() {
		$signed = Form_Settings::from_attributes( array( 'min' => '5' ), 0 )->sign();
		foreach ( array( str_replace( '500', '100', $signed ), $signed . '0', 'x', '', '.' ) as $form ) {
			$this->assertSame( 'cedi_commerce_form', Pay_Form_Handler::create_intent( $this->fields( array( 'form' => $form ) ) )->get_error_code() );
		}
		$this->assertSame( 500, Form_Settings::read( $signed )->min()->pesewas() );
	}

	public function test_a_second_click_returns_the_same_checkout() {
		$fields = $this->fields( array( 'key' => '7b1c0d3e-4c52-4f0e-9b5f-1a2b3c4d5e6f' ) );
		$this->assertSame( Pay_Form_Handler::create_intent( $fields ), Pay_Form_Handler::create_intent( $fields ) );
		$this->assertCount( 1, $this->service->intents );
	}

	public function test_one_visitor_cannot_start_payments_without_end() {
		for ( $count = 0; $count < Pay_Form_Handler::MAX_PER_MINUTE; $count++ ) {
			Pay_Form_Handler::create_intent( $this->fields() );
		}
		$this->assertSame( 'cedi_commerce_busy', Pay_Form_Handler::create_intent( $this->fields() )->get_error_code() );
	}

	public function test_a_filter_changes_the_number_of_payments_per_address() {
		$limit = static function () {
			return 1;
		};
		add_filter( 'cedi_commerce_pay_form_max_per_minute', $limit );
		Pay_Form_Handler::create_intent( $this->fields() );
		$error = Pay_Form_Handler::create_intent( $this->fields() );
		remove_filter( 'cedi_commerce_pay_form_max_per_minute', $limit );
		$this->assertSame( 'cedi_commerce_busy', $error->get_error_code() );
	}

	public function test_an_error_of_the_service_is_not_shown_to_the_buyer() {
		$this->service->responses['*'] = Service::connection_error();
		$this->assertSame( 'The payment could not be started. No money was taken. Please try again.', Pay_Form_Handler::create_intent( $this->fields() )->get_error_message() );
	}

	public function test_the_receipt_needs_a_payment_of_this_form_from_the_service() {
		$token = Pay_Form_Handler::create_intent( $this->fields() )['token'];
		$this->assertSame( 'pending', Pay_Form_Handler::status( $token )['state'] );
		$this->assertSame( 'pending', Pay_Form_Handler::status( '' )['state'] );
		$paid = array();
		$note = static function ( $payment ) use ( &$paid ) {
			$paid[] = $payment['ref'];
		};
		add_action( 'cedi_commerce_pay_form_paid', $note );
		$ref    = $this->service->pay();
		$status = Pay_Form_Handler::status( $token );
		$this->service->payments[ $ref ]['metadata']['source'] = 'other';
		$this->assertSame( 'pending', Pay_Form_Handler::status( $token )['state'] );
		remove_action( 'cedi_commerce_pay_form_paid', $note );
		$this->assertSame( array( 'paid', 'Thank you. We have received GH₵12.50. Your reference: pay_1' ), array( $status['state'], $status['message'] ) );
		$this->assertSame( array( 'pay_1' ), $paid );
	}

	public function test_a_failed_payment_is_reported() {
		$token = Pay_Form_Handler::create_intent( $this->fields() )['token'];
		$this->service->pay( array( 'status' => 'failed' ) );
		$this->assertSame( 'failed', Pay_Form_Handler::status( $token )['state'] );
	}

	public function test_a_checkout_that_expired_without_a_payment_is_reported_as_failed() {
		$token = Pay_Form_Handler::create_intent( $this->fields() )['token'];
		$this->service->expire();
		$this->assertSame( 'failed', Pay_Form_Handler::status( $token )['state'] );
	}

	public function test_the_form_escapes_its_texts_and_suggests_amounts_within_the_limits() {
		$html = Pay_Form::render( array( 'amounts' => '20, 50; 9000', 'max' => '500', 'purpose' => 'Roof & "walls"', 'label' => 'Give > all', 'name' => 'no' ) );
		$this->assertStringContainsString( '<strong>Roof &amp; &quot;walls&quot;</strong>', $html );
		$this->assertStringContainsString( 'Give &gt; all</button>', $html );
		$this->assertSame( array( '20.00', '50.00', 'own' ), preg_match_all( '/name="choice" value="([^"]+)"/', $html, $found ) ? $found[1] : array() );
		$this->assertStringNotContainsString( 'name="payer"', $html );
		$this->assertStringNotContainsString( self::KEY, $html );
	}

	/**
	 * @dataProvider amount_lists
	 */
	public function test_amounts_are_separated_but_not_their_thousands_and_decimals( $amounts, array $values ) {
		$settings = Form_Settings::from_attributes( array( 'amounts' => $amounts ), 0 );
		$format   = static function ( $money ) {
			return $money->format();
		};
		$this->assertSame( $values, null === $settings ? array() : array_map( $format, $settings->suggestions() ) );
	}

	public function amount_lists() {
		return array(
			array( ' 20, 50 ,100;12.50, ', array( '20.00', '50.00', '100.00', '12.50' ) ),
			array( '1000, 2500', array( '1000.00', '2500.00' ) ),
			array( '1,000, 2,500', array() ),
			array( '500, 1,000, 2,000', array() ),
			array( '12,50; 20', array() ),
			array( '1 000, 2 500', array() ),
		);
	}

	public function test_the_form_is_the_same_for_every_visitor() {
		$render = static function () {
			return preg_replace( '/(cedi-commerce-\w+-)\d+/', '$1', Pay_Form::render( array( 'amounts' => '20' ) ) );
		};
		$html = $render();
		$this->login( 'subscriber' );
		$this->assertSame( $html, $render() );
	}

	public function test_wrong_settings_are_shown_to_editors_only() {
		$this->assertSame( '', Pay_Form::render( array( 'min' => '50', 'max' => '20' ) ) );
		$this->assertSame( '', Pay_Form::render( array( 'amounts' => 'twenty' ) ) );
		$this->login( 'editor' );
		$this->assertStringContainsString( 'max must not be less than min', Pay_Form::render( array( 'min' => '50', 'max' => '20' ) ) );
	}

	public function test_block_shortcode_and_pattern_render_the_form() {
		Pay_Form::register();
		$this->assertStringContainsString( 'value="20.00"', do_blocks( '<!-- wp:cedi-commerce/pay-form {"amounts":"20"} /-->' ) );
		$this->assertStringContainsString( 'value="20.00"', do_shortcode( '[cedi_commerce_pay amounts="20"]' ) );
		$this->assertStringContainsString( 'value="200.00"', do_blocks( \WP_Block_Patterns_Registry::get_instance()->get_registered( 'cedi-commerce/donation' )['content'] ) );
	}

	public function test_an_amount_with_a_thousands_point_is_rejected() {
		$this->assertInstanceOf( \WP_Error::class, Pay_Form_Handler::create_intent( $this->fields( array( 'amount' => '1.500' ), array( 'min' => '1', 'max' => '5000' ) ) ) );
		$this->assertSame( array(), $this->service->requests );
	}

	public function test_a_form_signed_by_another_site_of_the_network_is_rejected() {
		$fields             = $this->fields();
		$GLOBALS['blog_id'] = 2;
		$settings           = Form_Settings::read( $fields['form'] );
		$GLOBALS['blog_id'] = 1;
		$this->assertNull( $settings );
		$this->assertInstanceOf( Form_Settings::class, Form_Settings::read( $fields['form'] ) );
	}

	public function test_five_hundred_status_requests_reach_the_service_at_most_thirty_times() {
		$intent = Pay_Form_Handler::create_intent( $this->fields() );
		$before = count( $this->service->requests );
		for ( $i = 0; $i < 500; $i++ ) {
			$this->assertSame( 'pending', Pay_Form_Handler::status( $intent['token'] )['state'] );
		}
		$this->assertLessThanOrEqual( Pay_Form_Handler::MAX_PER_MINUTE, count( $this->service->requests ) - $before );
	}
}
