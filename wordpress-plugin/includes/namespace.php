<?php
/**
 * Every hook of the plugin, and what must be there on every page. All else is loaded when a hook calls for it.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce {

	defined( 'ABSPATH' ) || exit;

	const BLOCK = 'cedi-commerce/buy-button';

	/**
	 * The list of hooks. A callback names a class, and the class is loaded when the hook fires.
	 */
	function bootstrap() {
		add_action( 'init', __NAMESPACE__ . '\init' );
		add_action( 'rest_api_init', __NAMESPACE__ . '\rest', 5 );
		add_action( 'woocommerce_loaded', __NAMESPACE__ . '\woocommerce' );
		add_action( 'activate_' . plugin_basename( FILE ), array( Settings::class, 'activate' ) );
		add_action( 'cedi_commerce_settle_order', array( Settle_Schedule::class, 'run' ) );
		if ( is_multisite() ) {
			add_action( 'wp_initialize_site', array( Settings::class, 'make_for' ), 20 );
		}
		if ( is_admin() || wp_doing_cron() ) {
			admin();
		}
		if ( defined( 'WP_CLI' ) && WP_CLI ) {
			\WP_CLI::add_command( 'cedi-commerce', Cli::class );
		}
	}

	/**
	 * What a page may need: the block, the shortcode, the language.
	 */
	function init() {
		load_plugin_textdomain( 'cedi-commerce', false, 'cedi-commerce/languages' );
		add_shortcode( 'cedi_commerce_button', array( Shortcode::class, 'render' ) );
		if ( is_admin() ) {
			Block::register();
			Patterns::register();
		} else {
			// The rest of block.json is read when the block is on the page.
			register_block_type( BLOCK, array( 'render_callback' => array( Block::class, 'render' ) ) );
		}
	}

	/**
	 * The routes, and the block as the editor's preview needs it.
	 */
	function rest() {
		Block::register();
		Patterns::register();
		Rest_Settings::register();
		Rest_Products::register();
		Rest_Order_Status::register();
	}

	/**
	 * The screens and tools of merchants.
	 */
	function admin() {
		add_action( 'admin_menu', array( Settings_Page::class, 'add' ) );
		add_filter( 'plugin_action_links_' . plugin_basename( FILE ), array( Settings_Page::class, 'add_link' ) );
		add_filter( 'site_status_tests', array( Site_Health::class, 'add_tests' ) );
		add_filter( 'debug_information', array( Site_Health::class, 'add_information' ) );
		add_action( 'wp_ajax_health-check-cedi-commerce-connection', array( Site_Health::class, 'answer_connection' ) );
		add_filter( 'wp_privacy_personal_data_exporters', array( Privacy::class, 'add_exporter' ) );
		add_filter( 'wp_privacy_personal_data_erasers', array( Privacy::class, 'add_eraser' ) );
		add_action( 'admin_init', array( Privacy::class, 'add_policy' ) );
		add_action( Products::REFRESH, array( Products::class, 'refresh' ) );
	}

	/**
	 * What is there with WooCommerce only.
	 */
	function woocommerce() {
		add_action( 'before_woocommerce_init', __NAMESPACE__ . '\declare_compatibility' );
		add_filter( 'woocommerce_payment_gateways', __NAMESPACE__ . '\add_gateway' );
		add_action( 'woocommerce_blocks_payment_method_type_registration', array( Gateway_Blocks::class, 'add' ) );
		add_action( 'woocommerce_receipt_' . GATEWAY, array( Checkout_Return::class, 'show_receipt' ) );
		add_action( 'woocommerce_before_thankyou', array( Checkout_Return::class, 'show' ) );
		add_filter( 'woocommerce_cancel_unpaid_order', array( Settle_Schedule::class, 'before_cancel' ), 10, 2 );
		add_action( 'woocommerce_order_status_changed', array( Order_Settler::class, 'note_human' ), 10, 4 );
		add_filter( 'woocommerce_payment_complete_order_status', array( Order_Settler::class, 'paid_status' ), 10, 3 );
		add_filter( 'woocommerce_order_fully_refunded_status', array( Refunds::class, 'keep_status' ), 10, 2 );
		add_filter( 'woocommerce_email_enabled_customer_refunded_order', array( Refunds::class, 'hold_mail' ), 10, 2 );
		add_filter( 'woocommerce_email_enabled_customer_partially_refunded_order', array( Refunds::class, 'hold_mail' ), 10, 2 );
		if ( is_admin() ) {
			Order_Screen::add();
		}
	}

	const GATEWAY = 'cedi_commerce';

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
}

namespace {

	/**
	 * A buy button, for themes.
	 *
	 * @param array $attributes product (the slug), handle, label, showPrice, variation (button or card), mode.
	 * @return string HTML, escaped; '' when the product cannot be named.
	 */
	function cedi_commerce_button( array $attributes ) {
		return Cedi\Commerce\Button::render( $attributes );
	}
}
