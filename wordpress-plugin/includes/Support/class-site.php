<?php
/**
 * Site.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Support;

defined( 'ABSPATH' ) || exit;

/**
 * Distinguishes this site from other sites with the same key, and from a copy with the same database, such as a staging site.
 */
final class Site {
	/** Option with the name of the site that the key was saved on. */
	const OPTION = 'cedi_commerce_site';

	/**
	 * Returns the name of the site. It is not home_url(), which language plugins change.
	 */
	public static function name() {
		return substr( (string) preg_replace( '~^https?://~', '', (string) get_option( 'home' ) ), 0, 200 );
	}

	/**
	 * Whether the database was copied from another site, or the site has moved. A copy must not complete orders and email buyers.
	 */
	public static function is_copy(): bool {
		$original = self::original();
		return '' !== $original && self::name() !== $original;
	}

	/**
	 * Returns the name of the site that the key was saved on; '' if it is unknown.
	 */
	public static function original(): string {
		$stored = get_option( self::OPTION );
		return is_string( $stored ) ? strrev( $stored ) : '';
	}

	/**
	 * Stores the name of this site, when a key is saved or a merchant confirms that the site has moved.
	 */
	public static function confirm() {
		// Reversed, because tools that copy a site replace its address in the database.
		update_option( self::OPTION, strrev( self::name() ), true );
	}
}
