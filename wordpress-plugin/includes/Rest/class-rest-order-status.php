<?php
/**
 * Routes of an order's payment.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Rest;

use Cedi\Commerce\Checkout\Checkout_Return;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Payment_Attempts;
use Cedi\Commerce\Order\Payment_Checker;
use Cedi\Commerce\Order\Payment_Status;
use Cedi\Commerce\Refund\Refund_Requests;
use Cedi\Commerce\Support\Checkout_Intent;
use Cedi\Commerce\Support\Page_Language;
use WC_Order;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;
use const Cedi\Commerce\EDIT_ORDERS;

defined( 'ABSPATH' ) || exit;

/**
 * GET /orders/{id}/payment for the buyer, with the order key, also through admin-ajax.php; POST /orders/{id}/check for the merchant.
 */
final class Rest_Order_Status {
	/** Minimum interval between requests to the service, however often a page polls. */
	const MIN_INTERVAL_SECONDS = 2;

	/**
	 * Registers the routes.
	 */
	public static function register() {
		if ( ! function_exists( 'wc_get_order' ) ) {
			return;
		}
		$id = array(
			'type'     => 'integer',
			'minimum'  => 1,
			'required' => true,
		);
		register_rest_route(
			'cedi-commerce/v1',
			'/orders/(?P<id>\d+)/payment',
			array(
				array(
					'methods'             => 'GET',
					'callback'            => array( self::class, 'read' ),
					'permission_callback' => array( self::class, 'has_order_key' ),
					'args'                => array(
						'id'  => $id,
						'key' => array(
							'type'      => 'string',
							'maxLength' => 100,
							'required'  => true,
						),
					),
				),
				'schema' => array( self::class, 'schema' ),
			)
		);
		register_rest_route(
			'cedi-commerce/v1',
			'/orders/(?P<id>\d+)/check',
			array(
				array(
					'methods'             => 'POST',
					'callback'            => array( self::class, 'check' ),
					'permission_callback' => array( self::class, 'can_edit_orders' ),
					'args'                => array( 'id' => $id ),
				),
				'schema' => array( self::class, 'schema' ),
			)
		);
	}

	/**
	 * Verifies the order key. A missing order returns the same error.
	 *
	 * @param WP_REST_Request $request Request.
	 * @return true|WP_Error
	 */
	public static function has_order_key( WP_REST_Request $request ) {
		$order = wc_get_order( (int) $request['id'] );
		$key   = $order instanceof WC_Order ? (string) $order->get_order_key() : '';
		if ( '' !== $key && hash_equals( $key, (string) $request['key'] ) ) {
			return true;
		}
		return new WP_Error( 'rest_forbidden', __( 'This order cannot be shown.', 'cedi-commerce' ), array( 'status' => 403 ) );
	}

	/**
	 * Verifies that the user may edit orders.
	 *
	 * @return true|WP_Error
	 */
	public static function can_edit_orders() {
		if ( current_user_can( EDIT_ORDERS ) ) {
			return true;
		}
		return new WP_Error( 'rest_forbidden', __( 'You are not allowed to look into orders.', 'cedi-commerce' ), array( 'status' => rest_authorization_required_code() ) );
	}

	/**
	 * Handles GET /orders/{id}/payment.
	 *
	 * @param WP_REST_Request $request Request.
	 * @return WP_REST_Response|WP_Error
	 */
	public static function read( WP_REST_Request $request ) {
		Page_Language::apply( $request[ Page_Language::ARGUMENT ] );
		$order = wc_get_order( (int) $request['id'] );
		if ( ! $order instanceof WC_Order ) {
			return self::not_found();
		}
		$payments = Order_Payments::of( $order );
		$status   = Payment_Status::of( $payments );
		if ( 'pending' === $status['state'] && time() - $payments->attempts()->last_checked_at() >= self::MIN_INTERVAL_SECONDS ) {
			$status = Payment_Checker::check( $order->get_id(), Checkout_Return::BUDGET_SECONDS );
		}
		$state = Payment_Status::public_state( $status['state'] );
		$data  = array(
			'state'   => $state,
			// Errors of the key or the connection are not shown to a buyer.
			'message' => 'pending' === $state ? __( 'We are checking your payment.', 'cedi-commerce' ) : $status['message'],
		);
		if ( 'pending' !== $state ) {
			$data['redirect'] = Checkout_Intent::order_return_url( $order );
		}
		$response = new WP_REST_Response( $data );
		$response->header( 'Cache-Control', 'no-store' );
		return $response;
	}

	/**
	 * Sends the response of GET /orders/{id}/payment through admin-ajax.php, for sites whose REST API is closed to visitors.
	 */
	public static function send() {
		$request = new WP_REST_Request( 'GET' );
		$request->set_query_params(
			array(
				'id'                    => absint( filter_input( INPUT_GET, 'id', FILTER_VALIDATE_INT ) ),
				'key'                   => sanitize_text_field( (string) filter_input( INPUT_GET, 'key' ) ),
				Page_Language::ARGUMENT => filter_input( INPUT_GET, Page_Language::ARGUMENT ),
			)
		);
		$allowed  = self::has_order_key( $request );
		$response = is_wp_error( $allowed ) ? $allowed : self::read( $request );
		nocache_headers();
		if ( is_wp_error( $response ) ) {
			wp_send_json( array( 'message' => $response->get_error_message() ), $response->get_error_data()['status'] );
		}
		wp_send_json( $response->get_data() );
	}

	/**
	 * Handles POST /orders/{id}/check.
	 *
	 * @param WP_REST_Request $request Request.
	 * @return array|WP_Error
	 */
	public static function check( WP_REST_Request $request ) {
		$order = wc_get_order( (int) $request['id'] );
		if ( ! $order instanceof WC_Order ) {
			return self::not_found();
		}
		$status = Payment_Checker::check( $order->get_id() );
		return $status + self::details( Order_Payments::fresh( $order->get_id() ) );
	}

	/**
	 * Returns the error for a missing order.
	 */
	private static function not_found() {
		return new WP_Error( 'cedi_commerce_not_found', __( 'There is no such order.', 'cedi-commerce' ), array( 'status' => 404 ) );
	}

	/**
	 * Returns the attempts and refunds of an order.
	 *
	 * @param Order_Payments $payments Payment data.
	 * @return array{attempts: array[], refunds: array[]}
	 */
	public static function details( Order_Payments $payments ) {
		return array(
			'attempts' => $payments->attempts()->summaries(),
			'refunds'  => $payments->refunds()->summaries(),
		);
	}

	/**
	 * Removes attempts and refunds from WooCommerce's response. The token of an open attempt gives access to the checkout and the
	 * buyer's data.
	 *
	 * @param WP_REST_Response $response Response of WooCommerce.
	 * @return WP_REST_Response
	 */
	public static function remove_private_meta( $response ) {
		$data = $response->get_data();
		if ( isset( $data['meta_data'] ) && is_array( $data['meta_data'] ) ) {
			$data['meta_data'] = array_values(
				array_filter(
					$data['meta_data'],
					static function ( $meta ) {
						$key = is_array( $meta ) ? $meta['key'] : $meta->key;
						return ! in_array( $key, array( Payment_Attempts::META, Refund_Requests::META ), true );
					}
				)
			);
			$response->set_data( $data );
		}
		return $response;
	}

	/**
	 * Returns the schema of both routes.
	 */
	public static function schema() {
		return array(
			'$schema'    => 'http://json-schema.org/draft-04/schema#',
			'title'      => 'cedi-commerce-order-payment',
			'type'       => 'object',
			'properties' => array(
				'state'    => array( 'type' => 'string' ),
				'message'  => array( 'type' => 'string' ),
				'redirect' => array( 'type' => 'string' ),
				'attempts' => array( 'type' => 'array' ),
				'refunds'  => array( 'type' => 'array' ),
			),
		);
	}
}
