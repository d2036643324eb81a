<?php
/**
 * Base class of all tests.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Support\Api_Key;
use Cedi\Commerce\Support\Settings;

/**
 * Runs each test in a transaction and rolls it back.
 */
abstract class TestCase extends \PHPUnit\Framework\TestCase {
	const KEY = 'sk_test_only_for_phpunit_9f3a';

	/** @var Service */
	protected $service;

	protected function setUp(): void {
		global $wpdb;
		$wpdb->query( 'START TRANSACTION' );
		$this->service = new Service();
		add_filter( 'pre_wp_mail', array( $this, 'capture_mail' ), 10, 2 );
		Clock::$now      = 0;
		Clock::$slept_ms = 0;
		Clock::$elapsed_seconds    = 0.0;
		// Orders of the tests have no items, which WooCommerce would complete instead of process.
		add_filter( 'woocommerce_payment_complete_order_status', array( $this, 'filter_paid_status' ), 5 );
		update_option( 'woocommerce_currency', 'GHS' );
		Settings::create_options();
		update_option(
			Settings::OPTION,
			array(
				'base_url' => Service::URL,
				'handle'   => 'ama',
				'mode'     => 'test',
			)
		);
		Api_Key::save( self::KEY );
	}

	protected function tearDown(): void {
		global $wpdb;
		$this->service->stop();
		remove_filter( 'pre_wp_mail', array( $this, 'capture_mail' ), 10 );
		remove_filter( 'woocommerce_payment_complete_order_status', array( $this, 'filter_paid_status' ), 5 );
		$wpdb->query( 'ROLLBACK' );
		wp_cache_flush();
		wp_set_current_user( 0 );
		Clock::$now     = 0;
		Clock::$is_rest = false;
		Clock::$environment = 'local';
		$this->mails = array();
		unset( $GLOBALS['wc_double_notices'] );
	}

	/** @var array[] */
	protected $mails = array();

	public function capture_mail( $done, $mail ) {
		// The shop gets e-mails about new orders too. Only those to buyers count.
		if ( 'kofi@example.com' === $mail['to'] ) {
			$this->mails[] = $mail;
		}
		return true;
	}

	public function filter_paid_status() {
		return 'processing';
	}

	/** @var bool Whether all orders are placed in one session. */
	protected $is_one_session = false;

	/**
	 * Creates an order that a buyer has just placed, by default each in its own session.
	 */
	protected function create_order( $total = '45.50', $status = 'pending' ) {
		if ( ! $this->is_one_session && WC()->session ) {
			WC()->session->set( 'cedi_commerce_orders', array() );
		}
		$order = wc_create_order( array( 'created_via' => 'checkout' ) );
		$order->set_total( $total );
		$order->set_currency( 'GHS' );
		$order->set_billing_email( 'kofi@example.com' );
		$order->set_payment_method( 'cedi_commerce' );
		$order->set_created_via( 'checkout' );
		$order->set_status( $status );
		$order->save();
		return $order;
	}

	/**
	 * Creates a product with a stock of ten.
	 *
	 * @param array $props Other properties, such as `virtual`.
	 */
	protected function create_product( array $props = array() ) {
		$product = new \WC_Product_Simple();
		$product->set_name( 'Kente tote' );
		$product->set_regular_price( '45.50' );
		$product->set_manage_stock( true );
		$product->set_stock_quantity( 10 );
		foreach ( $props as $name => $value ) {
			$product->{"set_$name"}( $value );
		}
		$product->save();
		return $product;
	}

	/**
	 * Reads an order again, as the next request does.
	 */
	protected function reload( $order ) {
		wp_cache_flush();
		return wc_get_order( $order->get_id() );
	}

	/**
	 * Changes the status of an order as a merchant.
	 */
	protected function change_status_as_merchant( $order, $status ) {
		$this->login( 'shop_manager' );
		$order->update_status( $status, '', true );
		wp_set_current_user( 0 );
		return $this->reload( $order );
	}

	/**
	 * Returns the notes of an order as one string.
	 */
	protected function notes( $order ) {
		remove_filter( 'comments_clauses', array( 'WC_Comments', 'exclude_order_comments' ), 10 );
		$notes = get_comments(
			array(
				'post_id' => $order->get_id(),
				'type'    => 'order_note',
				'orderby' => 'comment_ID',
				'order'   => 'ASC',
			)
		);
		return implode( "\n", wp_list_pluck( $notes, 'comment_content' ) );
	}

	/**
	 * Creates a user with a role and logs in.
	 */
	protected function login( $role ) {
		$id = wp_insert_user(
			array(
				'user_login' => $role . wp_generate_password( 6, false ),
				'user_pass'  => 'x',
				'role'       => $role,
			)
		);
		wp_set_current_user( $id );
		return $id;
	}

	/**
	 * Calls a REST route of the site.
	 */
	protected function rest( $method, $path, array $params = array(), $body = null ) {
		$request = new \WP_REST_Request( $method, "/cedi-commerce/v1$path" );
		$request->set_query_params( $params );
		if ( null !== $body ) {
			$request->set_header( 'Content-Type', 'application/json' );
			$request->set_body( wp_json_encode( $body ) );
		}
		return rest_do_request( $request );
	}
}
