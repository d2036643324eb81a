<?php
/**
 * Schemas of the abilities.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tools;

defined( 'ABSPATH' ) || exit;

/**
 * JSON schemas of the inputs and outputs of the abilities.
 */
final class Ability_Schemas {
	/** Schemas of simple values. */
	const TEXT    = array( 'type' => 'string' );
	const INTEGER = array( 'type' => 'integer' );

	/**
	 * Returns the schema of an object without additional properties.
	 *
	 * @param array      $properties Schemas by property.
	 * @param array|null $required   Required properties; null for all.
	 */
	private static function object_schema( array $properties, ?array $required = null ): array {
		return array(
			'type'                 => 'object',
			'properties'           => $properties,
			'required'             => null === $required ? array_keys( $properties ) : $required,
			'additionalProperties' => false,
		);
	}

	/**
	 * Returns the schema of a list of objects.
	 *
	 * @param array $properties Schemas by property.
	 */
	private static function list_schema( array $properties ): array {
		return array(
			'type'  => 'array',
			'items' => self::object_schema( $properties ),
		);
	}

	/**
	 * Returns schemas of strings.
	 *
	 * @param string ...$names Properties.
	 * @return array<string, array>
	 */
	private static function texts( ...$names ): array {
		return array_fill_keys( $names, self::TEXT );
	}

	/**
	 * Returns schemas of integers.
	 *
	 * @param string ...$names Properties.
	 * @return array<string, array>
	 */
	private static function integers( ...$names ): array {
		return array_fill_keys( $names, self::INTEGER );
	}

	/**
	 * Returns the schema of the output of get-status.
	 */
	public static function status(): array {
		$balance         = self::object_schema( self::texts( 'available', 'pending', 'reserved', 'currency' ) );
		$balance['type'] = array( 'object', 'null' );
		return self::object_schema(
			array(
				'ok'      => array( 'type' => 'boolean' ),
				'scopes'  => self::list_schema( self::texts( 'scope' ) + array( 'granted' => array( 'type' => array( 'boolean', 'null' ) ) ) ),
				'balance' => $balance,
			) + self::texts( 'api', 'message' )
		);
	}

	/**
	 * Returns the schemas of a product.
	 */
	private static function product_properties(): array {
		return self::texts( 'id', 'slug', 'name', 'price', 'currency', 'type' ) + array(
			'active' => array( 'type' => 'boolean' ),
			'stock'  => array( 'type' => array( 'integer', 'null' ) ),
		);
	}

	/**
	 * Returns the schema of the output of list-products.
	 */
	public static function products(): array {
		return self::object_schema(
			array(
				'products'    => self::list_schema( self::product_properties() ),
				'is_complete' => array( 'type' => 'boolean' ),
			)
		);
	}

	/**
	 * Returns the schema of the output of get-order-payment.
	 */
	public static function order_payment(): array {
		return self::object_schema(
			self::integers( 'order_id' ) + self::texts( 'total', 'currency', 'ref', 'fee', 'net', 'refunded', 'decision', 'state', 'message' ) + array(
				'attempts' => self::list_schema( self::texts( 'ref', 'amount', 'status', 'created_at' ) ),
				'refunds'  => self::list_schema( self::texts( 'ref', 'amount', 'state', 'created_at' ) ),
			)
		);
	}

	/**
	 * Returns the schema of the output of get-reconciliation.
	 */
	public static function reconciliation(): array {
		return self::object_schema(
			array(
				'months'  => self::list_schema( self::texts( 'month' ) + self::integers( 'payments', 'gross', 'fee', 'refunds', 'net' ) ),
				'balance' => self::object_schema( self::integers( 'earned', 'available', 'pending', 'reserved', 'difference', 'requested', 'deleted' ) ),
			)
		);
	}

	/**
	 * Returns the schema of the output of list-refunds.
	 */
	public static function refunds(): array {
		return self::object_schema( array( 'refunds' => self::list_schema( self::integers( 'order' ) + self::texts( 'amount', 'ref' ) ) ) );
	}

	/**
	 * Returns the schema of an input that names an order.
	 */
	public static function order_input(): array {
		return self::object_schema( array( 'order_id' => self::INTEGER + array( 'minimum' => 1 ) ) );
	}

	/**
	 * Returns the schema of the input of request-refund.
	 */
	public static function refund_input(): array {
		$properties = self::order_input()['properties'] + array(
			'amount'           => self::TEXT + array(
				'pattern'     => '^\d{1,7}(\.\d{1,2})?$',
				'description' => __( 'Amount in GH₵, such as 20.50.', 'cedi-commerce' ),
			),
			'already_refunded' => self::TEXT + array(
				'pattern'     => '^(\d{1,7}(\.\d{1,2})?)?$',
				'default'     => '',
				'description' => __( 'Sum of the earlier refunds of the order, from the question. Required with confirm, so that a repeated call requests nothing.', 'cedi-commerce' ),
			),
			'reason'           => self::TEXT + array(
				'maxLength' => 500,
				'default'   => '',
			),
			'confirm'          => array(
				'type'        => 'boolean',
				'default'     => false,
				'description' => __( 'True after a person has confirmed the order and the amount. Otherwise nothing is requested, and the error contains the question to ask.', 'cedi-commerce' ),
			),
		);
		return self::object_schema( $properties, array( 'order_id', 'amount' ) );
	}

	/**
	 * Returns the schema of the output of request-refund.
	 */
	public static function refund(): array {
		return self::object_schema( self::texts( 'state', 'message' ) );
	}
}
