<?php
/**
 * WooCommerce payment gateway.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Gateway;

use Cedi\Commerce\Checkout\Checkout;
use Cedi\Commerce\Refund\Refund_Processor;
use Cedi\Commerce\Service\Money;
use Cedi\Commerce\Settings\Settings_Page;
use Cedi\Commerce\Support\Api_Key;
use Cedi\Commerce\Support\Checkout_Intent;
use Cedi\Commerce\Support\Payment_Methods;
use Cedi\Commerce\Support\Settings;
use Cedi\Commerce\Support\Site;
use Exception;
use WC_Order;
use WC_Payment_Gateway;
use WP_Error;
use const Cedi\Commerce\CARD_GATEWAY;
use const Cedi\Commerce\GATEWAY;

defined( 'ABSPATH' ) || exit;

/**
 * Takes mobile money and cards on the hosted checkout or in its popup. Card numbers never reach the shop.
 */
final class Gateway extends WC_Payment_Gateway {
	/**
	 * Position in the list of methods. WooCommerce sets it, and PHP 8.2 deprecates undeclared properties.
	 *
	 * @var int|string
	 */
	public $order = '';

	/**
	 * Creates the gateway. WooCommerce does this on every page, so the constructor translates nothing, sends no request and
	 * loads no other class of the plugin.
	 *
	 * @param string $id GATEWAY, or CARD_GATEWAY for cards alone.
	 */
	public function __construct( $id = GATEWAY ) {
		$stored = get_option( "woocommerce_{$id}_settings" );
		// WooCommerce's REST API stores only these settings.
		$this->settings   = is_array( $stored ) ? $stored : array();
		$this->id         = $id;
		$this->has_fields = true;
		$this->supports   = array( 'products', 'refunds' );
		$this->enabled    = isset( $this->settings['enabled'] ) && 'yes' === $this->settings['enabled'] ? 'yes' : 'no';
		unset( $this->title, $this->description, $this->icon );
	}

	/**
	 * Returns the title, the description or the icon when it is read. Strings cannot be translated in the constructor, and few
	 * pages show them.
	 *
	 * @param string $name title, description or icon.
	 * @return string|null
	 */
	public function __get( $name ) {
		if ( ! $this->__isset( $name ) ) {
			return null;
		}
		if ( 'icon' === $name ) {
			return plugins_url( 'icon.svg', __FILE__ );
		}
		if ( 'title' === $name ) {
			return Payment_Methods::title( $this->id );
		}
		return Payment_Methods::description( $this->id );
	}

	/**
	 * Whether a property is computed.
	 *
	 * @param string $name title, description or icon.
	 * @return bool
	 */
	public function __isset( $name ) {
		return in_array( $name, array( 'title', 'description', 'icon' ), true );
	}

	/**
	 * Returns the title for merchants.
	 *
	 * @return string
	 */
	public function get_method_title() {
		if ( CARD_GATEWAY === $this->id ) {
			return __( 'Cedi: cards', 'cedi-commerce' );
		}
		return Payment_Methods::are_separate() ? __( 'Cedi: mobile money', 'cedi-commerce' ) : __( 'Cedi: mobile money and cards', 'cedi-commerce' );
	}

	/**
	 * Returns the description for merchants.
	 *
	 * @return string
	 */
	public function get_method_description() {
		$reason = $this->unavailable_reason();
		if ( CARD_GATEWAY === $this->id ) {
			$description = __( 'Takes Ghana cedis by Visa and Mastercard.', 'cedi-commerce' );
		} elseif ( Payment_Methods::are_separate() ) {
			$description = __( 'Takes Ghana cedis by MTN MoMo, Telecel Cash and AT Money.', 'cedi-commerce' );
		} else {
			$description = __( 'Takes Ghana cedis by MTN MoMo, Telecel Cash, AT Money, Visa and Mastercard.', 'cedi-commerce' );
		}
		return $description . ( '' === $reason ? '' : ' <strong>' . esc_html( $reason ) . '</strong>' );
	}

	/**
	 * Returns the logos of networks and cards, and icons that filters add. The `icon` property is for the list of methods in the
	 * admin.
	 *
	 * @return string HTML.
	 */
	public function get_icon() {
		$icon       = $this->icon;
		$this->icon = '';
		$html       = parent::get_icon();
		$this->icon = $icon;
		return Logos::markup( $this->channel() ) . $html;
	}

	/**
	 * Saves a setting, for the switch in WooCommerce's list of methods.
	 *
	 * @param string $key   Setting.
	 * @param mixed  $value Value.
	 * @return bool
	 */
	public function update_option( $key, $value = '' ) {
		$settings         = get_option( $this->get_option_key() );
		$settings         = is_array( $settings ) ? $settings : array();
		$settings[ $key ] = $value;
		$this->settings   = $settings;
		return update_option( $this->get_option_key(), $settings );
	}

	/**
	 * Returns the channel of the method: mobile_money, card, or '' for both.
	 */
	public function channel(): string {
		return Payment_Methods::channel( $this->id );
	}

	/**
	 * Whether the method needs settings. WooCommerce then opens the settings screen.
	 *
	 * @return bool
	 */
	public function needs_setup() {
		return '' === Settings::base_url() || 'ok' !== Api_Key::describe()['state'];
	}

	/**
	 * Whether buyers can choose the method.
	 *
	 * @return bool
	 */
	public function is_available() {
		// WooCommerce adds the cart with its payment methods to most pages, and reads it again when the cart changes. With nothing to
		// pay, the method is absent, so that the page loads no more classes and has no more markup.
		$is_page = did_action( 'wp' ) && ! wp_doing_ajax() && WC()->cart && '' === (string) get_query_var( 'order-pay' );
		if ( 'yes' !== $this->enabled || ( $is_page && WC()->cart->is_empty() ) || '' !== $this->unavailable_reason() ) {
			return false;
		}
		$problem = $this->amount_problem();
		if ( '' !== $problem ) {
			$title = $this->get_title();
			// Without this, WooCommerce gives no reason if there is no other method.
			add_filter(
				'woocommerce_no_available_payment_methods_message',
				static function ( $message ) use ( $title, $problem ) {
					return false === strpos( $message, $problem ) ? "$message $title: $problem" : $message;
				}
			);
		}
		return '' === $problem;
	}

	/**
	 * Returns the reason why the method is not available in this shop; '' if it is.
	 *
	 * @return string Message for merchants.
	 */
	public function unavailable_reason() {
		$order    = self::order_to_pay();
		$currency = $order ? $order->get_currency() : get_woocommerce_currency();
		if ( 'GHS' !== $currency ) {
			/* translators: %s: a currency. */
			return sprintf( __( 'Not offered to buyers: the shop sells in %s, and only GHS can be paid.', 'cedi-commerce' ), $currency );
		}
		if ( Site::is_copy() ) {
			return __( 'Not offered to buyers: this site is a copy of another one.', 'cedi-commerce' );
		}
		if ( '' === Settings::base_url() ) {
			return __( 'Not offered to buyers: the address of the service is not set.', 'cedi-commerce' );
		}
		$state = Api_Key::describe()['state'];
		if ( 'none' === $state ) {
			return __( 'Not offered to buyers: there is no API key.', 'cedi-commerce' );
		}
		return 'unreadable' === $state ? __( 'Not offered to buyers: the API key can no longer be read. Paste it again.', 'cedi-commerce' ) : '';
	}

	/**
	 * Returns the order on the pay page.
	 */
	private static function order_to_pay(): ?WC_Order {
		$order_id = absint( get_query_var( 'order-pay' ) );
		$order    = $order_id ? wc_get_order( $order_id ) : null;
		return $order instanceof WC_Order ? $order : null;
	}

	/**
	 * Returns the reason why the current amount cannot be paid; '' if it can, or without an amount.
	 *
	 * @return string
	 */
	private function amount_problem() {
		$order = self::order_to_pay();
		if ( $order ) {
			return Checkout::amount_problem( $order->get_currency(), Money::parse( $order->get_total() ) );
		}
		// The Checkout block asks before the cart is loaded, and builds its list of methods later.
		$cart = did_action( 'wp_loaded' ) && WC()->cart ? WC()->cart : null;
		if ( ! $cart || $cart->is_empty() ) {
			return '';
		}
		return Checkout::amount_problem( 'GHS', Money::parse( $cart->get_total( 'edit' ) ) );
	}

	/**
	 * Shows the settings screen in WooCommerce.
	 */
	public function admin_options() {
		$GLOBALS['hide_save_button'] = true; // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- a global variable of WooCommerce; the screen has its own button.
		echo '<h2>' . esc_html( $this->get_method_title() ) . '</h2>';
		Settings_Page::show_root( 'woocommerce' );
	}

	/**
	 * Shows the fields on the classic checkout.
	 */
	public function payment_fields() {
		if ( self::is_test_mode() ) {
			echo '<p><mark style="padding:0 .5em;border-radius:4px;color:#3d2e00;background:#fff1c2">' . esc_html__( 'Test mode: no money moves.', 'cedi-commerce' ) . '</mark></p>';
		}
		echo wp_kses_post( wpautop( $this->get_description() ) );
		// The fields are for mobile money.
		if ( 'popup' !== Settings::gateway()['flow'] || 'card' === $this->channel() ) {
			return;
		}
		Checkout_Fields::show();
	}

	/**
	 * Starts a payment.
	 *
	 * @param int $order_id Order ID.
	 * @return array{result: string, redirect: string, message?: string, cedi_token?: string, cedi_script?: string, cedi_return?: string}
	 * @throws Exception If the order does not exist, and on failure in the Checkout block, which shows exceptions but no notices.
	 */
	public function process_payment( $order_id ) {
		$order = wc_get_order( $order_id );
		if ( ! $order instanceof WC_Order ) {
			throw new Exception( esc_html__( 'There is no such order.', 'cedi-commerce' ) );
		}
		$attempt = Checkout::start( $order_id );
		if ( is_wp_error( $attempt ) ) {
			if ( wp_is_serving_rest_request() ) {
				throw new Exception( esc_html( $attempt->get_error_message() ) );
			}
			wc_add_notice( $attempt->get_error_message(), 'error' );
			return array(
				'result'   => 'failure',
				'message'  => $attempt->get_error_message(),
				'redirect' => '',
			);
		}
		if ( null === $attempt ) {
			return array(
				'result'   => 'success',
				'redirect' => $order->get_checkout_order_received_url(),
			);
		}
		$result = array(
			'result'   => 'success',
			'redirect' => $attempt->url(),
		);
		if ( 'popup' !== Settings::gateway()['flow'] ) {
			return $result;
		}
		if ( wp_is_serving_rest_request() ) {
			// The Checkout block opens the popup on the checkout page.
			return $result + array(
				'cedi_token'  => $attempt->token(),
				'cedi_script' => Settings::base_url() . '/service.js',
				'cedi_return' => Checkout_Intent::order_return_url( $order ),
			);
		}
		Checkout_Fields::save_prefill( $order );
		$result['redirect'] = $order->get_checkout_payment_url( true );
		return $result;
	}

	/**
	 * Requests a refund.
	 *
	 * @param int        $order_id Order ID.
	 * @param float|null $amount   Amount in GH₵.
	 * @param string     $reason   Reason.
	 * @return true|WP_Error True if it was requested; an operator pays it later.
	 */
	public function process_refund( $order_id, $amount = null, $reason = '' ) {
		return Refund_Processor::request( $order_id, $amount, $reason );
	}

	/**
	 * Whether payments are simulated. The prefix of the key decides, otherwise the setting. WooCommerce calls this for its list
	 * of payment methods.
	 */
	public static function is_test_mode() {
		$key = Api_Key::read();
		if ( preg_match( '/^[a-z]{2}_(test|live)_/', $key, $match ) ) {
			return 'test' === $match[1];
		}
		return 'test' === Settings::read()['mode'];
	}
}
