<?php
/**
 * Notes for merchants.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use Cedi\Commerce\Support\Log;

defined( 'ABSPATH' ) || exit;

/**
 * Tells the merchant something without moving the order.
 */
final class Order_Notes {
	/**
	 * Tells the merchant something.
	 *
	 * @param Order_Payments $payments What the order knows.
	 * @param string         $state    The new state of the payment; '' leaves it as it is.
	 * @param string         $note     What they should know.
	 */
	public static function tell( Order_Payments $payments, $state, $note ) {
		$order = $payments->order();
		if ( '' !== $state ) {
			$order->update_meta_data( Order_Payments::STATE, $state );
			$order->save();
		}
		$order->add_order_note( $note );
		Decisions::ask( $payments, $note );
		Log::write(
			'warning',
			'An order needs a look.',
			array(
				'order' => $order->get_id(),
				'state' => $payments->state(),
			)
		);
	}
}
