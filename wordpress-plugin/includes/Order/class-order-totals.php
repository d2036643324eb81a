<?php
/**
 * Order totals.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use Cedi\Commerce\Service\Money;
use Cedi\Commerce\Support\Price;
use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Adds the fee and the net amount to the totals of a paid order.
 */
final class Order_Totals {
	/**
	 * Adds the hook.
	 */
	public static function add() {
		add_action( 'woocommerce_admin_order_totals_after_total', array( self::class, 'show' ) );
	}

	/**
	 * Shows the rows.
	 *
	 * @param int $order_id Order ID.
	 */
	public static function show( $order_id ) {
		$order = wc_get_order( $order_id );
		$costs = $order instanceof WC_Order ? self::costs( $order ) : null;
		if ( null === $costs ) {
			return;
		}
		// WooCommerce has its own "Net payment": what is left after refunds.
		$label  = $costs['is_refunded'] ? __( 'Paid, after the fee and refunds:', 'cedi-commerce' ) : __( 'Paid, after the fee:', 'cedi-commerce' );
		$amount = ( $costs['net_pesewas'] < 0 ? '−' : '' ) . Price::format( Money::of( abs( $costs['net_pesewas'] ) ) );
		printf(
			'<tr><td class="label">%1$s</td><td width="1%%"></td><td class="total">−%2$s</td></tr><tr><td class="label">%3$s</td><td width="1%%"></td><td class="total">%4$s</td></tr>',
			esc_html__( 'Fee of the payment service:', 'cedi-commerce' ),
			esc_html( Price::format( $costs['fee'] ) ),
			esc_html( $label ),
			esc_html( $amount )
		);
	}

	/**
	 * Returns the fee of an order and the amount that is left for the merchant. The fee of a refunded payment is not returned.
	 *
	 * @param WC_Order $order Order.
	 * @return array{fee: Money, net_pesewas: int, is_refunded: bool}|null Null if the order has none.
	 */
	public static function costs( WC_Order $order ): ?array {
		$fee = Money::parse( $order->get_meta( Order_Payments::FEE ) );
		$net = Money::parse( $order->get_meta( Order_Payments::NET ) );
		if ( ! $fee || ! $net ) {
			return null;
		}
		$refunded = Order_Payments::of( $order )->refunded();
		return array(
			'fee'         => $fee,
			'net_pesewas' => $net->pesewas() - $refunded,
			'is_refunded' => $refunded > 0,
		);
	}
}
