<?php
/**
 * HTTP transport.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Service;

/**
 * Sends one request and returns the response. It must not follow redirects, because they would send the key to another host.
 */
interface Transport {
	/**
	 * Sends one request.
	 *
	 * @param string      $method  GET or POST.
	 * @param string      $url     URL.
	 * @param string[]    $headers Headers by name.
	 * @param string|null $body    Body; null for none.
	 * @param float       $timeout Timeout in seconds.
	 * @return array{status: int, headers: array<string, string>, body: string} Header names in lowercase; status 0
	 *         without a response.
	 */
	public function send( string $method, string $url, array $headers, ?string $body, float $timeout ): array;
}
