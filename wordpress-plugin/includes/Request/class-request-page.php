<?php
/**
 * Page of a payment request.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Request;

use Cedi\Commerce\Order\Payment_Status;
use Cedi\Commerce\Support\Checkout_Intent;
use Cedi\Commerce\Support\Payment_Methods;
use Cedi\Commerce\Support\Price;

defined( 'ABSPATH' ) || exit;

/**
 * Shows the page behind the link of a request, which is a complete document without scripts. Opening it creates no intent, because chat
 * programs load a link for their preview; its button does.
 */
final class Request_Page {
	/** Minimum interval between requests to the service, however often the page is loaded. */
	const MIN_INTERVAL_SECONDS = 2;

	/** Styles of the page. */
	const CSS = 'body{margin:0;background:#f4f4f2;color:#1b1b1b;font:18px/1.5 system-ui,sans-serif}main{box-sizing:border-box;max-width:28rem;margin:0 auto;padding:2rem 1.25rem;min-height:100vh;background:#fff}h1{font-size:1rem;font-weight:600;margin:0 0 2rem;overflow-wrap:anywhere}.amount{font-size:2.25rem;font-weight:700;margin:0;white-space:nowrap}.purpose{margin:.25rem 0 2rem;overflow-wrap:anywhere}button{width:100%;min-height:3.25rem;margin:0 0 .75rem;border:0;border-radius:.5rem;background:#0b6b3a;color:#fff;font:inherit;font-weight:600;cursor:pointer}button:focus-visible{outline:3px solid #1b1b1b;outline-offset:2px}small{color:#555}[role=status]{font-weight:600}';

	/**
	 * Handles the link and ends the request.
	 */
	public static function handle() {
		nocache_headers();
		send_frame_options_header();
		header( 'Cache-Control: no-store, private' );
		header( 'Referrer-Policy: no-referrer' );
		header( 'X-Robots-Tag: noindex' );
		$request = Payment_Request::find_by_token( sanitize_text_field( (string) filter_input( INPUT_GET, Payment_Request::ARGUMENT ) ) );
		$problem = '';
		if ( $request && filter_has_var( INPUT_POST, 'pay' ) ) {
			$attempt = Request_Checkout::start( $request->id(), sanitize_key( (string) filter_input( INPUT_POST, 'method' ) ) );
			if ( $attempt && ! is_wp_error( $attempt ) ) {
				Checkout_Intent::redirect( $attempt->url() );
				exit;
			}
			$problem = is_wp_error( $attempt ) ? $attempt->get_error_message() : '';
		}
		if ( $request && $request->attempts()->open() && time() - $request->attempts()->last_checked_at() >= self::MIN_INTERVAL_SECONDS ) {
			Request_Checkout::check( $request->id(), 4.0 );
		}
		$request = $request ? Payment_Request::find( $request->id() ) : null;
		status_header( $request ? 200 : 404 );
		header( 'Content-Type: text/html; charset=utf-8' );
		self::show( $request, $problem );
		exit;
	}

	/**
	 * Shows the page.
	 *
	 * @param Payment_Request|null $request Request; null if the link is wrong.
	 * @param string               $problem Message for the buyer; '' for none.
	 */
	public static function show( ?Payment_Request $request, $problem = '' ) {
		$state = $request ? $request->state() : 'closed';
		printf(
			'<!doctype html><html lang="%1$s" dir="%2$s"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>%3$s</title><style>%4$s</style>',
			esc_attr( (string) get_bloginfo( 'language' ) ),
			esc_attr( is_rtl() ? 'rtl' : 'ltr' ),
			esc_html__( 'Payment', 'cedi-commerce' ),
			wp_kses_post( self::CSS )
		);
		if ( 'pending' === $state ) {
			echo '<meta http-equiv="refresh" content="8">';
		}
		echo '</head><body><main><h1>' . esc_html( wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES ) ) . '</h1>';
		if ( $request ) {
			printf( '<p class="amount">%1$s</p><p class="purpose">%2$s</p>', esc_html( Price::format( $request->amount() ) ), esc_html( $request->purpose() ) );
		}
		$message = '' === $problem ? self::message( $state, $request ) : $problem;
		if ( '' !== $message ) {
			echo '<p role="status">' . esc_html( $message ) . '</p>';
		}
		if ( $request && in_array( $state, array( 'open', 'pending' ), true ) ) {
			self::show_buttons( $request, $state );
		}
		echo '</main></body></html>';
	}

	/**
	 * Shows the buttons.
	 *
	 * @param Payment_Request $request Request that can be paid.
	 * @param string          $state   open or pending.
	 */
	private static function show_buttons( Payment_Request $request, $state ) {
		echo '<form method="post" action="' . esc_url( $request->url() ) . '"><input type="hidden" name="pay" value="1">';
		if ( 'open' === $state && $request->order() && Payment_Methods::are_separate() ) {
			foreach ( Payment_Methods::choices() as $method ) {
				printf( '<button name="method" value="%1$s">%2$s</button>', esc_attr( $method ), esc_html( Payment_Methods::title( $method ) ) );
			}
		} else {
			echo '<button>' . esc_html( 'open' === $state ? __( 'Pay by mobile money or card', 'cedi-commerce' ) : __( 'Continue', 'cedi-commerce' ) ) . '</button>';
		}
		echo '</form>';
		if ( 'open' === $state ) {
			/* translators: %s: date. */
			echo '<small>' . esc_html( sprintf( __( 'You can pay until %s.', 'cedi-commerce' ), (string) wp_date( get_option( 'date_format' ), $request->expires_at() ) ) ) . '</small>';
		}
	}

	/**
	 * Returns the message for the buyer.
	 *
	 * @param string               $state   State of the request.
	 * @param Payment_Request|null $request Request; null if the link is wrong.
	 */
	private static function message( $state, ?Payment_Request $request ): string {
		switch ( $state ) {
			case 'paid':
				$ref = $request ? $request->ref() : '';
				/* translators: %s: reference of the payment. */
				return '' === $ref ? __( 'This is paid. Thank you.', 'cedi-commerce' ) : sprintf( __( 'This is paid. Thank you. Your reference: %s', 'cedi-commerce' ), $ref );
			case 'refunded':
				return Payment_Status::fully_refunded_message();
			case 'review':
				return __( 'A payment has arrived. The shop is looking into it.', 'cedi-commerce' );
			case 'pending':
				return __( 'Approve the payment on your phone. You will not pay twice.', 'cedi-commerce' );
			case 'closed':
				return __( 'This link has expired or was cancelled. Ask the shop for a new one.', 'cedi-commerce' );
			default:
				return '';
		}
	}
}
