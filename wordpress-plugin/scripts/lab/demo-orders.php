<?php
/**
 * Creates orders for the demo. Without IDs it creates three orders and prints their IDs and checkout tokens as JSON; with IDs it
 * checks these orders and requests a refund for the first.
 *
 * @package cedi-commerce
 */

$_SERVER['HTTP_HOST']   = (string) parse_url( getenv( 'CEDI_URL' ), PHP_URL_HOST ) . ':' . parse_url( getenv( 'CEDI_URL' ), PHP_URL_PORT );
$_SERVER['REQUEST_URI'] = '/';
require $argv[1] . '/wp-load.php';

if ( isset( $argv[2] ) ) {
	$cedi_ids = array_map( 'intval', array_slice( $argv, 2 ) );
	foreach ( $cedi_ids as $cedi_id ) {
		Cedi\Commerce\Order\Payment_Checker::check( $cedi_id );
	}
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

$cedi_started = array();
foreach ( array( array( 'Kente tote', '120.00' ), array( 'Woven basket', '45.50' ), array( 'Shea butter', '30.00' ) ) as $cedi_at => $cedi_row ) {
	$cedi_product = new WC_Product_Simple();
	$cedi_product->set_name( $cedi_row[0] );
	$cedi_product->set_regular_price( $cedi_row[1] );
	$cedi_product->save();
	$cedi_order = wc_create_order( array( 'created_via' => 'checkout' ) );
	$cedi_order->add_product( $cedi_product );
	$cedi_order->set_total( $cedi_row[1] );
	$cedi_order->set_billing_email( 'kofi@example.com' );
	$cedi_order->set_payment_method( 'cedi_commerce' );
	$cedi_order->set_payment_method_title( 'Mobile money or card' );
	$cedi_order->save();
	$cedi_attempt = Cedi\Commerce\Checkout\Checkout::start( $cedi_order->get_id() );
	if ( $cedi_attempt instanceof Cedi\Commerce\Order\Payment_Attempt ) {
		$cedi_started[] = array(
			'id'    => $cedi_order->get_id(),
			'token' => $cedi_attempt->token(),
		);
	}
}
echo wp_json_encode( $cedi_started );
