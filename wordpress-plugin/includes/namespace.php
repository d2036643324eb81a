<?php
/**
 * Every hook of the plugin, and what must be there on every page. All else is loaded when a hook calls for it.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce;

use Cedi\Commerce\Admin\Cli;
use Cedi\Commerce\Admin\Decision_Email;
use Cedi\Commerce\Admin\Decision_Notice;
use Cedi\Commerce\Admin\First_Steps;
use Cedi\Commerce\Admin\Order_Screen;
use Cedi\Commerce\Admin\Order_Totals;
use Cedi\Commerce\Admin\Plugin_Switch;
use Cedi\Commerce\Admin\Privacy;
use Cedi\Commerce\Admin\Refund_Words;
use Cedi\Commerce\Admin\Settings_Page;
use Cedi\Commerce\Admin\Site_Health;
use Cedi\Commerce\Button\Block;
use Cedi\Commerce\Button\Patterns;
use Cedi\Commerce\Button\Products;
use Cedi\Commerce\Button\Shortcode;
use Cedi\Commerce\Checkout\Checkout;
use Cedi\Commerce\Checkout\Checkout_Return;
use Cedi\Commerce\Checkout\Thank_You;
use Cedi\Commerce\Gateway\Express;
use Cedi\Commerce\Gateway\Gateway;
use Cedi\Commerce\Gateway\Gateway_Blocks;
use Cedi\Commerce\Order\Decisions;
use Cedi\Commerce\Order\Human_Moves;
use Cedi\Commerce\Order\Lost_Orders;
use Cedi\Commerce\Order\Settle_Schedule;
use Cedi\Commerce\Refund\Refunds;
use Cedi\Commerce\Refund\Second_Payment;
use Cedi\Commerce\Rest\Rest_Order_Status;
use Cedi\Commerce\Rest\Rest_Products;
use Cedi\Commerce\Rest\Rest_Settings;
use Cedi\Commerce\Support\Settings;

defined( 'ABSPATH' ) || exit;

const VERSION = '0.0.0';
const BLOCK   = 'cedi-commerce/buy-button';
const GATEWAY = 'cedi_commerce';

/** In an address: the buyer goes straight to the checkout, with this method chosen. */
const EXPRESS = 'cedi_commerce_express';

/** What WooCommerce lets those do who work on orders, and those who look after the shop. */
const EDIT_ORDERS = 'edit_shop_orders';
const MANAGE_SHOP = 'manage_woocommerce';

define( __NAMESPACE__ . '\FILE', dirname( __DIR__ ) . '/cedi-commerce.php' );

/**
 * Finds the file of a class: Order\Attempts stands in Order/class-attempts.php.
 *
 * @param string $name The class.
 */
function autoload( $name ) {
	if ( 0 !== strpos( $name, __NAMESPACE__ . '\\' ) ) {
		return;
	}
	list( $room, $class ) = explode( '\\', (string) substr( $name, strlen( __NAMESPACE__ ) + 1 ) ) + array( '', '' );

	$file = strtolower( str_replace( '_', '-', (string) $class ) );
	foreach ( array( 'class', 'interface' ) as $kind ) {
		if ( is_file( __DIR__ . "/$room/$kind-$file.php" ) ) {
			require __DIR__ . "/$room/$kind-$file.php";
			return;
		}
	}
}

/**
 * The list of hooks. A callback names a class, and the class is loaded when the hook fires. A hook costs a page more
 * than a kilobyte: what no visitor of a shop can set off is added where it can happen.
 */
function bootstrap() {
	spl_autoload_register( __NAMESPACE__ . '\autoload' );
	add_action( 'init', __NAMESPACE__ . '\init' );
	add_action( 'rest_api_init', __NAMESPACE__ . '\rest' );
	add_action( 'plugins_loaded', __NAMESPACE__ . '\woocommerce' );
	// Whoever runs the schedule, and in whatever request: no order is forgotten.
	add_action( 'cedi_commerce_settle_order', array( Settle_Schedule::class, 'run' ) );
	if ( did_action( 'plugins_loaded' ) || is_admin() ) {
		add_action( 'activate_' . plugin_basename( FILE ), array( Plugin_Switch::class, 'on' ) );
		add_action( 'deactivate_' . plugin_basename( FILE ), array( Plugin_Switch::class, 'off' ) );
	}
	if ( is_multisite() ) {
		add_action( 'wp_initialize_site', array( Settings::class, 'make_for' ), 20 );
	}
	$is_command = defined( 'WP_CLI' ) && WP_CLI;
	if ( is_admin() || wp_doing_cron() || $is_command ) {
		admin();
		merchant();
	}
	if ( $is_command ) {
		\WP_CLI::add_command( 'cedi-commerce', Cli::class );
	}
}

/**
 * What a page may need: the block, the shortcode, the language.
 */
function init() {
	if ( is_user_logged_in() ) {
		merchant();
	}
	// From 6.8 on, WordPress does this by itself. It reads a language when the first text is asked for.
	$GLOBALS['wp_textdomain_registry']->set_custom_path( 'cedi-commerce', plugin_dir_path( FILE ) . 'languages' );
	add_shortcode( 'cedi_commerce_button', array( Shortcode::class, 'render' ) );
	if ( is_admin() ) {
		Block::register();
		Patterns::register();
	} else {
		// WordPress looks through every block it knows on every page: this one it knows when a page has it.
		add_filter( 'render_block_' . BLOCK, array( Block::class, 'draw' ), 10, 2 );
	}
}

/**
 * The routes, and the block as the editor's preview needs it.
 */
function rest() {
	merchant();
	Block::register();
	Patterns::register();
	Rest_Settings::register();
	Rest_Products::register();
	Rest_Order_Status::register();
	// Webhooks are made of the same answers.
	add_filter( 'woocommerce_rest_prepare_shop_order_object', array( Rest_Order_Status::class, 'hide' ) );
}

/**
 * The screens and tools of merchants.
 */
function admin() {
	add_action( 'admin_menu', array( Settings_Page::class, 'add' ) );
	First_Steps::add();
	add_filter( 'plugin_action_links_' . plugin_basename( FILE ), array( Settings_Page::class, 'add_link' ) );
	add_filter( 'site_status_tests', array( Site_Health::class, 'add_tests' ) );
	add_filter( 'debug_information', array( Site_Health::class, 'add_information' ) );
	add_action( 'wp_ajax_health-check-cedi-commerce-connection', array( Site_Health::class, 'answer_connection' ) );
	add_filter( 'wp_privacy_personal_data_exporters', array( Privacy::class, 'add_exporter' ) );
	add_filter( 'wp_privacy_personal_data_erasers', array( Privacy::class, 'add_eraser' ) );
	add_action( 'woocommerce_privacy_remove_order_personal_data', array( Privacy::class, 'erase_order' ) );
	add_action( 'admin_init', array( Privacy::class, 'add_policy' ) );
	add_action( Products::REFRESH, array( Products::class, 'refresh' ) );
}

/**
 * What people do to orders, on screens and through routes.
 */
function merchant() {
	add_action( 'woocommerce_order_status_changed', array( Human_Moves::class, 'note' ), 10, 4 );
	add_action( 'woocommerce_order_status_changed', array( Decisions::class, 'recount_for' ), 20, 4 );
	// Whoever deletes an order for good: a screen, the cleaning of the trash, a route.
	add_action( 'before_delete_post', array( Lost_Orders::class, 'remember' ) );
	add_action( 'woocommerce_before_delete_order', array( Lost_Orders::class, 'remember' ) );
	add_filter( 'woocommerce_order_fully_refunded_status', array( Refunds::class, 'keep_status' ), 10, 2 );
	add_filter( 'woocommerce_email_enabled_customer_refunded_order', array( Refunds::class, 'hold_mail' ), 10, 3 );
	add_filter( 'woocommerce_email_enabled_customer_partially_refunded_order', array( Refunds::class, 'hold_mail' ), 10, 3 );
}

/**
 * What is there with WooCommerce only.
 */
function woocommerce() {
	if ( ! class_exists( 'WooCommerce', false ) ) {
		return;
	}
	add_action( 'before_woocommerce_init', __NAMESPACE__ . '\declare_compatibility' );
	add_filter( 'woocommerce_payment_gateways', __NAMESPACE__ . '\add_gateway' );
	add_filter( 'woocommerce_cancel_unpaid_order', array( Settle_Schedule::class, 'before_cancel' ), 10, 2 );
	// A payment may be found by whoever comes first: a visitor, too.
	add_filter( 'woocommerce_email_classes', array( Decision_Email::class, 'add' ) );
	add_action( 'template_redirect', __NAMESPACE__ . '\pages', 0 );
	if ( filter_has_var( INPUT_GET, EXPRESS ) ) {
		add_filter( 'woocommerce_add_to_cart_redirect', array( Express::class, 'lead' ), 99 );
	}
	if ( is_admin() ) {
		Order_Screen::add();
		Second_Payment::add();
		Decision_Notice::add();
		Refund_Words::add();
		Order_Totals::add();
		add_action( 'woocommerce_blocks_payment_method_type_registration', array( Gateway_Blocks::class, 'add' ) );
	}
}

/**
 * The pages on which a buyer chooses, pays an order, and comes back.
 */
function pages() {
	if ( '' !== (string) get_query_var( 'order-pay' ) ) {
		add_action( 'woocommerce_receipt_' . GATEWAY, array( Checkout_Return::class, 'show_receipt' ) );
		add_filter( 'woocommerce_order_needs_payment', array( Checkout::class, 'needs_payment' ), 10, 2 );
	}
	if ( '' !== (string) get_query_var( 'order-received' ) ) {
		add_action( 'woocommerce_before_thankyou', array( Thank_You::class, 'watch' ), 1 );
		add_action( 'woocommerce_before_thankyou', array( Checkout_Return::class, 'show' ) );
	}
	if ( is_product() || is_cart() ) {
		Express::add_to_page();
	} elseif ( is_checkout() && filter_has_var( INPUT_GET, EXPRESS ) ) {
		Express::choose();
	}
	// WooCommerce makes its list of methods for the Checkout block on every page, and this one is too much there.
	if ( is_checkout() || has_block( 'woocommerce/checkout' ) ) {
		Gateway_Blocks::add_to_page();
	}
}

/**
 * Tells WooCommerce what the plugin works with.
 */
function declare_compatibility() {
	if ( class_exists( \Automattic\WooCommerce\Utilities\FeaturesUtil::class ) ) {
		\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( 'custom_order_tables', FILE, true );
		\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( 'cart_checkout_blocks', FILE, true );
	}
}

/**
 * Adds the payment method.
 *
 * @param array $gateways Class names.
 * @return array
 */
function add_gateway( $gateways ) {
	$gateways[] = Gateway::class;
	return $gateways;
}
