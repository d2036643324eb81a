<?php
/**
 * Products of the lab's shop.
 *
 * @package cedi-commerce
 */

/**
 * Product with the price. Virtual, but not a download, so that the order needs processing.
 */
function cedi_lab_product( $price ) {
	$price      = wc_format_decimal( $price, 2 );
	$product_id = wc_get_product_id_by_sku( "lab-$price" );
	if ( $product_id ) {
		return wc_get_product( $product_id );
	}
	$product = new WC_Product_Simple();
	$product->set_name( 'Kente tote' );
	$product->set_sku( "lab-$price" );
	$product->set_regular_price( $price );
	$product->set_virtual( true );
	$product->save();
	return $product;
}
