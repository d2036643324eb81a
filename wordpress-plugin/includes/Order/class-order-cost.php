<?php
/**
 * What the payment of an order costs.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use Cedi\Commerce\Service\Money;
use Cedi\Commerce\Service\Payment;
use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * The service's fee and the net amount, as the service gave them: nothing is calculated here.
 */
final class Order_Cost {
	const FEE = '_cedi_commerce_fee';
	const NET = '_cedi_commerce_net';

	/**
	 * Writes them on an order that the caller saves.
	 *
	 * @param WC_Order $order   The order.
	 * @param Payment  $payment Its payment.
	 */
	public static function keep( WC_Order $order, Payment $payment ): void {
		$fee = $payment->fee();
		$net = $payment->net();
		if ( $fee && $net ) {
			$order->update_meta_data( self::FEE, $fee->format() );
			$order->update_meta_data( self::NET, $net->format() );
		}
	}

	/**
	 * Reads them.
	 *
	 * @param WC_Order $order The order.
	 * @return array{fee: Money, net: Money}|null Null when the order has none.
	 */
	public static function of( WC_Order $order ): ?array {
		$fee = Money::parse( $order->get_meta( self::FEE ) );
		$net = Money::parse( $order->get_meta( self::NET ) );
		return $fee && $net ? compact( 'fee', 'net' ) : null;
	}
}
