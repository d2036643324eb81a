<?php
/**
 * Order-received page.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Checkout;

use Cedi\Commerce\Support\Scripts;
use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Shows the payment status on the page to which the buyer returns: in WooCommerce's text, in its hooks, or above the content of a
 * page that has neither.
 */
final class Thank_You_Page {
	/**
	 * Whether the page contains the status.
	 *
	 * @var bool
	 */
	private static $is_shown = false;

	/**
	 * Adds the payment status to the page.
	 *
	 * @param string   $html      Payment status as escaped HTML.
	 * @param WC_Order $order     Order.
	 * @param bool     $is_failed Whether the payment failed. WooCommerce then shows no thanks.
	 */
	public static function show( $html, WC_Order $order, $is_failed ) {
		self::$is_shown = false;
		$pay_link       = $is_failed ? self::pay_link( $order ) : '';
		if ( $is_failed ) {
			self::print_on( 'woocommerce_before_thankyou', 10, "<p>$html</p>$pay_link" );
		} else {
			add_filter(
				'woocommerce_thankyou_order_received_text',
				static function ( $text ) use ( $html ) {
					self::$is_shown = true;
					return "$text $html";
				},
				30
			);
			// A theme may replace the thanks.
			self::print_on( 'woocommerce_thankyou', 1, "<p>$html</p>" );
		}
		add_action(
			'wp_footer',
			static function () use ( $html, $pay_link ) {
				if ( ! self::$is_shown ) {
					// The script moves it to the start of the content.
					Scripts::enqueue( 'checkout-return' );
					echo '<div data-cedi-moved>' . wp_kses_post( "<p>$html</p>$pay_link" ) . '</div>';
				}
			},
			1
		);
	}

	/**
	 * Prints the status on a hook, unless the page contains it.
	 *
	 * @param string $hook     Hook.
	 * @param int    $priority Priority.
	 * @param string $html     HTML, escaped.
	 */
	private static function print_on( $hook, $priority, $html ) {
		add_action(
			$hook,
			static function () use ( $html ) {
				echo wp_kses_post( self::$is_shown ? '' : $html );
				self::$is_shown = true;
			},
			$priority
		);
	}

	/**
	 * Returns the link to pay again. The block page of WooCommerce 8 shows guests none.
	 *
	 * @param WC_Order $order Order.
	 * @return string HTML, escaped; '' if WooCommerce shows a link.
	 */
	private static function pay_link( WC_Order $order ): string {
		if ( version_compare( WC_VERSION, '9.0', '>=' ) || ! wp_is_block_theme() || ! $order->needs_payment() ) {
			return '';
		}
		return sprintf(
			'<p><a class="button pay wp-element-button" style="display:inline-block" href="%1$s">%2$s</a></p>',
			esc_url( $order->get_checkout_payment_url() ),
			esc_html__( 'Pay for this order', 'cedi-commerce' )
		);
	}
}
