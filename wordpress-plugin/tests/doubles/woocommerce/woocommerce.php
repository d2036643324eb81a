<?php
/**
 * Plugin Name: WooCommerce (a small double for tests)
 * Description: The documented behaviour of WooCommerce that the plugin uses. WC_DIR replaces it with a real one.
 * Version: 10.5.0
 *
 * @package cedi-commerce
 */

defined( 'ABSPATH' ) || exit;

const WC_VERSION = '10.5.0';

/**
 * The object that WC() returns.
 */
final class WooCommerce {
	/** @var WC_Double_Session|null */
	public $session;
	/** @var WC_Double_Cart|null */
	public $cart;
	/** @var WC_Double_Customer|null */
	public $customer;
	/** @var WC_Payment_Gateways|null */
	private $gateways;

	public function payment_gateways() {
		if ( null === $this->gateways ) {
			$this->gateways = new WC_Payment_Gateways();
		}
		return $this->gateways;
	}

	public $emails = array();

	public function mailer() {
		if ( ! $this->emails ) {
			$this->emails = apply_filters(
				'woocommerce_email_classes',
				array(
					'WC_Email_Customer_Refunded_Order'   => new WC_Double_Refund_Mail(),
					'WC_Email_Customer_Processing_Order' => new WC_Double_Processing_Mail(),
				)
			);
		}
		return $this;
	}

	public function wrap_message( $heading, $message ) {
		return '<h1>' . esc_html( $heading ) . "</h1>$message";
	}

	public function get_emails() {
		return $this->emails;
	}
}

/**
 * The one instance.
 *
 * @return WooCommerce
 */
function WC() {
	static $instance;
	if ( null === $instance ) {
		$instance = new WooCommerce();
	}
	return $instance;
}

require __DIR__ . '/includes/class-wc-double-record.php';
require __DIR__ . '/includes/class-wc-product.php';
require __DIR__ . '/includes/class-wc-product-simple.php';
require __DIR__ . '/includes/trait-wc-double-order-fields.php';
require __DIR__ . '/includes/class-wc-order.php';
require __DIR__ . '/includes/class-wc-order-refund.php';
require __DIR__ . '/includes/class-wc-payment-gateway.php';
require __DIR__ . '/includes/class-blocks.php';
require __DIR__ . '/includes/class-wc-email.php';
require __DIR__ . '/includes/functions.php';
require __DIR__ . '/includes/stock.php';
require __DIR__ . '/includes/action-scheduler.php';
require __DIR__ . '/includes/pages.php';
require __DIR__ . '/includes/shop-pages.php';
require __DIR__ . '/includes/admin-screens.php';

add_action(
	'plugins_loaded',
	static function () {
		do_action( 'woocommerce_loaded' );
	},
	-1
);

add_action(
	'init',
	static function () {
		do_action( 'before_woocommerce_init' );
		foreach ( array( 'shop_order', 'shop_order_refund' ) as $type ) {
			register_post_type(
				$type,
				array(
					'public'          => false,
					'show_ui'         => 'shop_order' === $type,
					'show_in_menu'    => 'shop_order' === $type ? 'woocommerce' : false,
					'label'           => 'Orders',
					'labels'          => array(
						'edit_item'    => 'Edit order',
						'add_new_item' => 'Add order',
						'add_new'      => 'Add order',
						'not_found'    => 'No orders found',
						'search_items' => 'Search orders',
					),
					'capability_type' => 'shop_order',
					'map_meta_cap'    => true,
					'supports'        => false,
				)
			);
		}
		foreach ( wc_get_order_statuses() as $status => $label ) {
			register_post_status(
				$status,
				array(
					'label'                     => $label,
					// phpcs:ignore WordPress.WP.I18n -- the labels of the double are English.
					'label_count'               => _n_noop( "$label <span class=\"count\">(%s)</span>", "$label <span class=\"count\">(%s)</span>" ),
					'public'                    => false,
					'exclude_from_search'       => false,
					'show_in_admin_all_list'    => true,
					'show_in_admin_status_list' => true,
				)
			);
		}
		WC()->session  = new WC_Double_Session();
		WC()->cart     = new WC_Double_Cart();
		WC()->customer = new WC_Double_Customer();
		// The real one creates every payment method on every page.
		WC()->payment_gateways();
		Automattic\WooCommerce\Blocks\Package::container()->get( Automattic\WooCommerce\Blocks\Payments\PaymentMethodRegistry::class )->initialize();
		do_action( 'woocommerce_init' );
	},
	0
);

register_activation_hook(
	__FILE__,
	static function () {
		// The tables of Action Scheduler, which exist only on a site where WooCommerce has run.
		foreach ( array( 'actions' => 'action_id bigint(20), hook varchar(191)', 'logs' => 'action_id bigint(20)', 'groups' => 'slug varchar(255)' ) as $name => $columns ) {
			$GLOBALS['wpdb']->query( "CREATE TABLE IF NOT EXISTS {$GLOBALS['wpdb']->prefix}actionscheduler_$name ( $columns )" );
		}
		$all     = array( 'edit_shop_orders', 'edit_others_shop_orders', 'read_private_shop_orders', 'publish_shop_orders', 'manage_woocommerce' );
		$manager = add_role( 'shop_manager', 'Shop manager', array_fill_keys( array( 'read', 'edit_posts', 'edit_pages', 'list_users' ), true ) );
		foreach ( array_filter( array( $manager, get_role( 'administrator' ) ) ) as $role ) {
			array_map( array( $role, 'add_cap' ), $all );
		}
		add_role( 'customer', 'Customer', array( 'read' => true ) );
		add_option( 'woocommerce_currency', 'GHS' );
		add_option( 'woocommerce_hold_stock_minutes', '60' );
		add_option( 'woocommerce_manage_stock', 'yes' );
	}
);
