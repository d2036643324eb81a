<?php
/**
 * Amounts of money.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Service;

defined( 'ABSPATH' ) || exit;

/**
 * Pesewas as whole numbers inside, GH₵ with two decimals outside. Nobody calculates with GH₵.
 */
final class Money {
	/** The smallest payment of the service, in pesewas. */
	const LEAST_PESEWAS = 100;

	/** The largest payment of the service, in pesewas. */
	const MOST_PESEWAS = 100000000;

	/**
	 * Reads an amount in GH₵.
	 *
	 * @param mixed $amount A number or text: 25, 25.5, "25.50", "25.500".
	 * @return int|null Pesewas: 2550; null when it is anything else: a sign, an exponent, a third decimal that counts.
	 */
	public static function parse( $amount ) {
		if ( is_float( $amount ) ) {
			// Six decimals show a third one, and hide that 19.99 is not exactly 19.99. Casting would write a comma in
			// some locales of PHP 7.
			$amount = number_format( $amount, 6, '.', '' );
		}
		if ( ! is_int( $amount ) && ! is_string( $amount ) ) {
			return null;
		}
		if ( ! preg_match( '/^(\d{1,12})(?:\.(\d{1,2})0*)?$/D', (string) $amount, $match ) ) {
			return null;
		}
		return 100 * (int) $match[1] + (int) str_pad( isset( $match[2] ) ? $match[2] : '', 2, '0' );
	}

	/**
	 * Writes an amount as the service reads it.
	 *
	 * @param int $pesewas The amount.
	 * @return string GH₵ with two decimals: "25.50".
	 */
	public static function format( $pesewas ) {
		return sprintf( '%d.%02d', intdiv( $pesewas, 100 ), $pesewas % 100 );
	}

	/**
	 * Writes an amount for people.
	 *
	 * @param int $pesewas The amount.
	 * @return string Such as "GH₵1,025.50".
	 */
	public static function show( $pesewas ) {
		// Where thousands are parted by dots, a dot says nothing about pesewas.
		$point = false === strpos( number_format_i18n( 1000 ), '.' ) ? '.' : ',';
		return 'GH₵' . number_format_i18n( intdiv( $pesewas, 100 ) ) . $point . sprintf( '%02d', $pesewas % 100 );
	}
}
