<?php
/**
 * The API of the service.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Support;

use WP_Error;
use const Cedi\Commerce\VERSION;

defined( 'ABSPATH' ) || exit;

/**
 * Sends requests and opens envelopes. The table of operations is made from the contract.
 */
final class Api {
	/** How long one question may take together with its repetitions, in seconds. */
	const BUDGET_SECONDS = 9.0;

	/**
	 * Where the service is.
	 *
	 * @var string
	 */
	private $base_url;

	/**
	 * The key of the merchant.
	 *
	 * @var string
	 */
	private $key;

	/**
	 * Where the list that was read last goes on.
	 *
	 * @var string
	 */
	private $next = '';

	/**
	 * Makes an API.
	 *
	 * @param string $base_url Where the service is, without a slash at its end.
	 * @param string $key      The key of the merchant.
	 */
	public function __construct( $base_url, $key ) {
		$this->base_url = $base_url;
		$this->key      = $key;
	}

	/**
	 * The API as the merchant has set it up.
	 *
	 * @return self|WP_Error The error says what is missing.
	 */
	public static function from_settings() {
		$base_url = Settings::base_url();
		if ( '' === $base_url ) {
			return new WP_Error( 'cedi_commerce_no_address', __( 'The address of the service is not set. Set it in the settings of Cedi Commerce.', 'cedi-commerce' ), array( 'status' => 409 ) );
		}
		$key = Api_Key::read();
		if ( '' === $key ) {
			return new WP_Error( 'cedi_commerce_no_key', __( 'There is no API key. Set it in the settings of Cedi Commerce.', 'cedi-commerce' ), array( 'status' => 409 ) );
		}
		return new self( $base_url, $key );
	}

	/**
	 * The operations of the service, from the contract.
	 *
	 * @return array<string, array{method: string, path: string, scope: string}>
	 */
	public static function operations() {
		static $operations;
		if ( null === $operations ) {
			$operations = require dirname( __DIR__ ) . '/Service/generated/operations.php';
		}
		return $operations;
	}

	/**
	 * Sends a request and returns what the envelope holds.
	 *
	 * Reads are repeated once when no answer comes; writes only with an idempotency key.
	 *
	 * @param string $operation Such as readPayment.
	 * @param array  $input     parameter (the reference in the path), query, body, idempotency_key, budget in seconds,
	 *                          was_sent: whether the effect may have happened before.
	 * @return array|WP_Error The data. An error has the code and the words of the service, to be escaped, or cedi_commerce_unreachable or
	 *                        cedi_commerce_bad_answer; its data holds api_status, scope, field and is_unknown: whether
	 *                        the effect may have happened all the same; is_lost: or before.
	 */
	public function request( $operation, array $input = array() ) {
		$row = self::operations()[ $operation ];
		$url = $this->base_url . str_replace(
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
			$body                    = is_string( $input['body'] ) ? $input['body'] : (string) wp_json_encode( $input['body'] );
		}
		if ( isset( $input['idempotency_key'] ) ) {
			$headers['Idempotency-Key'] = $input['idempotency_key'];
		}
		$budget = isset( $input['budget'] ) ? $input['budget'] : self::BUDGET_SECONDS;
		return $this->send( $row, $url, $headers, $body, $budget, ! empty( $input['was_sent'] ) );
	}

	/**
	 * Where the list that was read last goes on.
	 *
	 * @return string The cursor of its next page; '' when it has none.
	 * @source Resources and their fields (Envelope)
	 * @decision 0010
	 */
	public function next_cursor() {
		return $this->next;
	}

	/**
	 * Reads the cursor in a Link header. The address there is not asked: the key goes to the one that the merchant has set.
	 *
	 * @param array|WP_Error $answer As wp_remote_request gives it.
	 * @return string
	 */
	private static function cursor( $answer ) {
		$links = wp_remote_retrieve_header( $answer, 'link' );
		$links = is_array( $links ) ? implode( ',', $links ) : $links;
		return preg_match( '/<[^>]*[?&]cursor=([^&>]+)[^>]*>\s*;[^,<]*\brel="?next\b/i', $links, $match ) ? rawurldecode( $match[1] ) : '';
	}

	/**
	 * Sends, and sends once more when that can help and there is time.
	 *
	 * @param array       $row     The operation.
	 * @param string      $url     Where to.
	 * @param array       $headers The headers.
	 * @param string|null $body    The body.
	 * @param float       $budget  How long it may take in all, in seconds.
	 * @param bool        $sent    Whether the effect may have happened before.
	 * @return array|WP_Error The data.
	 */
	private function send( array $row, $url, array $headers, $body, $budget, $sent = false ) {
		$repeats = 'GET' === $row['method'] || isset( $headers['Idempotency-Key'] );
		$end     = microtime( true ) + $budget;
		for ( $tries = 1; ; $tries++ ) {
			$left = $end - microtime( true );
			// The first try leaves time for a second one.
			$timeout = $repeats && 1 === $tries ? $left * 0.6 : $left;
			$answer  = self::fetch( $row['method'], $url, $headers, $body, max( 1.0, $timeout ) );
			$data    = self::open( $answer, $row );
			if ( ! is_wp_error( $data ) ) {
				$this->next = self::cursor( $answer );
				return $data;
			}
			$details = (array) $data->get_error_data();
			if ( $sent && in_array( $details['api_status'], array( 401, 403, 404, 429 ), true ) ) {
				// Who is turned away hears nothing of what happened before.
				$data->add_data( array( 'is_lost' => true ) + $details );
			}
			$sent = $sent || $details['is_unknown'];
			$wait = isset( $details['retry_after'] ) ? (float) max( 1, $details['retry_after'] ) : 0.25;
			if ( ! $repeats || $tries > 1 || ! $details['is_passing'] || microtime( true ) + $wait + 1.0 > $end ) {
				Log::write(
					'warning',
					"{$row['method']} {$row['path']}: {$data->get_error_code()}",
					array(
						'status'     => $details['api_status'],
						'request_id' => isset( $details['request_id'] ) ? $details['request_id'] : '',
						'tries'      => $tries,
					)
				);
				return $data;
			}
			usleep( (int) ( $wait * 1000000.0 ) );
		}
	}

	/**
	 * Asks the hosted checkout which payment an intent has led to. It is asked with the client token of the intent and
	 * without the key: an intent cannot be read by the API, and a page that was closed tells nobody.
	 *
	 * The answer is a hint: what counts is the payment that the API shows under this reference.
	 *
	 * @param string $token  The client token.
	 * @param float  $budget How long it may take, in seconds.
	 * @return array{ref: string, payment_status: string, status: string}|WP_Error The reference, '' as long as there is
	 *         no payment; the state of the payment; the state of the intent.
	 */
	public function read_intent( $token, $budget ) {
		$row    = array(
			'method' => 'GET',
			'path'   => '/checkout/status',
			'scope'  => '',
		);
		$header = array(
			'Authorization' => 'Intent ' . $token,
			'Accept'        => 'application/json',
		);
		$data   = $this->send( $row, $this->base_url . $row['path'], $header, null, $budget );
		if ( is_wp_error( $data ) ) {
			return $data;
		}
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
	 * Sends one request.
	 *
	 * @param string      $method  The method.
	 * @param string      $url     Where to.
	 * @param array       $headers The headers.
	 * @param string|null $body    The body.
	 * @param float       $timeout In seconds.
	 * @return array|WP_Error As wp_remote_request gives it.
	 */
	private static function fetch( $method, $url, array $headers, $body, $timeout ) {
		/**
		 * Filters how requests to the service are sent: a proxy, certificates, the timeout.
		 *
		 * @param array  $args As for wp_remote_request.
		 * @param string $url  Where to.
		 */
		$args = apply_filters(
			'cedi_commerce_http_args',
			array(
				'method'              => $method,
				'headers'             => $headers,
				'body'                => $body,
				'timeout'             => $timeout,
				// The key goes to the address that the merchant has set, and nowhere else.
				'redirection'         => 0,
				'limit_response_size' => 2097152,
				'user-agent'          => 'cedi-commerce/' . VERSION . '; WordPress/' . get_bloginfo( 'version' ),
			),
			$url
		);
		return wp_remote_request( $url, $args );
	}

	/**
	 * Opens the envelope of an answer.
	 *
	 * @param array|WP_Error $answer As wp_remote_request gives it.
	 * @param array          $row    The operation.
	 * @return array|WP_Error The data.
	 */
	public static function open( $answer, array $row ) {
		if ( is_wp_error( $answer ) ) {
			return self::error( 'cedi_commerce_unreachable', __( 'The payment service does not answer.', 'cedi-commerce' ), $row, 0 );
		}
		$status   = (int) wp_remote_retrieve_response_code( $answer );
		$envelope = json_decode( wp_remote_retrieve_body( $answer ), true );
		$success  = is_array( $envelope ) && isset( $envelope['success'] ) ? $envelope['success'] : null;
		if ( true === $success && $status >= 200 && $status < 300 && isset( $envelope['data'] ) && is_array( $envelope['data'] ) ) {
			return $envelope['data'];
		}
		$error = false === $success && isset( $envelope['error'] ) && is_array( $envelope['error'] ) ? $envelope['error'] : null;
		if ( null === $error || ! isset( $error['code'], $error['message'] ) || ! is_string( $error['code'] ) || ! is_string( $error['message'] ) ) {
			$code = $status >= 500 ? 'cedi_commerce_unreachable' : 'cedi_commerce_bad_answer';
			return self::error( $code, __( 'The payment service gave an answer that cannot be read.', 'cedi-commerce' ), $row, $status );
		}
		$more = array(
			'field'      => isset( $error['field'] ) && is_string( $error['field'] ) ? $error['field'] : '',
			'request_id' => isset( $error['request_id'] ) && is_string( $error['request_id'] ) ? $error['request_id'] : '',
		);
		$wait = wp_remote_retrieve_header( $answer, 'retry-after' );
		if ( is_string( $wait ) && ctype_digit( $wait ) ) {
			$more['retry_after'] = (int) $wait;
		}
		return self::error( sanitize_key( $error['code'] ), Log::hide_key( $error['message'] ), $row, $status, $more );
	}

	/**
	 * Makes an error.
	 *
	 * @param string $code    The code.
	 * @param string $message For people.
	 * @param array  $row     The operation.
	 * @param int    $status  The status of the answer; 0 when there was none.
	 * @param array  $more    Further data.
	 * @return WP_Error
	 */
	private static function error( $code, $message, array $row, $status, array $more = array() ) {
		$is_unknown = 0 === $status || $status >= 500 || in_array( $code, array( 'cedi_commerce_bad_answer', 'idempotency_in_progress' ), true );
		return new WP_Error(
			$code,
			$message,
			array_merge(
				$more,
				array(
					// What a REST route of this site answers with.
					'status'     => 502,
					'api_status' => $status,
					'scope'      => $row['scope'],
					'is_unknown' => 'GET' !== $row['method'] && $is_unknown,
					'is_passing' => $is_unknown || 429 === $status,
				)
			)
		);
	}
}
