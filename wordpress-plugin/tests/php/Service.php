<?php
/**
 * Fake service with programmable responses.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use WP_Error;

/**
 * Responds to requests of the plugin with the fixtures of the contract.
 */
final class Service {
	const URL = 'https://pay.example.com';

	/** @var array[] Received requests. */
	public $requests = array();
	/** @var array<string, callable|array> Responses by "METHOD /path"; a path may end with *. */
	public $responses = array();
	/** @var array<string, array> Payments by reference. */
	public $payments = array();
	/** @var array<string, array> Intents by idempotency key. */
	public $intents = array();
	/** @var array<string, array> Refunds by idempotency key. */
	public $refunds = array();

	/** @var int Number of next responses that are dropped after the request took effect. */
	public $lost_responses = 0;

	/**
	 * Replaces the network.
	 */
	public function __construct() {
		add_filter( 'pre_http_request', array( $this, 'respond' ), 10, 3 );
	}

	/**
	 * Restores the network.
	 */
	public function stop() {
		remove_filter( 'pre_http_request', array( $this, 'respond' ), 10 );
	}

	/**
	 * Returns the response to a request.
	 */
	public function respond( $response, $args, $url ) {
		$parts            = wp_parse_url( $url );
		$path             = $parts['path'];
		$this->requests[] = array(
			'method'  => $args['method'],
			'url'     => $url,
			'path'    => $path,
			'headers' => $args['headers'],
			'body'    => $args['body'],
			'timeout' => $args['timeout'],
			'args'    => $args,
		);
		foreach ( $this->responses as $name => $configured ) {
			if ( fnmatch( $name, "{$args['method']} $path" ) ) {
				$configured = is_callable( $configured ) ? $configured( end( $this->requests ), $this ) : $configured;
				if ( null !== $configured ) {
					return $configured;
				}
			}
		}
		$response = $this->respond_by_default( $args, $path );
		if ( $this->lost_responses > 0 ) {
			--$this->lost_responses;
			return self::connection_error();
		}
		return $response;
	}

	/**
	 * Returns the default responses.
	 */
	private function respond_by_default( $args, $path ) {
		$body = json_decode( (string) $args['body'], true );
		$key  = isset( $args['headers']['Idempotency-Key'] ) ? $args['headers']['Idempotency-Key'] : '';
		if ( 'POST /api/v1/checkout/intent' === "{$args['method']} $path" ) {
			if ( isset( $this->intents[ $key ] ) && $this->intents[ $key ]['request_body'] !== $args['body'] ) {
				return self::fixture( 'create-checkout-intent/422-idempotency-key-reused', 422 );
			}
			if ( ! isset( $this->intents[ $key ] ) ) {
				$number                = count( $this->intents ) + 1;
				$this->intents[ $key ] = array(
					'request_body'   => $args['body'],
					'status' => 'open',
					'ref'    => null,
					'record' => array_merge(
						self::data( 'create-checkout-intent/201-open' ),
						array(
							'id'           => "int_$number",
							'client_token' => "token.$number",
							'checkout_url' => self::URL . "/pay/token.$number",
							'amount'       => (float) $body['amount'],
							'expires_at'   => gmdate( 'c', ( Clock::$now > 0 ? Clock::$now : time() ) + 1800 ),
							'metadata'     => $body['metadata'],
						)
					),
				);
			}
			return self::json( $this->intents[ $key ]['record'], 201 );
		}
		if ( 'GET /checkout/status' === "{$args['method']} $path" ) {
			foreach ( $this->intents as $intent ) {
				if ( 'Intent ' . $intent['record']['client_token'] === $args['headers']['Authorization'] ) {
					$payment = $intent['ref'] ? $this->payments[ $intent['ref'] ] : null;
					return self::json(
						array(
							'intent'  => array( 'status' => $intent['status'] ),
							'payment' => $payment ? array_intersect_key( $payment, array_flip( array( 'ref', 'status' ) ) ) : null,
						)
					);
				}
			}
			return self::fixture( 'create-payment/401-invalid-api-key', 401 );
		}
		if ( preg_match( '~^/api/v1/payments/([\w-]+)$~', $path, $match ) ) {
			return isset( $this->payments[ $match[1] ] ) ? self::json( $this->payments[ $match[1] ] ) : self::fixture( 'read-payment/404-not-found', 404 );
		}
		if ( 'POST /api/v1/refunds' === "{$args['method']} $path" ) {
			if ( ! isset( $body['payment_ref'] ) ) {
				return self::fixture( 'create-refund/422-invalid-request', 422 );
			}
			if ( ! isset( $this->refunds[ $key ] ) ) {
				$this->refunds[ $key ] = array_merge(
					self::data( 'create-refund/201-pending' ),
					array(
						'ref'         => 'ref_' . ( count( $this->refunds ) + 1 ),
						'payment_ref' => $body['payment_ref'],
						'amount'      => (float) $body['amount'],
					)
				);
			}
			return self::json( $this->refunds[ $key ], 201 );
		}
		if ( 'GET /api/v1/orders' === "{$args['method']} $path" ) {
			return self::fixture( 'list-orders/200-orders', 200 );
		}
		if ( 'POST' === $args['method'] ) {
			return self::fixture( 'create-payment/422-invalid-request', 422 );
		}
		if ( 'GET /api/v1/products' === "{$args['method']} $path" ) {
			return self::fixture( 'list-products/200-products', 200 );
		}
		if ( 'GET /api/v1/balance' === "{$args['method']} $path" ) {
			return self::fixture( 'read-balance/200-balance', 200 );
		}
		return self::fixture( 'read-payment/404-not-found', 404 );
	}

	/**
	 * Pays an intent as a buyer.
	 *
	 * @param array    $changes Changed fields of the payment.
	 * @param int|null $at      Index of the intent; null for the latest.
	 * @return string Payment reference.
	 */
	public function pay( array $changes = array(), $at = null ) {
		$key                            = null === $at ? array_key_last( $this->intents ) : array_keys( $this->intents )[ $at ];
		$ref                            = 'pay_' . ( count( $this->payments ) + 1 );
		$record                         = $this->intents[ $key ]['record'];
		$this->intents[ $key ]['ref']   = $ref;
		$this->payments[ $ref ]         = array_merge(
			self::data( 'read-payment/200-succeeded' ),
			array(
				'ref'             => $ref,
				'amount'          => $record['amount'],
				'metadata'        => $record['metadata'],
				'refunded_amount' => 0,
			),
			$changes
		);
		if ( 'succeeded' === $this->payments[ $ref ]['status'] ) {
			$this->intents[ $key ]['status'] = 'completed';
		}
		return $ref;
	}

	/**
	 * Expires every open intent.
	 */
	public function expire() {
		foreach ( $this->intents as &$intent ) {
			$intent['status'] = 'open' === $intent['status'] ? 'expired' : $intent['status'];
		}
	}

	/**
	 * Returns the number of requests to a path.
	 */
	public function count( $name ) {
		$count = 0;
		foreach ( $this->requests as $request ) {
			$count += fnmatch( $name, "{$request['method']} {$request['path']}" ) ? 1 : 0;
		}
		return $count;
	}

	/**
	 * Returns a connection error.
	 */
	public static function connection_error() {
		return new WP_Error( 'http_request_failed', 'cURL error 52: Empty reply from server' );
	}

	/**
	 * Builds a response with data.
	 */
	public static function json( $data, $status = 200, array $headers = array() ) {
		return self::raw(
			wp_json_encode(
				array(
					'success' => true,
					'data'    => $data,
				)
			),
			$status,
			$headers
		);
	}

	/**
	 * Builds a response from bytes.
	 */
	public static function raw( $body, $status = 200, array $headers = array() ) {
		return array(
			'headers'  => new \WpOrg\Requests\Utility\CaseInsensitiveDictionary( $headers ),
			'body'     => $body,
			'response' => array(
				'code'    => $status,
				'message' => '',
			),
			'cookies'  => array(),
			'filename' => null,
		);
	}

	/**
	 * Returns an example response of the contract.
	 */
	public static function fixture( $name, $status, array $headers = array() ) {
		return self::raw( self::read_fixture( $name ), $status, $headers );
	}

	/**
	 * Returns a fixture of the contract as a string.
	 */
	public static function read_fixture( $name ) {
		return file_get_contents( dirname( __DIR__, 3 ) . "/packages/contract/fixtures/$name.json" );
	}

	/**
	 * Returns the data of a fixture.
	 */
	public static function data( $name ) {
		return json_decode( self::read_fixture( $name ), true )['data'];
	}
}
