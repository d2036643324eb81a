<?php
/**
 * Parsers of outside input.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Service\Base_Url;
use Cedi\Commerce\Service\Money;
use Cedi\Commerce\Support\Log;
use Cedi\Commerce\Support\Phone;

final class LinearTimeTest extends TestCase {
	/**
	 * @dataProvider parsers
	 */
	public function test_a_parser_needs_linear_time_for_50000_equal_characters( $parse ) {
		foreach ( array( '0', '1', ' ', '/', '-', '"', '\\', ';', '.', 'a' ) as $character ) {
			$text   = str_repeat( $character, 50000 ) . '!';
			$linear = self::measure( 'mb_str_split', $text );
			// A quadratic parser needs more than a thousand times as long.
			$this->assertLessThan( 200 * $linear, self::measure( $parse, $text ), $character );
		}
	}

	public function parsers() {
		return array(
			'phone'    => array( array( Phone::class, 'parse' ) ),
			'amount'   => array( array( Money::class, 'parse' ) ),
			'base URL' => array(
				static function ( $text ) {
					return Base_Url::parse( "https://pay.example/$text" );
				},
			),
			'log'      => array( array( Log::class, 'redact' ) ),
		);
	}

	/**
	 * Returns the shortest of three runs in seconds, because another process may use the CPU during one of them.
	 */
	private static function measure( callable $run, string $text ): float {
		$times = array();
		for ( $index = 0; $index < 3; $index++ ) {
			$start = microtime( true );
			$run( $text );
			$times[] = microtime( true ) - $start;
		}
		return min( $times );
	}
}
