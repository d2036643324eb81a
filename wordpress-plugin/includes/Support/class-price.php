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
	 * Formats an amount as plain text.
	 *
	 * @param Money $money Amount.
	 * @return string Price, such as "GH₵1,025.50", in French "1 025,50 GH₵".
	 */
	public static function format( Money $money ) {
		$pesewas = $money->pesewas();
		if ( 0 === strpos( determine_locale(), 'fr' ) ) {
			return number_format( intdiv( $pesewas, 100 ), 0, ',', "\u{a0}" ) . sprintf( ",%02d\u{a0}GH₵", $pesewas % 100 );
		}
		// The decimal separator must differ from the thousands separator.
		$point = false === strpos( number_format_i18n( 1000 ), '.' ) ? '.' : ',';
		// WordPress separates thousands with the entity "&nbsp;" in some languages.
		$cedis = html_entity_decode( number_format_i18n( intdiv( $pesewas, 100 ) ), ENT_QUOTES, 'UTF-8' );
		return 'GH₵' . $cedis . $point . sprintf( '%02d', $pesewas % 100 );
	}
}
