<?php
/**
 * Amounts as people read them.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Support;

use Cedi\Commerce\Service\Money;

defined( 'ABSPATH' ) || exit;

/**
 * Writes amounts for people, in the numbers of the language of the page.
 */
final class Price {
	/**
	 * Writes an amount for people.
	 *
	 * @param Money $money The amount.
	 * @return string Such as "GH₵1,025.50".
	 */
	public static function show( Money $money ) {
		$pesewas = $money->pesewas();
		// Where thousands are parted by dots, a dot says nothing about pesewas.
		$point = false === strpos( number_format_i18n( 1000 ), '.' ) ? '.' : ',';
		return 'GH₵' . number_format_i18n( intdiv( $pesewas, 100 ) ) . $point . sprintf( '%02d', $pesewas % 100 );
	}
}
