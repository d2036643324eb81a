<?php
/**
 * The API key of the merchant.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Support;

defined( 'ABSPATH' ) || exit;

/**
 * A key comes from wp-config.php or from an encrypted option. It can be saved, and is never shown again.
 *
 * @source Authentication, rules 1 and 2
 */
final class Api_Key {
	const OPTION = 'cedi_commerce_api_key';

	/**
	 * The key, only for the Authorization header.
	 *
	 * @return string The key; '' when there is none or it cannot be read.
	 */
	public static function read() {
		if ( 'constant' === self::source() ) {
			return trim( CEDI_COMMERCE_API_KEY );
		}
		return (string) self::unseal( get_option( self::OPTION ) );
	}

	/**
	 * Where the key comes from.
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
	 * What may be shown of the key.
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
	 * Whether a text can be a key: it goes into a header.
	 *
	 * @param mixed $text The text.
	 * @return bool
	 * @psalm-assert-if-true string $text
	 */
	public static function is_key( $text ) {
		return is_string( $text ) && 1 === preg_match( '/^[\x21-\x7e]{8,200}$/D', $text );
	}

	/**
	 * Encrypts and saves a key.
	 *
	 * @param string $key The key.
	 */
	public static function store( $key ) {
		$nonce = random_bytes( SODIUM_CRYPTO_SECRETBOX_NONCEBYTES );
		// An option holds text, a sealed key is bytes.
		$sealed = 'v1:' . sodium_bin2base64( $nonce . sodium_crypto_secretbox( $key, $nonce, self::secret() ), SODIUM_BASE64_VARIANT_ORIGINAL );
		update_option( self::OPTION, $sealed, false );
	}

	/**
	 * Deletes the stored key.
	 */
	public static function remove() {
		update_option( self::OPTION, '', false );
	}

	/**
	 * Decrypts what store() saved.
	 *
	 * @param mixed $sealed The option.
	 * @return string|null The key; null when it was sealed by other secrets or was changed.
	 */
	private static function unseal( $sealed ) {
		if ( ! is_string( $sealed ) || 0 !== strpos( $sealed, 'v1:' ) ) {
			return null;
		}
		try {
			$bytes = sodium_base642bin( (string) substr( $sealed, 3 ), SODIUM_BASE64_VARIANT_ORIGINAL );
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
	 * The secret for encryption: its own constant, or this site's secrets.
	 *
	 * @return string As many bytes as the seal wants.
	 */
	private static function secret() {
		$secret = defined( 'CEDI_COMMERCE_ENCRYPTION_KEY' ) && CEDI_COMMERCE_ENCRYPTION_KEY
			? CEDI_COMMERCE_ENCRYPTION_KEY
			: wp_salt( 'secure_auth' );
		return sodium_crypto_generichash( 'cedi-commerce api key' . $secret, '', SODIUM_CRYPTO_SECRETBOX_KEYBYTES );
	}
}
