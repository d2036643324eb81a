<?php
/**
 * Requests to the service.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Service\Client;
use Cedi\Commerce\Support\Api;
use Cedi\Commerce\Support\Settings;

final class ApiTest extends TestCase {
	private function api() {
		return Api::from_settings();
	}

	/**
	 * @dataProvider fixtures
	 */
	public function test_every_example_response_of_the_contract_is_parsed_as_specified( $operation, $method, $status, $file ) {
		$name                                    = preg_replace( '/\.json$/', '', $file );
		$envelope                                = json_decode( Service::read_fixture( $name ), true );
		$this->service->responses["$method *"]     = Service::fixture( $name, $status );
		$data                                    = $this->api()->request(
			$operation,
			array(
				'parameter' => 'x',
				'body'      => 'POST' === $method ? array() : null,
			)
		);
		if ( $envelope['success'] ) {
			$this->assertSame( $envelope['data'], $data );
			return;
		}
		$this->assertWPError( $data );
		$this->assertSame( $envelope['error']['code'], $data->get_error_code() );
		$this->assertSame( $envelope['error']['message'], $data->get_error_message() );
		$details = $data->get_error_data();
		$this->assertSame( $status, $details['api_status'] );
		$this->assertSame( Client::operations()[ $operation ]['scope'], $details['scope'] );
		$this->assertSame( $envelope['error']['field'] ?? '', $details['field'] );
	}

	public function fixtures() {
		$index = json_decode( Service::read_fixture( 'index' ), true );
		$rows  = array();
		foreach ( $index['operations'] as $operation ) {
			foreach ( $operation['responses'] as $response ) {
				if ( isset( $operation['scope'] ) ) {
					$rows[ $response['file'] ] = array( $operation['operation'], $operation['method'], $response['status'], $response['file'] );
				}
			}
		}
		return $rows;
	}

	public function test_the_operation_table_matches_the_contract() {
		$index = json_decode( Service::read_fixture( 'index' ), true );
		$table = array();
		foreach ( $index['operations'] as $operation ) {
			if ( isset( $operation['scope'] ) ) {
				$table[ $operation['operation'] ] = array_intersect_key( $operation, array_flip( array( 'method', 'path', 'scope' ) ) );
			}
		}
		$this->assertEquals( $table, Client::operations() );
		$this->assertCount( 10, $table );
	}

	public function test_a_named_host_gets_the_test_key_over_http() {
		$this->assertSame( 'http://cedi-mock:23300', Settings::parse_base_url( 'http://cedi-mock:23300/' ) );
		Api::from_settings( 'http://cedi-mock:23300' )->request( 'readBalance' );
		$this->assertSame( 'http://cedi-mock:23300/api/v1/balance', $this->service->requests[0]['url'] );
		$this->assertFalse( $this->service->requests[0]['args']['reject_unsafe_urls'], 'The name of a container resolves to a private address.' );
	}

	/**
	 * @testWith ["sk_live_9f3a11"]
	 *           ["some-secret"]
	 *           ["xsk_test_9f3a"]
	 */
	public function test_a_named_host_never_gets_another_key_over_http( $key ) {
		$error = Api::from_settings( 'http://cedi-mock:23300', $key );
		$this->assertWPError( $error );
		$this->assertSame( 'cedi_commerce_insecure_key', $error->get_error_code() );
		$this->assertStringNotContainsString( $key, $error->get_error_message() );
		$this->assertSame( array(), $this->service->requests );
		$this->assertInstanceOf( Api::class, Api::from_settings( 'https://cedi-mock', $key ) );
	}

	/**
	 * @testWith ["http://cedi-mock.example"]
	 *           ["http://pay.example"]
	 *           ["http://192.168.1.50"]
	 *           ["https://other-mock"]
	 */
	public function test_a_host_that_is_not_named_keeps_the_rules( $url ) {
		$this->assertNull( Settings::parse_base_url( $url, true ) );
	}

	public function test_a_request_contains_the_key_once_and_follows_no_redirect() {
		$this->api()->request( 'readPayment', array( 'parameter' => 'pay_1/../x?y' ) );
		$request = $this->service->requests[0];
		$this->assertSame( 'https://pay.example.com/api/v1/payments/pay_1%2F..%2Fx%3Fy', $request['url'] );
		$this->assertSame(
			array(
				'Authorization' => 'Bearer ' . self::KEY,
				'Accept'        => 'application/json',
			),
			$request['headers']
		);
		$this->assertSame( 0, $request['args']['redirection'] );
		$this->assertNull( $request['body'] );
	}

	/**
	 * @dataProvider passing
	 */
	public function test_a_read_is_retried_once_after_a_transient_error( $first ) {
		$queued_responses                                     = array( $first, Service::fixture( 'read-balance/200-balance', 200 ) );
		$this->service->responses['GET /api/v1/balance'] = static function () use ( &$queued_responses ) {
			return array_shift( $queued_responses );
		};
		$this->assertIsArray( $this->api()->request( 'readBalance' ) );
		$this->assertCount( 2, $this->service->requests );
	}

	public function passing() {
		return array(
			'connection cut' => array( Service::connection_error() ),
			'429'            => array( Service::fixture( 'read-balance/429-rate-limited', 429, array( 'Retry-After' => '1' ) ) ),
			'500'            => array( Service::fixture( 'read-balance/500-internal-error', 500 ) ),
			'504'            => array( Service::raw( '<html>Gateway timeout', 504 ) ),
			'bad JSON'       => array( Service::raw( '{"success":tr', 200 ) ),
			'half a body'    => array( Service::raw( '', 200 ) ),
		);
	}

	public function test_a_read_is_not_retried_after_a_permanent_error() {
		$this->service->responses['GET *'] = Service::fixture( 'read-balance/403-insufficient-scope', 403 );
		$this->api()->request( 'readBalance' );
		$this->assertCount( 1, $this->service->requests );
	}

	public function test_a_write_without_an_idempotency_key_is_never_retried() {
		$this->service->responses['POST *'] = Service::connection_error();
		$error                            = $this->api()->request( 'createPayment', array( 'body' => array() ) );
		$this->assertCount( 1, $this->service->requests );
		$this->assertTrue( $error->get_error_data()['is_unknown'] );
	}

	public function test_a_write_is_retried_with_the_same_idempotency_key_and_bytes() {
		$this->service->responses['POST *'] = Service::connection_error();
		$this->api()->request(
			'createCheckoutIntent',
			array(
				'body'            => array( 'amount' => '1.00' ),
				'idempotency_key' => 'k',
			)
		);
		list( $first, $second ) = $this->service->requests;
		$this->assertSame( $first['headers'], $second['headers'] );
		$this->assertSame( $first['body'], $second['body'] );
		$this->assertCount( 2, $this->service->requests );
	}

	public function test_no_request_exceeds_its_time_limit() {
		$this->service->responses['GET *'] = Service::connection_error();
		$this->api()->request( 'readBalance', array( 'budget' => 3.0 ) );
		$sum = array_sum( array_column( $this->service->requests, 'timeout' ) );
		$this->assertLessThanOrEqual( 4.81, $sum );
		$this->assertLessThanOrEqual( 1.8, $this->service->requests[0]['timeout'] );
	}

	public function test_a_long_retry_after_is_not_awaited() {
		$this->service->responses['GET *'] = Service::fixture( 'read-balance/429-rate-limited', 429, array( 'Retry-After' => '60' ) );
		$this->api()->request( 'readBalance' );
		$this->assertCount( 1, $this->service->requests );
		$this->assertSame( 0, (int) Clock::$slept_ms );
	}

	/**
	 * @dataProvider invalid_responses
	 */
	public function test_a_response_without_an_envelope_is_an_error( $body, $status ) {
		$this->service->responses['GET *'] = Service::raw( $body, $status );
		$this->assertWPError( $this->api()->request( 'readBalance' ) );
	}

	public function invalid_responses() {
		return array(
			array( '[]', 200 ),
			array( 'null', 200 ),
			array( '"x"', 200 ),
			array( '{"success":"true","data":{}}', 200 ),
			array( '{"success":true,"data":null}', 200 ),
			array( '{"success":true,"data":"x"}', 200 ),
			array( '{"success":true,"data":{}}', 500 ),
			array( '{"success":false,"error":{"code":[],"message":"x"}}', 400 ),
			array( '{"success":false,"error":null}', 400 ),
			array( '{"success":true,"data":{}}', 302 ),
		);
	}

	public function test_an_error_message_contains_no_key() {
		$this->service->responses['GET *'] = Service::raw( wp_json_encode( array( 'success' => false, 'data' => null, 'error' => array( 'code' => 'x', 'message' => 'Not with ' . self::KEY . '.' ) ) ), 400 );
		$error                           = $this->api()->request( 'readBalance' );
		$this->assertSame( 'Not with [key].', $error->get_error_message() );
	}

	private function assertWPError( $value ) {
		$this->assertInstanceOf( \WP_Error::class, $value );
	}

	public function test_a_service_blocked_in_wp_config_is_reported_with_constant_and_host() {
		$this->service->responses['*'] = new \WP_Error( 'http_request_not_executed', 'User has blocked requests through HTTP.' );
		$message                       = \Cedi\Commerce\Support\Api::from_settings()->request( 'readBalance' )->get_error_message();
		$this->assertSame( 'WP_HTTP_BLOCK_EXTERNAL in wp-config.php blocks the payment service. Add its host to WP_ACCESSIBLE_HOSTS: pay.example.com', $message );
	}
}
