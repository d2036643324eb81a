<?php
/**
 * What the plugin writes down.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Support;

defined( 'ABSPATH' ) || exit;

/**
 * Writes to the log of WooCommerce, or to nothing without it. Keys, phone numbers and addresses are taken out.
 */
final class Log {
	/**
	 * Writes one line.
	 *
	 * @param string $level   debug, info, warning or error.
	 * @param string $message What happened.
	 * @param array  $context References, states, amounts: never a record of a buyer.
	 */
	public static function write( $level, $message, array $context = array() ) {
		/**
		 * Filters the details that are logged with a message. They are redacted afterwards.
		 *
		 * @param array  $context References, states, amounts.
		 * @param string $message What happened.
		 */
		$context = (array) apply_filters( 'cedi_commerce_log_context', $context, $message );
		if ( ! function_exists( 'wc_get_logger' ) ) {
			return;
		}
		$line = $message . ( $context ? ' ' . (string) wp_json_encode( $context, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE ) : '' );
		wc_get_logger()->log( $level, self::redact( $line ), array( 'source' => 'cedi-commerce' ) );
	}

	/**
	 * Takes out what must not be written down.
	 *
	 * @param string $text Any text.
	 * @return string The text with key, phone numbers, e-mail addresses and checkout tokens made unreadable.
	 */
	public static function redact( $text ) {
		$text  = self::hide_key( $text );
		$rules = array(
			array( '/\b(Bearer|Intent)\s+[^\s"\',]+/i', '$1 [key]' ),
			array( '/\b[srp]k_(?:test|live)_[\w-]+/', '[key]' ),
			array( '~/pay/[\w.-]{20,}~', '/pay/[token]' ),
			array( '/[\w.+%-]+@((?:[\w-]+\.)+[a-z]{2,})/i', '***@$1' ),
			// The first digits say the network, the last ones let a merchant find the order.
			array( '/(?<![\w.])(\+?(?:00)?233|0)[\s-]?([25]\d)[\s-]?\d{3}[\s-]?(\d{4})(?!\d)/', '$1$2***$3' ),
		);
		return (string) preg_replace( array_column( $rules, 0 ), array_column( $rules, 1 ), $text );
	}

	/**
	 * Takes out the key of this site, and nothing else.
	 *
	 * @param string $text Any text.
	 * @return string
	 */
	public static function hide_key( $text ) {
		$key = Api_Key::read();
		return '' === $key ? $text : str_replace( array( $key, rawurlencode( $key ), (string) substr( (string) wp_json_encode( $key ), 1, -1 ) ), '[key]', $text );
	}
}
