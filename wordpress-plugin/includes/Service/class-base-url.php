<?php
/**
 * Base URL.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Service;

/**
 * Validates the base URL of the service. The key is sent there, so the URL must be https, or http to loopback
 * or to a host that the caller allows.
 * A URL that needs normalisation is rejected, because other programs may normalise it to a different host.
 *
 * The table packages/contract/fixtures/base-addresses.json defines the rule for every language.
 */
final class Base_Url {
	/**
	 * Parses a base URL.
	 *
	 * @param string   $text           URL.
	 * @param string[] $insecure_hosts Host names to which the caller allows http.
	 * @return array{base: string, problem: string} Base URL without a trailing slash, or the first problem: scheme,
	 *         fragment, query, credentials, form (not normalised) or machine (http to a host that is not allowed).
	 */
	public static function parse( string $text, array $insecure_hosts = array() ): array {
		if ( ! preg_match( '~^(https?)://([^/?#]*)(.*)$~Dis', $text, $match ) ) {
			return self::invalid( 'scheme' );
		}
		list( , $scheme, $authority, $path ) = $match;
		foreach ( array(
			'fragment' => '#',
			'query'    => '?',
		) as $problem => $mark ) {
			if ( false !== strpos( $path, $mark ) ) {
				return self::invalid( $problem );
			}
		}
		if ( false !== strpos( $authority, '@' ) ) {
			return self::invalid( 'credentials' );
		}
		$scheme = strtolower( $scheme );
		$host   = self::host( strtolower( $authority ) );
		if ( null === $host || ! self::is_normalised( $path ) ) {
			return self::invalid( 'form' );
		}
		if ( 'https' !== $scheme && ! self::is_loopback( $host['name'] ) && ! in_array( $host['name'], $insecure_hosts, true ) ) {
			return self::invalid( 'machine' );
		}
		$port = ( 'https' === $scheme ? '443' : '80' ) === $host['port'] ? '' : $host['port'];
		return array(
			'base'    => "$scheme://{$host['name']}" . ( '' === $port ? '' : ":$port" ) . rtrim( $path, '/' ),
			'problem' => '',
		);
	}

	/**
	 * Parses a base URL that an untrusted user may enter: the host must have a public name, so that no request reaches the network
	 * of the server (SSRF). The caller must also reject names that resolve to a private address.
	 *
	 * @param string   $text            URL.
	 * @param string[] $insecure_hosts  Host names to which the caller allows http.
	 * @param bool     $allows_loopback Whether a loopback host is valid.
	 * @return string|null Base URL without a trailing slash; null if it is invalid.
	 */
	public static function parse_public( string $text, array $insecure_hosts, bool $allows_loopback ): ?string {
		$base = self::parse( $text, $insecure_hosts )['base'];
		$name = self::host_name( $base );
		if ( '' === $name || '.' === substr( $name, -1 ) ) {
			return null;
		}
		if ( self::is_loopback( $name ) ) {
			return $allows_loopback ? $base : null;
		}
		$is_private = filter_var( trim( $name, '[]' ), FILTER_VALIDATE_IP ) || false === strpos( $name, '.' );
		return $is_private && ! in_array( $name, $insecure_hosts, true ) ? null : $base;
	}

	/**
	 * Whether a URL has a loopback host.
	 *
	 * @param string $url URL, as parse() returns it.
	 */
	public static function has_loopback_host( string $url ): bool {
		return self::is_loopback( self::host_name( $url ) );
	}

	/**
	 * Whether a URL has one of the given hosts.
	 *
	 * @param string   $url   URL, as parse() returns it.
	 * @param string[] $hosts Host names.
	 */
	public static function has_host( string $url, array $hosts ): bool {
		return in_array( self::host_name( $url ), $hosts, true );
	}

	/**
	 * Returns the host of a URL.
	 *
	 * @param string $url URL, as parse() returns it.
	 */
	private static function host_name( string $url ): string {
		return preg_match( '~^https?://(\[[^\]]*\]|[^/:]*)~D', $url, $match ) ? $match[1] : '';
	}

	/**
	 * Builds the result for an invalid URL.
	 *
	 * @param string $problem Problem.
	 * @return array{base: string, problem: string}
	 */
	private static function invalid( string $problem ): array {
		return array(
			'base'    => '',
			'problem' => $problem,
		);
	}

	/**
	 * Parses host and port.
	 *
	 * @param string $authority Authority in lowercase.
	 * @return array{name: string, port: string}|null Null if it is not in the form that browsers produce.
	 */
	private static function host( string $authority ): ?array {
		if ( ! preg_match( '~^(\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_.])?)(?::(0|[1-9]\d{0,4}))?$~D', $authority, $match ) ) {
			return null;
		}
		$name = $match[1];
		$port = isset( $match[2] ) ? $match[2] : '';
		if ( (int) $port > 65535 || false !== strpos( $name, '..' ) ) {
			return null;
		}
		if ( '[' === $name[0] ) {
			$bytes = filter_var( trim( $name, '[]' ), FILTER_VALIDATE_IP, FILTER_FLAG_IPV6 ) ? inet_pton( trim( $name, '[]' ) ) : false;
			$fits  = false !== $bytes && '[' . (string) inet_ntop( $bytes ) . ']' === $name;
		} else {
			// Browsers convert a host with a numeric last label to an IPv4 address.
			$fits = ! preg_match( '/(?:^|\.)(?:\d+|0x[0-9a-f]*)\.?$/D', $name ) || false !== filter_var( $name, FILTER_VALIDATE_IP, FILTER_FLAG_IPV4 );
		}
		return $fits ? compact( 'name', 'port' ) : null;
	}

	/**
	 * Whether a path is normalised: nothing to encode, and no "." or ".." segment.
	 *
	 * @param string $path Path.
	 */
	private static function is_normalised( string $path ): bool {
		return 1 === preg_match( '~^[\x21\x23-\x3b\x3d\x40-\x5b\x5d\x5f\x61-\x7a|\x7e]*$~D', $path )
			&& ! preg_match( '~/(?:\.|%2e){1,2}(?=/|$)~Di', $path );
	}

	/**
	 * Whether a host is a loopback host.
	 *
	 * @param string $name Host.
	 */
	private static function is_loopback( string $name ): bool {
		return 'localhost' === $name || '.localhost' === substr( $name, -10 ) || '[::1]' === $name
			// The pattern matches the whole host: 127.evil.example is not a loopback host.
			|| 1 === preg_match( '/^127(?:\.\d{1,3}){3}$/D', $name );
	}
}
