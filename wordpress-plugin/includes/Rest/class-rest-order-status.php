<?php
/**
 * The routes that report an order's payment.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Rest;

use Cedi\Commerce\Checkout\Checkout_Return;
use Cedi\Commerce\Order\Attempts;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Order_Settler;
use Cedi\Commerce\Order\Payment_Report;
use Cedi\Commerce\Refund\Refund_Rows;
use WC_Order;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;
use const Cedi\Commerce\EDIT_ORDERS;

defined( 'ABSPATH' ) || exit;

/**
 * GET /orders/{id}/payment for the buyer, who knows the order's key; POST /orders/{id}/settle for the shop.
 */
final class Rest_Order_Status {
	/** However often a page asks, the service is asked at most this often, in seconds. */
	const LEAST_SECONDS = 2;

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
					'permission_callback' => array( self::class, 'knows_key' ),
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
			'/orders/(?P<id>\d+)/settle',
			array(
				array(
					'methods'             => 'POST',
					'callback'            => array( self::class, 'settle' ),
					'permission_callback' => array( self::class, 'may' ),
					'args'                => array( 'id' => $id ),
				),
				'schema' => array( self::class, 'schema' ),
			)
		);
	}

	/**
	 * Whether the caller knows the order's key. A missing order looks the same.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return true|WP_Error
	 */
	public static function knows_key( WP_REST_Request $request ) {
		$order = wc_get_order( (int) $request['id'] );
		$key   = $order instanceof WC_Order ? (string) $order->get_order_key() : '';
		if ( '' !== $key && hash_equals( $key, (string) $request['key'] ) ) {
			return true;
		}
		return new WP_Error( 'rest_forbidden', __( 'This order cannot be shown.', 'cedi-commerce' ), array( 'status' => 403 ) );
	}

	/**
	 * Who may look into an order.
	 *
	 * @return true|WP_Error
	 */
	public static function may() {
		if ( current_user_can( EDIT_ORDERS ) ) {
			return true;
		}
		return new WP_Error( 'rest_forbidden', __( 'You are not allowed to look into orders.', 'cedi-commerce' ), array( 'status' => rest_authorization_required_code() ) );
	}

	/**
	 * Answers GET /orders/{id}/payment.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return WP_REST_Response|WP_Error
	 */
	public static function read( WP_REST_Request $request ) {
		$order = wc_get_order( (int) $request['id'] );
		if ( ! $order instanceof WC_Order ) {
			return self::not_found();
		}
		$payments = Order_Payments::of( $order );
		$report   = Payment_Report::of( $payments );
		if ( 'pending' === $report['state'] && time() - $payments->attempts()->last_look() >= self::LEAST_SECONDS ) {
			$report = Order_Settler::settle( $order->get_id(), Checkout_Return::BUDGET_SECONDS );
		}
		$state  = Payment_Report::public_state( $report['state'] );
		$answer = array(
			'state'   => $state,
			// Problems with the key or the connection do not concern a buyer.
			'message' => 'pending' === $state ? __( 'We are checking your payment.', 'cedi-commerce' ) : $report['message'],
		);
		if ( 'pending' !== $state ) {
			$answer['redirect'] = $order->get_checkout_order_received_url();
		}
		$response = new WP_REST_Response( $answer );
		$response->header( 'Cache-Control', 'no-store' );
		return $response;
	}

	/**
	 * Answers POST /orders/{id}/settle.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array|WP_Error
	 */
	public static function settle( WP_REST_Request $request ) {
		$order = wc_get_order( (int) $request['id'] );
		if ( ! $order instanceof WC_Order ) {
			return self::not_found();
		}
		$report = Order_Settler::settle( $order->get_id() );
		return $report + self::details( Order_Payments::fresh( $order->get_id() ) );
	}

	/**
	 * The answer when there is no such order.
	 */
	private static function not_found() {
		return new WP_Error( 'cedi_commerce_not_found', __( 'There is no such order.', 'cedi-commerce' ), array( 'status' => 404 ) );
	}

	/**
	 * The attempts and refunds of an order.
	 *
	 * @param Order_Payments $payments What the order knows.
	 * @return array{attempts: array[], refunds: array[]}
	 */
	public static function details( Order_Payments $payments ) {
		return array(
			'attempts' => $payments->attempts()->shown(),
			'refunds'  => $payments->refunds()->shown(),
		);
	}

	/**
	 * Removes private data from what WooCommerce reports of an order: with an open attempt's token, anybody can pay it
	 * and read who the buyer is.
	 *
	 * @param WP_REST_Response $response What WooCommerce tells.
	 * @return WP_REST_Response
	 */
	public static function hide( $response ) {
		$data = $response->get_data();
		if ( isset( $data['meta_data'] ) && is_array( $data['meta_data'] ) ) {
			$data['meta_data'] = array_values(
				array_filter(
					$data['meta_data'],
					static function ( $meta ) {
						$key = is_array( $meta ) ? $meta['key'] : $meta->key;
						return ! in_array( $key, array( Attempts::META, Refund_Rows::META ), true );
					}
				)
			);
			$response->set_data( $data );
		}
		return $response;
	}

	/**
	 * What both routes answer.
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
