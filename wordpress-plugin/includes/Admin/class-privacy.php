<?php
/**
 * The data about buyers.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Admin;

use Cedi\Commerce\Order\Attempts;
use Cedi\Commerce\Order\Lost_Orders;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Support\Lock;
use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Exporter, eraser, and the text for the privacy policy. All data about buyers is on their orders.
 */
final class Privacy {
	/** How many orders one request handles. */
	const BATCH = 20;

	/**
	 * Adds the text for the policy.
	 */
	public static function add_policy() {
		wp_add_privacy_policy_content(
			'Cedi Commerce',
			'<p>' . esc_html__( 'When you pay by mobile money or card, the amount, the number of your order and your e-mail address are sent to our payment service. You type the number of your wallet or card on its pages: we do not see it. We keep the reference, the amount and the time of each attempt to pay with your order.', 'cedi-commerce' ) . '</p>'
		);
	}

	/**
	 * Adds the exporter.
	 *
	 * @param array[] $exporters The exporters.
	 * @return array[]
	 */
	public static function add_exporter( $exporters ) {
		$exporters['cedi-commerce'] = array(
			'exporter_friendly_name' => __( 'Cedi payments', 'cedi-commerce' ),
			'callback'               => array( self::class, 'export' ),
		);
		return $exporters;
	}

	/**
	 * Adds the eraser.
	 *
	 * @param array[] $erasers The erasers.
	 * @return array[]
	 */
	public static function add_eraser( $erasers ) {
		$erasers['cedi-commerce'] = array(
			'eraser_friendly_name' => __( 'Cedi payments', 'cedi-commerce' ),
			'callback'             => array( self::class, 'erase' ),
		);
		return $erasers;
	}

	/**
	 * Exports a buyer's attempts to pay.
	 *
	 * @param string $email The buyer.
	 * @param int    $page  From 1.
	 * @return array{data: array[], done: bool}
	 */
	public static function export( $email, $page = 1 ) {
		$orders = self::orders( $email, $page );
		$data   = array();
		foreach ( $orders as $order ) {
			foreach ( Order_Payments::of( $order )->attempts()->shown() as $at => $attempt ) {
				$fields = array();
				foreach ( $attempt as $name => $value ) {
					$fields[] = compact( 'name', 'value' );
				}
				$data[] = array(
					'group_id'    => 'cedi-commerce',
					'group_label' => __( 'Cedi payments', 'cedi-commerce' ),
					'item_id'     => "cedi-commerce-{$order->get_id()}-$at",
					'data'        => $fields,
				);
			}
		}
		return array(
			'data' => $data,
			'done' => count( $orders ) < self::BATCH,
		);
	}

	/**
	 * Erases what was sent about a buyer. The references stay: without them no payment finds its order.
	 *
	 * @param string $email The buyer.
	 * @param int    $page  From 1.
	 * @return array
	 */
	public static function erase( $email, $page = 1 ) {
		$orders  = self::orders( $email, $page );
		$removed = false;
		$open    = false;
		foreach ( $orders as $order ) {
			$payments = Order_Payments::of( $order );
			foreach ( $payments->attempts()->all() as $attempt ) {
				if ( 'open' === $attempt->state() ) {
					$open = true;
				} elseif ( '' !== $attempt->body() . $attempt->token() ) {
					$removed = true;
					$payments->change(
						$attempt,
						array(
							'body'  => '',
							'token' => '',
							'url'   => '',
						)
					);
				}
			}
		}
		$removed = Lost_Orders::erase( $email ) || $removed;
		return array(
			'items_removed'  => $removed,
			'items_retained' => $open,
			'messages'       => $open ? array( __( 'A payment of this buyer is still under way. Erase again when it is over.', 'cedi-commerce' ) ) : array(),
			'done'           => count( $orders ) < self::BATCH,
		);
	}

	/**
	 * Erases what was sent about the buyer of an order that WooCommerce anonymises. Its own eraser, its retention
	 * periods and the list of orders all come here, and afterwards nobody finds the order by its buyer. Money still on
	 * its way finds the order by the token.
	 *
	 * @param WC_Order $order The order.
	 */
	public static function erase_order( $order ) {
		if ( ! $order instanceof WC_Order || ! $order->get_meta( Attempts::META ) ) {
			return;
		}
		// WooCommerce calls this only once, so do it without the lock too.
		$lock = Lock::acquire( 'settle_' . $order->get_id(), 60, 5000 );
		try {
			// The lock's holder has written since this order was read.
			$payments = Order_Payments::fresh( $order->get_id() );
			foreach ( $payments->attempts()->all() as $attempt ) {
				if ( '' !== $attempt->body() ) {
					// Without what was sent it cannot be sent again, and nobody has the address to pay at.
					$payments->change( $attempt, array( 'body' => '' ) + ( $attempt->is_lost() ? array( 'state' => 'expired' ) : array() ) );
				}
			}
		} finally {
			if ( $lock ) {
				$lock->release();
			}
		}
	}

	/**
	 * The orders of a buyer.
	 *
	 * @param string $email The buyer.
	 * @param int    $page  From 1.
	 * @return WC_Order[]
	 */
	private static function orders( $email, $page ) {
		if ( ! function_exists( 'wc_get_orders' ) ) {
			return array();
		}
		$found = wc_get_orders(
			array(
				'type'          => 'shop_order',
				// Whatever method they chose last.
				'billing_email' => $email,
				'limit'         => self::BATCH,
				'page'          => $page,
			)
		);
		return is_array( $found ) ? $found : array();
	}
}
