<?php
/**
 * Phone numbers.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Support;

defined( 'ABSPATH' ) || exit;

/**
 * Parses Ghanaian mobile numbers.
 */
final class Phone {
	/**
	 * Parses a Ghanaian mobile number, also one that was pasted. Follows the table of examples in the contract's fixtures/phones.json.
	 *
	 * @param mixed $text Input, such as 0244123789, 244123789, +233 (0)24 412 3789 or tel:0244123789.
	 * @return string Number, such as 0244123789; '' if it is invalid.
	 * @decision 0018
	 */
	public static function parse( $text ) {
		$rules  = array(
			// Invisible characters, such as direction marks.
			'/\p{Cf}/u'                       => '',
			'/^\s*tel:|;.*$/i'                => '',
			'/[\s\p{Z}\p{Pd}\x{2212}().\/]/u' => '',
			'/^\x{ff0b}/u'                    => '+',
		);
		$text   = preg_replace( array_keys( $rules ), array_values( $rules ), is_string( $text ) ? $text : '' );
		$number = preg_replace_callback(
			// Digits of Arabic, Persian and full-width keyboards.
			'/[\x{660}-\x{669}\x{6f0}-\x{6f9}\x{ff10}-\x{ff19}]/u',
			static function ( array $digit ) {
				return (string) ( ord( substr( $digit[0], -1 ) ) & 15 );
			},
			(string) $text
		);
		return preg_match( '/^(?:(?:\+|00)?233)?0?([25]\d{8})$/D', (string) $number, $match ) ? "0$match[1]" : '';
	}
}
