<?php
/**
 * API of the service.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Support;

use Cedi\Commerce\Service\Client;
use Cedi\Commerce\Service\Payment;
use Cedi\Commerce\Service\Service_Error;
use WP_Error;

defined( 'ABSPATH' ) || exit;

/**
 * Wraps the client with the settings of the site, translated WP_Error objects and logging.
 */
final class Api {
	/** Default time limit for a request and its retries. */
	const BUDGET_SECONDS = Client::BUDGET_SECONDS;

	/**
	 * Client.
	 *
	 * @var Client
	 */
	private $client;

	/**
	 * Creates an instance.
	 *
	 * @param string $base_url Base URL without a trailing slash.
	 * @param string $key      API key.
	 */
	public function __construct( $base_url, $key ) {
		$this->client = new Client( new WordPress_Transport(), $base_url, $key );
	}

	/**
	 * Creates an instance from the settings.
	 *
	 * @param string $base_url Base URL; '' for the stored one.
	 * @param string $key      API key; '' for the stored one.
	 * @return self|WP_Error Error if a setting is missing.
	 */
	public static function from_settings( $base_url = '', $key = '' ) {
		$base_url = '' === $base_url ? Settings::base_url() : $base_url;
		if ( '' === $base_url ) {
			return new WP_Error( 'cedi_commerce_no_address', __( 'The address of the service is not set. Set it in the settings of Cedi Commerce.', 'cedi-commerce' ), array( 'status' => 409 ) );
		}
		if ( '' === $key && Site::is_copy() ) {
			/* translators: %s: address of a site. */
			return new WP_Error( 'cedi_commerce_copied_site', sprintf( __( 'This site is a copy of %s, or it has moved. It takes no payments and changes no orders until you confirm its address.', 'cedi-commerce' ), Site::original() ), array( 'status' => 409 ) );
		}
		$key = '' === $key ? Api_Key::read() : $key;
		if ( '' === $key ) {
			return new WP_Error( 'cedi_commerce_no_key', __( 'There is no API key. Set it in the settings of Cedi Commerce.', 'cedi-commerce' ), array( 'status' => 409 ) );
		}
		if ( Settings::requires_test_key( $base_url ) && ! Api_Key::is_test_key( $key ) ) {
			return new WP_Error( 'cedi_commerce_insecure_key', __( 'The key must be a test key (sk_test_…), because CEDI_COMMERCE_INSECURE_HOSTS sends it without encryption. For another key, use an address with https.', 'cedi-commerce' ), array( 'status' => 409 ) );
		}
		return new self( $base_url, $key );
	}

	/**
	 * Sends a request and returns the data of the envelope.
	 *
	 * @param string $operation Operation ID, such as readPayment.
	 * @param array  $input     Input of Client::request(); the body may be an array.
	 * @psalm-param array{parameter?: string, query?: array, body?: string|array, idempotency_key?: string, budget?: float, was_sent?: bool} $input
	 * @return array|WP_Error Data. The error has the code and the unescaped message of the service, or cedi_commerce_unreachable or
	 *                        cedi_commerce_invalid_response, and the data of Service_Error::details().
	 */
	public function request( $operation, array $input = array() ) {
		$row = Client::operations()[ $operation ];
		if ( isset( $input['body'] ) && is_array( $input['body'] ) ) {
			$input['body'] = (string) wp_json_encode( $input['body'] );
		}
		return $this->call(
			"{$row['method']} {$row['path']}",
			function () use ( $operation, $input, $row ) {
				try {
					$data = $this->client->request( $operation, $input );
					Known_Scopes::update( $row, null );
					return $data;
				} catch ( Service_Error $service_error ) {
					Known_Scopes::update( $row, $service_error );
					throw $service_error;
				}
			}
		);
	}

	/**
	 * Reads a payment.
	 *
	 * @param string $ref    Payment reference.
	 * @param float  $budget Time limit in seconds.
	 * @return Payment|WP_Error
	 */
	public function read_payment( $ref, $budget = self::BUDGET_SECONDS ) {
		$record = $this->request(
			'readPayment',
			array(
				'parameter' => $ref,
				'budget'    => $budget,
			)
		);
		return is_wp_error( $record ) ? $record : new Payment( $record );
	}

	/**
	 * Reads the status of an intent from the hosted checkout.
	 *
	 * @param string $token  Client token.
	 * @param float  $budget Time limit in seconds.
	 * @return array{ref: string, payment_status: string, status: string}|WP_Error
	 */
	public function read_intent( $token, $budget ) {
		return $this->call(
			'GET /checkout/status',
			function () use ( $token, $budget ) {
				return $this->client->read_intent( $token, $budget );
			}
		);
	}

	/**
	 * Returns the cursor of the next page of the last list.
	 *
	 * @return string '' after the last page.
	 */
	public function next_cursor() {
		return $this->client->next_cursor();
	}

	/**
	 * Calls the client, logs an error and converts it to a WP_Error.
	 *
	 * @param string   $request Request line for the log.
	 * @param callable $call    Function that calls the client.
	 * @return array|WP_Error
	 */
	private function call( $request, callable $call ) {
		try {
			return $call();
		} catch ( Service_Error $service_error ) {
			$details = $service_error->details();
			$error   = self::to_wp_error( $service_error );
			Log::write(
				'warning',
				"$request: {$error->get_error_code()}",
				array(
					'status'     => $details['api_status'],
					'request_id' => isset( $details['request_id'] ) ? $details['request_id'] : '',
					'attempts'   => $details['attempts'],
				)
			);
			return $error;
		}
	}

	/**
	 * Converts an error to a translated WP_Error.
	 *
	 * @param Service_Error $service_error Error.
	 */
	private static function to_wp_error( Service_Error $service_error ): WP_Error {
		$code               = $service_error->error_code();
		$is_transport_error = in_array( $code, array( Service_Error::UNREACHABLE, Service_Error::INVALID_RESPONSE ), true );
		if ( ! $is_transport_error ) {
			$message = Log::hide_key( $service_error->getMessage() );
		} elseif ( 0 === $service_error->details()['api_status'] ) {
			$host = (string) wp_parse_url( Settings::base_url(), PHP_URL_HOST );
			$message = WordPress_Transport::is_blocked()
				/* translators: 1: a constant in wp-config.php, 2: another one, 3: host of the payment service. */
				? sprintf( __( '%1$s in wp-config.php blocks the payment service. Add its host to %2$s: %3$s', 'cedi-commerce' ), 'WP_HTTP_BLOCK_EXTERNAL', 'WP_ACCESSIBLE_HOSTS', $host )
				: __( 'The payment service does not answer. Try again in a moment.', 'cedi-commerce' );
		} else {
			$message = __( 'The payment service gave an answer that cannot be read. Try again in a moment.', 'cedi-commerce' );
		}
		// HTTP status of a REST route of this site.
		return new WP_Error( $is_transport_error ? "cedi_commerce_$code" : sanitize_key( $code ), $message, array( 'status' => 502 ) + $service_error->details() );
	}
}
