<?php
/**
 * Site name.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Support;

defined( 'ABSPATH' ) || exit;

/**
 * Distinguishes the orders of this site from those of other sites with the same key.
 */
final class Site {
	/**
	 * Returns the name of the site. It is not home_url(), which language plugins change.
	 */
	public static function name() {
		return substr( (string) preg_replace( '~^https?://~', '', (string) get_option( 'home' ) ), 0, 200 );
	}
}
