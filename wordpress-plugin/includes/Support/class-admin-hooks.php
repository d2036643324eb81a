<?php
/**
 * Hooks of the admin.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Support;

use Cedi\Commerce\Amount\Pay_Form_Handler;
use Cedi\Commerce\Button\Products;
use Cedi\Commerce\Gateway\Gateway_Blocks;
use Cedi\Commerce\Order\Decision_Notice;
use Cedi\Commerce\Order\Order_Columns;
use Cedi\Commerce\Order\Order_Screen;
use Cedi\Commerce\Order\Order_Totals;
use Cedi\Commerce\Refund\Duplicate_Payment;
use Cedi\Commerce\Refund\Refund_Labels;
use Cedi\Commerce\Reports\Analytics;
use Cedi\Commerce\Reports\Reconciliation_Page;
use Cedi\Commerce\Request\Payment_Requests_Page;
use Cedi\Commerce\Request\Payment_Requests_Table;
use Cedi\Commerce\Request\Request_Checkout;
use Cedi\Commerce\Rest\Rest_Order_Status;
use Cedi\Commerce\Settings\Copied_Site_Notice;
use Cedi\Commerce\Settings\Settings_Page;
use Cedi\Commerce\Settings\Setup_Checklist;
use Cedi\Commerce\Tools\Abilities;
use Cedi\Commerce\Tools\Doctor;
use Cedi\Commerce\Tools\Privacy;
use Cedi\Commerce\Tools\Site_Health;
use const Cedi\Commerce\FILE;

defined( 'ABSPATH' ) || exit;

/**
 * Adds the hooks of admin screens, tools, commands and the schedule. They are not in namespace.php, because pages of visitors load that
 * file.
 */
final class Admin_Hooks {
	/**
	 * Adds the hooks that do not need WooCommerce.
	 */
	public static function add() {
		add_action( 'admin_menu', array( Settings_Page::class, 'add' ) );
		// After WooCommerce has added its menu.
		add_action( 'admin_menu', array( Payment_Requests_Page::class, 'add' ), 70 );
		add_action( Request_Checkout::HOOK, array( Request_Checkout::class, 'run_scheduled' ) );
		Setup_Checklist::add();
		Pay_Form_Handler::add();
		Abilities::add();
		Copied_Site_Notice::add();
		add_filter( 'plugin_action_links_' . plugin_basename( FILE ), array( Settings_Page::class, 'add_link' ) );
		add_filter( 'site_status_tests', array( Site_Health::class, 'add_tests' ) );
		add_filter( 'debug_information', array( Doctor::class, 'add_information' ) );
		add_action( 'wp_ajax_health-check-cedi-commerce-connection', array( Site_Health::class, 'send_connection_result' ) );
		add_filter( 'wp_privacy_personal_data_exporters', array( Privacy::class, 'add_exporter' ) );
		add_filter( 'wp_privacy_personal_data_erasers', array( Privacy::class, 'add_eraser' ) );
		add_action( 'woocommerce_privacy_remove_order_personal_data', array( Privacy::class, 'erase_order' ) );
		add_action( 'admin_init', array( Privacy::class, 'add_policy' ) );
		add_action( Products::REFRESH, array( Products::class, 'refresh' ) );
		// A schedule writes long CSV files of reports.
		Analytics::add();
		add_action( 'admin_enqueue_scripts', array( Analytics::class, 'enqueue' ) );
	}

	/**
	 * Adds the hooks of the shop's screens.
	 */
	public static function add_to_shop() {
		add_action( 'wp_ajax_nopriv_cedi_commerce_payment', array( Rest_Order_Status::class, 'send' ) );
		add_action( 'wp_ajax_cedi_commerce_payment', array( Rest_Order_Status::class, 'send' ) );
		Order_Screen::add();
		Duplicate_Payment::add();
		Decision_Notice::add();
		Refund_Labels::add();
		Order_Totals::add();
		Order_Columns::add();
		Reconciliation_Page::add();
		add_action( 'add_meta_boxes', array( Payment_Requests_Table::class, 'add_box' ), 10, 2 );
		add_action( 'woocommerce_blocks_payment_method_type_registration', array( Gateway_Blocks::class, 'add' ) );
	}
}
