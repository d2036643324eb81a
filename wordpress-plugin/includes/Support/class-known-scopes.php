<?php
/**
 * Known scopes of the key.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Support;

use Cedi\Commerce\Service\Service_Error;

defined( 'ABSPATH' ) || exit;

/**
 * Stores whether the key has the write scopes, as the write requests of the shop have shown. A different key resets it.
 */
final class Known_Scopes {
	const OPTION = 'cedi_commerce_scopes';

	/**
	 * Returns the known scopes.
	 *
	 * @param string|null $key API key; null for the stored one.
	 * @return array<string, bool> Scopes, and whether the key has them; unknown scopes are omitted.
	 */
	public static function all( ?string $key = null ) {
		$stored = get_option( self::OPTION );
		return is_array( $stored ) && isset( $stored['key'], $stored['scopes'] ) && self::key_hash( $key ) === $stored['key'] ? (array) $stored['scopes'] : array();
	}

	/**
	 * Updates a scope from the result of a request.
	 *
	 * @param array              $row   The operation.
	 * @param Service_Error|null $error What went wrong; null when nothing did.
	 */
	public static function update( array $row, ?Service_Error $error ) {
		if ( 'GET' === $row['method'] ) {
			return;
		}
		$is_granted = null === $error ? true : ( 'insufficient_scope' === $error->error_code() ? false : null );
		$known      = self::all();
		if ( null === $is_granted || ( isset( $known[ $row['scope'] ] ) && $known[ $row['scope'] ] === $is_granted ) ) {
			return;
		}
		update_option(
			self::OPTION,
			array(
				'key'    => self::key_hash(),
				'scopes' => array( $row['scope'] => $is_granted ) + $known,
			),
			false
		);
	}

	/**
	 * Returns a hash that identifies the key.
	 *
	 * @param string|null $key API key; null for the stored one.
	 */
	private static function key_hash( ?string $key = null ) {
		return wp_hash( null === $key ? Api_Key::read() : $key );
	}
}
