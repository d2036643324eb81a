<?php
/**
 * Settings.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Support;

use Cedi\Commerce\Service\Base_Url;
use const Cedi\Commerce\FILE;

defined( 'ABSPATH' ) || exit;

/**
 * Reads and validates the settings of the merchant. Api_Key stores the key.
 */
final class Settings {
	const OPTION  = 'cedi_commerce_settings';
	const GATEWAY = 'woocommerce_cedi_commerce_settings';

	/** Option of the method for cards alone. It exists after a merchant has separated the methods. */
	const CARD_GATEWAY = 'woocommerce_cedi_commerce_card_settings';

	/** Option with the settings of the decision email, which WooCommerce stores. Old versions read it on every page with blocks. */
	const DECISION_EMAIL = 'woocommerce_cedi_commerce_decision_settings';

	/**
	 * Returns the stored settings.
	 *
	 * @return array{base_url: string, handle: string, mode: string}
	 */
	public static function read() {
		$stored = get_option( self::OPTION );
		$stored = is_array( $stored ) ? $stored : array();
		return array(
			'base_url' => isset( $stored['base_url'] ) ? (string) $stored['base_url'] : '',
			'handle'   => isset( $stored['handle'] ) ? (string) $stored['handle'] : '',
			'mode'     => isset( $stored['mode'] ) ? (string) $stored['mode'] : 'test',
		);
	}

	/**
	 * Returns the base URL of the service.
	 *
	 * @return string Base URL without a trailing slash; '' if it is not set.
	 */
	public static function base_url() {
		// An administrator of the host is trusted: wp-config.php may name an address in its network.
		return defined( 'CEDI_COMMERCE_BASE_URL' ) ? (string) self::parse_base_url( CEDI_COMMERCE_BASE_URL, true ) : (string) self::parse_base_url( self::read()['base_url'] );
	}

	/**
	 * Parses a base URL, perhaps with surrounding spaces or the path of the API.
	 *
	 * @param mixed $text         Input.
	 * @param bool  $allows_local Whether a loopback address is valid in any environment; otherwise in a local one only.
	 * @return string|null Base URL without a trailing slash; null if it is invalid.
	 */
	public static function parse_base_url( $text, $allows_local = false ) {
		$is_local = $allows_local || in_array( wp_get_environment_type(), array( 'local', 'development' ), true );
		$base     = Base_Url::parse_public( is_string( $text ) ? trim( $text ) : '', self::insecure_hosts(), $is_local );
		return null === $base ? null : (string) preg_replace( '~/api(/v\d+)?$~D', '', $base );
	}

	/**
	 * Returns the host names to which the administrator of the host allows http, such as the name of a container.
	 *
	 * @return string[]
	 */
	private static function insecure_hosts() {
		$names = defined( 'CEDI_COMMERCE_INSECURE_HOSTS' ) ? (string) CEDI_COMMERCE_INSECURE_HOSTS : '';
		return (array) preg_split( '/[\s,]+/', $names, -1, PREG_SPLIT_NO_EMPTY );
	}

	/**
	 * Whether requests to a URL may have a test key only, because CEDI_COMMERCE_INSECURE_HOSTS sends it without encryption.
	 *
	 * @param string $url URL, as parse_base_url() returns it.
	 */
	public static function requires_test_key( $url ): bool {
		return 0 === strpos( $url, 'http:' ) && Base_Url::has_host( $url, self::insecure_hosts() );
	}

	/**
	 * Whether WordPress must reject a URL of the service whose name resolves to a private address. An address or host in
	 * wp-config.php and a loopback address, which is valid in a local environment only, are trusted.
	 *
	 * @param string $url URL.
	 */
	public static function rejects_private_address( $url ): bool {
		return ! defined( 'CEDI_COMMERCE_BASE_URL' ) && ! Base_Url::has_loopback_host( $url ) && ! Base_Url::has_host( $url, self::insecure_hosts() );
	}

	/**
	 * Parses a handle, perhaps with a leading @.
	 *
	 * @param mixed $text Input.
	 * @return string|null Handle without the @; '' for none; null if it is invalid.
	 */
	public static function parse_handle( $text ) {
		$text = is_string( $text ) ? strtolower( ltrim( trim( $text ), '@' ) ) : '';
		return '' === $text || self::is_slug( $text ) ? $text : null;
	}

	/**
	 * Whether a value is a valid handle or product slug.
	 *
	 * @param mixed $text Value.
	 * @return bool
	 * @psalm-assert-if-true string $text
	 */
	public static function is_slug( $text ) {
		return is_string( $text ) && 1 === preg_match( '/^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/D', $text );
	}

	/**
	 * Returns the settings of the payment methods, which WooCommerce stores. Enabling the method for cards in WooCommerce separates the
	 * methods too.
	 *
	 * @return array{enabled: bool, title: string, description: string, flow: string, express: bool, complete_virtual: bool, methods: string, card_enabled: bool, card_title: string, card_description: string}
	 */
	public static function gateway() {
		$stored = get_option( self::GATEWAY );
		$stored = is_array( $stored ) ? $stored : array();
		// Reading a missing option costs a query.
		$card            = isset( $stored['methods'] ) ? get_option( self::CARD_GATEWAY ) : array();
		$card            = is_array( $card ) ? $card : array();
		$is_card_enabled = isset( $card['enabled'] ) && 'yes' === $card['enabled'];
		return array(
			'enabled'          => isset( $stored['enabled'] ) && 'yes' === $stored['enabled'],
			'title'            => isset( $stored['title'] ) ? (string) $stored['title'] : '',
			'description'      => isset( $stored['description'] ) ? (string) $stored['description'] : '',
			'flow'             => isset( $stored['flow'] ) && 'redirect' === $stored['flow'] ? 'redirect' : 'popup',
			'express'          => isset( $stored['express'] ) && 'yes' === $stored['express'],
			'complete_virtual' => isset( $stored['complete_virtual'] ) && 'yes' === $stored['complete_virtual'],
			'methods'          => $is_card_enabled || ( isset( $stored['methods'] ) && 'separate' === $stored['methods'] ) ? 'separate' : 'together',
			'card_enabled'     => $is_card_enabled,
			'card_title'       => isset( $card['title'] ) ? (string) $card['title'] : '',
			'card_description' => isset( $card['description'] ) ? (string) $card['description'] : '',
		);
	}

	/**
	 * Creates the options when the plugin is activated.
	 *
	 * @param bool $network_wide Whether it is activated for every site of a network.
	 */
	public static function activate( $network_wide ) {
		if ( ! is_multisite() || ! $network_wide ) {
			self::create_options();
			return;
		}
		$all = array(
			'number' => 0,
			'fields' => 'ids',
		);
		foreach ( (array) get_sites( $all ) as $id ) {
			switch_to_blog( (int) $id );
			self::create_options();
			restore_current_blog();
		}
	}

	/**
	 * Creates the options of a new site of a network.
	 *
	 * @param \WP_Site $site Site.
	 */
	public static function create_for_site( $site ) {
		if ( isset( ( (array) get_site_option( 'active_sitewide_plugins' ) )[ plugin_basename( FILE ) ] ) ) {
			switch_to_blog( (int) $site->blog_id );
			self::create_options();
			restore_current_blog();
		}
	}

	/**
	 * Creates the options, because reading a missing option costs a query on every page.
	 */
	public static function create_options() {
		add_option( self::OPTION, self::read() );
		add_option(
			self::GATEWAY,
			array(
				'enabled'     => 'no',
				'title'       => '',
				'description' => '',
				'flow'        => 'popup',
			)
		);
		add_option( self::DECISION_EMAIL, array( 'enabled' => 'yes' ) );
		add_option( Api_Key::OPTION, '', '', false );
		add_option( Site::OPTION, '' );
	}
}
