<?php
/**
 * The service's address.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Service;

/**
 * Reads the service's base address. The key is sent there, so it must be https, or http on this machine. A text that
 * needs repair is refused, because another program may repair it into another machine's address.
 *
 * The table packages/contract/fixtures/base-addresses.json is the rule for every language.
 */
final class Base_Address {
	/**
	 * Reads an address.
	 *
	 * @param string $text The address.
	 * @return array{base: string, problem: string} The address without a slash at its end, or why it is none: scheme,
	 *         fragment, query, credentials, form or machine, in this order.
	 */
	public static function read( string $text ): array {
		if ( ! preg_match( '~^(https?)://([^/?#]*)(.*)$~Dis', $text, $match ) ) {
			return self::refuse( 'scheme' );
		}
		list( , $scheme, $authority, $path ) = $match;
		foreach ( array(
			'fragment' => '#',
			'query'    => '?',
		) as $problem => $mark ) {
			if ( false !== strpos( $path, $mark ) ) {
				return self::refuse( $problem );
			}
		}
		if ( false !== strpos( $authority, '@' ) ) {
			return self::refuse( 'credentials' );
		}
		$scheme = strtolower( $scheme );
		$host   = self::host( strtolower( $authority ) );
		if ( null === $host || ! self::is_written_plainly( $path ) ) {
			return self::refuse( 'form' );
		}
		if ( 'https' !== $scheme && ! self::is_this_machine( $host['name'] ) ) {
			return self::refuse( 'machine' );
		}
		$port = ( 'https' === $scheme ? '443' : '80' ) === $host['port'] ? '' : $host['port'];
		return array(
			'base'    => "$scheme://{$host['name']}" . ( '' === $port ? '' : ":$port" ) . rtrim( $path, '/' ),
			'problem' => '',
		);
	}

	/**
	 * Says why a text is no address.
	 *
	 * @param string $problem Why.
	 * @return array{base: string, problem: string}
	 */
	private static function refuse( string $problem ): array {
		return array(
			'base'    => '',
			'problem' => $problem,
		);
	}

	/**
	 * Reads a host and its port.
	 *
	 * @param string $authority What stands before the path, in small letters.
	 * @return array{name: string, port: string}|null Null when no browser writes it so.
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
			// Browsers treat a host whose last part is a number as an IPv4 address, and write it so.
			$fits = ! preg_match( '/(?:^|\.)(?:\d+|0x[0-9a-f]*)\.?$/D', $name ) || false !== filter_var( $name, FILTER_VALIDATE_IP, FILTER_FLAG_IPV4 );
		}
		return $fits ? compact( 'name', 'port' ) : null;
	}

	/**
	 * Whether a path is written as browsers write it: nothing to encode, and no "." or ".." step.
	 *
	 * @param string $path The path.
	 */
	private static function is_written_plainly( string $path ): bool {
		return 1 === preg_match( '~^[\x21\x23-\x3b\x3d\x40-\x5b\x5d\x5f\x61-\x7a|\x7e]*$~D', $path )
			&& ! preg_match( '~/(?:\.|%2e){1,2}(?=/|$)~Di', $path );
	}

	/**
	 * Whether a host is the machine itself.
	 *
	 * @param string $name The host.
	 */
	private static function is_this_machine( string $name ): bool {
		return 'localhost' === $name || '.localhost' === substr( $name, -10 ) || '[::1]' === $name
			// The pattern is complete: 127.evil.example begins like an address of this machine.
			|| 1 === preg_match( '/^127(?:\.\d{1,3}){3}$/D', $name );
	}
}
