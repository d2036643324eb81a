<?php
/**
 * Creates the orders of the demo shop. Without arguments it creates them and prints their IDs and checkout tokens as JSON; with
 * the IDs of the paid ones it checks these orders, completes the first and requests a refund for it.
 *
 * @package cedi-commerce
 */

$_SERVER['HTTP_HOST']   = (string) parse_url( getenv( 'CEDI_URL' ), PHP_URL_HOST ) . ':' . parse_url( getenv( 'CEDI_URL' ), PHP_URL_PORT );
$_SERVER['REQUEST_URI'] = '/';
require $argv[1] . '/wp-load.php';
require_once __DIR__ . '/demo-picture.php';

if ( isset( $argv[2] ) ) {
	$cedi_ids = array_map( 'intval', array_slice( $argv, 2 ) );
	foreach ( $cedi_ids as $cedi_id ) {
		Cedi\Commerce\Order\Payment_Checker::check( $cedi_id );
	}
	wc_get_order( $cedi_ids[0] )->update_status( 'completed', '', true );
	wc_create_refund(
		array(
			'order_id'       => $cedi_ids[0],
			'amount'         => '20.00',
			'reason'         => 'One strap too long',
			'refund_payment' => true,
		)
	);
	exit;
}

$cedi_products = array();
$cedi_goods    = array(
	'Kente tote'   => array( '120.00', array( 'b5452c', 'f2b632', '1f6b4a', '1c1a17' ) ),
	'Woven basket' => array( '45.50', array( 'a9743f', 'e3c08c', '6b4322' ) ),
	'Shea butter'  => array( '30.00', array( 'f4e7c5', 'e0c98f', 'fbf5e4' ) ),
);
foreach ( $cedi_goods as $cedi_name => list( $cedi_price, $cedi_colours ) ) {
	$cedi_product = new WC_Product_Simple();
	$cedi_product->set_name( $cedi_name );
	$cedi_product->set_regular_price( $cedi_price );
	$cedi_product->set_image_id( cedi_demo_picture( $cedi_name, $cedi_colours ) );
	$cedi_product->save();
	$cedi_products[ $cedi_name ] = $cedi_product;
}
// Oldest first: buyer, town, hours since the order, quantities.
$cedi_rows    = array(
	array( 'Efua', 'Mensah', 'Accra', 50, array( 'Kente tote' => 1, 'Shea butter' => 2 ) ),
	array( 'Kojo', 'Asante', 'Kumasi', 26, array( 'Woven basket' => 2 ) ),
	array( 'Abena', 'Owusu', 'Cape Coast', 3, array( 'Shea butter' => 3 ) ),
	array( 'Yaw', 'Boateng', 'Tema', 0, array( 'Kente tote' => 1 ) ),
);
$cedi_started = array();
foreach ( $cedi_rows as list( $cedi_first_name, $cedi_last_name, $cedi_town, $cedi_hours, $cedi_lines ) ) {
	$cedi_order = wc_create_order( array( 'created_via' => 'checkout' ) );
	$cedi_total = 0;
	foreach ( $cedi_lines as $cedi_name => $cedi_quantity ) {
		$cedi_order->add_product( $cedi_products[ $cedi_name ], $cedi_quantity );
		$cedi_total += $cedi_quantity * (float) $cedi_products[ $cedi_name ]->get_price();
	}
	$cedi_order->set_total( $cedi_total );
	$cedi_order->set_address(
		array(
			'first_name' => $cedi_first_name,
			'last_name'  => $cedi_last_name,
			'address_1'  => '12 Market Street',
			'city'       => $cedi_town,
			'country'    => 'GH',
			'phone'      => '0244123789',
			'email'      => strtolower( $cedi_first_name ) . '@example.com',
		),
		'billing'
	);
	$cedi_order->set_date_created( time() - $cedi_hours * HOUR_IN_SECONDS );
	$cedi_order->set_payment_method( 'cedi_commerce' );
	$cedi_order->set_payment_method_title( 'Mobile money or card' );
	// WooCommerce shows it as "Direct" in the column "Origin".
	$cedi_order->update_meta_data( '_wc_order_attribution_source_type', 'typein' );
	$cedi_order->save();
	// Each order has its own buyer. In one session, a later order would replace an earlier one.
	WC()->session->set( Cedi\Commerce\Checkout\Earlier_Orders::SESSION_KEY, array() );
	$cedi_attempt = Cedi\Commerce\Checkout\Checkout::start( $cedi_order->get_id() );
	if ( ! $cedi_attempt instanceof Cedi\Commerce\Order\Payment_Attempt ) {
		fwrite( STDERR, "The checkout of an order could not be opened.\n" );
		exit( 1 );
	}
	$cedi_started[] = array(
		'id'    => $cedi_order->get_id(),
		'token' => $cedi_attempt->token(),
	);
}
echo wp_json_encode( $cedi_started );
