<?php
/**
 * How requests leave this site.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Support;

use Cedi\Commerce\Service\Transport;
use const Cedi\Commerce\VERSION;

defined( 'ABSPATH' ) || exit;

/**
 * Carries the requests of the client with wp_remote_request.
 */
final class WordPress_Transport implements Transport {
	/**
	 * Sends one request.
	 *
	 * @param string      $method  GET or POST.
	 * @param string      $url     Where to.
	 * @param string[]    $headers By name.
	 * @param string|null $body    The body; null for none.
	 * @param float       $timeout How long to wait at most, in seconds.
	 * @return array{status: int, headers: array<string, string>, body: string}
	 */
	public function send( string $method, string $url, array $headers, ?string $body, float $timeout ): array {
		/**
		 * Filters how requests to the service are sent: a proxy, certificates, the timeout.
		 *
		 * @param array  $args As for wp_remote_request.
		 * @param string $url  Where to.
		 */
		$args   = apply_filters(
			'cedi_commerce_http_args',
			array(
				'method'              => $method,
				'headers'             => $headers,
				'body'                => $body,
				'timeout'             => $timeout,
				// The key goes to the address that the merchant has set, and nowhere else.
				'redirection'         => 0,
				'limit_response_size' => 2097152,
				'user-agent'          => 'cedi-commerce/' . VERSION . '; WordPress/' . get_bloginfo( 'version' ),
			),
			$url
		);
		$answer = wp_remote_request( $url, $args );
		if ( is_wp_error( $answer ) ) {
			return array(
				'status'  => 0,
				'headers' => array(),
				'body'    => '',
			);
		}
		$told = array();
		foreach ( array( 'retry-after', 'link', 'date' ) as $name ) {
			$value         = wp_remote_retrieve_header( $answer, $name );
			$told[ $name ] = is_array( $value ) ? implode( ',', $value ) : (string) $value;
		}
		return array(
			'status'  => (int) wp_remote_retrieve_response_code( $answer ),
			'headers' => array_filter( $told ),
			'body'    => wp_remote_retrieve_body( $answer ),
		);
	}
}
