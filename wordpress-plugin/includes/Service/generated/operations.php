<?php
/**
 * Made from packages/contract/openapi.yaml. Do not edit: change it and run "npm run generate".
 *
 * @package cedi-commerce
 */

return array(
	'createPayment'        => array(
		'method' => 'POST',
		'path'   => '/api/v1/payments',
		'scope'  => 'payments:write',
	),
	'readPayment'          => array(
		'method' => 'GET',
		'path'   => '/api/v1/payments/{ref}',
		'scope'  => 'payments:read',
	),
	'createCheckoutIntent' => array(
		'method' => 'POST',
		'path'   => '/api/v1/checkout/intent',
		'scope'  => 'payments:write',
	),
	'readBalance'          => array(
		'method' => 'GET',
		'path'   => '/api/v1/balance',
		'scope'  => 'balance:read',
	),
	'createRefund'         => array(
		'method' => 'POST',
		'path'   => '/api/v1/refunds',
		'scope'  => 'refunds:write',
	),
	'listProducts'         => array(
		'method' => 'GET',
		'path'   => '/api/v1/products',
		'scope'  => 'products:read',
	),
	'createProduct'        => array(
		'method' => 'POST',
		'path'   => '/api/v1/products',
		'scope'  => 'products:write',
	),
	'readProduct'          => array(
		'method' => 'GET',
		'path'   => '/api/v1/products/{id}',
		'scope'  => 'products:read',
	),
	'listOrders'           => array(
		'method' => 'GET',
		'path'   => '/api/v1/orders',
		'scope'  => 'orders:read',
	),
	'readOrder'            => array(
		'method' => 'GET',
		'path'   => '/api/v1/orders/{ref}',
		'scope'  => 'orders:read',
	),
);
