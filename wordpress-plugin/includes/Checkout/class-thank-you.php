<?php
/**
 * What the order-received page says.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Checkout;

use Cedi\Commerce\Support\Settings;
use WC_Order;
use const Cedi\Commerce\GATEWAY;

defined( 'ABSPATH' ) || exit;

/**
 * WooCommerce reads the order before the payment is checked. If the payment then turns out to have failed, the page
 * would say thank you and offer no way to pay. So this class says it and offers it. At the next visit WooCommerce does
 * both.
 */
final class Thank_You {
	/**
	 * Watches an order before its payment is checked.
	 *
	 * @param int $order_id The order.
	 */
	public static function watch( $order_id ) {
		$order = wc_get_order( $order_id );
		if ( $order instanceof WC_Order && GATEWAY === $order->get_payment_method() && ! $order->has_status( 'failed' ) ) {
			// Checkout_Return checks and reports the payment at priority 10.
			add_action( 'woocommerce_before_thankyou', array( self::class, 'offer' ), 20 );
			add_filter( 'woocommerce_thankyou_order_received_text', array( self::class, 'text' ), 20, 2 );
		}
	}

	/**
	 * Reports the payment after WooCommerce's thanks, in one place. A failed payment gets no thanks.
	 *
	 * @param string $html   How it stands; HTML, escaped.
	 * @param bool   $is_bad Whether it did not succeed.
	 */
	public static function say( $html, $is_bad ) {
		if ( $is_bad ) {
			echo wp_kses_post( "<p>$html</p>" );
			return;
		}
		$is_said = false;
		add_filter(
			'woocommerce_thankyou_order_received_text',
			static function ( $text ) use ( $html, &$is_said ) {
				$is_said = true;
				return "$text $html";
			},
			30
		);
		// A theme may have its own thanks.
		add_action(
			'woocommerce_thankyou',
			static function () use ( $html, &$is_said ) {
				echo wp_kses_post( $is_said ? '' : "<p>$html</p>" );
			},
			1
		);
	}

	/**
	 * Offers to pay an order whose payment did not succeed.
	 *
	 * @param int $order_id The order.
	 */
	public static function offer( $order_id ) {
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
	 * What replaces the thanks.
	 *
	 * @param string              $text  What WooCommerce says.
	 * @param WC_Order|false|null $order The order, as it was read before.
	 * @return string HTML, escaped.
	 */
	public static function text( $text, $order = null ) {
		$order = $order instanceof WC_Order ? wc_get_order( $order->get_id() ) : null;
		return $order instanceof WC_Order && $order->has_status( 'failed' ) ? esc_html__( 'Your order is kept, and it is not paid yet.', 'cedi-commerce' ) : $text;
	}

	/**
	 * Tells WooCommerce's copy of the order, which was read before, by which method it was paid. Nothing is saved.
	 *
	 * @param string              $text  What WooCommerce says.
	 * @param WC_Order|false|null $order The order, as it was read before.
	 * @return string
	 */
	public static function correct( $text, $order = null ) {
		if ( $order instanceof WC_Order ) {
			$order->set_payment_method( GATEWAY );
			$order->set_payment_method_title( Settings::method_title() );
		}
		return $text;
	}
}
