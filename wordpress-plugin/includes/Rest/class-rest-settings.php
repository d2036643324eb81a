<?php
/**
 * Routes of the settings screen.
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
 * GET and POST /settings, POST /connection. The API key is write-only.
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
					'permission_callback' => array( self::class, 'can_manage' ),
				),
				array(
					'methods'             => 'POST',
					'callback'            => array( self::class, 'write' ),
					'permission_callback' => array( self::class, 'can_manage' ),
					'args'                => self::writable_properties(),
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
					'permission_callback' => array( self::class, 'can_manage' ),
					'args'                => array_intersect_key( self::writable_properties(), array_flip( array( 'base_url', 'api_key' ) ) ),
				),
				'schema' => array( Connection::class, 'schema' ),
			)
		);
	}

	/**
	 * Verifies that the user may see and change the settings.
	 *
	 * @return true|WP_Error
	 */
	public static function can_manage() {
		if ( current_user_can( 'manage_options' ) || current_user_can( MANAGE_SHOP ) ) {
			return true;
		}
		return new WP_Error( 'rest_forbidden', __( 'You are not allowed to manage payments.', 'cedi-commerce' ), array( 'status' => rest_authorization_required_code() ) );
	}

	/**
	 * Handles GET /settings.
	 *
	 * @return array
	 */
	public static function read() {
		$currency = function_exists( 'get_woocommerce_currency' ) ? get_woocommerce_currency() : 'GHS';
		$settings = Settings::read();
		return array(
			'base_url'        => Settings::base_url(),
			'base_url_source' => defined( 'CEDI_COMMERCE_BASE_URL' ) ? 'constant' : 'option',
			'handle'          => $settings['handle'],
			'mode'            => $settings['mode'],
			'key'             => Api_Key::describe(),
			'gateway'         => Settings::gateway(),
			'currency'        => $currency,
			'currency_ok'     => 'GHS' === $currency,
			'woocommerce'     => class_exists( 'WooCommerce', false ),
		);
	}

	/**
	 * Handles POST /connection: tests the submitted values, or the stored ones. Nothing is saved.
	 *
	 * @param WP_REST_Request $request Request.
	 * @return array|WP_Error
	 */
	public static function test( WP_REST_Request $request ) {
		$url     = is_string( $request['base_url'] ) ? $request['base_url'] : '';
		$key     = is_string( $request['api_key'] ) ? trim( $request['api_key'] ) : '';
		$problem = self::check_key( $key );
		if ( ! $problem && null !== $request['base_url'] ) {
			$problem = self::check_base_url( $url, '' !== $key );
		}
		return $problem ? $problem : Connection::test( (string) Settings::parse_base_url( $url ), $key );
	}

	/**
	 * Handles POST /settings: validates all values before saving any.
	 *
	 * @param WP_REST_Request $request Request.
	 * @return array|WP_Error
	 */
	public static function write( WP_REST_Request $request ) {
		$settings = Settings::read();
		$source   = self::product_source();
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
				return self::error( 'handle', __( 'A handle has small letters, digits and dashes, as in the address of your storefront.', 'cedi-commerce' ) );
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
			Api_Key::save( trim( $key ) );
		} elseif ( $request->has_param( 'api_key' ) && null === $key ) {
			Api_Key::delete();
		}
		if ( self::product_source() !== $source ) {
			Products::clear();
		}
		return self::read();
	}

	/**
	 * Returns the values that determine the list of products.
	 *
	 * @return string[]
	 */
	private static function product_source() {
		return array( Settings::base_url(), Api_Key::read(), Settings::read()['handle'] );
	}

	/**
	 * Validates the API key.
	 *
	 * @param string $key Submitted key; '' for none.
	 * @return WP_Error|null
	 */
	private static function check_key( $key ) {
		return '' === $key || Api_Key::is_key( $key ) ? null : self::error( 'api_key', __( 'This is not an API key. Copy it whole from the developers section of the merchant portal.', 'cedi-commerce' ) );
	}

	/**
	 * Validates the base URL, and that the user may send the key there.
	 *
	 * @param string $url         Submitted URL.
	 * @param bool   $changes_key Whether the request replaces or removes the stored key.
	 * @return WP_Error|null
	 */
	private static function check_base_url( $url, $changes_key ) {
		if ( '' !== trim( $url ) && null === Settings::parse_base_url( $url ) ) {
			return self::error( 'base_url', __( 'The address of the service starts with https:// and has a name, not a number. Copy it from the merchant portal.', 'cedi-commerce' ) );
		}
		if ( (string) Settings::parse_base_url( $url ) === Settings::base_url() ) {
			return null;
		}
		if ( defined( 'CEDI_COMMERCE_BASE_URL' ) ) {
			return self::error( 'base_url', __( 'The address is set in wp-config.php (CEDI_COMMERCE_BASE_URL). Change it there.', 'cedi-commerce' ) );
		}
		// A shop manager must not redirect the key of wp-config.php.
		if ( 'constant' === Api_Key::source() && ! current_user_can( is_multisite() ? 'manage_network_options' : 'manage_options' ) ) {
			return self::error( 'base_url', __( 'The key is set in wp-config.php. Only an administrator can change where it is sent.', 'cedi-commerce' ), rest_authorization_required_code() );
		}
		// Otherwise a shop manager could send the stored key to another server.
		if ( ! $changes_key && '' !== Settings::base_url() && 'option' === Api_Key::source() ) {
			return self::error( 'api_key', __( 'The saved key belongs to the saved address. For another address, type its key too, or remove the key.', 'cedi-commerce' ), 409 );
		}
		return null;
	}

	/**
	 * Saves the settings of the payment method.
	 *
	 * @param array{enabled?: bool, title?: string, description?: string, flow?: string, express?: bool, complete_virtual?: bool, methods?: string, card_enabled?: bool, card_title?: string, card_description?: string} $changes Changed settings.
	 */
	private static function write_gateway( array $changes ) {
		$stored = get_option( Settings::GATEWAY );
		$stored = is_array( $stored ) ? $stored : array();
		foreach ( array( 'enabled', 'express', 'complete_virtual' ) as $switch ) {
			if ( isset( $changes[ $switch ] ) ) {
				$stored[ $switch ] = $changes[ $switch ] ? 'yes' : 'no';
			}
		}
		if ( isset( $changes['title'] ) ) {
			$stored['title'] = sanitize_text_field( $changes['title'] );
		}
		if ( isset( $changes['description'] ) ) {
			$stored['description'] = sanitize_textarea_field( $changes['description'] );
		}
		if ( isset( $changes['flow'] ) ) {
			$stored['flow'] = $changes['flow'];
		}
		if ( isset( $changes['methods'] ) ) {
			$stored['methods'] = $changes['methods'];
		}
		if ( isset( $stored['methods'] ) ) {
			// Enabling the method for cards in WooCommerce has separated them too.
			$methods = isset( $changes['methods'] ) ? $changes['methods'] : Settings::gateway()['methods'];
			self::write_card_gateway( $changes, 'separate' === $methods );
		}
		update_option( Settings::GATEWAY, $stored );
	}

	/**
	 * Saves the settings of the method for cards alone.
	 *
	 * @param array $changes     Changed settings.
	 * @param bool  $is_separate Whether the shop offers it; otherwise it is disabled.
	 */
	private static function write_card_gateway( array $changes, $is_separate ) {
		$stored = get_option( Settings::CARD_GATEWAY );
		$stored = is_array( $stored ) ? $stored : array( 'enabled' => 'yes' );
		if ( isset( $changes['card_enabled'] ) || ! $is_separate ) {
			$stored['enabled'] = $is_separate && ! empty( $changes['card_enabled'] ) ? 'yes' : 'no';
		} elseif ( isset( $changes['methods'] ) ) {
			$stored['enabled'] = 'yes';
		}
		if ( isset( $changes['card_title'] ) ) {
			$stored['title'] = sanitize_text_field( $changes['card_title'] );
		}
		if ( isset( $changes['card_description'] ) ) {
			$stored['description'] = sanitize_textarea_field( $changes['card_description'] );
		}
		update_option( Settings::CARD_GATEWAY, $stored, true );
	}

	/**
	 * Builds the error of a field.
	 *
	 * @param string $field   Field.
	 * @param string $message Message for the user.
	 * @param int    $status  HTTP status.
	 */
	private static function error( $field, $message, $status = 400 ) {
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
	 * Returns the properties that POST /settings accepts.
	 */
	private static function writable_properties() {
		$text = array( 'type' => 'string' );
		return array(
			'base_url' => $text + array( 'maxLength' => 500 ),
			'handle'   => $text + array( 'maxLength' => 80 ),
			'mode'     => $text + array( 'enum' => array( 'test', 'live' ) ),
			'api_key'  => array(
				'type'        => array( 'string', 'null' ),
				'description' => 'Write-only. A string sets the key, an empty string keeps it, null removes it.',
				'maxLength'   => 500,
			),
			'gateway'  => array(
				'type'                 => 'object',
				'additionalProperties' => false,
				'properties'           => array(
					'enabled'          => array( 'type' => 'boolean' ),
					'title'            => $text + array( 'maxLength' => 100 ),
					'description'      => $text + array( 'maxLength' => 500 ),
					'flow'             => $text + array( 'enum' => array( 'popup', 'redirect' ) ),
					'express'          => array( 'type' => 'boolean' ),
					'complete_virtual' => array( 'type' => 'boolean' ),
					'methods'          => $text + array( 'enum' => array( 'together', 'separate' ) ),
					'card_enabled'     => array( 'type' => 'boolean' ),
					'card_title'       => $text + array( 'maxLength' => 100 ),
					'card_description' => $text + array( 'maxLength' => 500 ),
				),
			),
		);
	}

	/**
	 * Returns the schema of GET /settings.
	 */
	public static function schema() {
		$properties = self::writable_properties();
		unset( $properties['api_key'] );
		return array(
			'$schema'    => 'http://json-schema.org/draft-04/schema#',
			'title'      => 'cedi-commerce-settings',
			'type'       => 'object',
			'properties' => $properties + array(
				'key'             => array(
					'type'       => 'object',
					'properties' => array(
						'source' => array( 'enum' => array( 'constant', 'option', 'none' ) ),
						'hint'   => array( 'type' => 'string' ),
						'state'  => array( 'enum' => array( 'ok', 'unreadable', 'none' ) ),
					),
				),
				'base_url_source' => array( 'enum' => array( 'constant', 'option' ) ),
				'currency'        => array( 'type' => 'string' ),
				'currency_ok'     => array( 'type' => 'boolean' ),
				'woocommerce'     => array( 'type' => 'boolean' ),
			),
		);
	}
}
