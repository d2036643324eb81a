<?php
/**
 * The route of the product picker.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Rest;

use Cedi\Commerce\Button\Products;
use Cedi\Commerce\Button\Shop_Products;
use Cedi\Commerce\Gateway\Express;
use WP_Error;
use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

/**
 * GET /products: the merchant's products at the service, or (`from=shop`) WooCommerce's. The key stays on the server.
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
					'permission_callback' => array( self::class, 'may' ),
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
	 * Who may list products: anybody who can write a post with a button.
	 *
	 * @return true|WP_Error
	 */
	public static function may() {
		if ( current_user_can( 'edit_posts' ) ) {
			return true;
		}
		return new WP_Error( 'rest_forbidden', __( 'You are not allowed to list products.', 'cedi-commerce' ), array( 'status' => rest_authorization_required_code() ) );
	}

	/**
	 * Converts a text to lower case, as far as this PHP can.
	 *
	 * @param string $text The text.
	 */
	private static function lower( $text ) {
		return function_exists( 'mb_strtolower' ) ? mb_strtolower( $text ) : strtolower( $text );
	}

	/**
	 * Answers GET /products.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array|WP_Error
	 */
	public static function list_products( WP_REST_Request $request ) {
		if ( 'shop' === $request['from'] ) {
			return self::list_shop( $request );
		}
		$list = Products::listing();
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
		// An exact slug wins, however many names contain its words.
		$meant = array_filter(
			$found,
			static function ( $product ) use ( $search ) {
				return $product['slug'] === $search;
			}
		);
		return array(
			'products' => array_slice( array_merge( $meant, array_diff_key( $found, $meant ) ), 0, $request['limit'] ),
			'is_whole' => $list['is_whole'],
		);
	}

	/**
	 * The products of WooCommerce, and why a button could not sell them.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array
	 */
	private static function list_shop( WP_REST_Request $request ) {
		if ( ! Shop_Products::has_shop() ) {
			return array(
				'products' => array(),
				'is_whole' => true,
				'has_shop' => false,
				'why_not'  => '',
			);
		}
		return Shop_Products::search( (string) $request['search'], (int) $request['limit'] ) + array(
			'has_shop' => true,
			'why_not'  => Express::why_not(),
		);
	}

	/**
	 * What GET /products answers.
	 */
	public static function schema() {
		$text = array( 'type' => 'string' );
		return array(
			'$schema'    => 'http://json-schema.org/draft-04/schema#',
			'title'      => 'cedi-commerce-products',
			'type'       => 'object',
			'properties' => array(
				'is_whole' => array(
					'type'        => 'boolean',
					'description' => 'Whether the list of the service was read to its end.',
				),
				'has_shop' => array(
					'type'        => 'boolean',
					'description' => 'Whether there is a WooCommerce; with from=shop only.',
				),
				'why_not'  => $text + array( 'description' => 'Why the payment method is not offered in the shop; empty when it is. With from=shop only.' ),
				'products' => array(
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
