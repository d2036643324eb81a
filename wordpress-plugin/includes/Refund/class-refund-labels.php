<?php
/**
 * Labels of WooCommerce's refund panel.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Refund;

use Cedi\Commerce\Order\Payment_Attempts;
use Cedi\Commerce\Support\Payment_Methods;
use WC_Order;
use WP_Screen;

defined( 'ABSPATH' ) || exit;

/**
 * Replaces "Refund … via …" and "cannot be undone" for orders with a Cedi payment, because a refund is a request that an operator
 * pays later.
 */
final class Refund_Labels {
	/**
	 * Whether the order on the screen has a Cedi payment; null until it was checked.
	 *
	 * @var bool|null
	 */
	private static $is_cedi_order = null;

	/**
	 * Adds the hooks for screens that show an order, and for their AJAX requests.
	 */
	public static function add() {
		add_action( 'current_screen', array( self::class, 'filter_translations' ) );
		foreach ( array( 'load_order_items', 'save_order_items', 'calc_line_taxes', 'remove_order_item', 'add_order_item', 'refund_line_items', 'delete_refund' ) as $action ) {
			add_action( "wp_ajax_woocommerce_$action", array( self::class, 'filter_translations' ), 1 );
		}
	}

	/**
	 * Filters WooCommerce's translations.
	 *
	 * @param mixed $screen Screen, or the argument of an AJAX hook.
	 */
	public static function filter_translations( $screen = null ) {
		if ( $screen instanceof WP_Screen && ! in_array( $screen->id, array( 'shop_order', 'woocommerce_page_wc-orders' ), true ) ) {
			return;
		}
		self::$is_cedi_order = null;
		add_filter( 'gettext_woocommerce', array( self::class, 'replace' ), 10, 2 );
	}

	/**
	 * Replaces a string of WooCommerce.
	 *
	 * @param string $translation Translation.
	 * @param string $text        English string.
	 * @return string
	 */
	public static function replace( $translation, $text ) {
		$labels = array(
			'Refund'               => 'request',
			'Refund amount'        => 'amount',
			'Refund %1$s via %2$s' => 'button',
			'Are you sure you wish to process this refund? This action cannot be undone.' => 'question',
			'Are you sure you wish to delete this refund? This action cannot be undone.' => 'deletion',
		);
		if ( ! isset( $labels[ $text ] ) || ! self::is_cedi_order() ) {
			return $translation;
		}
		switch ( $labels[ $text ] ) {
			case 'request':
				return __( 'Request a refund', 'cedi-commerce' );
			case 'amount':
				return __( 'Amount to request', 'cedi-commerce' );
			case 'button':
				/* translators: 1: amount, 2: name of the payment method. */
				return __( 'Request a refund of %1$s from %2$s', 'cedi-commerce' );
			case 'deletion':
				return __( 'Delete this refund? A requested refund stays until the Cedi team has paid or rejected it.', 'cedi-commerce' );
			default:
				return __( 'Request this refund? The buyer does not have the money until the Cedi team has paid it. A request cannot be taken back here.', 'cedi-commerce' );
		}
	}

	/**
	 * Whether the order on the screen has a Cedi payment.
	 */
	private static function is_cedi_order(): bool {
		if ( null === self::$is_cedi_order ) {
			self::$is_cedi_order = false;
			$id                  = filter_input( INPUT_POST, 'order_id', FILTER_VALIDATE_INT );
			foreach ( array( 'post', 'id' ) as $name ) {
				$id = $id ? $id : filter_input( INPUT_GET, $name, FILTER_VALIDATE_INT );
			}
			$order               = $id ? wc_get_order( $id ) : ( isset( $GLOBALS['theorder'] ) ? $GLOBALS['theorder'] : null );
			self::$is_cedi_order = self::has_payment( $order );
		}
		return self::$is_cedi_order;
	}

	/**
	 * Whether an order has a Cedi payment.
	 *
	 * @param mixed $order Order or another value.
	 */
	private static function has_payment( $order ): bool {
		return $order instanceof WC_Order && Payment_Methods::has_own( $order ) && $order->get_meta( Payment_Attempts::META );
	}
}
