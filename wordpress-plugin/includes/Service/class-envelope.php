<?php
/**
 * The envelope of every answer.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Service;

/**
 * Opens answers of the service.
 *
 * @source Resources and their fields (Envelope)
 */
final class Envelope {
	/**
	 * Opens an answer.
	 *
	 * @param array{status: int, headers: array<string, string>, body: string} $answer As a transport brings it.
	 * @param array                                                            $row    The operation: method, path, scope.
	 * @return array The data.
	 * @throws Problem When the service refuses, or when the answer cannot be read.
	 */
	public static function open( array $answer, array $row ): array {
		$status = $answer['status'];
		if ( 0 === $status ) {
			$silence = self::problem( Problem::UNREACHABLE, 'The payment service does not answer. Try again in a moment.', $row, 0 );
			throw $silence;
		}
		$envelope = json_decode( $answer['body'], true );
		$success  = is_array( $envelope ) && isset( $envelope['success'] ) ? $envelope['success'] : null;
		if ( true === $success && $status >= 200 && $status < 300 && isset( $envelope['data'] ) && is_array( $envelope['data'] ) ) {
			return $envelope['data'];
		}
		$error = false === $success && isset( $envelope['error'] ) && is_array( $envelope['error'] ) ? $envelope['error'] : null;
		if ( null === $error || ! isset( $error['code'], $error['message'] ) || ! is_string( $error['code'] ) || ! is_string( $error['message'] ) ) {
			$code       = $status >= 500 ? Problem::UNREACHABLE : Problem::UNREADABLE;
			$unreadable = self::problem( $code, 'The payment service gave an answer that cannot be read. Try again in a moment.', $row, $status );
			throw $unreadable;
		}
		$more = array();
		foreach ( array( 'field', 'request_id' ) as $name ) {
			$value         = $error[ $name ] ?? null;
			$more[ $name ] = is_string( $value ) ? $value : '';
		}
		$wait = isset( $answer['headers']['retry-after'] ) ? $answer['headers']['retry-after'] : '';
		if ( ctype_digit( $wait ) ) {
			$more['retry_after'] = (int) $wait;
		}
		$refusal = self::problem( $error['code'], $error['message'], $row, $status, $more );
		throw $refusal;
	}

	/**
	 * Makes a problem.
	 *
	 * @param string $code    The code.
	 * @param string $message For people.
	 * @param array  $row     The operation.
	 * @param int    $status  The status of the answer; 0 when there was none.
	 * @param array  $more    Further details.
	 */
	private static function problem( string $code, string $message, array $row, int $status, array $more = array() ): Problem {
		$is_unknown = 0 === $status || $status >= 500 || in_array( $code, array( Problem::UNREADABLE, 'idempotency_in_progress' ), true );
		return new Problem(
			$code,
			$message,
			$more + array(
				'api_status' => $status,
				'scope'      => $row['scope'],
				'is_unknown' => 'GET' !== $row['method'] && $is_unknown,
				'is_passing' => $is_unknown || 429 === $status,
			)
		);
	}
}
