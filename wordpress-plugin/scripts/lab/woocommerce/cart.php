<?php
/**
 * A buyer of a real WooCommerce: ?add=45.50 puts a thing of that price into the cart, and an address into the form.
 *
 * @package cedi-commerce
 */

require_once __DIR__ . '/product.php';

add_action(
	'wp_loaded',
	static function () {
		if ( ! isset( $_GET['add'] ) || ! function_exists( 'WC' ) || ! WC()->cart ) {
			return;
		}
		WC()->cart->empty_cart();
		WC()->cart->add_to_cart( cedi_lab_product( sanitize_text_field( wp_unslash( $_GET['add'] ) ) )->get_id() );
		$address = array(
			'first_name' => 'Kofi',
			'last_name'  => 'Mensah',
			'address_1'  => '12 Oxford Street',
			'city'       => 'Accra',
			'state'      => 'AA',
			'country'    => 'GH',
			'phone'      => '0244123789',
			'email'      => 'kofi@example.com',
		);
		foreach ( $address as $name => $value ) {
			WC()->customer->{"set_billing_$name"}( $value );
		}
		WC()->customer->save();
	},
	// The cart of the visit is read at 10.
	25
);
