<?php
/**
 * Order-received page.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Checkout;

use Cedi\Commerce\Support\Payment_Methods;
use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Adapts the page to the result of the payment check. WooCommerce reads the order before the check, so after a failed payment
 * the page would contain the thanks and no link to pay. On the next visit WooCommerce handles both.
 */
final class Thank_You_Page {
	/**
	 * Adds the hooks for an order whose payment is going to be checked.
	 *
	 * @param int $order_id Order ID.
	 */
	public static function before_check( $order_id ) {
		$order = wc_get_order( $order_id );
		if ( $order instanceof WC_Order && Payment_Methods::has_own( $order ) && ! $order->has_status( 'failed' ) ) {
			// Checkout_Return checks and reports the payment at priority 10.
			add_action( 'woocommerce_before_thankyou', array( self::class, 'show_pay_link' ), 20 );
			add_filter( 'woocommerce_thankyou_order_received_text', array( self::class, 'filter_thanks' ), 20, 2 );
		}
	}

	/**
	 * Adds the payment status after WooCommerce's thanks, or in place of them if the payment failed.
	 *
	 * @param string $html      Payment status as escaped HTML.
	 * @param bool   $is_failed Whether the payment failed.
	 */
	public static function add_status( $html, $is_failed ) {
		if ( $is_failed ) {
			echo wp_kses_post( "<p>$html</p>" );
			return;
		}
		$is_shown = false;
		add_filter(
			'woocommerce_thankyou_order_received_text',
			static function ( $text ) use ( $html, &$is_shown ) {
				$is_shown = true;
				return "$text $html";
			},
			30
		);
		// A theme may replace the thanks.
		add_action(
			'woocommerce_thankyou',
			static function () use ( $html, &$is_shown ) {
				echo wp_kses_post( $is_shown ? '' : "<p>$html</p>" );
			},
			1
		);
	}

	/**
	 * Shows the link to pay an order whose payment failed.
	 *
	 * @param int $order_id Order ID.
	 */
	public static function show_pay_link( $order_id ) {
		$order = wc_get_order( $order_id );
		if ( $order instanceof WC_Order && $order->has_status( 'failed' ) ) {
			printf(
				'<p><strong>%1$s</strong></p><p><a class="button pay wp-element-button" style="display:inline-block" href="%2$s">%3$s</a></p>',
				esc_html__( 'This order is not paid yet.', 'cedi-commerce' ),
				esc_url( $order->get_checkout_payment_url() ),
				esc_html__( 'Pay for this order', 'cedi-commerce' )
			);
		}
	}

	/**
	 * Replaces the thanks if the payment failed.
	 *
	 * @param string              $text  Thanks of WooCommerce.
	 * @param WC_Order|false|null $order Order, read before the check.
	 * @return string HTML, escaped.
	 */
	public static function filter_thanks( $text, $order = null ) {
		$order = $order instanceof WC_Order ? wc_get_order( $order->get_id() ) : null;
		return $order instanceof WC_Order && $order->has_status( 'failed' ) ? esc_html__( 'Your order is kept, and it is not paid yet.', 'cedi-commerce' ) : $text;
	}

	/**
	 * Corrects the payment method of the order that WooCommerce read before the check. Nothing is saved.
	 *
	 * @param string              $text  Thanks of WooCommerce.
	 * @param WC_Order|false|null $order Order, read before the check.
	 * @return string
	 */
	public static function correct_method( $text, $order = null ) {
		$current = $order instanceof WC_Order ? wc_get_order( $order->get_id() ) : null;
		if ( $current instanceof WC_Order ) {
			$order->set_payment_method( $current->get_payment_method() );
			$order->set_payment_method_title( $current->get_payment_method_title() );
		}
		return $text;
	}
}
