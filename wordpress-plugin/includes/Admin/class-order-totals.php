<?php
/**
 * The totals of an order, for merchants.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Admin;

use Cedi\Commerce\Order\Order_Cost;
use Cedi\Commerce\Support\Price;
use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Adds the fee and the net amount to the totals of an order that was paid.
 */
final class Order_Totals {
	/**
	 * Adds the rows.
	 */
	public static function add() {
		add_action( 'woocommerce_admin_order_totals_after_total', array( self::class, 'show' ) );
	}

	/**
	 * Shows the rows.
	 *
	 * @param int $order_id The order.
	 */
	public static function show( $order_id ) {
		$order = wc_get_order( $order_id );
		$cost  = $order instanceof WC_Order ? Order_Cost::of( $order ) : null;
		if ( null === $cost ) {
			return;
		}
		printf(
			'<tr><td class="label">%1$s</td><td width="1%%"></td><td class="total">−%2$s</td></tr><tr><td class="label">%3$s</td><td width="1%%"></td><td class="total">%4$s</td></tr>',
			esc_html__( 'Fee of the payment service:', 'cedi-commerce' ),
			esc_html( Price::show( $cost['fee'] ) ),
			// WooCommerce has its own "Net payment": what is left after refunds.
			esc_html__( 'Paid, after the fee:', 'cedi-commerce' ),
			esc_html( Price::show( $cost['net'] ) )
		);
	}
}
