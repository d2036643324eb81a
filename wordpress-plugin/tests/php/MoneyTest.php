<?php
/**
 * Amounts of money.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Service\Money;
use Cedi\Commerce\Support\Price;

final class MoneyTest extends TestCase {
	public function test_every_amount_up_to_10000_cedis_survives_a_round_trip_as_text_and_json() {
		$wrong_count = 0;
		for ( $pesewas = 1; $pesewas <= 1000000; $pesewas++ ) {
			$text   = Money::of( $pesewas )->format();
			$wrong_count += Money::parse( $text )->pesewas() === $pesewas && Money::parse( json_decode( $text ) )->pesewas() === $pesewas ? 0 : 1;
		}
		$this->assertSame( 0, $wrong_count );
	}

	/**
	 * @dataProvider amounts
	 */
	public function test_an_amount_is_parsed_exactly_or_rejected( $amount, $pesewas ) {
		$money = Money::parse( $amount );
		$this->assertSame( $pesewas, $money ? $money->pesewas() : null );
	}

	public function amounts() {
		return array(
			array( 25, 2500 ),
			array( '25', 2500 ),
			array( 25.5, 2550 ),
			array( 19.99, 1999 ),
			array( '25.50', 2550 ),
			array( '25.500000', 2550 ),
			array( 0.1 + 0.2, 30 ),
			array( 1000000.0, 100000000 ),
			array( 25.555, null ),
			array( '25.555', null ),
			array( '25.', null ),
			array( '-1', null ),
			array( -1, null ),
			array( '1e3', null ),
			array( '1,000.00', null ),
			array( " 1", null ),
			array( "1\n", null ),
			array( '', null ),
			array( null, null ),
			array( true, null ),
			array( array(), null ),
			array( NAN, null ),
			array( INF, null ),
			array( '9999999999999', null ),
		);
	}

	public function test_an_amount_is_shown_with_its_unit_and_two_decimals() {
		$this->assertSame( 'GH₵1,025.05', Price::format( Money::of( 102505 ) ) );
		$this->assertSame( 'GH₵0.09', Price::format( Money::of( 9 ) ) );
	}

	public function test_decimal_and_thousands_separators_differ() {
		global $wp_locale;
		$wp_locale->number_format['thousands_sep'] = '.';
		$formatted                                     = array( Price::format( Money::of( 102550 ) ), Price::format( Money::of( 4550 ) ) );
		$wp_locale->number_format['thousands_sep'] = ',';
		$this->assertSame( array( 'GH₵1.025,50', 'GH₵45,50' ), $formatted );
	}

	public function test_an_amount_contains_a_no_break_space_and_not_its_entity() {
		global $wp_locale;
		$wp_locale->number_format['thousands_sep'] = '&nbsp;';
		$formatted                                     = Price::format( Money::of( 102550 ) );
		$wp_locale->number_format['thousands_sep'] = ',';
		$this->assertSame( "GH₵1\u{a0}025.50", $formatted );
	}

	public function test_the_sign_follows_the_amount_in_french() {
		$french = static function () {
			return 'fr_FR';
		};
		add_filter( 'pre_determine_locale', $french );
		$formatted = Price::format( Money::of( 102550 ) );
		remove_filter( 'pre_determine_locale', $french );
		$this->assertSame( "1\u{a0}025,50\u{a0}GH₵", $formatted );
	}
}
