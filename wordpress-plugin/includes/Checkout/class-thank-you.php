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
 * WooCommerce reads the order before anybody asks how its payment stands. When the answer is that it did not succeed, the
 * page would say thank you and offer no way to pay: that is said and offered here. On its next visit WooCommerce does both.
 */
final class Thank_You {
	/**
	 * Watches an order as it is before its payment is asked about.
	 *
	 * @param int $order_id The order.
	 */
	public static function watch( $order_id ) {
		$order = wc_get_order( $order_id );
		if ( $order instanceof WC_Order && GATEWAY === $order->get_payment_method() && ! $order->has_status( 'failed' ) ) {
			// Checkout_Return asks and says how the payment stands at 10.
			add_action( 'woocommerce_before_thankyou', array( self::class, 'offer' ), 20 );
			add_filter( 'woocommerce_thankyou_order_received_text', array( self::class, 'text' ), 20, 2 );
		}
	}

	/**
	 * Says how the payment stands, behind the thanks of WooCommerce: one piece. What did not succeed has no thanks.
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
		// A theme may have thanks of its own.
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
	 * What stands in place of the thanks.
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
	 * Tells the order that WooCommerce draws by which method it was paid: it was read before. Nothing is saved.
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
