<?php
/**
 * Changes what WooCommerce says about a refund.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Admin;

use Cedi\Commerce\Order\Attempts;
use WC_Order;
use WP_Screen;
use const Cedi\Commerce\GATEWAY;

defined( 'ABSPATH' ) || exit;

/**
 * The service's refund is a request that an operator pays by hand. WooCommerce's button, panel and question say "Refund
 * … via …" and "cannot be undone". For our orders they say what really happens.
 */
final class Refund_Words {
	/**
	 * Whether the order on the screen is ours; null while unknown.
	 *
	 * @var bool|null
	 */
	private static $is_ours = null;

	/**
	 * Listens on the screens that show an order, and on their later requests.
	 */
	public static function add() {
		add_action( 'current_screen', array( self::class, 'listen' ) );
		foreach ( array( 'load_order_items', 'save_order_items', 'calc_line_taxes', 'remove_order_item', 'add_order_item', 'refund_line_items', 'delete_refund' ) as $question ) {
			add_action( "wp_ajax_woocommerce_$question", array( self::class, 'listen' ), 1 );
		}
	}

	/**
	 * Filters WooCommerce's translations.
	 *
	 * @param mixed $screen The screen, when it is one.
	 */
	public static function listen( $screen = null ) {
		if ( $screen instanceof WP_Screen && ! in_array( $screen->id, array( 'shop_order', 'woocommerce_page_wc-orders' ), true ) ) {
			return;
		}
		self::$is_ours = null;
		add_filter( 'gettext_woocommerce', array( self::class, 'replace' ), 10, 2 );
	}

	/**
	 * Replaces one of WooCommerce's texts.
	 *
	 * @param string $translation What it would say.
	 * @param string $text        What it says in English.
	 * @return string
	 */
	public static function replace( $translation, $text ) {
		$words = array(
			'Refund'               => 'request',
			'Refund amount'        => 'amount',
			'Refund %1$s via %2$s' => 'button',
			'Are you sure you wish to process this refund? This action cannot be undone.' => 'question',
		);
		if ( ! isset( $words[ $text ] ) || ! self::is_ours() ) {
			return $translation;
		}
		switch ( $words[ $text ] ) {
			case 'request':
				return __( 'Request a refund', 'cedi-commerce' );
			case 'amount':
				return __( 'Amount to request', 'cedi-commerce' );
			case 'button':
				/* translators: 1: amount, 2: name of the payment method. */
				return __( 'Request a refund of %1$s from %2$s', 'cedi-commerce' );
			default:
				return __( 'Request this refund? An operator of the payment service pays it by hand: until then the buyer does not have the money. A request cannot be taken back here.', 'cedi-commerce' );
		}
	}

	/**
	 * Whether the order on the screen was paid by us.
	 */
	private static function is_ours(): bool {
		if ( null === self::$is_ours ) {
			self::$is_ours = false;
			$id            = filter_input( INPUT_POST, 'order_id', FILTER_VALIDATE_INT );
			foreach ( array( 'post', 'id' ) as $name ) {
				$id = $id ? $id : filter_input( INPUT_GET, $name, FILTER_VALIDATE_INT );
			}
			$order         = $id ? wc_get_order( $id ) : ( isset( $GLOBALS['theorder'] ) ? $GLOBALS['theorder'] : null );
			self::$is_ours = self::is_of( $order );
		}
		return self::$is_ours;
	}

	/**
	 * Whether an order was paid by us.
	 *
	 * @param mixed $order An order, perhaps.
	 */
	private static function is_of( $order ): bool {
		return $order instanceof WC_Order && GATEWAY === $order->get_payment_method() && $order->get_meta( Attempts::META );
	}
}
