<?php
/**
 * The PHP client alone. No WordPress is loaded, and the classes are loaded as Composer loads them.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Service\Base_Url;
use Cedi\Commerce\Service\Client;
use Cedi\Commerce\Service\Envelope;
use Cedi\Commerce\Service\Money;
use Cedi\Commerce\Service\Payment;
use Cedi\Commerce\Service\Service_Error;
use Cedi\Commerce\Service\Transport;

foreach ( array( 'interface', 'class' ) as $kind ) {
	foreach ( glob( dirname( __DIR__, 2 ) . "/includes/Service/$kind-*.php" ) as $file ) {
		require_once $file;
	}
}

/**
 * Returns responses from a list, and records the requests.
 */
final class Listed_Transport implements Transport {
	/** @var array[] */
	public $sent_requests = array();
	/** @var array[] */
	private $responses;

	public function __construct( array ...$responses ) {
		$this->responses = $responses;
	}

	public function send( string $method, string $url, array $headers, ?string $body, float $timeout ): array {
		$this->sent_requests[] = compact( 'method', 'url', 'headers', 'body', 'timeout' );
		return array_shift( $this->responses ) + array( 'headers' => array(), 'body' => '' );
	}
}

final class ServiceTest extends \PHPUnit\Framework\TestCase {
	const FIXTURES = __DIR__ . '/../../../packages/contract/fixtures';

	private static function read( $name ) {
		return json_decode( file_get_contents( self::FIXTURES . "/$name" ), true );
	}

	public function test_the_client_runs_without_wordpress() {
		$this->assertFalse( defined( 'ABSPATH' ) );
		$this->assertFalse( function_exists( 'add_filter' ) );
	}

	public function accepted_urls() {
		return array_map( 'array_values', self::read( 'base-addresses.json' )['accepted'] );
	}

	public function rejected_urls() {
		return array_map( 'array_values', self::read( 'base-addresses.json' )['refused'] );
	}

	/**
	 * @dataProvider accepted_urls
	 */
	public function test_a_base_url_is_parsed_as_in_every_other_language( $address, $base ) {
		$this->assertSame( array( 'base' => $base, 'problem' => '' ), Base_Url::parse( $address ) );
	}

	/**
	 * @dataProvider rejected_urls
	 */
	public function test_an_invalid_base_url_is_rejected_with_the_shared_reason( $address, $reason ) {
		$this->assertSame( array( 'base' => '', 'problem' => $reason ), Base_Url::parse( $address ) );
	}

	public function accepted_insecure_urls() {
		return array_map( 'array_values', self::read( 'base-addresses.json' )['insecure']['accepted'] );
	}

	public function rejected_insecure_urls() {
		return array_map( 'array_values', self::read( 'base-addresses.json' )['insecure']['refused'] );
	}

	/**
	 * @dataProvider accepted_insecure_urls
	 */
	public function test_http_to_a_named_host_is_parsed_as_in_every_other_language( $address, $base ) {
		$hosts = self::read( 'base-addresses.json' )['insecure']['hosts'];
		$this->assertSame( array( 'base' => $base, 'problem' => '' ), Base_Url::parse( $address, $hosts ) );
	}

	/**
	 * @dataProvider rejected_insecure_urls
	 */
	public function test_http_to_a_host_that_is_not_named_is_rejected( $address, $reason ) {
		$hosts = self::read( 'base-addresses.json' )['insecure']['hosts'];
		$this->assertSame( array( 'base' => '', 'problem' => $reason ), Base_Url::parse( $address, $hosts ) );
	}

	/**
	 * The operations that need a key. Checking a license needs none, and the plugin does not do it.
	 */
	private static function with_key() {
		return array_filter( self::read( 'index.json' )['operations'], static function ( $operation ) {
			return null !== $operation['scope'];
		} );
	}

	public function operations() {
		$rows = array();
		foreach ( self::with_key() as $operation ) {
			$rows[ $operation['operation'] ] = array( $operation );
		}
		return $rows;
	}

	/**
	 * @dataProvider operations
	 */
	public function test_an_operation_sends_the_request_of_the_contract( $operation ) {
		$transport = new Listed_Transport( array( 'status' => 200, 'body' => '{"success":true,"data":{}}' ) );
		$body      = isset( $operation['requests'][0] ) ? file_get_contents( self::FIXTURES . '/' . $operation['requests'][0]['file'] ) : null;
		( new Client( $transport, 'https://pay.example', 'sk_test_1' ) )->request( $operation['operation'], array_filter( array( 'parameter' => 'a/b', 'body' => $body ) ) );
		$sent_request = $transport->sent_requests[0];
		$this->assertSame( $operation['method'], $sent_request['method'] );
		$this->assertSame( 'https://pay.example' . preg_replace( '/\{\w+\}/', 'a%2Fb', $operation['path'] ), $sent_request['url'] );
		$this->assertSame( 'Bearer sk_test_1', $sent_request['headers']['Authorization'] );
		$this->assertSame( $body, $sent_request['body'] );
	}

	public function example_responses() {
		$rows = array();
		foreach ( self::with_key() as $operation ) {
			foreach ( $operation['responses'] as $response ) {
				$rows[ $response['file'] ] = array( $operation, $response );
			}
		}
		return $rows;
	}

	/**
	 * @dataProvider example_responses
	 */
	public function test_an_example_response_of_the_contract_is_parsed( $operation, $response ) {
		$text = file_get_contents( self::FIXTURES . "/{$response['file']}" );
		$envelope = json_decode( $text, true );
		$row  = Client::operations()[ $operation['operation'] ];
		try {
			$data = Envelope::open( array( 'status' => $response['status'], 'headers' => array(), 'body' => $text ), $row );
			$this->assertTrue( $envelope['success'] );
			$this->assertSame( $envelope['data'], $data );
		} catch ( Service_Error $problem ) {
			$this->assertFalse( $envelope['success'] );
			$this->assertSame( array( $envelope['error']['code'], $envelope['error']['message'], $response['status'], $operation['scope'] ), array( $problem->error_code(), $problem->getMessage(), $problem->details()['api_status'], $problem->details()['scope'] ) );
		}
	}

	public function unreadable() {
		return array(
			'nothing'           => array( 0, '', Service_Error::UNREACHABLE ),
			'a page of a proxy' => array( 502, '<html>', Service_Error::UNREACHABLE ),
			'another text'      => array( 200, 'OK', Service_Error::INVALID_RESPONSE ),
			'data that is none' => array( 200, '{"success":true,"data":null}', Service_Error::INVALID_RESPONSE ),
			'an error unnamed'  => array( 422, '{"success":false,"data":null,"error":{"message":"no"}}', Service_Error::INVALID_RESPONSE ),
			'a lie'             => array( 500, '{"success":true,"data":{"ref":"pay_1"}}', Service_Error::UNREACHABLE ),
		);
	}

	/**
	 * @dataProvider unreadable
	 */
	public function test_a_response_without_an_envelope_is_never_a_success( $status, $body, $problem ) {
		$this->expectExceptionObject( new Service_Error( $problem, 0 === $status ? 'The payment service does not answer. Try again in a moment.' : 'The payment service gave an answer that cannot be read. Try again in a moment.', array() ) );
		try {
			Envelope::open( array( 'status' => $status, 'headers' => array(), 'body' => $body ), Client::operations()['createPayment'] );
		} catch ( Service_Error $thrown ) {
			$this->assertSame( $problem, $thrown->error_code() );
			$this->assertTrue( $thrown->is_unknown(), 'The payment may have been made.' );
			throw $thrown;
		}
	}

	public function test_a_write_is_retried_only_with_an_idempotency_key() {
		$dropped_response = array( 'status' => 0 );
		$fine = array( 'status' => 201, 'body' => '{"success":true,"data":{"ref":"pay_1"}}' );
		$with = new Listed_Transport( $dropped_response, $fine );
		$this->assertSame( array( 'ref' => 'pay_1' ), ( new Client( $with, 'https://pay.example', 'k' ) )->request( 'createPayment', array( 'body' => '{}', 'idempotency_key' => 'one' ) ) );
		$this->assertSame( array( 'one', 'one' ), array_map( static function ( $sent_request ) {
			return $sent_request['headers']['Idempotency-Key'];
		}, $with->sent_requests ) );
		$transport_without_retry = new Listed_Transport( $dropped_response, $fine );
		try {
			( new Client( $transport_without_retry, 'https://pay.example', 'k' ) )->request( 'createPayment', array( 'body' => '{}' ) );
			$this->fail( 'It was sent twice.' );
		} catch ( Service_Error $problem ) {
			$this->assertCount( 1, $transport_without_retry->sent_requests );
			$this->assertTrue( $problem->is_unknown() );
		}
	}

	public function test_a_payment_is_read_with_strict_types() {
		$payment = new Payment( self::read( 'read-payment/200-succeeded.json' )['data'] );
		$this->assertTrue( $payment->is_succeeded() && $payment->is_final() );
		$this->assertSame( 'GHS', $payment->currency() );
		$this->assertGreaterThan( 0, $payment->amount()->pesewas() );
		$odd = new Payment( array( 'ref' => 5, 'status' => array(), 'amount' => '1e3', 'refunded_amount' => '-1', 'metadata' => 'x', 'failure' => array( 'message' => 3 ) ) );
		$this->assertSame( array( '', '', '', '', '' ), array( $odd->ref(), $odd->status(), $odd->currency(), $odd->metadata( 'order_id' ), $odd->failure_message() ) );
		$this->assertNull( $odd->amount() );
		$this->assertNull( $odd->refunded() );
		$this->assertFalse( $odd->is_final() );
	}

	public function test_an_amount_is_equal_only_to_the_same_amount() {
		$this->assertTrue( Money::of( 4550 )->equals( Money::parse( '45.50' ) ) );
		$this->assertFalse( Money::of( 4550 )->equals( Money::of( 4549 ) ) );
		$this->assertFalse( Money::of( 0 )->equals( null ) );
		$this->assertSame( array( false, true, true, false ), array_map( static function ( $pesewas ) {
			return Money::of( $pesewas )->can_be_paid();
		}, array( 99, 100, 100000000, 100000001 ) ) );
	}

	public function test_the_folder_is_a_standalone_package() {
		$folder   = dirname( __DIR__, 2 ) . '/includes/Service';
		$composer = json_decode( file_get_contents( "$folder/composer.json" ), true );
		$this->assertSame( array( '.' ), $composer['autoload']['classmap'] );
		foreach ( glob( "$folder/*.php" ) as $file ) {
			$this->assertSame( 0, preg_match( '/\b(?:wp_|esc_|sanitize_|apply_filters|__\(|add_|get_option|ABSPATH|WP_Error)/', preg_replace( '~/\*.*?\*/|//.*~s', '', file_get_contents( $file ) ) ), basename( $file ) );
			$this->assertStringContainsString( '`' . str_replace( ' ', '_', ucwords( str_replace( array( 'class-', 'interface-', '.php', '-' ), array( '', '', '', ' ' ), basename( $file ) ) ) ), file_get_contents( "$folder/README.md" ) );
		}
	}
}
