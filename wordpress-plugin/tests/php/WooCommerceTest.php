<?php
/**
 * The behaviour of WooCommerce that the plugin relies on, tested on the double and, with WC_DIR, on the real one. If a test
 * fails on the real one, the double is wrong.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

/**
 * @group woocommerce
 */
final class WooCommerceTest extends TestCase {
	protected function setUp(): void {
		parent::setUp();
		remove_filter( 'woocommerce_payment_complete_order_status', array( $this, 'filter_paid_status' ), 5 );
		update_option( 'woocommerce_manage_stock', 'yes' );
	}

	/**
	 * An order for two pieces of a product with ten in stock.
	 */
	private function order_of( $product, $status = 'pending' ) {
		$order = $this->create_order( '91.00' );
		$order->add_product( $product, 2 );
		$order->save();
		if ( 'pending' !== $status ) {
			$order->update_status( $status );
		}
		return $this->reload( $order );
	}

	private function stock( $product ) {
		wp_cache_flush();
		return (int) wc_get_product( $product->get_id() )->get_stock_quantity();
	}

	private function is_reduced( $order ) {
		return (bool) $this->reload( $order )->get_data_store()->get_stock_reduced( $order->get_id() );
	}

	private function reduced_of_the_line( $order ) {
		wp_cache_flush();
		foreach ( wc_get_order( $order->get_id() )->get_items() as $item ) {
			return (int) $item->get_meta( '_reduced_stock' );
		}
	}

	public function test_stock_is_reduced_once_and_restored_once_per_order_and_line() {
		$product = $this->create_product();
		$order   = $this->order_of( $product );
		$this->assertSame( array( 10, false, 0 ), array( $this->stock( $product ), $this->is_reduced( $order ), $this->reduced_of_the_line( $order ) ) );
		foreach ( array( 'on-hold', 'processing', 'completed' ) as $status ) {
			$this->reload( $order )->update_status( $status );
			$this->assertSame( array( 8, true, 2 ), array( $this->stock( $product ), $this->is_reduced( $order ), $this->reduced_of_the_line( $order ) ), $status );
		}
		$this->reload( $order )->update_status( 'failed' );
		$this->assertSame( array( 8, true ), array( $this->stock( $product ), $this->is_reduced( $order ) ), 'A failed order keeps what it took.' );
		wc_maybe_increase_stock_levels( $order->get_id() );
		wc_maybe_increase_stock_levels( $order->get_id() );
		$this->assertSame( array( 10, false, 0 ), array( $this->stock( $product ), $this->is_reduced( $order ), $this->reduced_of_the_line( $order ) ) );
		$this->assertMatchesRegularExpression( '/Stock levels reduced: Kente tote \(.*10&rarr;8/', $this->notes( $order ) );
		$this->assertMatchesRegularExpression( '/Stock levels increased: Kente tote \(.*8&rarr;10/', $this->notes( $order ) );
	}

	public function test_the_order_flag_controls_whether_and_the_line_how_much_stock_changes() {
		$product = $this->create_product();
		$order   = $this->order_of( $product, 'processing' );
		foreach ( $order->get_items() as $item ) {
			$item->delete_meta_data( '_reduced_stock' );
			$item->save();
		}
		wc_maybe_increase_stock_levels( $order->get_id() );
		$this->assertSame( array( 8, false ), array( $this->stock( $product ), $this->is_reduced( $order ) ) );
	}

	public function test_cancelled_and_pending_orders_restore_stock() {
		foreach ( array( 'cancelled', 'pending' ) as $status ) {
			$product = $this->create_product();
			$order   = $this->order_of( $product, 'processing' );
			$this->reload( $order )->update_status( $status );
			$this->assertSame( array( 10, false ), array( $this->stock( $product ), $this->is_reduced( $order ) ), $status );
		}
	}

	public function test_a_paid_order_without_shipping_is_completed() {
		$kinds = array(
			'processing' => array( array(), array( 'virtual' => true ), array( 'downloadable' => true ) ),
			'completed'  => array( array( 'virtual' => true, 'downloadable' => true ) ),
		);
		foreach ( $kinds as $status => $all ) {
			foreach ( $all as $props ) {
				$order = $this->order_of( $this->create_product( $props ) );
				$this->assertTrue( $order->payment_complete( 'ref' ) );
				$order = $this->reload( $order );
				$this->assertSame( array( $status, 'ref' ), array( $order->get_status(), $order->get_transaction_id() ), wp_json_encode( $props ) );
				$this->assertNotNull( $order->get_date_paid() );
			}
		}
		$order = $this->order_of( $this->create_product( array( 'virtual' => true, 'downloadable' => true ) ) );
		$order->add_product( $this->create_product(), 1 );
		$order->save();
		$this->reload( $order )->payment_complete();
		$this->assertSame( 'processing', $this->reload( $order )->get_status(), 'One thing of two is to be sent.' );
		$empty = $this->create_order();
		$empty->payment_complete();
		$this->assertSame( 'completed', $this->reload( $empty )->get_status(), 'An order without a line is no work.' );
	}

	public function test_the_refunded_status_creates_a_refund_of_the_rest_without_a_payment() {
		$order  = $this->order_of( $this->create_product(), 'processing' );
		$refund = wc_create_refund( array( 'order_id' => $order->get_id(), 'amount' => '11.00' ) );
		$this->assertSame( 'processing', $this->reload( $order )->get_status() );
		$this->reload( $order )->update_status( 'refunded' );
		$order   = $this->reload( $order );
		$amounts = array_map(
			static function ( $each ) {
				return wc_format_decimal( $each->get_amount(), 2 );
			},
			$order->get_refunds()
		);
		sort( $amounts );
		$this->assertSame( array( '11.00', '80.00' ), $amounts );
		$this->assertSame( array( 'refunded', '0.00' ), array( $order->get_status(), wc_format_decimal( $order->get_remaining_refund_amount(), 2 ) ) );
		$this->assertFalse( $refund->get_refunded_payment() );
		$this->assertSame( 0, $this->service->count( 'POST /api/v1/refunds' ) );
		$this->assertStringContainsString( 'through your payment gateway', $this->notes( $order ) );
	}

	public function test_an_exception_after_a_status_change_becomes_a_note() {
		$order = $this->order_of( $this->create_product() );
		$throw = static function () {
			throw new \RuntimeException( 'Another plugin.' );
		};
		add_action( 'woocommerce_order_status_processing', $throw );
		try {
			$this->assertTrue( $order->update_status( 'processing' ), 'What listens does not stop it.' );
		} finally {
			remove_action( 'woocommerce_order_status_processing', $throw );
		}
		$this->assertSame( 'processing', $this->reload( $order )->get_status() );
		$this->assertStringContainsString( 'Error during status transition. Another plugin.', $this->notes( $order ) );
	}

	public function test_an_exception_before_a_status_change_becomes_a_note_and_changes_nothing() {
		$order = $this->order_of( $this->create_product() );
		$throw = static function () {
			throw new \RuntimeException( 'Another plugin.' );
		};
		$places = array( 'woocommerce_payment_complete_order_status' => 'Update status event failed.', 'woocommerce_pre_payment_complete' => 'Payment complete event failed.' );
		foreach ( $places as $hook => $words ) {
			add_filter( $hook, $throw );
			try {
				$this->assertFalse( 'woocommerce_pre_payment_complete' === $hook ? $order->payment_complete() : $order->update_status( 'processing' ) );
			} finally {
				remove_filter( $hook, $throw );
			}
			$this->assertSame( 'pending', $this->reload( $order )->get_status() );
			$this->assertStringContainsString( "$words Another plugin.", $this->notes( $order ) );
			$order = $this->reload( $order );
		}
	}

	public function test_a_php_error_is_not_caught() {
		$order = $this->order_of( $this->create_product() );
		$throw = static function () {
			throw new \TypeError( 'Another plugin.' );
		};
		add_action( 'woocommerce_order_status_processing', $throw );
		try {
			$order->update_status( 'processing' );
			$this->fail( 'It did not throw.' );
		} catch ( \TypeError $error ) {
			$this->assertSame( 'processing', $this->reload( $order )->get_status(), 'It was written before.' );
		} finally {
			remove_action( 'woocommerce_order_status_processing', $throw );
		}
	}

	public function test_an_unknown_status_becomes_pending_and_a_draft_can_be_paid() {
		$order = $this->order_of( $this->create_product(), 'processing' );
		$order->update_status( 'made-up' );
		$this->assertSame( 'pending', $this->reload( $order )->get_status() );
		$draft = $this->order_of( $this->create_product(), 'checkout-draft' );
		$this->assertTrue( $draft->needs_payment() );
		$this->assertTrue( $draft->payment_complete() );
		$this->assertSame( 'processing', $this->reload( $draft )->get_status() );
	}

	public function test_saving_an_order_writes_only_changed_fields() {
		$order = $this->order_of( $this->create_product() );
		$old   = wc_get_order( $order->get_id() );
		$old->get_payment_method();
		$other = $this->reload( $order );
		$other->set_payment_method( 'cod' );
		$other->save();
		$old->set_billing_phone( '0244123789' );
		$old->save();
		$order = $this->reload( $order );
		$this->assertSame( array( 'cod', '0244123789' ), array( $order->get_payment_method(), $order->get_billing_phone() ) );
	}

	public function test_cash_on_delivery_sets_processing_without_a_date_paid() {
		$order = $this->order_of( $this->create_product() );
		$order->set_payment_method( 'cod' );
		$order->save();
		WC()->payment_gateways()->payment_gateways()['cod']->process_payment( $order->get_id() );
		$order = $this->reload( $order );
		$this->assertSame( array( 'processing', null ), array( $order->get_status(), $order->get_date_paid() ) );
		$order->update_status( 'completed' );
		$this->assertNotNull( $this->reload( $order )->get_date_paid() );
	}

	/**
	 * Runs the actions of Action Scheduler for a hook, as its queue does.
	 */
	private function run_actions( $hook ) {
		foreach ( as_get_scheduled_actions( array( 'hook' => $hook, 'status' => 'pending', 'per_page' => 10 ), 'ids' ) as $id ) {
			\ActionScheduler::runner()->process_action( $id, 'test' );
		}
	}

	public function test_action_scheduler_separates_groups_and_keeps_unique_actions() {
		$id = as_schedule_single_action( time() + 60, 'cedi_test', array( 1 ), 'one' );
		$this->assertGreaterThan( 0, $id );
		// A new shop still migrates its actions. An old Action Scheduler has no unique actions, and newer ones compare arguments too.
		if ( ! class_exists( 'ActionScheduler_Store' ) || method_exists( \ActionScheduler_Store::instance(), 'save_unique_action' ) ) {
			$this->assertSame( 0, (int) as_schedule_single_action( time() + 60, 'cedi_test', array( 1 ), 'one', true ), 'A unique action is there once.' );
			$this->assertCount( 1, as_get_scheduled_actions( array( 'hook' => 'cedi_test', 'status' => 'pending' ), 'ids' ) );
		}
		$this->assertGreaterThan( 0, as_schedule_single_action( time() + 90, 'cedi_test', array( 2 ), 'two', true ) );
		$this->assertFalse( as_next_scheduled_action( 'cedi_test', array( 1 ), 'two' ) );
		$this->assertIsInt( as_next_scheduled_action( 'cedi_test', array( 2 ), 'two' ) );
		$this->assertIsInt( as_next_scheduled_action( 'cedi_test' ) );
		as_unschedule_all_actions( 'cedi_test', array(), 'one' );
		$this->assertTrue( as_has_scheduled_action( 'cedi_test', array( 1 ), 'one' ), 'Asked for hook and group, it looks for actions without arguments.' );
		as_unschedule_all_actions( 'cedi_test', array( 1 ), 'one' );
		$this->assertFalse( as_has_scheduled_action( 'cedi_test', array( 1 ), 'one' ) );
		$this->assertTrue( as_has_scheduled_action( 'cedi_test', array( 2 ), 'two' ) );
		as_unschedule_all_actions( 'cedi_test' );
		$this->assertFalse( as_has_scheduled_action( 'cedi_test' ) );
	}

	public function test_a_running_action_has_no_time_and_a_failed_one_is_not_retried() {
		$seen = array();
		$read_number = static function ( $number ) use ( &$seen ) {
			$seen[] = array( $number, as_next_scheduled_action( 'cedi_test', array( $number ), 'one' ) );
			if ( 2 === $number ) {
				throw new \RuntimeException( 'Another plugin.' );
			}
		};
		add_action( 'cedi_test', $read_number );
		as_schedule_single_action( time() - 60, 'cedi_test', array( 1 ), 'one' );
		as_schedule_single_action( time() - 30, 'cedi_test', array( 2 ), 'one' );
		$this->run_actions( 'cedi_test' );
		$this->run_actions( 'cedi_test' );
		remove_action( 'cedi_test', $read_number );
		$this->assertSame( array( array( 1, true ), array( 2, true ) ), $seen );
		$this->assertFalse( as_has_scheduled_action( 'cedi_test' ) );
		$this->assertCount( 1, as_get_scheduled_actions( array( 'hook' => 'cedi_test', 'status' => 'failed' ), 'ids' ) );
	}

	public function test_a_payment_method_can_be_added_as_an_object() {
		$gateway     = new \Cedi\Commerce\Gateway\Gateway( 'cedi_commerce_card' );
		$add         = static function ( $gateways ) use ( $gateway ) {
			$gateways[] = $gateway;
			return $gateways;
		};
		add_filter( 'woocommerce_payment_gateways', $add );
		WC()->payment_gateways()->init();
		remove_filter( 'woocommerce_payment_gateways', $add );
		$this->assertSame( $gateway, WC()->payment_gateways()->payment_gateways()['cedi_commerce_card'] );
		WC()->payment_gateways()->init();
	}

	public function test_orders_with_a_meta_key_are_listed_in_pages() {
		$ids = array();
		for ( $number = 0; $number < 3; $number++ ) {
			$order = $this->create_order();
			$order->update_meta_data( '_cedi_test', (string) $number );
			$order->save();
			$ids[] = $order->get_id();
		}
		$this->create_order();
		$find = static function ( $page ) {
			return wc_get_orders( array( 'type' => 'shop_order', 'limit' => 2, 'paged' => $page, 'orderby' => 'ID', 'order' => 'ASC', 'meta_key' => '_cedi_test', 'meta_compare' => 'EXISTS', 'return' => 'ids' ) );
		};
		$this->assertSame( array( array_slice( $ids, 0, 2 ), array_slice( $ids, 2 ) ), array( $find( 1 ), $find( 2 ) ) );
	}
}
