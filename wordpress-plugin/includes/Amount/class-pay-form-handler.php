<?php
/**
 * Handler of payment forms.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Amount;

use Cedi\Commerce\Service\Money;
use Cedi\Commerce\Support\Api;
use Cedi\Commerce\Support\Checkout_Intent;
use Cedi\Commerce\Support\Log;
use Cedi\Commerce\Support\Page_Language;
use Cedi\Commerce\Support\Price;
use Cedi\Commerce\Support\Settings;
use Cedi\Commerce\Support\Site;
use WP_Error;

defined( 'ABSPATH' ) || exit;

/**
 * Creates the checkout intent of a submitted form on the server, and tells its page whether the payment was received. Visitors are
 * anonymous and pages are cached, so requests have no nonce: a request can only open a checkout.
 */
final class Pay_Form_Handler {
	/** Maximum number of intents per minute and address. */
	const MAX_PER_MINUTE = 30;

	/** Metadata of intents that a form has created. */
	const SOURCE = 'pay-form';

	/**
	 * Adds the hooks. Both work while the REST API is closed to visitors.
	 */
	public static function add() {
		foreach ( array( '', 'nopriv_' ) as $visitor ) {
			add_action( "admin_post_{$visitor}cedi_commerce_pay", array( self::class, 'submit' ) );
			add_action( "wp_ajax_{$visitor}cedi_commerce_pay_status", array( self::class, 'send_status' ) );
		}
	}

	/**
	 * Handles a submitted form. Its script receives JSON; without the script, the browser is redirected to the checkout.
	 */
	public static function submit() {
		nocache_headers();
		Page_Language::apply( filter_input( INPUT_GET, Page_Language::ARGUMENT ) );
		$fields = array();
		foreach ( array( 'form', 'choice', 'amount', 'purpose', 'payer', 'key' ) as $name ) {
			$fields[ $name ] = Form_Settings::line( filter_input( INPUT_POST, $name, FILTER_UNSAFE_RAW ) );
		}
		// The signature covers the whole text.
		$fields['form'] = (string) filter_input( INPUT_POST, 'form', FILTER_UNSAFE_RAW );
		$intent         = self::create_intent( $fields );
		$is_script      = '1' === filter_input( INPUT_POST, 'script' );
		if ( is_wp_error( $intent ) ) {
			if ( $is_script ) {
				wp_send_json_error( array( 'message' => $intent->get_error_message() ), 400 );
			}
			wp_die(
				esc_html( $intent->get_error_message() ),
				esc_html__( 'Payment', 'cedi-commerce' ),
				array(
					'response'  => 400,
					'back_link' => true,
				)
			);
		}
		if ( $is_script ) {
			wp_send_json_success( $intent );
		}
		Checkout_Intent::redirect( $intent['url'] );
		exit;
	}

	/**
	 * Creates the intent.
	 *
	 * @param array<string, string> $fields form, choice, amount, purpose, payer and key of the request.
	 * @return array{token: string, url: string, script: string}|WP_Error Error for the buyer.
	 */
	public static function create_intent( array $fields ) {
		$settings = Form_Settings::read( $fields['form'] );
		if ( null === $settings ) {
			return new WP_Error( 'cedi_commerce_form', __( 'This form is out of date. Load the page again.', 'cedi-commerce' ) );
		}
		$chosen = '' === $fields['choice'] || 'own' === $fields['choice'] ? $fields['amount'] : $fields['choice'];
		$amount = Money::parse_entered( $chosen );
		if ( null === $amount || ! $settings->allows( $amount ) ) {
			/* translators: 1: the smallest amount, 2: the largest amount. */
			return new WP_Error( 'cedi_commerce_amount', sprintf( __( 'The amount must be between %1$s and %2$s.', 'cedi-commerce' ), Price::format( $settings->min() ), Price::format( $settings->max() ) ) );
		}
		if ( ! self::is_allowed( 'pay' ) ) {
			return new WP_Error( 'cedi_commerce_busy', __( 'Too many payments were started from here. Wait a minute, then try again.', 'cedi-commerce' ) );
		}
		$api    = Api::from_settings();
		$key    = wp_is_uuid( $fields['key'] ) ? $fields['key'] : wp_generate_uuid4();
		$intent = is_wp_error( $api ) ? $api : Checkout_Intent::create( $api, self::intent_args( $settings, $amount, $fields ), $key, $amount );
		if ( is_wp_error( $intent ) ) {
			Log::write( 'error', 'A payment form could not open a checkout.', array( 'code' => $intent->get_error_code() ) );
			return new WP_Error( 'cedi_commerce_unavailable', __( 'The payment could not be started. No money was taken. Please try again.', 'cedi-commerce' ) );
		}
		return array(
			'token'  => $intent['token'],
			'url'    => $intent['url'],
			'script' => Settings::base_url() . '/service.js',
		);
	}

	/**
	 * Builds the request body.
	 *
	 * @param Form_Settings         $settings Settings of the form.
	 * @param Money                 $amount   Amount.
	 * @param array<string, string> $fields   Fields of the request.
	 * @return array CheckoutIntentInput of the service.
	 */
	private static function intent_args( Form_Settings $settings, Money $amount, array $fields ) {
		$args  = array(
			'amount'   => $amount->format(),
			'currency' => 'GHS',
			'metadata' => array_filter(
				array(
					'source'  => self::SOURCE,
					'site'    => Site::name(),
					'purpose' => '' === $settings->purpose() ? Form_Settings::line( $fields['purpose'] ) : $settings->purpose(),
					'name'    => $settings->has_name() ? Form_Settings::line( $fields['payer'] ) : '',
				)
			),
		);
		$page  = (string) get_permalink( $settings->page() );
		$args += Checkout_Intent::return_args( '' === $page ? home_url( '/' ) : $page );
		/**
		 * Filters the request that creates the checkout intent of a payment form.
		 *
		 * @param array $args CheckoutIntentInput of the service. A changed amount is rejected.
		 */
		return (array) apply_filters( 'cedi_commerce_pay_form_intent_args', $args );
	}

	/**
	 * Counts the request, and returns whether the visitor may send it to the service.
	 *
	 * @param string $kind pay or status; each has its own count.
	 */
	private static function is_allowed( $kind ): bool {
		// Not filter_input(), which finds no server variables on some hosts.
		$address = sanitize_text_field( wp_unslash( $_SERVER['REMOTE_ADDR'] ?? '' ) );

		$name  = "cedi_commerce_{$kind}_" . substr( wp_hash( $address ), 0, 12 ) . '_' . intdiv( time(), MINUTE_IN_SECONDS );
		$count = (int) get_transient( $name );
		set_transient( $name, $count + 1, 2 * MINUTE_IN_SECONDS );
		/**
		 * Filters how many payments one address may start, and how many statuses it may read, per minute with payment forms. Raise it if many buyers share an address: in one
		 * Wi-Fi, or behind a proxy whose address PHP sees instead of theirs.
		 *
		 * @param int $max Maximum number of payments.
		 */
		return $count < (int) apply_filters( 'cedi_commerce_pay_form_max_per_minute', self::MAX_PER_MINUTE );
	}

	/**
	 * Sends the status of a payment to the page that has its token.
	 */
	public static function send_status() {
		nocache_headers();
		Page_Language::apply( filter_input( INPUT_GET, Page_Language::ARGUMENT ) );
		wp_send_json_success( self::status( sanitize_text_field( (string) filter_input( INPUT_POST, 'token' ) ) ) );
	}

	/**
	 * Returns the status of the payment of an intent. Only a payment that the service returns to the key counts.
	 *
	 * @param string $token Client token of the intent.
	 * @return array{state: string, message: string} paid, failed or pending; message for the buyer.
	 */
	public static function status( $token ): array {
		$pending = array(
			'state'   => 'pending',
			'message' => __( 'We are checking your payment.', 'cedi-commerce' ),
		);
		// Above the limit the page waits, and asks again.
		$api     = '' === $token || ! self::is_allowed( 'status' ) ? null : Api::from_settings();
		$intent  = $api instanceof Api ? $api->read_intent( $token, 4.0 ) : null;
		$payment = $api instanceof Api && is_array( $intent ) && '' !== $intent['ref'] ? $api->read_payment( $intent['ref'], 4.0 ) : null;
		$failed  = array(
			'state'   => 'failed',
			'message' => __( 'The payment was not finished. If you approved it, wait for the SMS before you pay again.', 'cedi-commerce' ),
		);
		if ( is_array( $intent ) && '' === $intent['ref'] && 'expired' === $intent['status'] ) {
			return $failed;
		}
		if ( null === $payment || is_wp_error( $payment ) || ! $payment->is_final() || self::SOURCE !== $payment->metadata( 'source' ) || Site::name() !== $payment->metadata( 'site' ) ) {
			return $pending;
		}
		$amount = $payment->amount();
		if ( ! $payment->is_succeeded() || null === $amount ) {
			return $failed;
		}
		/**
		 * Fires when the page of a payment form learns that its payment was received. It fires again if the page asks again, and not at all
		 * if the buyer has left the page, so handle each reference once and use the merchant portal as the record. Escape the metadata: it
		 * contains the texts of the buyer.
		 *
		 * @param array $payment Payment, as the service returned it.
		 */
		do_action( 'cedi_commerce_pay_form_paid', $payment->to_array() );
		return array(
			'state'   => 'paid',
			/* translators: 1: amount, 2: reference of the payment. */
			'message' => sprintf( __( 'Thank you. We have received %1$s. Your reference: %2$s', 'cedi-commerce' ), Price::format( $amount ), $payment->ref() ),
		);
	}
}
