<?php
/**
 * The settings of a site that are no secret.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Support;

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
	 * Reads an address of the service. The key is sent there, so it is https, or this machine.
	 *
	 * @param mixed $text What was typed.
	 * @return string|null The address without a slash at its end; null when it must not be used.
	 */
	public static function parse_base_url( $text ) {
		$text = is_string( $text ) ? rtrim( trim( $text ), '/' ) : '';
		if ( ! preg_match( '~^(https?)://(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(:\d{1,5})?((?:/[\w.-]+)*)$~Di', $text, $match ) ) {
			return null;
		}
		$scheme = strtolower( $match[1] );
		$name   = strtolower( $match[2] );
		// The service writes its own address so, and what it sends is compared with this one.
		$port = ( 'https' === $scheme ? ':443' : ':80' ) === $match[3] ? '' : $match[3];
		// People copy the address of a call, too.
		$path     = (string) preg_replace( '~/api(/v\d+)?$~D', '', $match[4] );
		$text     = "$scheme://$name$port$path";
		$host     = trim( $name, '[]' );
		$is_local = in_array( $host, array( 'localhost', '127.0.0.1', '::1' ), true );
		if ( false !== strpos( $match[4], '/.' ) ) {
			return null;
		}
		if ( $is_local ) {
			return $text;
		}
		if ( 'https' !== $scheme ) {
			return null;
		}
		// A number, in whatever spelling, is not where the service is: it is a machine in somebody's own network.
		$is_number = filter_var( $host, FILTER_VALIDATE_IP ) || preg_match( '/(^|\.)(\d+|0x[0-9a-f]*)$/D', $host );
		return $is_number || false === strpos( $host, '.' ) ? null : $text;
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
	 * @return array{enabled: bool, title: string, description: string, flow: string}
	 */
	public static function gateway() {
		$kept = get_option( self::GATEWAY );
		$kept = is_array( $kept ) ? $kept : array();
		return array(
			'enabled'     => isset( $kept['enabled'] ) && 'yes' === $kept['enabled'],
			'title'       => isset( $kept['title'] ) ? (string) $kept['title'] : '',
			'description' => isset( $kept['description'] ) ? (string) $kept['description'] : '',
			'flow'        => isset( $kept['flow'] ) && 'redirect' === $kept['flow'] ? 'redirect' : 'popup',
		);
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
