<?php
/**
 * Payment methods.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Support;

use WC_Order;
use const Cedi\Commerce\CARD_GATEWAY;
use const Cedi\Commerce\GATEWAY;

defined( 'ABSPATH' ) || exit;

/**
 * Decides whether mobile money and cards are one payment method of the shop or two. Two methods create checkout intents for one
 * channel each.
 *
 * @source Resources and their fields (checkout intent)
 * @decision 0099
 */
final class Payment_Methods {
	/** Channels of a checkout intent by payment method. */
	const CHANNELS = array(
		GATEWAY      => 'mobile_money',
		CARD_GATEWAY => 'card',
	);

	/**
	 * Whether an ID belongs to a payment method of the plugin.
	 *
	 * @param string $id ID of a payment method.
	 */
	public static function is_own( $id ): bool {
		return isset( self::CHANNELS[ $id ] );
	}

	/**
	 * Whether an order is paid with a payment method of the plugin.
	 *
	 * @param WC_Order $order Order.
	 */
	public static function has_own( WC_Order $order ): bool {
		return self::is_own( $order->get_payment_method() );
	}

	/**
	 * Whether mobile money and cards are two payment methods.
	 */
	public static function are_separate(): bool {
		return 'separate' === Settings::gateway()['methods'];
	}

	/**
	 * Returns the channel to which a payment method restricts its checkout intents.
	 *
	 * @param string $id ID of a payment method.
	 * @return string mobile_money or card; '' for both.
	 */
	public static function channel( $id ): string {
		return self::are_separate() && self::is_own( $id ) ? self::CHANNELS[ $id ] : '';
	}

	/**
	 * Returns the payment method with a channel.
	 *
	 * @param string $channel mobile_money, card, or '' for both.
	 */
	public static function with_channel( $channel ): string {
		return 'card' === $channel && self::are_separate() ? CARD_GATEWAY : GATEWAY;
	}

	/**
	 * Returns the payment methods that a buyer can choose between on a page without a checkout. If the merchant has switched both off,
	 * they take payments by link only.
	 *
	 * @return non-empty-list<string> IDs.
	 */
	public static function choices(): array {
		$settings = Settings::gateway();
		if ( 'separate' !== $settings['methods'] ) {
			return array( GATEWAY );
		}
		$is_enabled = array(
			GATEWAY      => $settings['enabled'],
			CARD_GATEWAY => $settings['card_enabled'],
		);
		$enabled    = array_keys( array_filter( $is_enabled ) );
		return $enabled ? $enabled : array_keys( self::CHANNELS );
	}

	/**
	 * Returns the title of a payment method for buyers. Strings cannot be translated before WordPress is loaded.
	 *
	 * @param string $id ID of a payment method.
	 */
	public static function title( $id = GATEWAY ): string {
		$settings = Settings::gateway();
		$text     = CARD_GATEWAY === $id ? $settings['card_title'] : $settings['title'];
		if ( '' !== $text || ! did_action( 'wp_loaded' ) ) {
			return $text;
		}
		if ( CARD_GATEWAY === $id ) {
			return __( 'Card', 'cedi-commerce' );
		}
		return self::are_separate() ? __( 'Mobile money', 'cedi-commerce' ) : __( 'Mobile money or card', 'cedi-commerce' );
	}

	/**
	 * Returns the description of a payment method for buyers.
	 *
	 * @param string $id ID of a payment method.
	 */
	public static function description( $id = GATEWAY ): string {
		$settings = Settings::gateway();
		$text     = CARD_GATEWAY === $id ? $settings['card_description'] : $settings['description'];
		if ( '' !== $text || ! did_action( 'wp_loaded' ) ) {
			return $text;
		}
		if ( CARD_GATEWAY === $id ) {
			return __( 'Pay with Visa or Mastercard.', 'cedi-commerce' );
		}
		return self::are_separate() ? __( 'Pay with MTN MoMo, Telecel Cash or AT Money.', 'cedi-commerce' ) : __( 'Pay with MTN MoMo, Telecel Cash, AT Money, Visa or Mastercard.', 'cedi-commerce' );
	}
}
