<?php
/**
 * Language of a page.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Support;

defined( 'ABSPATH' ) || exit;

/**
 * Gives the requests of a page's scripts the language of the page. Language plugins know it from the page's URL, and admin-ajax.php and
 * the REST API are not below that URL.
 */
final class Page_Language {
	/** Query argument with the locale. */
	const ARGUMENT = 'cedi_locale';

	/**
	 * Adds the locale of the current page to a URL that its script requests.
	 *
	 * @param string $url URL.
	 * @return string
	 */
	public static function add_to( $url ) {
		return $url . ( false === strpos( $url, '?' ) ? '?' : '&' ) . self::ARGUMENT . '=' . rawurlencode( get_locale() );
	}

	/**
	 * Switches to the locale of the page that sent the current request. WordPress ignores a language that is not installed.
	 *
	 * @param mixed $locale Value of the query argument.
	 */
	public static function apply( $locale ): void {
		if ( is_string( $locale ) && '' !== $locale && get_locale() !== $locale ) {
			switch_to_locale( $locale );
		}
	}
}
