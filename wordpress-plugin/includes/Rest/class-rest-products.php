<?php
/**
 * Route of the product picker.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Rest;

use Cedi\Commerce\Button\Products;
use Cedi\Commerce\Button\Shop_Products;
use Cedi\Commerce\Gateway\Express_Checkout;
use WP_Error;
use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

/**
 * GET /products: the products of the service or, with `from=shop`, of WooCommerce. The API key stays on the server.
 */
final class Rest_Products {
	/**
	 * Registers the route.
	 */
	public static function register() {
		register_rest_route(
			'cedi-commerce/v1',
			'/products',
			array(
				array(
					'methods'             => 'GET',
					'callback'            => array( self::class, 'list_products' ),
					'permission_callback' => array( self::class, 'can_edit_posts' ),
					'args'                => array(
						'from'   => array(
							'type'    => 'string',
							'enum'    => array( 'service', 'shop' ),
							'default' => 'service',
						),
						'search' => array(
							'type'              => 'string',
							'maxLength'         => 100,
							'default'           => '',
							'sanitize_callback' => 'sanitize_text_field',
						),
						'limit'  => array(
							'type'    => 'integer',
							'minimum' => 1,
							'maximum' => 100,
							'default' => 20,
						),
					),
				),
				'schema' => array( self::class, 'schema' ),
			)
		);
	}

	/**
	 * Verifies that the user may write a post with a button.
	 *
	 * @return true|WP_Error
	 */
	public static function can_edit_posts() {
		if ( current_user_can( 'edit_posts' ) ) {
			return true;
		}
		return new WP_Error( 'rest_forbidden', __( 'You are not allowed to list products.', 'cedi-commerce' ), array( 'status' => rest_authorization_required_code() ) );
	}

	/**
	 * Converts a string to lowercase, also without the mbstring extension.
	 *
	 * @param string $text String.
	 */
	private static function lower( $text ) {
		return function_exists( 'mb_strtolower' ) ? mb_strtolower( $text ) : strtolower( $text );
	}

	/**
	 * Handles GET /products.
	 *
	 * @param WP_REST_Request $request Request.
	 * @return array|WP_Error
	 */
	public static function list_products( WP_REST_Request $request ) {
		if ( 'shop' === $request['from'] ) {
			return self::list_shop( $request );
		}
		$list = Products::list_all();
		if ( is_wp_error( $list ) ) {
			return $list;
		}
		$search = self::lower( (string) $request['search'] );
		$words  = array_filter( explode( ' ', $search ), 'strlen' );
		$found  = array_filter(
			$list['products'],
			static function ( $product ) use ( $words ) {
				$text = self::lower( $product['name'] . ' ' . $product['slug'] );
				foreach ( $words as $word ) {
					if ( false === strpos( $text, $word ) ) {
						return false;
					}
				}
				return true;
			}
		);
		// The product with exactly this slug is the first.
		$exact = array_filter(
			$found,
			static function ( $product ) use ( $search ) {
				return $product['slug'] === $search;
			}
		);
		return array(
			'products'    => array_slice( array_merge( $exact, array_diff_key( $found, $exact ) ), 0, $request['limit'] ),
			'is_complete' => $list['is_complete'],
		);
	}

	/**
	 * Returns the products of WooCommerce, and the reason why a button cannot sell them.
	 *
	 * @param WP_REST_Request $request Request.
	 * @return array
	 */
	private static function list_shop( WP_REST_Request $request ) {
		if ( ! Shop_Products::has_shop() ) {
			return array(
				'products'           => array(),
				'is_complete'        => true,
				'has_shop'           => false,
				'unavailable_reason' => '',
			);
		}
		return Shop_Products::search( (string) $request['search'], (int) $request['limit'] ) + array(
			'has_shop'           => true,
			'unavailable_reason' => Express_Checkout::unavailable_reason(),
		);
	}

	/**
	 * Returns the schema of GET /products.
	 */
	public static function schema() {
		$text = array( 'type' => 'string' );
		return array(
			'$schema'    => 'http://json-schema.org/draft-04/schema#',
			'title'      => 'cedi-commerce-products',
			'type'       => 'object',
			'properties' => array(
				'is_complete'        => array(
					'type'        => 'boolean',
					'description' => 'Whether the list of the service was read completely.',
				),
				'has_shop'           => array(
					'type'        => 'boolean',
					'description' => 'Whether WooCommerce is active; with from=shop only.',
				),
				'unavailable_reason' => $text + array( 'description' => 'Reason why the payment method is not available in the shop; empty if it is. With from=shop only.' ),
				'products'           => array(
					'type'  => 'array',
					'items' => array(
						'type'       => 'object',
						'properties' => array(
							'id'        => $text,
							'name'      => $text,
							'slug'      => $text,
							'handle'    => $text,
							'price'     => $text + array( 'description' => 'In GH₵.' ),
							'currency'  => $text,
							'type'      => $text,
							'image_url' => array( 'type' => array( 'string', 'null' ) ),
							'active'    => array( 'type' => 'boolean' ),
							'stock'     => array( 'type' => array( 'integer', 'null' ) ),
						),
					),
				),
			),
		);
	}
}
