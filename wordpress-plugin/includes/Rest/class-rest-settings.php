<?php
/**
 * The routes of the settings screen.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Rest;

use Cedi\Commerce\Button\Products;
use Cedi\Commerce\Support\Api_Key;
use Cedi\Commerce\Support\Connection;
use Cedi\Commerce\Support\Settings;
use WP_Error;
use WP_REST_Request;
use const Cedi\Commerce\MANAGE_SHOP;

defined( 'ABSPATH' ) || exit;

/**
 * GET and POST /settings, POST /connection. The key goes in and never comes out.
 */
final class Rest_Settings {
	/**
	 * Registers the routes.
	 */
	public static function register() {
		register_rest_route(
			'cedi-commerce/v1',
			'/settings',
			array(
				array(
					'methods'             => 'GET',
					'callback'            => array( self::class, 'read' ),
					'permission_callback' => array( self::class, 'may' ),
				),
				array(
					'methods'             => 'POST',
					'callback'            => array( self::class, 'write' ),
					'permission_callback' => array( self::class, 'may' ),
					'args'                => self::writable(),
				),
				'schema' => array( self::class, 'schema' ),
			)
		);
		register_rest_route(
			'cedi-commerce/v1',
			'/connection',
			array(
				array(
					'methods'             => 'POST',
					'callback'            => array( self::class, 'test' ),
					'permission_callback' => array( self::class, 'may' ),
					'args'                => array_intersect_key( self::writable(), array_flip( array( 'base_url', 'api_key' ) ) ),
				),
				'schema' => array( Connection::class, 'schema' ),
			)
		);
	}

	/**
	 * Who may see and change the settings.
	 *
	 * @return true|WP_Error
	 */
	public static function may() {
		if ( current_user_can( 'manage_options' ) || current_user_can( MANAGE_SHOP ) ) {
			return true;
		}
		return new WP_Error( 'rest_forbidden', __( 'You are not allowed to manage payments.', 'cedi-commerce' ), array( 'status' => rest_authorization_required_code() ) );
	}

	/**
	 * Answers GET /settings.
	 *
	 * @return array
	 */
	public static function read() {
		$currency = function_exists( 'get_woocommerce_currency' ) ? get_woocommerce_currency() : 'GHS';
		$settings = Settings::read();
		return array(
			'base_url'    => Settings::base_url(),
			'handle'      => $settings['handle'],
			'mode'        => $settings['mode'],
			'key'         => Api_Key::describe(),
			'gateway'     => Settings::gateway(),
			'currency'    => $currency,
			'currency_ok' => 'GHS' === $currency,
			'woocommerce' => class_exists( 'WooCommerce', false ),
		);
	}

	/**
	 * Answers POST /connection: tries the stored values, or the typed ones instead. Nothing is saved.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array|WP_Error
	 */
	public static function test( WP_REST_Request $request ) {
		$address = is_string( $request['base_url'] ) ? $request['base_url'] : '';
		$key     = is_string( $request['api_key'] ) ? trim( $request['api_key'] ) : '';
		$problem = self::check_key( $key );
		if ( ! $problem && null !== $request['base_url'] ) {
			$problem = self::check_base_url( $address, '' !== $key );
		}
		return $problem ? $problem : Connection::test( (string) Settings::parse_base_url( $address ), $key );
	}

	/**
	 * Answers POST /settings: everything that was sent is checked before anything is saved.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array|WP_Error
	 */
	public static function write( WP_REST_Request $request ) {
		$settings = Settings::read();
		$source   = self::source();
		$key      = $request['api_key'];
		if ( null !== $request['base_url'] ) {
			$problem = self::check_base_url( $request['base_url'], $request->has_param( 'api_key' ) && ( null === $key || '' !== trim( $key ) ) );
			if ( $problem ) {
				return $problem;
			}
			$settings['base_url'] = (string) Settings::parse_base_url( $request['base_url'] );
		}
		if ( null !== $request['handle'] ) {
			$handle = Settings::parse_handle( $request['handle'] );
			if ( null === $handle ) {
				return self::refuse( 'handle', __( 'A handle has small letters, digits and dashes, as in the address of your storefront.', 'cedi-commerce' ) );
			}
			$settings['handle'] = $handle;
		}
		if ( null !== $request['mode'] ) {
			$settings['mode'] = $request['mode'];
		}
		$problem = self::check_key( is_string( $key ) ? trim( $key ) : '' );
		if ( $problem ) {
			return $problem;
		}
		update_option( Settings::OPTION, $settings );
		if ( is_array( $request['gateway'] ) ) {
			self::write_gateway( $request['gateway'] );
		}
		if ( is_string( $key ) && '' !== trim( $key ) ) {
			Api_Key::store( trim( $key ) );
		} elseif ( $request->has_param( 'api_key' ) && null === $key ) {
			Api_Key::remove();
		}
		if ( self::source() !== $source ) {
			Products::forget();
		}
		return self::read();
	}

	/**
	 * Deletes the known products: another address, key or handle has others.
	 *
	 * @return string[]
	 */
	private static function source() {
		return array( Settings::base_url(), Api_Key::read(), Settings::read()['handle'] );
	}

	/**
	 * Whether a text can be the key.
	 *
	 * @param string $key What was typed; '' for nothing.
	 * @return WP_Error|null
	 */
	private static function check_key( $key ) {
		return '' === $key || Api_Key::is_key( $key ) ? null : self::refuse( 'api_key', __( 'This is not an API key. Copy it whole from the developers section of the merchant portal.', 'cedi-commerce' ) );
	}

	/**
	 * Whether this user may contact the service at this address.
	 *
	 * @param string $address  What was typed.
	 * @param bool   $says_key Whether the request says what becomes of the key that is kept: another one, or none.
	 * @return WP_Error|null
	 */
	private static function check_base_url( $address, $says_key ) {
		if ( '' !== trim( $address ) && null === Settings::parse_base_url( $address ) ) {
			return self::refuse( 'base_url', __( 'The address of the service starts with https:// and has a name, not a number. Copy it from the merchant portal.', 'cedi-commerce' ) );
		}
		if ( (string) Settings::parse_base_url( $address ) === Settings::base_url() ) {
			return null;
		}
		if ( defined( 'CEDI_COMMERCE_BASE_URL' ) ) {
			return self::refuse( 'base_url', __( 'The address is set in wp-config.php (CEDI_COMMERCE_BASE_URL). Change it there.', 'cedi-commerce' ) );
		}
		// They may not send the key of wp-config.php elsewhere.
		if ( 'constant' === Api_Key::source() && ! current_user_can( is_multisite() ? 'manage_network_options' : 'manage_options' ) ) {
			return self::refuse( 'base_url', __( 'The key is set in wp-config.php. Only an administrator can change where it is sent.', 'cedi-commerce' ), rest_authorization_required_code() );
		}
		// Whoever may set the address could have the key sent to their own server.
		if ( ! $says_key && '' !== Settings::base_url() && 'option' === Api_Key::source() ) {
			return self::refuse( 'api_key', __( 'The saved key belongs to the saved address. For another address, type its key too, or remove the key.', 'cedi-commerce' ), 409 );
		}
		return null;
	}

	/**
	 * Changes the payment method's settings in WooCommerce.
	 *
	 * @param array $changes enabled, title, description, flow, express; each may be left out.
	 */
	private static function write_gateway( array $changes ) {
		$kept = get_option( Settings::GATEWAY );
		$kept = is_array( $kept ) ? $kept : array();
		foreach ( array( 'enabled', 'express' ) as $switch ) {
			if ( isset( $changes[ $switch ] ) ) {
				$kept[ $switch ] = $changes[ $switch ] ? 'yes' : 'no';
			}
		}
		if ( isset( $changes['title'] ) ) {
			$kept['title'] = sanitize_text_field( $changes['title'] );
		}
		if ( isset( $changes['description'] ) ) {
			$kept['description'] = sanitize_textarea_field( $changes['description'] );
		}
		if ( isset( $changes['flow'] ) ) {
			$kept['flow'] = $changes['flow'];
		}
		update_option( Settings::GATEWAY, $kept );
	}

	/**
	 * Makes a refusal that names the field.
	 *
	 * @param string $field   The field.
	 * @param string $message For people.
	 * @param int    $status  The status.
	 */
	private static function refuse( $field, $message, $status = 400 ) {
		return new WP_Error(
			'cedi_commerce_invalid',
			$message,
			array(
				'status' => $status,
				'field'  => $field,
			)
		);
	}

	/**
	 * What POST /settings takes.
	 */
	private static function writable() {
		$text = array( 'type' => 'string' );
		return array(
			'base_url' => $text + array( 'maxLength' => 500 ),
			'handle'   => $text + array( 'maxLength' => 80 ),
			'mode'     => $text + array( 'enum' => array( 'test', 'live' ) ),
			'api_key'  => array(
				'type'        => array( 'string', 'null' ),
				'description' => 'Written and never read: a text sets the key, an empty one leaves it, null removes it.',
				'maxLength'   => 500,
			),
			'gateway'  => array(
				'type'                 => 'object',
				'additionalProperties' => false,
				'properties'           => array(
					'enabled'     => array( 'type' => 'boolean' ),
					'title'       => $text + array( 'maxLength' => 100 ),
					'description' => $text + array( 'maxLength' => 500 ),
					'flow'        => $text + array( 'enum' => array( 'popup', 'redirect' ) ),
					'express'     => array( 'type' => 'boolean' ),
				),
			),
		);
	}

	/**
	 * What GET /settings answers.
	 */
	public static function schema() {
		$properties = self::writable();
		unset( $properties['api_key'] );
		return array(
			'$schema'    => 'http://json-schema.org/draft-04/schema#',
			'title'      => 'cedi-commerce-settings',
			'type'       => 'object',
			'properties' => $properties + array(
				'key'         => array(
					'type'       => 'object',
					'properties' => array(
						'source' => array( 'enum' => array( 'constant', 'option', 'none' ) ),
						'hint'   => array( 'type' => 'string' ),
						'state'  => array( 'enum' => array( 'ok', 'unreadable', 'none' ) ),
					),
				),
				'currency'    => array( 'type' => 'string' ),
				'currency_ok' => array( 'type' => 'boolean' ),
				'woocommerce' => array( 'type' => 'boolean' ),
			),
		);
	}
}
