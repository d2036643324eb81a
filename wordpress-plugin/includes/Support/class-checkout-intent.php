<?php
/**
 * Checkout intent.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Support;

use Cedi\Commerce\Service\Money;
use WC_Order;
use WP_Error;

defined( 'ABSPATH' ) || exit;

/**
 * Creates checkout intents at the service, for orders, payment forms and payment requests, and verifies the responses.
 *
 * @source Resources and their fields (checkout intent)
 */
final class Checkout_Intent {
	/** Query argument with ID and key of the order to whose page the buyer returns, if the page is not that of WooCommerce. */
	const RETURN_ARGUMENT = 'cedi_commerce_return';

	/**
	 * Creates an intent. A retry with the same key and body returns the same intent.
	 *
	 * @param Api          $api    API.
	 * @param array|string $body   CheckoutIntentInput of the service, or its JSON.
	 * @param string       $key    Idempotency key.
	 * @param Money        $amount Amount that the response must have.
	 * @param float        $budget Time limit in seconds.
	 * @return array{token: string, url: string, expires_at: int}|WP_Error
	 */
	public static function create( Api $api, $body, $key, Money $amount, $budget = Api::BUDGET_SECONDS ) {
		$intent = $api->request(
			'createCheckoutIntent',
			array(
				'body'            => $body,
				'idempotency_key' => $key,
				'budget'          => $budget,
			)
		);
		if ( is_wp_error( $intent ) ) {
			return $intent;
		}
		$token = isset( $intent['client_token'] ) ? $intent['client_token'] : '';
		$url   = isset( $intent['checkout_url'] ) ? $intent['checkout_url'] : '';
		if ( ! is_string( $token ) || ! preg_match( '/^[\w.-]{1,16384}$/D', $token ) || ! is_string( $url ) || ! self::is_service_url( $url ) ) {
			return new WP_Error( 'cedi_commerce_invalid_response', __( 'The payment service gave an answer that cannot be read. Try again in a moment.', 'cedi-commerce' ) );
		}
		if ( ! isset( $intent['amount'], $intent['currency'] ) || ! $amount->equals( Money::parse( $intent['amount'] ) ) || 'GHS' !== $intent['currency'] ) {
			return new WP_Error( 'cedi_commerce_invalid_response', __( 'The payment service answered with another amount. Try again, or choose another way to pay.', 'cedi-commerce' ) );
		}
		$expires = isset( $intent['expires_at'] ) && is_string( $intent['expires_at'] ) ? strtotime( $intent['expires_at'] ) : false;
		// The clocks of site and service may differ by more than the lifetime of an intent.
		$is_plausible = $expires && $expires > time() && $expires < time() + DAY_IN_SECONDS;
		return array(
			'token'      => $token,
			'url'        => $url,
			'expires_at' => $is_plausible ? $expires : time() + 1800,
		);
	}

	/**
	 * Returns the URL of the page to which the buyer of an order returns. Another plugin may have replaced WooCommerce's page.
	 *
	 * @param WC_Order $order Order.
	 */
	public static function order_return_url( WC_Order $order ): string {
		$url      = $order->get_checkout_order_received_url();
		$endpoint = (string) get_option( 'woocommerce_checkout_order_received_endpoint', 'order-received' );
		return '' !== $endpoint && false !== strpos( $url, $endpoint ) ? $url : add_query_arg( self::RETURN_ARGUMENT, $order->get_id() . '-' . rawurlencode( $order->get_order_key() ), $url );
	}

	/**
	 * Returns the fields of the request body that send the buyer back to a page. The popup may open on this site, even if a plugin has moved
	 * that page to another host.
	 *
	 * @param string $url URL of the page.
	 * @return array{return_url?: string, allowed_origins?: list<string>} Empty if the service does not accept the URL.
	 */
	public static function return_args( $url ) {
		$origin = self::origin( $url );
		if ( '' === $origin ) {
			return array();
		}
		return array(
			'return_url'      => $url,
			'allowed_origins' => array_values( array_unique( array_filter( array( self::origin( home_url() ), $origin ) ) ) ),
		);
	}

	/**
	 * Returns the origin of a URL.
	 *
	 * @param string $url URL.
	 * @return string '' if the service does not accept it: it accepts https and loopback.
	 */
	private static function origin( $url ): string {
		$parts = wp_parse_url( $url );
		if ( ! isset( $parts['scheme'], $parts['host'] ) || ( 'https' !== $parts['scheme'] && ! in_array( $parts['host'], array( 'localhost', '127.0.0.1' ), true ) ) ) {
			return '';
		}
		return $parts['scheme'] . '://' . $parts['host'] . ( isset( $parts['port'] ) ? ":{$parts['port']}" : '' );
	}

	/**
	 * Redirects the browser to the hosted checkout.
	 *
	 * @param string $url URL of a created intent.
	 */
	public static function redirect( $url ) {
		add_filter(
			'allowed_redirect_hosts',
			static function ( $hosts ) {
				return array_merge( $hosts, array( (string) wp_parse_url( Settings::base_url(), PHP_URL_HOST ) ) );
			}
		);
		wp_safe_redirect( $url, 303 );
	}

	/**
	 * Whether a URL belongs to the service. Buyers are redirected nowhere else.
	 *
	 * @param string $url URL.
	 */
	private static function is_service_url( $url ) {
		return 0 === strpos( self::lowercase_origin( $url ), self::lowercase_origin( Settings::base_url() . '/' ) );
	}

	/**
	 * Converts the scheme and host of a URL to lowercase; the other parts are case-sensitive.
	 *
	 * @param string $url URL.
	 * @return string
	 */
	private static function lowercase_origin( $url ) {
		$lower = static function ( array $origin ) {
			return strtolower( $origin[0] );
		};
		return (string) preg_replace_callback( '~^[a-z]+://[^/?#]+~i', $lower, $url );
	}
}
