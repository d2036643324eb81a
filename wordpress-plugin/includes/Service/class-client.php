<?php
/**
 * Client of the service.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Service;

/**
 * Sends requests and returns the data of the envelopes. The table of operations is generated from the contract.
 *
 * @psalm-type Request_Input = array{parameter?: string, query?: array, body?: string, idempotency_key?: string, budget?: float, was_sent?: bool}
 */
final class Client {
	/** Default time limit for a request and its retries. */
	const BUDGET_SECONDS = 9.0;

	/**
	 * Transport.
	 *
	 * @var Transport
	 */
	private $transport;

	/**
	 * Base URL of the service.
	 *
	 * @var string
	 */
	private $base;

	/**
	 * API key.
	 *
	 * @var string
	 */
	private $key;

	/**
	 * Cursor of the next page of the last list.
	 *
	 * @var string
	 */
	private $next = '';

	/**
	 * Creates a client.
	 *
	 * @param Transport $transport Transport.
	 * @param string    $base      Base URL, as Base_Url::parse() returns it.
	 * @param string    $key       API key.
	 */
	public function __construct( Transport $transport, string $base, string $key ) {
		$this->transport = $transport;
		$this->base      = $base;
		$this->key       = $key;
	}

	/**
	 * Returns the operations of the service.
	 *
	 * @return array<string, array{method: string, path: string, scope: string}>
	 */
	public static function operations(): array {
		static $operations;
		if ( null === $operations ) {
			$operations = require __DIR__ . '/generated/operations.php';
		}
		return $operations;
	}

	/**
	 * Sends a request and returns the data of the envelope. A read is retried once after a transient error, a write only if it has
	 * an idempotency key.
	 *
	 * @param string $operation Operation ID, such as readPayment.
	 * @param array  $input     Path parameter, query, JSON body, time limit in seconds; was_sent: an earlier request may have had the
	 *                          effect.
	 * @psalm-param Request_Input $input
	 * @return array Data.
	 * @throws Service_Error If the service rejects the request or does not respond.
	 */
	public function request( string $operation, array $input = array() ): array {
		$row = self::operations()[ $operation ];
		$url = $this->base . str_replace(
			array( '{ref}', '{id}' ),
			rawurlencode( isset( $input['parameter'] ) ? $input['parameter'] : '' ),
			$row['path']
		);
		if ( ! empty( $input['query'] ) ) {
			$url .= '?' . http_build_query( $input['query'], '', '&', PHP_QUERY_RFC3986 );
		}
		$headers = array(
			'Authorization' => 'Bearer ' . $this->key,
			'Accept'        => 'application/json',
		);
		$body    = null;
		if ( isset( $input['body'] ) ) {
			$headers['Content-Type'] = 'application/json';
			$body                    = $input['body'];
		}
		if ( isset( $input['idempotency_key'] ) ) {
			$headers['Idempotency-Key'] = $input['idempotency_key'];
		}
		$budget = isset( $input['budget'] ) ? $input['budget'] : self::BUDGET_SECONDS;
		return $this->send( $row, $url, $headers, $body, $budget, ! empty( $input['was_sent'] ) );
	}

	/**
	 * Reads the status of an intent from the hosted checkout, because the API cannot read an intent. It sends the client token, not
	 * the key. The result is a hint: only the payment that the API returns for the reference counts.
	 *
	 * @param string $token  Client token.
	 * @param float  $budget Time limit in seconds.
	 * @return array{ref: string, payment_status: string, status: string} Payment reference ('' without a payment), payment status,
	 *         intent status.
	 * @throws Service_Error If the service does not report the intent.
	 */
	public function read_intent( string $token, float $budget ): array {
		$row    = array(
			'method' => 'GET',
			'path'   => '/checkout/status',
			'scope'  => '',
		);
		$header = array(
			'Authorization' => 'Intent ' . $token,
			'Accept'        => 'application/json',
		);
		$data   = $this->send( $row, $this->base . $row['path'], $header, null, $budget );
		$ref    = isset( $data['payment']['ref'] ) ? $data['payment']['ref'] : '';
		$paid   = isset( $data['payment']['status'] ) ? $data['payment']['status'] : '';
		$status = isset( $data['intent']['status'] ) ? $data['intent']['status'] : '';
		return array(
			'ref'            => is_string( $ref ) && preg_match( '/^[\w-]{1,64}$/D', $ref ) ? $ref : '',
			'payment_status' => is_string( $paid ) ? $paid : '',
			'status'         => is_string( $status ) ? $status : '',
		);
	}

	/**
	 * Returns the cursor of the next page of the last list.
	 *
	 * @return string '' after the last page.
	 * @source Resources and their fields (Envelope)
	 * @decision 0010
	 */
	public function next_cursor(): string {
		return $this->next;
	}

	/**
	 * Parses the cursor in the Link header. The URL there is ignored, so that the key is sent only to the base URL.
	 *
	 * @param array{status: int, headers: array<string, string>, body: string} $response Response of the transport.
	 */
	private static function cursor( array $response ): string {
		$links = isset( $response['headers']['link'] ) ? $response['headers']['link'] : '';
		foreach ( explode( '<', $links ) as $link ) {
			$parts = explode( '>', $link, 2 );
			if ( isset( $parts[1] ) && preg_match( '/;\s*rel="?next\b/i', $parts[1] ) && preg_match( '/[?&]cursor=([^&]+)/', $parts[0], $match ) ) {
				return rawurldecode( $match[1] );
			}
		}
		return '';
	}

	/**
	 * Sends a request, and retries it once after a transient error if there is time.
	 *
	 * @param array{method: string, path: string, scope: string} $operation Operation.
	 * @param string                                             $url       URL.
	 * @param array<string, string>                              $headers   Headers.
	 * @param string|null                                        $body      Body.
	 * @param float                                              $budget    Time limit in seconds.
	 * @param bool                                               $was_sent  Whether an earlier request may have had the effect.
	 * @return array Data.
	 * @throws Service_Error If the service rejects the request or does not respond.
	 */
	private function send( array $operation, string $url, array $headers, ?string $body, float $budget, bool $was_sent = false ): array {
		$can_retry = 'GET' === $operation['method'] || isset( $headers['Idempotency-Key'] );
		$deadline  = microtime( true ) + $budget;
		for ( $attempts = 1; ; $attempts++ ) {
			$left = $deadline - microtime( true );
			// Reserve time for a retry.
			$timeout  = $can_retry && 1 === $attempts ? $left * 0.6 : $left;
			$response = $this->transport->send( $operation['method'], $url, $headers, $body, max( 1.0, $timeout ) );
			try {
				$data       = Envelope::open( $response, $operation );
				$this->next = self::cursor( $response );
				return $data;
			} catch ( Service_Error $error ) {
				$details = $error->details();
				// These errors do not show whether the earlier request had an effect.
				$is_lost  = $was_sent && in_array( $details['api_status'], array( 401, 403, 404, 429 ), true );
				$was_sent = $was_sent || $error->is_unknown();
				$wait     = isset( $details['retry_after'] ) ? (float) max( 1, $details['retry_after'] ) : 0.25;
				if ( ! $can_retry || $attempts > 1 || ! $error->is_transient() || microtime( true ) + $wait + 1.0 > $deadline ) {
					$final_error = $error->with( array( 'attempts' => $attempts ) + ( $is_lost ? array( 'is_lost' => true ) : array() ) );
					throw $final_error;
				}
				usleep( (int) ( $wait * 1000000.0 ) );
			}
		}
	}
}
