<?php
/**
 * API key.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Support;

defined( 'ABSPATH' ) || exit;

/**
 * Reads the key from wp-config.php or an encrypted option. A saved key is never shown again.
 *
 * @source Authentication, rules 1 and 2
 */
final class Api_Key {
	const OPTION = 'cedi_commerce_api_key';

	/**
	 * Returns the key for the Authorization header.
	 *
	 * @return string Key; '' if there is none or it cannot be decrypted.
	 */
	public static function read() {
		if ( 'constant' === self::source() ) {
			return trim( CEDI_COMMERCE_API_KEY );
		}
		return (string) self::decrypt( get_option( self::OPTION ) );
	}

	/**
	 * Returns the source of the key.
	 *
	 * @return string constant, option or none.
	 */
	public static function source() {
		if ( defined( 'CEDI_COMMERCE_API_KEY' ) && is_string( CEDI_COMMERCE_API_KEY ) && '' !== trim( CEDI_COMMERCE_API_KEY ) ) {
			return 'constant';
		}
		return get_option( self::OPTION ) ? 'option' : 'none';
	}

	/**
	 * Returns the public properties of the key.
	 *
	 * @return array{source: string, hint: string, state: string} The hint is the last four characters of a long key.
	 */
	public static function describe() {
		$source = self::source();
		$key    = self::read();
		if ( '' === $key ) {
			$state = 'none' === $source ? 'none' : 'unreadable';
		} else {
			$state = 'ok';
		}
		return array(
			'source' => $source,
			// Four characters would be most of a short key.
			'hint'   => strlen( $key ) >= 12 ? (string) substr( $key, -4 ) : '',
			'state'  => $state,
		);
	}

	/**
	 * Whether a value is a valid key for a header.
	 *
	 * @param mixed $text Value.
	 * @return bool
	 * @psalm-assert-if-true string $text
	 */
	public static function is_key( $text ) {
		return is_string( $text ) && 1 === preg_match( '/^[\x21-\x7e]{8,200}$/D', $text );
	}

	/**
	 * Whether a key is a test key, which moves no money.
	 *
	 * @param string $key Key.
	 */
	public static function is_test_key( $key ): bool {
		return 1 === preg_match( '/^sk_(?:test|issued)_/', $key );
	}

	/**
	 * Encrypts and saves a key.
	 *
	 * @param string $key Key.
	 */
	public static function save( $key ) {
		$nonce = random_bytes( SODIUM_CRYPTO_SECRETBOX_NONCEBYTES );
		// Base64, because an encrypted key is binary.
		$encrypted = 'v1:' . sodium_bin2base64( $nonce . sodium_crypto_secretbox( $key, $nonce, self::secret() ), SODIUM_BASE64_VARIANT_ORIGINAL );
		update_option( self::OPTION, $encrypted, false );
		Site::confirm();
	}

	/**
	 * Deletes the stored key.
	 */
	public static function delete() {
		update_option( self::OPTION, '', false );
	}

	/**
	 * Decrypts a stored key.
	 *
	 * @param mixed $encrypted Option value.
	 * @return string|null Key; null if the secrets of the site or the option have changed.
	 */
	private static function decrypt( $encrypted ) {
		if ( ! is_string( $encrypted ) || 0 !== strpos( $encrypted, 'v1:' ) ) {
			return null;
		}
		try {
			$bytes = sodium_base642bin( (string) substr( $encrypted, 3 ), SODIUM_BASE64_VARIANT_ORIGINAL );
		} catch ( \SodiumException $error ) {
			return null;
		}
		if ( strlen( $bytes ) <= SODIUM_CRYPTO_SECRETBOX_NONCEBYTES + SODIUM_CRYPTO_SECRETBOX_MACBYTES ) {
			return null;
		}
		$nonce = (string) substr( $bytes, 0, SODIUM_CRYPTO_SECRETBOX_NONCEBYTES );
		$key   = sodium_crypto_secretbox_open( (string) substr( $bytes, SODIUM_CRYPTO_SECRETBOX_NONCEBYTES ), $nonce, self::secret() );
		return self::is_key( $key ) ? $key : null;
	}

	/**
	 * Returns the encryption key, from its constant or the secrets of the site.
	 *
	 * @return string SODIUM_CRYPTO_SECRETBOX_KEYBYTES bytes.
	 */
	private static function secret() {
		$secret = defined( 'CEDI_COMMERCE_ENCRYPTION_KEY' ) && CEDI_COMMERCE_ENCRYPTION_KEY
			? CEDI_COMMERCE_ENCRYPTION_KEY
			: wp_salt( 'secure_auth' );
		return sodium_crypto_generichash( 'cedi-commerce api key' . $secret, '', SODIUM_CRYPTO_SECRETBOX_KEYBYTES );
	}
}
