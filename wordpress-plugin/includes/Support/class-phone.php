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
	 * Parses a Ghanaian mobile number.
	 *
	 * @param mixed $text Input, such as 0244123789 or +233 24 412 3789.
	 * @return string Number, such as 0244123789; '' if it is invalid.
	 */
	public static function parse( $text ) {
		$digits = preg_replace( '/[\s().-]/', '', is_string( $text ) ? $text : '' );
		return preg_match( '/^(?:\+233|00233|233|0)([25]\d{8})$/D', (string) $digits, $match ) ? "0$match[1]" : '';
	}
}
