<?php
/**
 * The product page, the cart, and the hook that adds a product to it: at wp_loaded, 20, as in the real one.
 *
 * @package cedi-commerce
 */

defined( 'ABSPATH' ) || exit;

function is_product() {
	return '' !== (string) get_query_var( 'wc_double_product' );
}

function is_cart() {
	return 'cart' === get_query_var( 'wc_double' );
}

function wc_get_checkout_url() {
	return home_url( '/checkout/' );
}

add_filter(
	'query_vars',
	static function ( $vars ) {
		return array_merge( $vars, array( 'wc_double_product' ) );
	}
);

add_action(
	'parse_request',
	static function ( $wp ) {
		$path = trim( (string) wp_parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH ), '/' );
		if ( preg_match( '~^product/(\d+)$~', $path, $match ) ) {
			$wp->query_vars = array( 'wc_double_product' => $match[1] );
		} elseif ( 'cart' === $path ) {
			$wp->query_vars = array( 'wc_double' => 'cart' );
		}
	}
);

add_action(
	'wp_loaded',
	static function () {
		$product = isset( $_REQUEST['add-to-cart'] ) ? wc_get_product( absint( wp_unslash( $_REQUEST['add-to-cart'] ) ) ) : null;
		if ( ! $product || ! $product->is_purchasable() || ! $product->is_in_stock() ) {
			return;
		}
		$quantity = isset( $_REQUEST['quantity'] ) ? absint( wp_unslash( $_REQUEST['quantity'] ) ) : 1;
		if ( ! WC()->cart->add_to_cart( $product->get_id(), $quantity ) ) {
			return;
		}
		$url = apply_filters( 'woocommerce_add_to_cart_redirect', false, $product );
		if ( $url ) {
			wp_safe_redirect( $url );
			exit;
		}
	},
	20
);

add_action(
	'template_redirect',
	static function () {
		if ( is_product() ) {
			$GLOBALS['product'] = wc_get_product( (int) get_query_var( 'wc_double_product' ) );
			wc_double_page( 'wc_double_product_page', 0 );
		} elseif ( is_cart() ) {
			wc_double_page( 'wc_double_cart_page', 0 );
		}
	},
	9
);

function wc_double_product_page() {
	$product = $GLOBALS['product'];
	echo '<h1>' . esc_html( $product->get_name() ) . '</h1><form class="cart" method="post" enctype="multipart/form-data"><label>Quantity <input type="number" name="quantity" value="1" min="1"></label> <button type="submit" name="add-to-cart" value="' . absint( $product->get_id() ) . '" class="button alt wp-element-button">Add to cart</button> ';
	do_action( 'woocommerce_after_add_to_cart_button' );
	echo '</form>';
}

function wc_double_cart_page() {
	echo '<h1>Cart</h1><p>' . wp_kses_post( wc_price( WC()->cart->get_total( 'edit' ) ) ) . '</p><div class="wc-proceed-to-checkout">';
	do_action( 'woocommerce_proceed_to_checkout' );
	echo '</div>';
}
