<?php
/**
 * The settings of a site that are no secret.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Support;

use Cedi\Commerce\Service\Base_Address;
use const Cedi\Commerce\FILE;

defined( 'ABSPATH' ) || exit;

/**
 * Reads and checks what the merchant has set. The key is kept apart (Api_Key).
 */
final class Settings {
	const OPTION  = 'cedi_commerce_settings';
	const GATEWAY = 'woocommerce_cedi_commerce_settings';

	/**
	 * The settings as they are kept.
	 *
	 * @return array{base_url: string, handle: string, mode: string}
	 */
	public static function read() {
		$kept = get_option( self::OPTION );
		$kept = is_array( $kept ) ? $kept : array();
		return array(
			'base_url' => isset( $kept['base_url'] ) ? (string) $kept['base_url'] : '',
			'handle'   => isset( $kept['handle'] ) ? (string) $kept['handle'] : '',
			'mode'     => isset( $kept['mode'] ) ? (string) $kept['mode'] : 'test',
		);
	}

	/**
	 * Where the service is, without a slash at its end.
	 *
	 * @return string An address, or '' when nobody has said it.
	 */
	public static function base_url() {
		$address = defined( 'CEDI_COMMERCE_BASE_URL' ) ? CEDI_COMMERCE_BASE_URL : self::read()['base_url'];
		return (string) self::parse_base_url( $address );
	}

	/**
	 * Reads an address of the service as people type it: with spaces around it, and copied from the address of a call.
	 *
	 * @param mixed $text What was typed.
	 * @return string|null The address without a slash at its end; null when it must not be used.
	 */
	public static function parse_base_url( $text ) {
		$base = Base_Address::read( is_string( $text ) ? trim( $text ) : '' )['base'];
		$host = '' === $base ? '' : (string) wp_parse_url( $base, PHP_URL_HOST );
		if ( '' === $host ) {
			return null;
		}
		$is_local = 'localhost' === $host || '.localhost' === substr( $host, -10 ) || '[::1]' === $host || 1 === preg_match( '/^127(?:\.\d+){3}$/D', $host );
		// What any shop manager can type reaches no other machine in the network of the host by its number.
		if ( ! $is_local && ( filter_var( trim( $host, '[]' ), FILTER_VALIDATE_IP ) || false === strpos( $host, '.' ) ) ) {
			return null;
		}
		return (string) preg_replace( '~/api(/v\d+)?$~D', '', $base );
	}

	/**
	 * Reads a handle as people write it: with the @, or with an address before it.
	 *
	 * @param mixed $text What was typed.
	 * @return string|null The handle without the @; '' for none; null when it cannot be one.
	 */
	public static function parse_handle( $text ) {
		$text = is_string( $text ) ? strtolower( ltrim( trim( $text ), '@' ) ) : '';
		return '' === $text || self::is_name( $text ) ? $text : null;
	}

	/**
	 * Whether a text can be a handle or the slug of a product.
	 *
	 * @param mixed $text The text.
	 * @return bool
	 * @psalm-assert-if-true string $text
	 */
	public static function is_name( $text ) {
		return is_string( $text ) && 1 === preg_match( '/^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/D', $text );
	}

	/**
	 * The settings of the payment method: WooCommerce keeps them.
	 *
	 * @return array{enabled: bool, title: string, description: string, flow: string, express: bool}
	 */
	public static function gateway() {
		$kept = get_option( self::GATEWAY );
		$kept = is_array( $kept ) ? $kept : array();
		return array(
			'enabled'     => isset( $kept['enabled'] ) && 'yes' === $kept['enabled'],
			'title'       => isset( $kept['title'] ) ? (string) $kept['title'] : '',
			'description' => isset( $kept['description'] ) ? (string) $kept['description'] : '',
			'flow'        => isset( $kept['flow'] ) && 'redirect' === $kept['flow'] ? 'redirect' : 'popup',
			'express'     => isset( $kept['express'] ) && 'yes' === $kept['express'],
		);
	}

	/**
	 * The name of the payment method, for buyers. No text can be translated before WordPress is there.
	 *
	 * @return string
	 */
	public static function method_title() {
		$text = self::gateway()['title'];
		return '' !== $text || ! did_action( 'wp_loaded' ) ? $text : __( 'Mobile money or card', 'cedi-commerce' );
	}

	/**
	 * Runs when the plugin is activated.
	 *
	 * @param bool $network_wide Whether it is activated for every site of a network.
	 */
	public static function activate( $network_wide ) {
		if ( ! is_multisite() || ! $network_wide ) {
			self::make();
			return;
		}
		$all = array(
			'number' => 0,
			'fields' => 'ids',
		);
		foreach ( (array) get_sites( $all ) as $id ) {
			switch_to_blog( (int) $id );
			self::make();
			restore_current_blog();
		}
	}

	/**
	 * Makes the options of a new site of a network.
	 *
	 * @param \WP_Site $site The site.
	 */
	public static function make_for( $site ) {
		if ( isset( ( (array) get_site_option( 'active_sitewide_plugins' ) )[ plugin_basename( FILE ) ] ) ) {
			switch_to_blog( (int) $site->blog_id );
			self::make();
			restore_current_blog();
		}
	}

	/**
	 * Makes the options exist, so that reading them costs no query on any page.
	 */
	public static function make() {
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
		add_option( Api_Key::OPTION, '', '', false );
	}
}
