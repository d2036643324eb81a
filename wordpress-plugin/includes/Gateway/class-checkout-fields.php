<?php
/**
 * Fields of the payment method on the classic checkout.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Gateway;

use Cedi\Commerce\Support\Phone;
use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Shows the optional mobile money number and network, and passes them to the popup.
 */
final class Checkout_Fields {
	const NETWORKS = array(
		'mtn'        => 'MTN MoMo',
		'telecel'    => 'Telecel Cash',
		'airteltigo' => 'AT Money',
	);

	/**
	 * Shows the fields.
	 */
	public static function show() {
		list( $phone, $network ) = self::values( (string) filter_input( INPUT_POST, 'post_data' ), WC()->customer ? (string) WC()->customer->get_billing_phone() : '' );
		printf(
			'<p class="form-row form-row-wide"><label for="cedi_commerce_phone">%1$s</label><input class="input-text" id="cedi_commerce_phone" name="cedi_commerce_phone" type="tel" autocomplete="tel" maxlength="24" value="%2$s"></p>',
			esc_html__( 'Mobile money number (optional)', 'cedi-commerce' ),
			esc_attr( $phone )
		);
		printf( '<p class="form-row form-row-wide"><label for="cedi_commerce_network">%s</label><select class="input-text" id="cedi_commerce_network" name="cedi_commerce_network" style="width:100%%;min-height:3em;font:inherit">', esc_html__( 'Network', 'cedi-commerce' ) );
		printf( '<option value="">%s</option>', esc_html__( 'Choose while paying', 'cedi-commerce' ) );
		foreach ( self::NETWORKS as $id => $label ) {
			printf( '<option value="%1$s"%2$s>%3$s</option>', esc_attr( $id ), esc_attr( $network === $id ? ' selected' : '' ), esc_html( $label ) );
		}
		echo '</select></p>';
	}

	/**
	 * Returns the values of the fields: what the buyer has entered, or the saved number. WooCommerce renders the fields again after
	 * each change of the checkout, and passes the form as `post_data`.
	 *
	 * @param string $form        Form as a query string; '' when the page is loaded.
	 * @param string $saved_phone Phone number of the customer.
	 * @return array{string, string} Phone number and network.
	 */
	public static function values( $form, $saved_phone ) {
		parse_str( $form, $entered );
		$phone   = isset( $entered['cedi_commerce_phone'] ) && is_string( $entered['cedi_commerce_phone'] ) ? sanitize_text_field( $entered['cedi_commerce_phone'] ) : Phone::parse( $saved_phone );
		$network = isset( $entered['cedi_commerce_network'] ) && is_string( $entered['cedi_commerce_network'] ) ? sanitize_key( $entered['cedi_commerce_network'] ) : '';
		return array( $phone, $network );
	}

	/**
	 * Saves number and network in the session, to prefill the popup. The default is the billing phone.
	 *
	 * @param WC_Order $order Order.
	 */
	public static function save_prefill( WC_Order $order ) {
		if ( ! function_exists( 'WC' ) || ! WC()->session ) {
			return;
		}
		$phone   = sanitize_text_field( (string) filter_input( INPUT_POST, 'cedi_commerce_phone' ) );
		$network = sanitize_key( (string) filter_input( INPUT_POST, 'cedi_commerce_network' ) );
		WC()->session->set(
			'cedi_commerce_prefill',
			array(
				'phone'   => Phone::parse( '' === trim( $phone ) ? $order->get_billing_phone() : $phone ),
				'network' => isset( self::NETWORKS[ $network ] ) ? $network : '',
			)
		);
	}
}
