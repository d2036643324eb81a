<?php
/**
 * Payment methods, the session, the cart.
 *
 * @package cedi-commerce
 */

defined( 'ABSPATH' ) || exit;

/**
 * The base of every payment method.
 */
abstract class WC_Payment_Gateway {
	/** @var string */
	public $plugin_id = 'woocommerce_';
	/** @var string */
	public $id = '';
	/** @var string */
	public $enabled = 'yes';
	/** @var string */
	public $title = '';
	/** @var string */
	public $description = '';
	/** @var string */
	public $method_title = '';
	/** @var string */
	public $method_description = '';
	/** @var string */
	public $icon = '';
	/** @var bool */
	public $has_fields = false;
	/** @var string[] */
	public $supports = array( 'products' );
	/** @var array */
	public $settings = array();

	public function is_available() {
		return 'yes' === $this->enabled;
	}
	public function supports( $feature ) {
		return in_array( $feature, $this->supports, true );
	}
	public function get_title() {
		return apply_filters( 'woocommerce_gateway_title', $this->title, $this->id );
	}
	public function init_form_fields() {}
	public function get_option_key() {
		return $this->plugin_id . $this->id . '_settings';
	}
	public function get_icon() {
		$icon = $this->icon ? '<img src="' . esc_url( $this->icon ) . '" alt="' . esc_attr( $this->get_title() ) . '" />' : '';
		return apply_filters( 'woocommerce_gateway_icon', $icon, $this->id );
	}
	public function get_description() {
		return $this->description;
	}
	public function get_method_title() {
		return $this->method_title;
	}
	public function get_method_description() {
		return $this->method_description;
	}
	public function payment_fields() {}
	public function admin_options() {}
	public function process_payment( $order_id ) {
		return array();
	}
	public function process_refund( $order_id, $amount = null, $reason = '' ) {
		return false;
	}
}

/**
 * Payment by bank transfer. The real one has its own methods too, so their base class is always loaded.
 */
class WC_Gateway_BACS extends WC_Payment_Gateway {
	public function __construct() {
		$this->id      = 'bacs';
		$this->title   = 'Direct bank transfer';
		$this->enabled = 'no';
	}
	public function process_payment( $order_id ) {
		$order = wc_get_order( $order_id );
		if ( $order->get_total() > 0 ) {
			$order->update_status( apply_filters( "woocommerce_{$this->id}_process_payment_order_status", 'on-hold', $order ), 'Awaiting payment.' );
		} else {
			$order->payment_complete();
		}
		WC()->cart->empty_cart();
		return array(
			'result'   => 'success',
			'redirect' => $order->get_checkout_order_received_url(),
		);
	}
}

/**
 * Payment by cheque.
 */
class WC_Gateway_Cheque extends WC_Gateway_BACS {
	public function __construct() {
		parent::__construct();
		$this->id    = 'cheque';
		$this->title = 'Check payments';
	}
}

/**
 * Cash on delivery: the order is processed first, and is paid when it is completed.
 */
class WC_Gateway_COD extends WC_Payment_Gateway {
	public function __construct() {
		$this->id      = 'cod';
		$this->title   = 'Cash on delivery';
		$this->enabled = 'no';
		add_filter( 'woocommerce_payment_complete_order_status', array( $this, 'change_payment_complete_order_status' ), 10, 3 );
		add_action( 'woocommerce_thankyou_cod', array( $this, 'thankyou_page' ) );
	}
	public function change_payment_complete_order_status( $status, $order_id = 0, $order = false ) {
		return $order && 'cod' === $order->get_payment_method() ? 'completed' : $status;
	}
	public function process_payment( $order_id ) {
		$order = wc_get_order( $order_id );
		if ( $order->get_total() > 0 ) {
			$order->update_status( apply_filters( 'woocommerce_cod_process_payment_order_status', $order->has_downloadable_item() ? 'on-hold' : 'processing', $order ), 'Payment to be made upon delivery.' );
		} else {
			$order->payment_complete();
		}
		WC()->cart->empty_cart();
		return array(
			'result'   => 'success',
			'redirect' => $order->get_checkout_order_received_url(),
		);
	}
	public function thankyou_page() {
		echo '<p>Pay with cash upon delivery.</p>';
	}
}

/**
 * All payment methods.
 */
final class WC_Payment_Gateways {
	/** @var WC_Payment_Gateway[] */
	private $all = array();

	public function __construct() {
		$this->init();
	}

	public function init() {
		foreach ( apply_filters( 'woocommerce_payment_gateways', array( 'WC_Gateway_BACS', 'WC_Gateway_Cheque', 'WC_Gateway_COD' ) ) as $class ) {
			$gateway                   = is_string( $class ) ? new $class() : $class;
			$this->all[ $gateway->id ] = $gateway;
		}
	}

	public function payment_gateways() {
		return $this->all;
	}

	public function get_available_payment_gateways() {
		return array_filter(
			$this->all,
			static function ( $gateway ) {
				return $gateway->is_available();
			}
		);
	}
}

/**
 * The session of a visitor.
 */
final class WC_Double_Session {
	public function get( $key, $default = null ) {
		$all = $this->id() ? get_transient( $this->id() ) : false;
		return is_array( $all ) && isset( $all[ $key ] ) ? $all[ $key ] : $default;
	}
	public function set( $key, $value ) {
		if ( ! $this->id() ) {
			$_COOKIE['wc_double'] = wp_generate_password( 20, false );
			if ( ! headers_sent() ) {
				setcookie( 'wc_double', $_COOKIE['wc_double'], 0, '/' );
			}
		}
		$all         = get_transient( $this->id() );
		$all         = is_array( $all ) ? $all : array();
		$all[ $key ] = $value;
		set_transient( $this->id(), $all, HOUR_IN_SECONDS );
	}
	private function id() {
		return isset( $_COOKIE['wc_double'] ) ? 'wc_double_' . sanitize_key( $_COOKIE['wc_double'] ) : '';
	}
}

/**
 * A cart: products by ID, or an amount without products.
 */
final class WC_Double_Cart {
	/** @var string */
	public $total = '';

	public function __construct() {
		$this->total = (string) WC()->session->get( 'cart_total', '' );
	}
	public function get_cart() {
		return (array) WC()->session->get( 'cart_items', array() );
	}
	public function set_quantity( $key, $quantity ) {
		$items                     = $this->get_cart();
		$items[ $key ]['quantity'] = $quantity;
		$this->set_items( $items );
	}
	public function add_to_cart( $product_id, $quantity = 1 ) {
		$product = wc_get_product( $product_id );
		$items   = $this->get_cart();
		$key     = md5( (string) $product_id );
		$total   = $quantity + ( isset( $items[ $key ] ) ? $items[ $key ]['quantity'] : 0 );
		if ( $product->is_sold_individually() && $total > 1 ) {
			wc_add_notice( 'You cannot add another product to your cart.', 'error' );
			return false;
		}
		if ( $product->managing_stock() && $product->get_stock_quantity() < $total ) {
			wc_add_notice( 'You cannot add that amount to the cart.', 'error' );
			return false;
		}
		$items[ $key ] = array(
			'product_id'   => $product_id,
			'variation_id' => 0,
			'variation'    => array(),
			'quantity'     => $total,
		);
		$this->set_items( $items );
		return $key;
	}
	private function set_items( array $items ) {
		$total = 0.0;
		foreach ( $items as $item ) {
			$total += (float) wc_get_product( $item['product_id'] )->get_price() * $item['quantity'];
		}
		$this->add( wc_format_decimal( $total, 2 ) );
		WC()->session->set( 'cart_items', $items );
	}
	public function add( $total ) {
		WC()->session->set( 'cart_items', array() );
		$this->total = (string) $total;
		WC()->session->set( 'cart_total', $this->total );
	}
	public function is_empty() {
		if ( ! did_action( 'wp_loaded' ) ) {
			_doing_it_wrong( 'get_cart', 'Get cart should not be called before the wp_loaded action.', '2.3' );
		}
		return '' === $this->total;
	}
	public function get_total( $context = 'view' ) {
		return 'edit' === $context ? $this->total : wc_price( $this->total );
	}
	public function empty_cart() {
		$this->add( '' );
	}
}

/**
 * The visitor.
 */
final class WC_Double_Customer {
	public function get_billing_phone() {
		return (string) WC()->session->get( 'billing_phone', '' );
	}
}
