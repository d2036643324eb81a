<?php
/**
 * The routes of the site.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Order\Payment_Attempt;
use Cedi\Commerce\Support\Api_Key;
use Cedi\Commerce\Support\Settings;

final class RestTest extends TestCase {
	const ROLES = array( 'visitor', 'subscriber', 'contributor', 'author', 'editor', 'shop_manager', 'administrator' );

	/** Permissions of each route. A route that is missing here fails the test below. */
	const ALLOWED = array(
		'GET /cedi-commerce/v1/settings'                    => array( 'shop_manager', 'administrator' ),
		'POST /cedi-commerce/v1/settings'                   => array( 'shop_manager', 'administrator' ),
		'POST /cedi-commerce/v1/connection'                 => array( 'shop_manager', 'administrator' ),
		'GET /cedi-commerce/v1/products'                    => array( 'contributor', 'author', 'editor', 'shop_manager', 'administrator' ),
		'GET /cedi-commerce/v1/orders/(?P<id>\d+)/payment'  => array(),
		'POST /cedi-commerce/v1/orders/(?P<id>\d+)/check'  => array( 'shop_manager', 'administrator' ),
	);

	private function routes() {
		$routes = array();
		foreach ( rest_get_server()->get_routes( 'cedi-commerce/v1' ) as $path => $endpoints ) {
			foreach ( $endpoints as $endpoint ) {
				foreach ( array_keys( $endpoint['methods'] ) as $method ) {
					if ( '/cedi-commerce/v1' !== $path ) {
						$routes[] = "$method $path";
					}
				}
			}
		}
		return $routes;
	}

	/**
	 * @group woocommerce
	 */
	public function test_every_route_is_covered_by_the_permission_tests() {
		$this->assertEqualsCanonicalizing( array_keys( self::ALLOWED ), $this->routes() );
	}

	/**
	 * @group woocommerce
	 */
	public function test_every_route_enforces_its_permissions() {
		$order = $this->create_order();
		foreach ( self::ROLES as $role ) {
			if ( 'visitor' === $role ) {
				wp_set_current_user( 0 );
			} else {
				$this->login( $role );
			}
			foreach ( $this->routes() as $route ) {
				list( $method, $path ) = explode( ' ', $route );
				$request               = new \WP_REST_Request( $method, str_replace( '(?P<id>\d+)', (string) $order->get_id(), $path ) );
				if ( false !== strpos( $path, '/payment' ) ) {
					$request->set_query_params( array( 'key' => 'wc_order_wrong' ) );
				}
				$status  = rest_do_request( $request )->get_status();
				$allowed = in_array( $role, self::ALLOWED[ $route ], true );
				$rejection_status = 'visitor' === $role && false === strpos( $path, '/payment' ) ? 401 : 403;
				$this->assertSame( $allowed ? 200 : $rejection_status, $status, "$role, $route" );
			}
		}
	}

	public function test_every_route_has_a_schema() {
		$options = rest_get_server()->get_route_options( '/cedi-commerce/v1/settings' );
		$this->assertNotEmpty( $this->routes() );
		foreach ( array_unique( array_map( static function ( $route ) {
			return explode( ' ', $route )[1];
		}, $this->routes() ) ) as $path ) {
			$options = rest_get_server()->get_route_options( $path );
			$this->assertIsCallable( $options['schema'], $path );
			$this->assertSame( 'object', call_user_func( $options['schema'] )['type'] );
		}
	}

	public function test_the_settings_have_the_documented_shape_and_no_key() {
		$this->login( 'administrator' );
		$data = $this->rest( 'GET', '/settings' )->get_data();
		$this->assertSame( array( 'base_url', 'base_url_source', 'handle', 'mode', 'key', 'gateway', 'currency', 'currency_ok', 'woocommerce' ), array_keys( $data ) );
		$this->assertSame( array( 'enabled', 'title', 'description', 'flow', 'express', 'complete_virtual', 'methods', 'card_enabled', 'card_title', 'card_description' ), array_keys( $data['gateway'] ) );
		$this->assertStringNotContainsString( self::KEY, wp_json_encode( $data ) );
		$this->assertSame( '9f3a', $data['key']['hint'] );
	}

	public function test_an_empty_key_keeps_the_key_and_null_deletes_it() {
		$this->login( 'administrator' );
		$this->rest( 'POST', '/settings', array(), array( 'api_key' => '' ) );
		$this->assertSame( self::KEY, Api_Key::read() );
		$this->rest( 'POST', '/settings', array(), array( 'api_key' => 'sk_live_another_key_0001' ) );
		$this->assertSame( 'sk_live_another_key_0001', Api_Key::read() );
		$data = $this->rest( 'POST', '/settings', array(), array( 'api_key' => null ) )->get_data();
		$this->assertSame( 'none', $data['key']['state'] );
		$this->assertSame( '', Api_Key::read() );
	}

	public function test_omitted_settings_stay_unchanged() {
		$this->login( 'administrator' );
		$before = $this->rest( 'GET', '/settings' )->get_data();
		$after  = $this->rest( 'POST', '/settings', array(), array( 'gateway' => array( 'title' => 'MoMo' ) ) )->get_data();
		$this->assertSame( 'MoMo', $after['gateway']['title'] );
		$before['gateway']['title'] = 'MoMo';
		$this->assertSame( $before, $after );
	}

	public function test_changing_the_base_url_requires_a_decision_about_the_key() {
		// Only WooCommerce has shop managers.
		$this->login( class_exists( 'WooCommerce' ) ? 'shop_manager' : 'administrator' );
		foreach ( array( '/settings', '/connection' ) as $path ) {
			foreach ( array( array(), array( 'api_key' => '' ), array( 'api_key' => ' ' ) ) as $key ) {
				$response = $this->rest( 'POST', $path, array(), array( 'base_url' => 'https://evil.example.org' ) + $key );
				$this->assertSame( 409, $response->get_status() );
				$this->assertStringContainsString( 'type its key too', $response->get_data()['message'] );
				$this->assertSame( array( self::KEY, Service::URL ), array( Api_Key::read(), Settings::base_url() ), 'Nothing was written.' );
			}
		}
		$this->assertSame( 409, $this->rest( 'POST', '/connection', array(), array( 'base_url' => 'https://evil.example.org', 'api_key' => null ) )->get_status() );
		$this->assertSame( array(), $this->service->requests );
		$data = $this->rest( 'POST', '/settings', array(), array( 'base_url' => 'https://evil.example.org', 'api_key' => null ) )->get_data();
		$this->assertSame( 'none', $data['key']['state'] );
		$this->assertSame( '', Api_Key::read() );
		$this->rest( 'POST', '/settings', array(), array( 'base_url' => 'https://pay.example.com', 'api_key' => self::KEY ) );
		$this->assertSame( self::KEY, Api_Key::read() );
	}

	/**
	 * @dataProvider addresses
	 */
	public function test_an_invalid_base_url_is_rejected( $address, $expected_url ) {
		$this->assertSame( $expected_url, Settings::parse_base_url( $address ) );
		$this->login( 'administrator' );
		$response = $this->rest( 'POST', '/settings', array(), array( 'base_url' => $address, 'api_key' => self::KEY ) );
		$this->assertSame( null === $expected_url ? 400 : 200, $response->get_status() );
	}

	/**
	 * @group woocommerce
	 * @dataProvider spellings
	 */
	public function test_an_order_can_be_paid_with_any_spelling_of_the_base_url( $address, $base_url ) {
		$this->login( 'administrator' );
		$this->rest( 'POST', '/settings', array(), array( 'base_url' => $address, 'api_key' => self::KEY ) );
		wp_set_current_user( 0 );
		$order = $this->create_order();
		$this->service->responses['POST *'] = static function ( $request ) use ( $base_url ) {
			return Service::json(
				array_merge(
					Service::data( 'create-checkout-intent/201-open' ),
					array(
						'amount'       => 45.5,
						'client_token' => 'token.1',
						'checkout_url' => "$base_url/pay/token.1",
					)
				),
				201
			);
		};
		$attempt = \Cedi\Commerce\Checkout\Checkout::start( $order->get_id() );
		$this->assertInstanceOf( Payment_Attempt::class, $attempt );
		$this->assertSame( "$base_url/pay/token.1", $attempt->url() );
		$this->assertSame( "$base_url/api/v1/checkout/intent", end( $this->service->requests )['url'] );
	}

	/**
	 * Typed base URLs and the URLs in the responses of the service.
	 */
	public function spellings() {
		return array(
			'upper case'            => array( 'https://Pay.Example.com', 'https://pay.example.com' ),
			'a slash'               => array( 'https://pay.example.com/', 'https://pay.example.com' ),
			'spaces'                => array( '  https://pay.example.com ', 'https://pay.example.com' ),
			'the usual port'        => array( 'https://pay.example.com:443/', 'https://pay.example.com' ),
			'a port'                => array( 'https://pay.example.com:8443', 'https://pay.example.com:8443' ),
			'a path'                => array( 'https://Pay.example.com/gh/', 'https://pay.example.com/gh' ),
			'the address of a call' => array( 'https://pay.example.com/gh/api/v1/', 'https://pay.example.com/gh' ),
		);
	}

	public function addresses() {
		return array(
			array( 'https://pay.example.com/', 'https://pay.example.com' ),
			array( "  https://pay.example.com// \n", 'https://pay.example.com' ),
			array( 'HTTPS://Pay.Example.COM', 'https://pay.example.com' ),
			array( 'https://Pay.Example.com/GH/', 'https://pay.example.com/GH' ),
			array( 'https://pay.example.com:443', 'https://pay.example.com' ),
			array( 'https://pay.example.com:80', 'https://pay.example.com:80' ),
			array( 'http://LocalHost:23300', 'http://localhost:23300' ),
			array( 'https://pay.example.com:8443/gh/v1', 'https://pay.example.com:8443/gh/v1' ),
			array( 'http://127.0.0.1:23300', 'http://127.0.0.1:23300' ),
			array( 'http://localhost:23300', 'http://localhost:23300' ),
			array( 'http://pay.example.com', null ),
			array( 'https://169.254.169.254/latest', null ),
			array( 'https://10.0.0.1', null ),
			array( 'https://2130706433', null ),
			array( 'https://0x7f.1', null ),
			array( 'https://1.2.3.0x4', null ),
			array( 'https://[fd00::1]', null ),
			array( 'https://intranet', null ),
			array( 'https://intranet.', null ),
			array( 'https://pay.example.com.', null ),
			array( 'https://user:secret@pay.example.com', null ),
			array( 'https://pay.example.com@evil.example.org', null ),
			array( 'https://pay.example.com/?x=1', null ),
			array( 'https://pay.example.com/#x', null ),
			array( 'https://pay.example.com/../x', null ),
			array( "https://pay.example.com\r\nX: y", null ),
			array( 'ftp://pay.example.com', null ),
			array( 'javascript:alert(1)', null ),
			array( 'file:///etc/passwd', null ),
		);
	}

	/**
	 * @dataProvider loopback_addresses
	 */
	public function test_a_shop_manager_cannot_name_a_loopback_address_in_production( $url ) {
		$this->login( 'administrator' );
		$body = array( 'base_url' => $url, 'api_key' => self::KEY );
		$this->assertSame( 200, $this->rest( 'POST', '/connection', array(), $body )->get_status() );
		Clock::$environment = 'production';
		$this->assertSame( 400, $this->rest( 'POST', '/connection', array(), $body )->get_status() );
		$this->assertSame( 400, $this->rest( 'POST', '/settings', array(), $body )->get_status() );
	}

	public function loopback_addresses() {
		return array( array( 'http://127.0.0.1:6379' ), array( 'http://localhost:23300' ), array( 'http://[::1]:23300' ), array( 'http://redis.localhost' ) );
	}

	public function test_wordpress_rejects_a_service_that_resolves_to_a_private_address() {
		$this->login( 'administrator' );
		$this->rest( 'POST', '/connection', array(), array( 'base_url' => 'https://10.0.0.5.nip.example', 'api_key' => self::KEY ) );
		$this->assertTrue( end( $this->service->requests )['args']['reject_unsafe_urls'] );
		$this->rest( 'POST', '/connection', array(), array( 'base_url' => 'http://127.0.0.1:23300', 'api_key' => self::KEY ) );
		$this->assertFalse( end( $this->service->requests )['args']['reject_unsafe_urls'] );
	}

	public function test_markup_in_settings_is_removed() {
		$this->login( 'administrator' );
		$data = $this->rest( 'POST', '/settings', array(), array( 'gateway' => array( 'title' => '<script>x</script>MoMo', 'description' => "<img src=x onerror=y>Line\nline" ) ) )->get_data();
		$this->assertSame( 'MoMo', $data['gateway']['title'] );
		$this->assertSame( "Line\nline", $data['gateway']['description'] );
	}

	/**
	 * @dataProvider rejections
	 */
	public function test_invalid_settings_are_rejected_and_nothing_is_saved( array $body ) {
		$this->login( 'administrator' );
		$before = $this->rest( 'GET', '/settings' )->get_data();
		$this->assertSame( 400, $this->rest( 'POST', '/settings', array(), $body )->get_status() );
		$this->assertSame( $before, $this->rest( 'GET', '/settings' )->get_data() );
	}

	public function rejections() {
		return array(
			array( array( 'mode' => 'other', 'handle' => 'kofi' ) ),
			array( array( 'handle' => 'a b' ) ),
			array( array( 'api_key' => "two\nlines-of-a-key" ) ),
			array( array( 'api_key' => 'short' ) ),
			array( array( 'gateway' => array( 'flow' => 'sideways' ) ) ),
			array( array( 'gateway' => array( 'other' => 1 ) ) ),
			array( array( 'gateway' => array( 'methods' => 'three' ) ) ),
			array( array( 'base_url' => array( 'x' ) ) ),
		);
	}

	public function test_the_handle_is_stored_without_the_at_sign() {
		$this->login( 'administrator' );
		$this->assertSame( 'ama', $this->rest( 'POST', '/settings', array(), array( 'handle' => '@Ama' ) )->get_data()['handle'] );
	}

	public function test_products_are_listed_searched_and_cached_for_five_minutes() {
		$this->login( 'contributor' );
		$products = $this->rest( 'GET', '/products' )->get_data()['products'];
		$this->assertSame( array( 'id', 'name', 'slug', 'handle', 'price', 'currency', 'type', 'image_url', 'active', 'stock' ), array_keys( $products[0] ) );
		$this->assertSame( 'ama', $products[0]['handle'] );
		$this->rest( 'GET', '/products', array( 'search' => 'x' ) );
		$this->assertSame( 1, $this->service->count( 'GET /api/v1/products' ) );
		$name = strtoupper( $products[0]['name'] );
		$this->assertCount( 1, $this->rest( 'GET', '/products', array( 'search' => $name ) )->get_data()['products'] );
		$this->assertSame( array(), $this->rest( 'GET', '/products', array( 'search' => 'no such thing' ) )->get_data()['products'] );
		$this->assertSame( 400, $this->rest( 'GET', '/products', array( 'limit' => '101' ) )->get_status() );
	}

	public function test_the_picker_receives_the_code_of_the_missing_setting() {
		$this->login( 'editor' );
		$this->service->responses['GET *'] = Service::connection_error();
		$response                          = $this->rest( 'GET', '/products' );
		$this->assertSame( array( 502, 'cedi_commerce_unreachable' ), array( $response->get_status(), $response->get_data()['code'] ) );
		Api_Key::delete();
		$response = $this->rest( 'GET', '/products' );
		$this->assertSame( array( 409, 'cedi_commerce_no_key' ), array( $response->get_status(), $response->get_data()['code'] ) );
	}

	/**
	 * @dataProvider scopes
	 */
	public function test_the_connection_test_names_each_missing_scope( $missing ) {
		$this->service->responses['*'] = static function ( $request ) use ( $missing ) {
			foreach ( \Cedi\Commerce\Service\Client::operations() as $row ) {
				$path = str_replace( array( '{ref}', '{id}' ), 'none', $row['path'] );
				if ( $row['method'] === $request['method'] && $path === $request['path'] && in_array( $row['scope'], $missing, true ) ) {
					return Service::fixture( 'read-balance/403-insufficient-scope', 403 );
				}
			}
			return 'POST' === $request['method'] ? Service::fixture( 'create-payment/422-invalid-request', 422 ) : null;
		};
		$this->login( 'administrator' );
		$data = $this->rest( 'POST', '/connection' )->get_data();
		$messages = array();
		foreach ( $data['scopes'] as $row ) {
			if ( false === $row['granted'] ) {
				$messages[] = $row['scope'];
				$this->assertStringContainsString( $row['scope'], $data['message'] );
			}
		}
		$this->assertEqualsCanonicalizing( $missing, $messages );
		$this->assertSame( \Cedi\Commerce\Support\Connection::SCOPES, array_column( $data['scopes'], 'scope' ) );
		$this->assertNull( array_column( $data['scopes'], 'granted', 'scope' )['payments:write'], 'It is unknown until the first attempt.' );
		$this->assertSame( ! array_intersect( $missing, array( 'payments:write', 'payments:read' ) ), $data['ok'] );
		$this->assertSame( in_array( 'balance:read', $missing, true ), null === $data['balance'] );
		foreach ( $this->service->requests as $request ) {
			$this->assertSame( array( 'GET', null ), array( $request['method'], $request['body'] ), 'A test must not be able to make anything, on any service.' );
		}
	}

	public function scopes() {
		$all  = array( 'payments:read', 'balance:read', 'products:read' );
		$rows = array( 'none missing' => array( array() ), 'all missing' => array( $all ) );
		foreach ( $all as $scope ) {
			$rows[ $scope ] = array( array( $scope ) );
		}
		return $rows;
	}

	/**
	 * @group woocommerce
	 */
	public function test_write_scopes_are_known_from_earlier_requests_of_the_shop() {
		$grant = function () {
			$this->login( 'administrator' );
			$data = $this->rest( 'POST', '/connection' )->get_data();
			wp_set_current_user( 0 );
			return array( $data['ok'], array_column( $data['scopes'], 'granted', 'scope' )['payments:write'] );
		};
		$this->assertSame( array( true, null ), $grant() );
		$this->service->responses['POST /api/v1/checkout/intent'] = Service::fixture( 'create-checkout-intent/403-insufficient-scope', 403 );
		\Cedi\Commerce\Checkout\Checkout::start( $this->create_order()->get_id() );
		$this->assertSame( array( false, false ), $grant() );
		unset( $this->service->responses['POST /api/v1/checkout/intent'] );
		\Cedi\Commerce\Checkout\Checkout::start( $this->create_order()->get_id() );
		$this->assertSame( array( true, true ), $grant() );
		Api_Key::save( 'sk_test_another_key_of_the_shop' );
		$this->assertSame( array( true, null ), $grant(), 'Another key, another answer.' );
	}

	/**
	 * @group woocommerce
	 */
	public function test_orders_in_the_woocommerce_api_contain_no_token() {
		do_action( 'rest_api_init', rest_get_server() );
		$order = $this->create_order();
		\Cedi\Commerce\Checkout\Checkout::start( $order->get_id() );
		$rows = array(
			(object) array( 'key' => '_cedi_commerce_payment_attempts', 'value' => $this->reload( $order )->get_meta( '_cedi_commerce_payment_attempts' ) ),
			array( 'key' => '_cedi_commerce_refunds', 'value' => array() ),
			(object) array( 'key' => '_cedi_commerce_payment_state', 'value' => 'pending' ),
		);
		$this->assertStringContainsString( 'token.1', wp_json_encode( $rows ) );
		$rest_order = apply_filters( 'woocommerce_rest_prepare_shop_order_object', new \WP_REST_Response( array( 'id' => 1, 'currency' => 'GHS', 'meta_data' => $rows ) ), $order, new \WP_REST_Request() )->get_data();
		$this->assertStringNotContainsString( 'token', wp_json_encode( $rest_order ) );
		$this->assertSame( array( '_cedi_commerce_payment_state' ), array_column( array_map( 'get_object_vars', $rest_order['meta_data'] ), 'key' ) );
		if ( class_exists( 'WC_REST_Orders_Controller' ) ) {
			$this->login( 'administrator' );
			$response = wp_json_encode( rest_do_request( new \WP_REST_Request( 'GET', '/wc/v3/orders/' . $order->get_id() ) )->get_data() );
			$this->assertStringContainsString( '_cedi_commerce_payment_state', $response );
			$this->assertStringNotContainsString( 'token', $response );
		}
	}

	public function test_deactivation_removes_the_schedule_and_activation_restores_it() {
		wp_schedule_single_event( time() + 60, 'cedi_commerce_check_payment', array( 7 ) );
		wp_schedule_event( time() + 60, 'twicedaily', 'cedi_commerce_refresh_products' );
		if ( function_exists( 'as_schedule_single_action' ) ) {
			as_schedule_single_action( time() + 60, 'cedi_commerce_check_payment', array( 8 ), 'cedi-commerce' );
		}
		do_action( 'deactivate_' . plugin_basename( \Cedi\Commerce\FILE ), false );
		\Cedi\Commerce\Tools\Activator::deactivate( false );
		$this->assertStringNotContainsString( 'cedi_commerce', wp_json_encode( _get_cron_array() ) );
		if ( function_exists( 'as_schedule_single_action' ) ) {
			$this->assertFalse( as_next_scheduled_action( 'cedi_commerce_check_payment', array( 8 ), 'cedi-commerce' ) );
		}
		\Cedi\Commerce\Tools\Activator::activate( false );
		$this->assertIsInt( wp_next_scheduled( 'cedi_commerce_check_payment', array( 0 ) ) );
	}

	public function test_typed_settings_are_tested_before_they_are_saved() {
		// Only WooCommerce has shop managers.
		$this->login( class_exists( 'WooCommerce' ) ? 'shop_manager' : 'administrator' );
		update_option( Settings::OPTION, array( 'base_url' => '', 'handle' => '', 'mode' => 'test' ) );
		Api_Key::delete();
		$data = $this->rest( 'POST', '/connection', array(), array( 'base_url' => Service::URL . '/', 'api_key' => ' ' . self::KEY . ' ' ) )->get_data();
		$this->assertSame( array( true, 'reachable' ), array( $data['ok'], $data['api'] ) );
		$this->assertSame( array( 'Bearer ' . self::KEY ), array_values( array_unique( array_column( array_column( $this->service->requests, 'headers' ), 'Authorization' ) ) ) );
		$this->assertSame( array( '', 'none' ), array( Settings::base_url(), Api_Key::source() ), 'Nothing was written.' );
		// The stored key at the stored address, however the address is typed.
		update_option( Settings::OPTION, array( 'base_url' => Service::URL, 'handle' => '', 'mode' => 'test' ) );
		Api_Key::save( self::KEY );
		$this->assertTrue( $this->rest( 'POST', '/connection', array(), array( 'base_url' => Service::URL . '/api/v1' ) )->get_data()['ok'] );
		$this->assertSame( 400, $this->rest( 'POST', '/connection', array(), array( 'base_url' => 'http://10.0.0.1', 'api_key' => self::KEY ) )->get_status() );
		$this->assertSame( 400, $this->rest( 'POST', '/connection', array(), array( 'api_key' => 'no key' ) )->get_status() );
	}

	public function test_the_connection_test_distinguishes_a_wrong_key_from_an_outage() {
		$this->login( 'administrator' );
		$this->service->responses['*'] = Service::fixture( 'read-balance/401-invalid-api-key', 401 );
		$data                        = $this->rest( 'POST', '/connection' )->get_data();
		$this->assertSame( array( false, 'reachable' ), array( $data['ok'], $data['api'] ) );
		$this->assertStringContainsString( 'does not know this key', $data['message'] );
		$this->service->responses['*'] = Service::connection_error();
		$this->assertSame( 'unreachable', $this->rest( 'POST', '/connection' )->get_data()['api'] );
	}
}
