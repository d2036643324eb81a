<?php
/**
 * The API of the service, for this site.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Support;

use Cedi\Commerce\Service\Client;
use Cedi\Commerce\Service\Payment;
use Cedi\Commerce\Service\Problem;
use WP_Error;

defined( 'ABSPATH' ) || exit;

/**
 * The service's client with what WordPress adds: the settings, errors as WP_Error in the site's language, and the log.
 */
final class Api {
	/** How long one request and its repetitions may take together, in seconds. */
	const BUDGET_SECONDS = Client::BUDGET_SECONDS;

	/**
	 * The client.
	 *
	 * @var Client
	 */
	private $client;

	/**
	 * Makes an API.
	 *
	 * @param string $base_url Where the service is, without a slash at its end.
	 * @param string $key      The key of the merchant.
	 */
	public function __construct( $base_url, $key ) {
		$this->client = new Client( new WordPress_Transport(), $base_url, $key );
	}

	/**
	 * The API with the merchant's settings, saved or about to be.
	 *
	 * @param string $base_url An address in place of the one that is kept.
	 * @param string $key      A key in place of the one that is kept.
	 * @return self|WP_Error The error says what is missing.
	 */
	public static function from_settings( $base_url = '', $key = '' ) {
		$base_url = '' === $base_url ? Settings::base_url() : $base_url;
		if ( '' === $base_url ) {
			return new WP_Error( 'cedi_commerce_no_address', __( 'The address of the service is not set. Set it in the settings of Cedi Commerce.', 'cedi-commerce' ), array( 'status' => 409 ) );
		}
		$key = '' === $key ? Api_Key::read() : $key;
		if ( '' === $key ) {
			return new WP_Error( 'cedi_commerce_no_key', __( 'There is no API key. Set it in the settings of Cedi Commerce.', 'cedi-commerce' ), array( 'status' => 409 ) );
		}
		return new self( $base_url, $key );
	}

	/**
	 * Sends a request and returns what the envelope holds.
	 *
	 * @param string $operation Such as readPayment.
	 * @param array  $input     As Client takes it: parameter, query, body (JSON, or an array), idempotency_key,
	 *                          budget, was_sent.
	 * @return array|WP_Error The data. An error has the code and the words of the service, to be escaped, or cedi_commerce_unreachable or
	 *                        cedi_commerce_bad_answer; its data holds api_status, scope, field and is_unknown: whether
	 *                        the effect may have happened all the same; is_lost: or before.
	 */
	public function request( $operation, array $input = array() ) {
		$row = Client::operations()[ $operation ];
		if ( isset( $input['body'] ) && is_array( $input['body'] ) ) {
			$input['body'] = (string) wp_json_encode( $input['body'] );
		}
		return $this->ask(
			"{$row['method']} {$row['path']}",
			function () use ( $operation, $input, $row ) {
				try {
					$data = $this->client->request( $operation, $input );
					Known_Scopes::learn( $row, null );
					return $data;
				} catch ( Problem $problem ) {
					Known_Scopes::learn( $row, $problem );
					throw $problem;
				}
			}
		);
	}

	/**
	 * Reads a payment.
	 *
	 * @param string $ref    The reference.
	 * @param float  $budget How long it may take, in seconds.
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
	 * Asks the hosted checkout which payment an intent has led to.
	 *
	 * @param string $token  The client token.
	 * @param float  $budget How long it may take, in seconds.
	 * @return array{ref: string, payment_status: string, status: string}|WP_Error As Client gives it.
	 */
	public function read_intent( $token, $budget ) {
		return $this->ask(
			'GET /checkout/status',
			function () use ( $token, $budget ) {
				return $this->client->read_intent( $token, $budget );
			}
		);
	}

	/**
	 * Where the last list continues.
	 *
	 * @return string The cursor of its next page; '' when it has none.
	 */
	public function next_cursor() {
		return $this->client->next_cursor();
	}

	/**
	 * Sends, and turns a problem into what WordPress expects.
	 *
	 * @param string   $question What was asked, for the log.
	 * @param callable $ask      Asks.
	 * @return array|WP_Error
	 */
	private function ask( $question, callable $ask ) {
		try {
			return $ask();
		} catch ( Problem $problem ) {
			$details = $problem->details();
			$error   = self::error( $problem );
			Log::write(
				'warning',
				"$question: {$error->get_error_code()}",
				array(
					'status'     => $details['api_status'],
					'request_id' => isset( $details['request_id'] ) ? $details['request_id'] : '',
					'tries'      => $details['tries'],
				)
			);
			return $error;
		}
	}

	/**
	 * Describes a problem in the site's language.
	 *
	 * @param Problem $problem The problem.
	 */
	private static function error( Problem $problem ): WP_Error {
		$code    = $problem->problem();
		$is_ours = in_array( $code, array( Problem::UNREACHABLE, Problem::UNREADABLE ), true );
		if ( ! $is_ours ) {
			$message = Log::hide_key( $problem->getMessage() );
		} elseif ( 0 === $problem->details()['api_status'] ) {
			$message = __( 'The payment service does not answer. Try again in a moment.', 'cedi-commerce' );
		} else {
			$message = __( 'The payment service gave an answer that cannot be read. Try again in a moment.', 'cedi-commerce' );
		}
		// What a REST route of this site answers with.
		return new WP_Error( $is_ours ? "cedi_commerce_$code" : sanitize_key( $code ), $message, array( 'status' => 502 ) + $problem->details() );
	}
}
