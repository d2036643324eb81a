<?php
/**
 * Price formatting.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Support;

use Cedi\Commerce\Service\Money;

defined( 'ABSPATH' ) || exit;

/**
 * Formats amounts in the number format of the page's language.
 */
final class Price {
	/**
	 * Formats an amount.
	 *
	 * @param Money $money Amount.
	 * @return string Price, such as "GH₵1,025.50".
	 */
	public static function format( Money $money ) {
		$pesewas = $money->pesewas();
		// The decimal separator must differ from the thousands separator.
		$point = false === strpos( number_format_i18n( 1000 ), '.' ) ? '.' : ',';
		return 'GH₵' . number_format_i18n( intdiv( $pesewas, 100 ) ) . $point . sprintf( '%02d', $pesewas % 100 );
	}
}
