<?php
/**
 * The texts on the order screen of WooCommerce for an order paid through the plugin.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Checkout\Checkout;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Order_Totals;
use Cedi\Commerce\Order\Payment_Checker;
use Cedi\Commerce\Refund\Refund_Labels;
use WP_Screen;

/**
 * @group woocommerce
 */
final class OrderLabelsTest extends TestCase {
	protected function tearDown(): void {
		remove_filter( 'gettext_woocommerce', array( Refund_Labels::class, 'replace' ), 10 );
		parent::tearDown();
	}

	private function create_paid_order() {
		$order = $this->create_order( '45.50' );
		Checkout::start( $order->get_id() );
		$this->service->pay( array( 'fee' => 2.09, 'net' => 43.41 ) );
		Payment_Checker::check( $order->get_id() );
		return $this->reload( $order );
	}

	/** The text on the screen of an order. PHP stores the parameters of a request where no test can write. */
	private function labels( $order, $screen = 'shop_order' ) {
		remove_filter( 'gettext_woocommerce', array( Refund_Labels::class, 'replace' ), 10 );
		$GLOBALS['theorder'] = $order;
		Refund_Labels::filter_translations( WP_Screen::get( $screen ) );
		$texts = array(
			'Refund',
			'Refund amount',
			'Refund %1$s via %2$s',
			'Are you sure you wish to process this refund? This action cannot be undone.',
			'Refund %s manually',
		);
		$labels = array_map( static function ( $text ) {
			return translate( $text, 'woocommerce' ); // phpcs:ignore
		}, $texts );
		unset( $GLOBALS['theorder'] );
		return $labels;
	}

	public function test_the_refund_button_and_question_describe_a_request() {
		$labels = $this->labels( $this->create_paid_order() );
		$this->assertSame( array( 'Request a refund', 'Amount to request', 'Request a refund of %1$s from %2$s' ), array_slice( $labels, 0, 3 ) );
		$this->assertStringContainsString( 'until the Cedi team has paid it', $labels[3] );
		$this->assertSame( 'Refund %s manually', $labels[4] );
	}

	public function test_other_orders_and_screens_keep_the_texts_of_woocommerce() {
		$other = $this->create_order( '45.50' );
		$other->set_payment_method( 'cod' );
		$other->save();
		$this->assertSame( 'Refund %1$s via %2$s', $this->labels( $other )[2] );
		$this->assertSame( 'Refund %1$s via %2$s', $this->labels( $this->create_order( '45.50' ) )[2], 'Nobody has paid it by us.' );
		$this->assertSame( 'Refund %1$s via %2$s', $this->labels( $this->create_paid_order(), 'edit-shop_order' )[2] );
		$this->assertSame( 'Refund %1$s via %2$s', $this->labels( null )[2] );
	}

	public function test_fee_and_net_amount_are_shown_below_the_total() {
		$order = $this->create_paid_order();
		$this->assertSame( array( '2.09', '43.41' ), array( $order->get_meta( Order_Payments::FEE ), $order->get_meta( Order_Payments::NET ) ) );
		ob_start();
		Order_Totals::show( $order->get_id() );
		$html = wp_strip_all_tags( ob_get_clean() );
		$this->assertSame( 'Fee of the payment service:−GH₵2.09Paid, after the fee:GH₵43.41', $html );
		ob_start();
		Order_Totals::show( $this->create_order( '45.50' )->get_id() );
		$this->assertSame( '', ob_get_clean() );
	}

	/**
	 * @dataProvider invalid_fees
	 */
	public function test_an_invalid_fee_is_not_shown( array $changes ) {
		$order = $this->create_order( '45.50' );
		Checkout::start( $order->get_id() );
		$this->service->pay( $changes );
		Payment_Checker::check( $order->get_id() );
		$this->assertTrue( $this->reload( $order )->is_paid() );
		$this->assertNull( Order_Totals::costs( $this->reload( $order ) ) );
	}

	public function invalid_fees() {
		return array( array( array( 'fee' => null ) ), array( array( 'fee' => 'x', 'net' => 1 ) ), array( array( 'fee' => 1.001, 'net' => 1 ) ) );
	}
}
