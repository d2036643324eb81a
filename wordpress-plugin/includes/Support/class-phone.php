<?php
/**
 * Phone numbers.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Support;

defined( 'ABSPATH' ) || exit;

/**
 * Reads Ghanaian mobile numbers as people write them.
 */
final class Phone {
	/**
	 * Reads a Ghanaian mobile number.
	 *
	 * @param mixed $text What was typed: 0244123789, +233 24 412 3789.
	 * @return string 0244123789; '' when it is none.
	 */
	public static function parse( $text ) {
		$digits = preg_replace( '/[\s().-]/', '', is_string( $text ) ? $text : '' );
		return preg_match( '/^(?:\+233|00233|233|0)([25]\d{8})$/D', (string) $digits, $match ) ? "0$match[1]" : '';
	}
}
