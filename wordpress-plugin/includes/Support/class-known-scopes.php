<?php
/**
 * What is known about the key's scopes.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Support;

use Cedi\Commerce\Service\Problem;

defined( 'ABSPATH' ) || exit;

/**
 * Remembers what the service said about the writing scopes when the shop really wrote. Another key starts anew.
 */
final class Known_Scopes {
	const OPTION = 'cedi_commerce_scopes';

	/**
	 * What is known.
	 *
	 * @param string|null $key About which key; about the one of the settings without.
	 * @return array<string, bool> Whether each scope is held; what is not known is left out.
	 */
	public static function all( ?string $key = null ) {
		$kept = get_option( self::OPTION );
		return is_array( $kept ) && isset( $kept['key'], $kept['scopes'] ) && self::mark( $key ) === $kept['key'] ? (array) $kept['scopes'] : array();
	}

	/**
	 * Remembers a request's result.
	 *
	 * @param array        $row     The operation.
	 * @param Problem|null $problem What went wrong; null when nothing did.
	 */
	public static function learn( array $row, ?Problem $problem ) {
		if ( 'GET' === $row['method'] ) {
			return;
		}
		$holds = null === $problem ? true : ( 'insufficient_scope' === $problem->problem() ? false : null );
		$known = self::all();
		if ( null === $holds || ( isset( $known[ $row['scope'] ] ) && $known[ $row['scope'] ] === $holds ) ) {
			return;
		}
		update_option(
			self::OPTION,
			array(
				'key'    => self::mark(),
				'scopes' => array( $row['scope'] => $holds ) + $known,
			),
			false
		);
	}

	/**
	 * Identifies the key without revealing it.
	 *
	 * @param string|null $key The key; the one of the settings without.
	 */
	private static function mark( ?string $key = null ) {
		return wp_hash( null === $key ? Api_Key::read() : $key );
	}
}
