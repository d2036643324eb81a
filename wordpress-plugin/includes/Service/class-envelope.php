<?php
/**
 * Response envelope.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Service;

/**
 * Parses responses of the service.
 *
 * @source Resources and their fields (Envelope)
 */
final class Envelope {
	/**
	 * Returns the data of a response.
	 *
	 * @param array{status: int, headers: array<string, string>, body: string} $response  Response of the transport.
	 * @param array{method: string, path: string, scope: string}               $operation Operation.
	 * @return array Data.
	 * @throws Service_Error If the service returned an error or the response is invalid.
	 */
	public static function open( array $response, array $operation ): array {
		$status = $response['status'];
		if ( 0 === $status ) {
			$unreachable = self::error( Service_Error::UNREACHABLE, 'The payment service does not answer. Try again in a moment.', $operation, 0 );
			throw $unreachable;
		}
		$envelope = json_decode( $response['body'], true );
		$success  = is_array( $envelope ) && isset( $envelope['success'] ) ? $envelope['success'] : null;
		if ( true === $success && $status >= 200 && $status < 300 && isset( $envelope['data'] ) && is_array( $envelope['data'] ) ) {
			return $envelope['data'];
		}
		$error = false === $success && isset( $envelope['error'] ) && is_array( $envelope['error'] ) ? $envelope['error'] : null;
		if ( null === $error || ! isset( $error['code'], $error['message'] ) || ! is_string( $error['code'] ) || ! is_string( $error['message'] ) ) {
			$code    = $status >= 500 ? Service_Error::UNREACHABLE : Service_Error::INVALID_RESPONSE;
			$invalid = self::error( $code, 'The payment service gave an answer that cannot be read. Try again in a moment.', $operation, $status );
			throw $invalid;
		}
		$more = array();
		foreach ( array( 'field', 'request_id' ) as $name ) {
			$value         = $error[ $name ] ?? null;
			$more[ $name ] = is_string( $value ) ? $value : '';
		}
		$wait = isset( $response['headers']['retry-after'] ) ? $response['headers']['retry-after'] : '';
		if ( ctype_digit( $wait ) ) {
			$more['retry_after'] = (int) $wait;
		}
		$error_response = self::error( $error['code'], $error['message'], $operation, $status, $more );
		throw $error_response;
	}

	/**
	 * Builds an error.
	 *
	 * @param string                                             $code      Error code.
	 * @param string                                             $message   Message.
	 * @param array{method: string, path: string, scope: string} $operation Operation.
	 * @param int                                                $status    HTTP status; 0 without a response.
	 * @param array                                              $details   Further details.
	 */
	private static function error( string $code, string $message, array $operation, int $status, array $details = array() ): Service_Error {
		$is_unknown = 0 === $status || $status >= 500 || in_array( $code, array( Service_Error::INVALID_RESPONSE, 'idempotency_in_progress' ), true );
		return new Service_Error(
			$code,
			$message,
			$details + array(
				'api_status'   => $status,
				'scope'        => $operation['scope'],
				'is_unknown'   => 'GET' !== $operation['method'] && $is_unknown,
				'is_transient' => $is_unknown || 429 === $status,
			)
		);
	}
}
