<?php
/**
 * The name of this site.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Support;

defined( 'ABSPATH' ) || exit;

/**
 * Tells the orders of this site from those of another that uses the same key.
 */
final class Site {
	/**
	 * The name of the site: not home_url(), which plugins for languages change from page to page.
	 */
	public static function name() {
		return substr( (string) preg_replace( '~^https?://~', '', (string) get_option( 'home' ) ), 0, 200 );
	}
}
