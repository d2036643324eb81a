<?php
/**
 * Personal data.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tools;

use Cedi\Commerce\Order\Deleted_Order_Handler;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Payment_Attempts;
use Cedi\Commerce\Support\Lock;
use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Adds the exporter, the eraser and the text for the privacy policy. Email addresses are stored only with orders. A
 * payment request has a phone number, which is deleted when the request is paid, withdrawn or expired.
 */
final class Privacy {
	/** Maximum number of orders per request. */
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
	 * @param array[] $exporters Exporters.
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
	 * @param array[] $erasers Erasers.
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
	 * @param string $email Email address of the buyer.
	 * @param int    $page  Page number, from 1.
	 * @return array{data: array[], done: bool}
	 */
	public static function export( $email, $page = 1 ) {
		$orders = self::orders( $email, $page );
		$data   = array();
		foreach ( $orders as $order ) {
			foreach ( Order_Payments::of( $order )->attempts()->summaries() as $index => $attempt ) {
				$fields = array();
				foreach ( $attempt as $name => $value ) {
					$fields[] = compact( 'name', 'value' );
				}
				$data[] = array(
					'group_id'    => 'cedi-commerce',
					'group_label' => __( 'Cedi payments', 'cedi-commerce' ),
					'item_id'     => "cedi-commerce-{$order->get_id()}-$index",
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
	 * Erases the personal data of a buyer. The references stay, because a payment needs them to find its order.
	 *
	 * @param string $email Email address of the buyer.
	 * @param int    $page  Page number, from 1.
	 * @return array{items_removed: bool, items_retained: bool, messages: string[], done: bool}
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
				} elseif ( '' !== $attempt->request_body() . $attempt->token() ) {
					$removed = true;
					$payments->update_attempt(
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
		$removed = Deleted_Order_Handler::erase( $email ) || $removed;
		return array(
			'items_removed'  => $removed,
			'items_retained' => $open,
			'messages'       => $open ? array( __( 'A payment of this buyer is still under way. Erase again when it is over.', 'cedi-commerce' ) ) : array(),
			'done'           => count( $orders ) < self::BATCH,
		);
	}

	/**
	 * Erases the personal data of an order that WooCommerce anonymises: by its eraser, its retention periods or the list of
	 * orders. The token stays, so that a late payment finds its order.
	 *
	 * @param WC_Order $order Order.
	 */
	public static function erase_order( $order ) {
		if ( ! $order instanceof WC_Order || ! $order->get_meta( Payment_Attempts::META ) ) {
			return;
		}
		// WooCommerce calls this only once, so it also runs without the lock.
		$lock = Lock::for_order( $order->get_id(), 5000 );
		try {
			// The previous holder of the lock may have changed the order.
			$payments = Order_Payments::fresh( $order->get_id() );
			foreach ( $payments->attempts()->all() as $attempt ) {
				if ( '' !== $attempt->request_body() ) {
					// A retry needs the request body, so an unconfirmed attempt expires.
					$payments->update_attempt( $attempt, array( 'body' => '' ) + ( $attempt->is_unconfirmed() ? array( 'state' => 'expired' ) : array() ) );
				}
			}
		} finally {
			if ( $lock ) {
				$lock->release();
			}
		}
	}

	/**
	 * Returns the orders of a buyer, with any payment method.
	 *
	 * @param string $email Email address of the buyer.
	 * @param int    $page  Page number, from 1.
	 * @return WC_Order[]
	 */
	private static function orders( $email, $page ) {
		if ( ! function_exists( 'wc_get_orders' ) ) {
			return array();
		}
		$found = wc_get_orders(
			array(
				'type'          => 'shop_order',
				'billing_email' => $email,
				'limit'         => self::BATCH,
				'page'          => $page,
			)
		);
		return is_array( $found ) ? $found : array();
	}
}
