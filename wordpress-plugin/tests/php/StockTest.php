<?php
/**
 * The stock of an order, paid through the plugin or not.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Checkout\Checkout;
use Cedi\Commerce\Order\Payment_Checker;

/**
 * @group woocommerce
 */
final class StockTest extends TestCase {
	/** @var \WC_Product_Simple */
	private $product;

	protected function setUp(): void {
		parent::setUp();
		update_option( 'woocommerce_manage_stock', 'yes' );
		$this->product = $this->create_product();
	}

	/**
	 * An order for two of ten pieces, whose buyer has opened a checkout.
	 */
	private function create_started_order() {
		$order = $this->create_order( '91.00' );
		$order->add_product( $this->product, 2 );
		$order->save();
		Checkout::start( $order->get_id() );
		return $this->reload( $order );
	}

	private function stock() {
		wp_cache_flush();
		return (int) wc_get_product( $this->product->get_id() )->get_stock_quantity();
	}

	public function test_a_paid_order_reduces_its_stock_once_in_repeated_checks() {
		$order = $this->create_started_order();
		$this->assertSame( 10, $this->stock() );
		$this->service->pay();
		Payment_Checker::check( $order->get_id() );
		Payment_Checker::check( $order->get_id() );
		$this->assertSame( array( 'processing', 8 ), array( $this->reload( $order )->get_status(), $this->stock() ) );
	}

	public function test_a_cash_on_delivery_order_paid_by_cedi_reduces_its_stock_once() {
		$order = $this->create_started_order();
		$order->set_payment_method( 'cod' );
		$order->save();
		WC()->payment_gateways()->payment_gateways()['cod']->process_payment( $order->get_id() );
		$this->assertSame( 8, $this->stock() );
		$this->service->pay();
		Payment_Checker::check( $order->get_id() );
		$this->assertSame( array( 'cedi_commerce', 8 ), array( $this->reload( $order )->get_payment_method(), $this->stock() ) );
	}

	public function test_a_failed_order_restores_its_stock() {
		$order = $this->create_started_order();
		// Some plugins take stock when an order is placed.
		wc_maybe_reduce_stock_levels( $order->get_id() );
		$this->assertSame( 8, $this->stock() );
		$this->service->pay( array( 'status' => 'failed' ) );
		Payment_Checker::check( $order->get_id() );
		$this->assertSame( array( 'failed', 10 ), array( $this->reload( $order )->get_status(), $this->stock() ) );
		$this->service->pay();
		Payment_Checker::check( $order->get_id() );
		$this->assertSame( array( 'processing', 8 ), array( $this->reload( $order )->get_status(), $this->stock() ), 'Who pays in the end gets it.' );
	}

	public function test_a_failed_order_releases_its_held_stock() {
		$order    = $this->create_started_order();
		$released = array();
		$watch    = static function ( $is_on ) use ( &$released ) {
			foreach ( debug_backtrace( DEBUG_BACKTRACE_IGNORE_ARGS, 8 ) as $call ) {
				if ( 'wc_release_stock_for_order' === $call['function'] ) {
					$released[] = true;
				}
			}
			return $is_on;
		};
		$this->service->expire();
		add_filter( 'woocommerce_hold_stock_for_checkout', $watch );
		Payment_Checker::check( $order->get_id() );
		remove_filter( 'woocommerce_hold_stock_for_checkout', $watch );
		$this->assertSame( 'failed', $this->reload( $order )->get_status() );
		$this->assertCount( 1, $released );
	}
}
