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
	/** Option with the name, the stored address and the place of the site that the key was saved on. */
	const OPTION = 'cedi_commerce_site';

	/** Maximum number of configuration files that are read. */
	const MAX_CONFIG_FILES = 50;

	/**
	 * Returns the name of the site: the confirmed one if the site has several. It is not home_url(), which language plugins change.
	 */
	public static function name(): string {
		return self::is_alias() ? self::original() : self::requested_name();
	}

	/**
	 * Whether the database was copied from another site, or the site has moved. A copy must not complete orders and email buyers.
	 */
	public static function is_copy(): bool {
		$original = self::original();
		return '' !== $original && self::requested_name() !== $original && ! self::is_alias();
	}

	/**
	 * Whether this request uses another name of the same site: wp-config.php builds WP_HOME from the host of the request. The stored
	 * address, the folder and the database must be those of the confirmed site. A copy with a fixed WP_HOME of its own is no alias.
	 */
	public static function is_alias(): bool {
		$stored = self::stored();
		return '' !== $stored['name'] && self::requested_name() !== $stored['name']
			&& self::has_requested_home()
			&& self::strip_scheme( self::stored_home() ) === $stored['home']
			&& hash_equals( $stored['place'], self::place() );
	}

	/**
	 * Whether the configuration builds WP_HOME from the host of the request.
	 */
	public static function has_requested_home(): bool {
		static $is_requested = null;
		if ( null === $is_requested ) {
			$is_requested = defined( 'WP_HOME' ) && 1 === preg_match( '/\b(?:HTTP_HOST|SERVER_NAME|HTTP_X_FORWARDED_HOST)\b/', self::configuration() );
		}
		return $is_requested;
	}

	/**
	 * Returns the name of the site that the key was saved on; '' if it is unknown.
	 */
	public static function original(): string {
		return self::stored()['name'];
	}

	/**
	 * Stores the name of this site, when a key is saved or a merchant confirms that the site has moved.
	 */
	public static function confirm() {
		$name = self::requested_name();
		$home = self::strip_scheme( self::stored_home() );
		// On the command line there is no host of a request.
		$name = false === strpos( $name, '.' ) && false === strpos( $name, 'localhost' ) && self::has_requested_home() ? $home : $name;
		// Reversed, because tools that copy a site replace its address in the database.
		update_option( self::OPTION, strrev( $name ) . '|' . strrev( $home ) . '|' . self::place(), true );
	}

	/**
	 * Returns the confirmed site.
	 *
	 * @return array{name: string, home: string, place: string}
	 */
	private static function stored(): array {
		$stored                       = get_option( self::OPTION );
		list( $name, $home, $place ) = explode( '|', is_string( $stored ) ? $stored : '' ) + array( '', '', '' );
		return array(
			'name'  => strrev( $name ),
			'home'  => strrev( $home ),
			'place' => $place,
		);
	}

	/**
	 * Returns the name that the current request uses.
	 */
	private static function requested_name(): string {
		return self::strip_scheme( (string) get_option( 'home' ) );
	}

	/**
	 * Returns the address in the database, which WP_HOME does not change.
	 */
	private static function stored_home(): string {
		$options = wp_load_alloptions();
		return isset( $options['home'] ) ? (string) $options['home'] : '';
	}

	/**
	 * Removes the scheme of an address.
	 *
	 * @param string $url Address.
	 */
	private static function strip_scheme( $url ): string {
		return substr( str_replace( '|', '', (string) preg_replace( '~^https?://~', '', $url ) ), 0, 200 );
	}

	/**
	 * Returns a fingerprint of the folder and the database, which are not in the tables that a copy contains.
	 */
	private static function place(): string {
		global $table_prefix;
		$parts = array( (string) realpath( ABSPATH ), defined( 'DB_HOST' ) ? DB_HOST : '', defined( 'DB_NAME' ) ? DB_NAME : '', (string) $table_prefix, (string) get_current_blog_id() );
		return hash( 'sha256', implode( '|', $parts ) );
	}

	/**
	 * Returns the text of wp-config.php and the files that it includes. WP-CLI evaluates wp-config.php instead of including it.
	 */
	private static function configuration(): string {
		$files  = array( ABSPATH . 'wp-config.php', dirname( ABSPATH ) . '/wp-config.php' );
		$config = array_search( 'wp-config.php', array_map( 'basename', get_included_files() ), true );
		foreach ( false === $config ? array() : array_slice( get_included_files(), $config, self::MAX_CONFIG_FILES ) as $file ) {
			if ( 'wp-settings.php' === basename( $file ) ) {
				break;
			}
			$files[] = $file;
		}
		$text = (string) getenv( 'WORDPRESS_CONFIG_EXTRA' );
		foreach ( array_unique( array_filter( $files, 'is_file' ) ) as $file ) {
			$text .= implode( '', (array) file( $file ) );
		}
		return $text;
	}
}
