<?php
/**
 * Registers every hook of the plugin. Classes are loaded when a hook fires.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce;

use Cedi\Commerce\Amount\Pay_Form;
use Cedi\Commerce\Button\Block;
use Cedi\Commerce\Button\Patterns;
use Cedi\Commerce\Button\Products;
use Cedi\Commerce\Button\Shortcode;
use Cedi\Commerce\Checkout\Checkout;
use Cedi\Commerce\Checkout\Checkout_Return;
use Cedi\Commerce\Gateway\Express_Checkout;
use Cedi\Commerce\Gateway\Gateway;
use Cedi\Commerce\Gateway\Gateway_Blocks;
use Cedi\Commerce\Order\Decision_Email;
use Cedi\Commerce\Order\Deleted_Order_Handler;
use Cedi\Commerce\Order\Manual_Status_Handler;
use Cedi\Commerce\Order\Merchant_Notices;
use Cedi\Commerce\Order\Scheduled_Checks;
use Cedi\Commerce\Refund\Refund_Stock;
use Cedi\Commerce\Refund\Refund_Updater;
use Cedi\Commerce\Reports\Analytics;
use Cedi\Commerce\Request\Request_Checkout;
use Cedi\Commerce\Request\Request_Page;
use Cedi\Commerce\Rest\Rest_Order_Status;
use Cedi\Commerce\Rest\Rest_Products;
use Cedi\Commerce\Rest\Rest_Settings;
use Cedi\Commerce\Support\Admin_Hooks;
use Cedi\Commerce\Support\Settings;
use Cedi\Commerce\Tools\Abilities;
use Cedi\Commerce\Tools\Activator;
use Cedi\Commerce\Tools\Cli;

defined( 'ABSPATH' ) || exit;

const VERSION = '0.0.0';
const GATEWAY = 'cedi_commerce';

/** Payment method for cards alone, in shops that offer them separately. */
const CARD_GATEWAY = 'cedi_commerce_card';

/** Capabilities of WooCommerce to edit orders and to manage the shop. */
const EDIT_ORDERS = 'edit_shop_orders';
const MANAGE_SHOP = 'manage_woocommerce';

define( __NAMESPACE__ . '\FILE', dirname( __DIR__ ) . '/cedi-commerce.php' );

/**
 * Loads the file of a class, such as Order/class-order-payments.php for Order\Order_Payments.
 *
 * @param string $name Class name.
 */
function autoload( $name ) {
	if ( 0 !== strpos( $name, __NAMESPACE__ . '\\' ) ) {
		return;
	}
	list( $folder, $class ) = explode( '\\', (string) substr( $name, strlen( __NAMESPACE__ ) + 1 ) ) + array( '', '' );

	$file = strtolower( str_replace( '_', '-', (string) $class ) );
	foreach ( array( 'class', 'interface' ) as $kind ) {
		if ( is_file( __DIR__ . "/$folder/$kind-$file.php" ) ) {
			require __DIR__ . "/$folder/$kind-$file.php";
			return;
		}
	}
}

/**
 * Adds the hooks. A hook costs more than a kilobyte of memory per page, so hooks that no visitor can trigger are added only in
 * the admin, in REST requests and in commands.
 */
function bootstrap() {
	spl_autoload_register( __NAMESPACE__ . '\autoload' );
	add_action( 'init', __NAMESPACE__ . '\init' );
	add_action( 'rest_api_init', __NAMESPACE__ . '\rest' );
	add_action( 'plugins_loaded', __NAMESPACE__ . '\woocommerce' );
	// Any request can run the schedule.
	add_action( 'cedi_commerce_check_payment', array( Scheduled_Checks::class, 'run' ) );
	$is_command = defined( 'WP_CLI' ) && WP_CLI;
	if ( did_action( 'plugins_loaded' ) || is_admin() || $is_command ) {
		Activator::add();
	}
	if ( is_multisite() ) {
		add_action( 'wp_initialize_site', array( Settings::class, 'create_for_site' ), 20 );
	}
	if ( is_admin() || wp_doing_cron() || $is_command ) {
		Admin_Hooks::add();
		merchant();
	} elseif ( defined( 'ALTERNATE_WP_CRON' ) && ALTERNATE_WP_CRON ) {
		// The schedule runs in the requests of visitors.
		merchant();
		add_action( Request_Checkout::HOOK, array( Request_Checkout::class, 'run_scheduled' ) );
		add_action( Products::REFRESH, array( Products::class, 'refresh' ) );
	}
	if ( $is_command ) {
		\WP_CLI::add_command( 'cedi-commerce', Cli::class );
	}
}

/**
 * Registers the block, the shortcode and the translations.
 */
function init() {
	if ( is_user_logged_in() ) {
		merchant();
	}
	// WordPress 6.8 and newer do this. Translations are loaded when the first string is translated.
	$GLOBALS['wp_textdomain_registry']->set_custom_path( 'cedi-commerce', plugin_dir_path( FILE ) . 'languages' );
	add_shortcode( 'cedi_commerce_button', array( Shortcode::class, 'render' ) );
	add_shortcode( 'cedi_commerce_pay', array( Pay_Form::class, 'render' ) );
	// The value of Payment_Request::ARGUMENT, as a literal because other pages must not load the class.
	if ( filter_has_var( INPUT_GET, 'cedi_pay' ) ) {
		add_action( 'template_redirect', array( Request_Page::class, 'handle' ), 0 );
	}
	if ( is_admin() ) {
		Block::register();
		Patterns::register();
		Pay_Form::register();
	} else {
		// WordPress iterates over every registered block on every page, so a block is registered when a page contains it. WordPress uses
		// this hook too: one for each block would take more memory.
		add_filter( 'render_block', __NAMESPACE__ . '\render_block', 10, 2 );
	}
}

/**
 * Registers a block of the plugin and renders the first one of a page.
 *
 * @param string               $html  Output of WordPress.
 * @param array<string, mixed> $block Parsed block.
 * @return string HTML.
 */
function render_block( $html, $block ) {
	$name = isset( $block['blockName'] ) ? $block['blockName'] : '';
	if ( 'cedi-commerce/buy-button' === $name ) {
		return Block::render_first( $html, $block );
	}
	return 'cedi-commerce/pay-form' === $name ? Pay_Form::render_first( $html, $block ) : $html;
}

/**
 * Registers the REST routes, and the block for the preview in the editor.
 */
function rest() {
	// WooCommerce lists its own routes while it renders some pages. A REST request ends before template_redirect.
	if ( did_action( 'template_redirect' ) && ! is_admin() ) {
		return;
	}
	merchant();
	Activator::add();
	Block::register();
	Patterns::register();
	Pay_Form::register();
	Rest_Settings::register();
	Rest_Products::register();
	Rest_Order_Status::register();
	Analytics::add();
	Abilities::add();
	// WooCommerce's webhooks contain the same responses.
	add_filter( 'woocommerce_rest_prepare_shop_order_object', array( Rest_Order_Status::class, 'remove_private_meta' ) );
}

/**
 * Adds the hooks for changes that merchants and schedules make to orders, on screens, through routes and in commands.
 */
function merchant() {
	add_filter( 'woocommerce_email_classes', array( Decision_Email::class, 'add' ) );
	add_action( 'woocommerce_order_status_changed', array( Manual_Status_Handler::class, 'on_status_changed' ), 10, 4 );
	add_action( 'woocommerce_order_status_changed', array( Merchant_Notices::class, 'on_status_changed' ), 20, 4 );
	add_action( 'woocommerce_create_refund', array( Refund_Stock::class, 'record' ), 10, 2 );
	add_filter( 'woocommerce_order_fully_refunded_status', array( Refund_Updater::class, 'keep_status' ), 10, 2 );
	add_filter( 'woocommerce_pre_delete_order_refund', array( Refund_Updater::class, 'prevent_deletion' ), 10, 2 );
	add_filter( 'woocommerce_email_enabled_customer_refunded_order', array( Refund_Updater::class, 'hold_email' ), 10, 3 );
	add_filter( 'woocommerce_email_enabled_customer_partially_refunded_order', array( Refund_Updater::class, 'hold_email' ), 10, 3 );
}

/**
 * Adds the hooks that need WooCommerce.
 */
function woocommerce() {
	if ( ! class_exists( 'WooCommerce', false ) ) {
		return;
	}
	add_action( 'before_woocommerce_init', __NAMESPACE__ . '\declare_compatibility' );
	add_filter( 'woocommerce_payment_gateways', __NAMESPACE__ . '\add_gateway' );
	// Any code can delete an order permanently, whether it is a post or has its own table.
	add_action( 'before_delete_post', array( Deleted_Order_Handler::class, 'before_delete' ) );
	add_action( 'woocommerce_before_delete_order', array( Deleted_Order_Handler::class, 'before_delete' ) );
	add_action( 'template_redirect', __NAMESPACE__ . '\pages', 0 );
	// Any template can contain the Checkout block, also through a pattern or a template part. It reads the methods after this hook.
	add_action( 'woocommerce_blocks_checkout_enqueue_data', array( Gateway_Blocks::class, 'add_to_page' ), 0 );
	// Other plugins cancel unpaid orders in any kind of request.
	add_filter( 'woocommerce_cancel_unpaid_order', array( Scheduled_Checks::class, 'filter_cancel' ), 10, 2 );
	// The value of Express_Checkout::ARGUMENT, as a literal because other pages must not load the class.
	if ( filter_has_var( INPUT_GET, 'cedi_commerce_express' ) ) {
		// WooCommerce adds the product at priority 20.
		add_action( 'wp_loaded', array( Express_Checkout::class, 'update_cart' ), 19 );
		add_action( 'wp_loaded', array( Express_Checkout::class, 'redirect_after_error' ), 21 );
		add_filter( 'woocommerce_add_to_cart_redirect', array( Express_Checkout::class, 'filter_redirect' ), 99 );
	}
	if ( is_admin() ) {
		Admin_Hooks::add_to_shop();
	}
}

/**
 * Adds the hooks of the product, cart, checkout, pay and order-received pages.
 */
function pages() {
	if ( '' !== (string) get_query_var( 'order-pay' ) ) {
		add_action( 'woocommerce_receipt_' . GATEWAY, array( Checkout_Return::class, 'show_pay_page' ) );
		add_action( 'woocommerce_receipt_' . CARD_GATEWAY, array( Checkout_Return::class, 'show_pay_page' ) );
		add_filter( 'woocommerce_order_needs_payment', array( Checkout::class, 'needs_payment' ), 10, 2 );
	}
	// The value of Checkout_Intent::RETURN_ARGUMENT, as a literal because other pages must not load the class.
	if ( '' !== (string) get_query_var( 'order-received' ) || filter_has_var( INPUT_GET, 'cedi_commerce_return' ) ) {
		Checkout_Return::check();
	}
	if ( is_product() || is_cart() ) {
		Express_Checkout::add_to_page();
	} elseif ( is_checkout() && filter_has_var( INPUT_GET, 'cedi_commerce_express' ) ) {
		Express_Checkout::select_method();
	}
}

/**
 * Declares compatibility with WooCommerce features.
 */
function declare_compatibility() {
	if ( class_exists( \Automattic\WooCommerce\Utilities\FeaturesUtil::class ) ) {
		\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( 'custom_order_tables', FILE, true );
		\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( 'cart_checkout_blocks', FILE, true );
	}
}

/**
 * Adds the payment method, and the one for cards in a shop that has ever offered them separately: its orders can still be refunded.
 *
 * @param array $gateways Class names and payment methods.
 * @return array
 */
function add_gateway( $gateways ) {
	$gateways[] = Gateway::class;
	$settings   = get_option( 'woocommerce_cedi_commerce_settings' );
	if ( isset( $settings['methods'] ) ) {
		$gateways[] = new Gateway( CARD_GATEWAY );
	}
	return $gateways;
}
