<?php
/**
 * The payment method of WooCommerce.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Gateway;

use Cedi\Commerce\Admin\Settings_Page;
use Cedi\Commerce\Checkout\Checkout;
use Cedi\Commerce\Refund\Refund_Request;
use Cedi\Commerce\Service\Money;
use Cedi\Commerce\Support\Api_Key;
use Cedi\Commerce\Support\Phone;
use Cedi\Commerce\Support\Settings;
use Exception;
use WC_Order;
use WC_Payment_Gateway;
use WP_Error;
use const Cedi\Commerce\GATEWAY;

defined( 'ABSPATH' ) || exit;

/**
 * Mobile money and cards, on the service's page or in its popup. The shop never sees a card number.
 */
final class Gateway extends WC_Payment_Gateway {
	const NETWORKS = array(
		'mtn'        => 'MTN MoMo',
		'telecel'    => 'Telecel Cash',
		'airteltigo' => 'AT Money',
	);

	/**
	 * The place in the list: WooCommerce writes it here, and PHP would complain about an undeclared property.
	 *
	 * @var int|string
	 */
	public $order = '';

	/**
	 * WooCommerce creates every payment method on every page. So this translates nothing, makes no request, and loads
	 * no other class of the plugin.
	 */
	public function __construct() {
		$kept = get_option( 'woocommerce_' . GATEWAY . '_settings' );
		// WooCommerce's REST API changes these fields and keeps nothing else.
		$this->settings   = is_array( $kept ) ? $kept : array();
		$this->id         = GATEWAY;
		$this->has_fields = true;
		$this->supports   = array( 'products', 'refunds' );
		$this->enabled    = isset( $this->settings['enabled'] ) && 'yes' === $this->settings['enabled'] ? 'yes' : 'no';
		unset( $this->title, $this->description, $this->icon );
	}

	/**
	 * The name, the texts for buyers and the picture for merchants, made when read. WooCommerce reads them from the
	 * object, texts cannot be translated when the object is created, and few pages show them.
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
			return Settings::method_title();
		}
		$text = Settings::gateway()['description'];
		return '' !== $text || ! did_action( 'wp_loaded' ) ? $text : __( 'Pay with MTN MoMo, Telecel Cash, AT Money, Visa or Mastercard.', 'cedi-commerce' );
	}

	/**
	 * Whether there is something to read.
	 *
	 * @param string $name title, description or icon.
	 * @return bool
	 */
	public function __isset( $name ) {
		return in_array( $name, array( 'title', 'description', 'icon' ), true );
	}

	/**
	 * The name for merchants.
	 *
	 * @return string
	 */
	public function get_method_title() {
		return __( 'Cedi: mobile money and cards', 'cedi-commerce' );
	}

	/**
	 * The description for merchants.
	 *
	 * @return string
	 */
	public function get_method_description() {
		$reason = $this->why_not();
		return __( 'Takes Ghana cedis by MTN MoMo, Telecel Cash, AT Money, Visa and Mastercard.', 'cedi-commerce' )
			. ( '' === $reason ? '' : ' <strong>' . esc_html( $reason ) . '</strong>' );
	}

	/**
	 * What buyers see beside the name: networks and cards, and what the shop adds. The icon is for the list that
	 * merchants see.
	 *
	 * @return string HTML.
	 */
	public function get_icon() {
		$icon       = $this->icon;
		$this->icon = '';
		$html       = parent::get_icon();
		$this->icon = $icon;
		return Logos::markup() . $html;
	}

	/**
	 * Saves the settings when somebody switches the method on in WooCommerce's list.
	 *
	 * @param string $key   The setting.
	 * @param mixed  $value Its value.
	 * @return bool
	 */
	public function update_option( $key, $value = '' ) {
		$kept           = get_option( Settings::GATEWAY );
		$kept           = is_array( $kept ) ? $kept : array();
		$kept[ $key ]   = $value;
		$this->settings = $kept;
		return update_option( Settings::GATEWAY, $kept );
	}

	/**
	 * Whether the method still needs settings: then WooCommerce opens them.
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
		return 'yes' === $this->enabled && '' === $this->why_not() && '' === $this->amount_problem();
	}

	/**
	 * Why the method cannot work in this shop; '' when it can.
	 *
	 * @return string For merchants.
	 */
	public function why_not() {
		if ( 'GHS' !== get_woocommerce_currency() ) {
			/* translators: %s: a currency. */
			return sprintf( __( 'Not offered to buyers: the shop sells in %s, and only GHS can be paid.', 'cedi-commerce' ), get_woocommerce_currency() );
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
	 * Why the current amount cannot be paid; '' when it can, or when there is no amount yet.
	 *
	 * @return string
	 */
	private function amount_problem() {
		$order_id = absint( get_query_var( 'order-pay' ) );
		$order    = $order_id ? wc_get_order( $order_id ) : null;
		if ( $order instanceof WC_Order ) {
			return Checkout::problem( $order->get_currency(), Money::parse( $order->get_total() ) );
		}
		// The Checkout block asks before the cart is read; it makes its own list of methods afterwards.
		$cart = did_action( 'wp_loaded' ) && WC()->cart ? WC()->cart : null;
		if ( ! $cart || $cart->is_empty() ) {
			return '';
		}
		return Checkout::problem( 'GHS', Money::parse( $cart->get_total( 'edit' ) ) );
	}

	/**
	 * The settings screen in WooCommerce.
	 */
	public function admin_options() {
		$GLOBALS['hide_save_button'] = true; // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- the name is WooCommerce's; the screen has a button of its own.
		echo '<h2>' . esc_html( $this->get_method_title() ) . '</h2>';
		Settings_Page::show_root( 'woocommerce' );
	}

	/**
	 * What the classic checkout shows below the name.
	 */
	public function payment_fields() {
		if ( self::is_test_mode() ) {
			echo '<p><mark style="padding:0 .5em;border-radius:4px;color:#3d2e00;background:#fff1c2">' . esc_html__( 'Test mode: no money moves.', 'cedi-commerce' ) . '</mark></p>';
		}
		echo wp_kses_post( wpautop( $this->get_description() ) );
		if ( 'popup' !== Settings::gateway()['flow'] ) {
			return;
		}
		$phone = function_exists( 'WC' ) && WC()->customer ? WC()->customer->get_billing_phone() : '';
		printf(
			'<p class="form-row form-row-wide"><label for="cedi_commerce_phone">%1$s</label><input class="input-text" id="cedi_commerce_phone" name="cedi_commerce_phone" type="tel" autocomplete="tel" maxlength="24" value="%2$s"></p>',
			esc_html__( 'Mobile money number (optional)', 'cedi-commerce' ),
			esc_attr( Phone::parse( $phone ) )
		);
		printf( '<p class="form-row form-row-wide"><label for="cedi_commerce_network">%s</label><select class="input-text" id="cedi_commerce_network" name="cedi_commerce_network" style="width:100%%;min-height:3em;font:inherit">', esc_html__( 'Network', 'cedi-commerce' ) );
		printf( '<option value="">%s</option>', esc_html__( 'Choose while paying', 'cedi-commerce' ) );
		foreach ( self::NETWORKS as $id => $label ) {
			printf( '<option value="%1$s">%2$s</option>', esc_attr( $id ), esc_html( $label ) );
		}
		echo '</select></p>';
	}

	/**
	 * Starts paying.
	 *
	 * @param int $order_id The order.
	 * @return array As WooCommerce wants it: on the classic checkout a failure is an answer.
	 * @throws Exception In the Checkout block, which forgets notices and shows what is thrown; for an order that has gone.
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
		$answer = array(
			'result'   => 'success',
			'redirect' => $attempt->url(),
		);
		if ( 'popup' !== Settings::gateway()['flow'] ) {
			return $answer;
		}
		if ( wp_is_serving_rest_request() ) {
			// The Checkout block opens the popup on its own page.
			return $answer + array(
				'cedi_token'  => $attempt->token(),
				'cedi_script' => Settings::base_url() . '/service.js',
				'cedi_return' => $order->get_checkout_order_received_url(),
			);
		}
		self::remember_prefill( $order );
		$answer['redirect'] = $order->get_checkout_payment_url( true );
		return $answer;
	}

	/**
	 * Keeps the number and the network only for this buyer's popup. A buyer who leaves the field empty has still given
	 * a number with the address.
	 *
	 * @param WC_Order $order The order.
	 */
	private static function remember_prefill( WC_Order $order ) {
		if ( ! function_exists( 'WC' ) || ! WC()->session ) {
			return;
		}
		$phone   = sanitize_text_field( (string) filter_input( INPUT_POST, 'cedi_commerce_phone' ) );
		$network = sanitize_key( (string) filter_input( INPUT_POST, 'cedi_commerce_network' ) );
		WC()->session->set(
			'cedi_commerce_prefill',
			array(
				'phone'   => Phone::parse( '' === trim( $phone ) ? $order->get_billing_phone() : $phone ),
				'network' => isset( self::NETWORKS[ $network ] ) ? $network : '',
			)
		);
	}

	/**
	 * Asks for a refund.
	 *
	 * @param int        $order_id The order.
	 * @param float|null $amount   How much, in GH₵.
	 * @param string     $reason   Why.
	 * @return true|WP_Error True means "asked for": an operator pays it by hand.
	 */
	public function process_refund( $order_id, $amount = null, $reason = '' ) {
		return Refund_Request::request( $order_id, $amount, $reason );
	}

	/**
	 * Whether no real money moves: the key decides; if it does not say, the setting does. WooCommerce calls this for
	 * its list of payment methods.
	 */
	public static function is_test_mode() {
		$key = Api_Key::read();
		if ( preg_match( '/^[a-z]{2}_(test|live)_/', $key, $match ) ) {
			return 'test' === $match[1];
		}
		return 'test' === Settings::read()['mode'];
	}
}
