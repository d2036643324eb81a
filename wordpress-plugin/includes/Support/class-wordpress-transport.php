<?php
/**
 * HTTP transport.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Support;

use Cedi\Commerce\Service\Transport;
use const Cedi\Commerce\VERSION;

defined( 'ABSPATH' ) || exit;

/**
 * Sends the requests of the client with wp_remote_request().
 */
final class WordPress_Transport implements Transport {
	/**
	 * Whether WordPress did not send the last request, because wp-config.php blocks other hosts.
	 *
	 * @var bool
	 */
	private static $is_blocked = false;

	/**
	 * Whether wp-config.php blocks requests to the service.
	 */
	public static function is_blocked(): bool {
		return self::$is_blocked;
	}

	/**
	 * Sends one request.
	 *
	 * @param string      $method  GET or POST.
	 * @param string      $url     URL.
	 * @param string[]    $headers Headers by name.
	 * @param string|null $body    Body; null for none.
	 * @param float       $timeout Timeout in seconds.
	 * @return array{status: int, headers: array<string, string>, body: string}
	 */
	public function send( string $method, string $url, array $headers, ?string $body, float $timeout ): array {
		/**
		 * Filters the arguments of requests to the service, for example for a proxy, certificates or the timeout.
		 *
		 * @param array  $args Arguments of wp_remote_request().
		 * @param string $url  URL.
		 */
		$args     = apply_filters(
			'cedi_commerce_http_request_args',
			array(
				'method'              => $method,
				'headers'             => $headers,
				'body'                => $body,
				'timeout'             => $timeout,
				// A redirect would send the key to another host.
				'redirection'         => 0,
				'reject_unsafe_urls'  => Settings::rejects_private_address( $url ),
				'limit_response_size' => 2097152,
				'user-agent'          => 'cedi-commerce/' . VERSION . '; WordPress/' . get_bloginfo( 'version' ),
			),
			$url
		);
		$response         = wp_remote_request( $url, $args );
		self::$is_blocked = is_wp_error( $response ) && 'http_request_not_executed' === $response->get_error_code();
		if ( is_wp_error( $response ) ) {
			return array(
				'status'  => 0,
				'headers' => array(),
				'body'    => '',
			);
		}
		$headers_received = array();
		foreach ( array( 'retry-after', 'link', 'date' ) as $name ) {
			$value                     = wp_remote_retrieve_header( $response, $name );
			$headers_received[ $name ] = is_array( $value ) ? implode( ',', $value ) : (string) $value;
		}
		return array(
			'status'  => (int) wp_remote_retrieve_response_code( $response ),
			'headers' => array_filter( $headers_received ),
			'body'    => wp_remote_retrieve_body( $response ),
		);
	}
}
