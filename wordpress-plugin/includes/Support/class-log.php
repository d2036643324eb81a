<?php
/**
 * Log.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Support;

defined( 'ABSPATH' ) || exit;

/**
 * Writes to the log of WooCommerce, if it is active. Keys, tokens, phone numbers and email addresses are redacted.
 */
final class Log {
	/**
	 * Writes one line.
	 *
	 * @param string               $level   debug, info, warning or error.
	 * @param string               $message Message.
	 * @param array<string, mixed> $context References, states and amounts; no personal data.
	 */
	public static function write( $level, $message, array $context = array() ) {
		/**
		 * Filters the context of a log message, before it is redacted.
		 *
		 * @param array  $context References, states and amounts.
		 * @param string $message Message.
		 */
		$context = (array) apply_filters( 'cedi_commerce_log_context', $context, $message );
		if ( ! function_exists( 'wc_get_logger' ) ) {
			return;
		}
		$line = $message . ( $context ? ' ' . (string) wp_json_encode( $context, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE ) : '' );
		wc_get_logger()->log( $level, self::redact( $line ), array( 'source' => 'cedi-commerce' ) );
	}

	/**
	 * Redacts keys, tokens, phone numbers and email addresses.
	 *
	 * @param string $text String.
	 * @return string
	 */
	public static function redact( $text ) {
		$text  = self::hide_key( $text );
		$rules = array(
			array( '/\b(Bearer|Intent)\s+[^\s"\',]+/i', '$1 [key]' ),
			array( '/\b[srp]k_[a-z]+_[\w-]+/', '[key]' ),
			array( '/\b[A-Z0-9]{4,8}(?:-[A-Z0-9]{4,8}){2,7}\b/', '[license]' ),
			array( '~/(pay|receipt)/[\w.-]{20,}~', '/$1/[token]' ),
			array( '/\b(cedi_pay|cedi_commerce_return|key|token)=[^\s&"\'#]+/', '$1=[token]' ),
			array( '/[\w.+%-]+@((?:[\w-]+\.)+[a-z]{2,})/i', '***@$1' ),
			// The prefix shows the network, and the last digits identify the order for the merchant.
			array( '/(?<![\w.])(\+?(?:00)?233|0)[\s-]?(?:\(0\)\s?)?([25]\d)[\s-]?\d{3}[\s-]?(\d{4})(?!\d)/', '$1$2***$3' ),
			// Thirteen to nineteen digits, perhaps in groups.
			array( '/(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-])/', '[card]' ),
		);
		return (string) preg_replace( array_column( $rules, 0 ), array_column( $rules, 1 ), $text );
	}

	/**
	 * Redacts the API key of this site only.
	 *
	 * @param string $text String.
	 * @return string
	 */
	public static function hide_key( $text ) {
		$key = Api_Key::read();
		return '' === $key ? $text : str_replace( array( $key, rawurlencode( $key ), (string) substr( (string) wp_json_encode( $key ), 1, -1 ) ), '[key]', $text );
	}
}
