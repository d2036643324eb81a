<?php
/**
 * Connection test.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Support;

use Cedi\Commerce\Service\Money;

defined( 'ABSPATH' ) || exit;

/**
 * Tests the read scopes of the key with one request each. A write scope cannot be tested without an effect, so it is unknown until
 * the shop has sent a write request.
 *
 * @decision 0042
 */
final class Connection {
	const TESTS = array(
		'payments:read' => array( 'readPayment', array( 'parameter' => 'none' ) ),
		'balance:read'  => array( 'readBalance', array() ),
		'products:read' => array( 'listProducts', array( 'query' => array( 'limit' => '1' ) ) ),
	);

	/** The scopes that the plugin needs, in display order. */
	const SCOPES = array( 'payments:write', 'payments:read', 'refunds:write', 'balance:read', 'products:read' );

	/**
	 * Tests the connection.
	 *
	 * @param string $base_url Base URL; '' for the stored one.
	 * @param string $key      API key; '' for the stored one.
	 * @return array{ok: bool, api: string, scopes: list<array{scope: string, granted: bool|null}>, balance: array{available: string, pending: string, reserved: string, currency: string}|null, message: string}
	 */
	public static function test( $base_url = '', $key = '' ) {
		$api = Api::from_settings( $base_url, $key );
		if ( is_wp_error( $api ) ) {
			return self::result( false, 'unreachable', array(), null, $api->get_error_message() );
		}
		$granted = '' === $key ? Known_Scopes::all() : Known_Scopes::all( $key );
		$balance = null;
		$problem = '';
		foreach ( self::TESTS as $scope => list( $operation, $input ) ) {
			$data              = $api->request( $operation, $input + array( 'budget' => 3.0 ) );
			$error             = is_wp_error( $data ) ? $data : null;
			$code              = $error ? (string) $error->get_error_code() : '';
			$granted[ $scope ] = self::is_granted( $error );
			if ( $error && in_array( $code, array( 'cedi_commerce_unreachable', 'cedi_commerce_invalid_response' ), true ) ) {
				return self::result( false, 'unreachable', array(), null, $error->get_error_message() );
			}
			if ( 'invalid_api_key' === $code || 'missing_api_key' === $code ) {
				return self::result( false, 'reachable', array(), null, __( 'The service does not know this key. Issue a new one in the developers section of the merchant portal.', 'cedi-commerce' ) );
			}
			if ( $error && null === $granted[ $scope ] ) {
				$problem = $error->get_error_message();
			}
			if ( 'balance:read' === $scope && is_array( $data ) ) {
				$balance = self::balance( $data );
			}
		}
		$missing = array_values( array_intersect( self::SCOPES, array_keys( $granted, false, true ) ) );
		$needed  = array_intersect( $missing, array( 'payments:write', 'payments:read' ) );
		if ( $missing ) {
			/* translators: %s: scopes, such as payments:read. */
			$problem = sprintf( __( 'This key lacks: %s. Create a key that has it in the developers section of the merchant portal.', 'cedi-commerce' ), implode( ', ', $missing ) );
		}
		$message = '' === $problem ? __( 'Connected.', 'cedi-commerce' ) : $problem;
		if ( '' === $problem && ! isset( $granted['payments:write'] ) ) {
			$message .= ' ' . __( 'Your first payment shows whether the key may take payments. The service cannot be asked before.', 'cedi-commerce' );
		}
		return self::result( ! $needed && ! in_array( null, $granted, true ), 'reachable', $granted, $balance, $message );
	}

	/**
	 * Whether a response shows that the key has the scope.
	 *
	 * @param \WP_Error|null $error Error; null on success.
	 * @return bool|null Null if the response does not show it.
	 */
	private static function is_granted( $error ) {
		if ( ! $error ) {
			return true;
		}
		if ( 'insufficient_scope' === $error->get_error_code() ) {
			return false;
		}
		$details = (array) $error->get_error_data();
		return in_array( $details['api_status'], array( 400, 404, 409, 422 ), true ) ? true : null;
	}

	/**
	 * Validates the balance.
	 *
	 * @param array $data Balance, as the service returned it.
	 * @return array{available: string, pending: string, reserved: string, currency: string}|null Null if an amount is invalid.
	 */
	private static function balance( array $data ) {
		$amounts = array();
		foreach ( array( 'available', 'pending', 'reserved' ) as $name ) {
			$money = Money::parse( isset( $data[ $name ] ) ? $data[ $name ] : null );
			if ( null === $money ) {
				return null;
			}
			$amounts[ $name ] = $money->format();
		}
		return $amounts + array( 'currency' => 'GHS' );
	}

	/**
	 * Builds the result.
	 *
	 * @param bool                     $ok      Whether payments can be taken.
	 * @param string                   $api     reachable or unreachable.
	 * @param array<string, bool|null> $granted Scopes, and whether the key has them.
	 * @param array|null               $balance Balance.
	 * @param string                   $message Message for the merchant.
	 * @return array
	 */
	private static function result( $ok, $api, array $granted, $balance, $message ) {
		$scopes = array();
		foreach ( self::SCOPES as $scope ) {
			$scopes[] = array(
				'scope'   => $scope,
				'granted' => isset( $granted[ $scope ] ) ? $granted[ $scope ] : null,
			);
		}
		return array(
			'ok'      => $ok,
			'api'     => $api,
			'scopes'  => $scopes,
			'balance' => $balance,
			'message' => $message,
		);
	}

	/**
	 * Returns the schema of POST /connection.
	 */
	public static function schema() {
		return array(
			'$schema'    => 'http://json-schema.org/draft-04/schema#',
			'title'      => 'cedi-commerce-connection',
			'type'       => 'object',
			'properties' => array(
				'ok'      => array( 'type' => 'boolean' ),
				'api'     => array( 'enum' => array( 'reachable', 'unreachable' ) ),
				'scopes'  => array( 'type' => 'array' ),
				'balance' => array( 'type' => array( 'object', 'null' ) ),
				'message' => array( 'type' => 'string' ),
			),
		);
	}
}
