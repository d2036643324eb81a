<?php
/**
 * The client of the service.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Service;

/**
 * Sends requests and opens envelopes. The table of operations is made from the contract.
 */
final class Client {
	/** How long one request and its repetitions may take together, in seconds. */
	const BUDGET_SECONDS = 9.0;

	/**
	 * Sends the requests.
	 *
	 * @var Transport
	 */
	private $transport;

	/**
	 * The service's address.
	 *
	 * @var string
	 */
	private $base;

	/**
	 * The merchant's key.
	 *
	 * @var string
	 */
	private $key;

	/**
	 * Where the last list continues.
	 *
	 * @var string
	 */
	private $next = '';

	/**
	 * Makes a client.
	 *
	 * @param Transport $transport What carries requests.
	 * @param string    $base      Where the service is, as Base_Address reads it.
	 * @param string    $key       The key of the merchant.
	 */
	public function __construct( Transport $transport, string $base, string $key ) {
		$this->transport = $transport;
		$this->base      = $base;
		$this->key       = $key;
	}

	/**
	 * The operations of the service, from the contract.
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
	 * Sends a request and returns what the envelope holds.
	 *
	 * Reads are repeated once when no answer comes; writes only with an idempotency key.
	 *
	 * @param string $operation Such as readPayment.
	 * @param array  $input     parameter (the reference in the path), query, body (JSON), idempotency_key, budget in seconds,
	 *                          was_sent: whether the effect may have happened before.
	 * @return array The data.
	 * @throws Problem Its details hold api_status, scope, field and is_unknown: whether the effect may have happened all the
	 *                 same; is_lost: or before.
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
	 * Asks the hosted checkout which payment an intent has led to. It sends the intent's client token, not the key: the
	 * API cannot read an intent, and a closed page reports nothing.
	 *
	 * The answer is a hint: only the payment that the API shows under this reference counts.
	 *
	 * @param string $token  The client token.
	 * @param float  $budget How long it may take, in seconds.
	 * @return array{ref: string, payment_status: string, status: string} The reference, '' as long as there is no payment;
	 *         the state of the payment; the state of the intent.
	 * @throws Problem When the service does not say.
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
	 * Where the list that was read last goes on.
	 *
	 * @return string The cursor of its next page; '' when it has none.
	 * @source Resources and their fields (Envelope)
	 * @decision 0010
	 */
	public function next_cursor(): string {
		return $this->next;
	}

	/**
	 * Reads the cursor in a Link header. The address there is ignored: the key goes only to the merchant's address.
	 *
	 * @param array $answer As a transport brings it.
	 */
	private static function cursor( array $answer ): string {
		$links = isset( $answer['headers']['link'] ) ? $answer['headers']['link'] : '';
		return preg_match( '/<[^>]*[?&]cursor=([^&>]+)[^>]*>\s*;[^,<]*\brel="?next\b/i', $links, $match ) ? rawurldecode( $match[1] ) : '';
	}

	/**
	 * Sends, and sends once more if that can help and there is time.
	 *
	 * @param array       $row     The operation.
	 * @param string      $url     Where to.
	 * @param array       $headers The headers.
	 * @param string|null $body    The body.
	 * @param float       $budget  How long it may take in all, in seconds.
	 * @param bool        $sent    Whether the effect may have happened before.
	 * @return array The data.
	 * @throws Problem When the service refuses, or does not answer.
	 */
	private function send( array $row, string $url, array $headers, ?string $body, float $budget, bool $sent = false ): array {
		$repeats = 'GET' === $row['method'] || isset( $headers['Idempotency-Key'] );
		$end     = microtime( true ) + $budget;
		for ( $tries = 1; ; $tries++ ) {
			$left = $end - microtime( true );
			// The first try leaves time for a second.
			$timeout = $repeats && 1 === $tries ? $left * 0.6 : $left;
			$answer  = $this->transport->send( $row['method'], $url, $headers, $body, max( 1.0, $timeout ) );
			try {
				$data       = Envelope::open( $answer, $row );
				$this->next = self::cursor( $answer );
				return $data;
			} catch ( Problem $problem ) {
				$details = $problem->details();
				// A refused caller must not learn what happened before.
				$is_lost = $sent && in_array( $details['api_status'], array( 401, 403, 404, 429 ), true );
				$sent    = $sent || $problem->is_unknown();
				$wait    = isset( $details['retry_after'] ) ? (float) max( 1, $details['retry_after'] ) : 0.25;
				if ( ! $repeats || $tries > 1 || ! $problem->is_passing() || microtime( true ) + $wait + 1.0 > $end ) {
					$told = $problem->with( array( 'tries' => $tries ) + ( $is_lost ? array( 'is_lost' => true ) : array() ) );
					throw $told;
				}
				usleep( (int) ( $wait * 1000000.0 ) );
			}
		}
	}
}
