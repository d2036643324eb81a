<?php
/**
 * Sends requests.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Service;

/**
 * Sends one request and returns the answer. It follows no redirect: the key goes only to the merchant's address.
 */
interface Transport {
	/**
	 * Sends one request.
	 *
	 * @param string      $method  GET or POST.
	 * @param string      $url     Where to.
	 * @param string[]    $headers By name.
	 * @param string|null $body    The body; null for none.
	 * @param float       $timeout How long to wait at most, in seconds.
	 * @return array{status: int, headers: array<string, string>, body: string} Names of headers in small letters; the status
	 *         is 0 when no answer came.
	 */
	public function send( string $method, string $url, array $headers, ?string $body, float $timeout ): array;
}
