<?php
/**
 * The parts of WP-CLI that the commands use. It records the output for the test.
 *
 * @package cedi-commerce
 */

namespace {
	use Cedi\Commerce\Tests\CliTest;

	final class WP_CLI {
		public static function success( $message ) {
			CliTest::$output_lines[] = "success: $message";
		}
		/** The real one ends the program. */
		public static function error( $message ) {
			CliTest::$output_lines[] = "error: $message";
		}
	}
}

namespace WP_CLI\Utils {
	use Cedi\Commerce\Tests\CliTest;

	/**
	 * Each row has the requested columns in order.
	 */
	function format_items( $format, $items, $fields ) {
		$rows = array_map(
			static function ( $item ) use ( $fields ) {
				return array_combine( $fields, array_map( static function ( $field ) use ( $item ) {
					return $item[ $field ];
				}, $fields ) );
			},
			array_values( $items )
		);
		if ( 'json' === $format ) {
			CliTest::$out[] = json_encode( $rows );
			return;
		}
		foreach ( array_merge( array( $fields ), $rows ) as $row ) {
			CliTest::$out[] = implode( 'csv' === $format ? ',' : "\t", $row );
		}
	}
}
