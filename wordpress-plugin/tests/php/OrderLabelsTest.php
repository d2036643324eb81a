<?php
/**
 * The texts on the order screen of WooCommerce for an order paid through the plugin.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Admin\Order_Totals;
use Cedi\Commerce\Admin\Refund_Labels;
use Cedi\Commerce\Checkout\Checkout;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Payment_Checker;
use WP_Screen;

/**
 * @group woocommerce
 */
final class OrderLabelsTest extends TestCase {
	protected function tearDown(): void {
		remove_filter( 'gettext_woocommerce', array( Refund_Labels::class, 'replace' ), 10 );
		parent::tearDown();
	}

	private function paid() {
		$order = $this->order( '45.50' );
		Checkout::start( $order->get_id() );
		$this->service->pay( array( 'fee' => 2.09, 'net' => 43.41 ) );
		Payment_Checker::check( $order->get_id() );
		return $this->again( $order );
	}

	/** The text on the screen of an order. PHP stores the parameters of a request where no test can write. */
	private function words( $order, $screen = 'shop_order' ) {
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
		$said = array_map( static function ( $text ) {
			return translate( $text, 'woocommerce' ); // phpcs:ignore
		}, $texts );
		unset( $GLOBALS['theorder'] );
		return $said;
	}

	public function test_the_refund_button_and_question_describe_a_request() {
		$said = $this->words( $this->paid() );
		$this->assertSame( array( 'Request a refund', 'Amount to request', 'Request a refund of %1$s from %2$s' ), array_slice( $said, 0, 3 ) );
		$this->assertStringContainsString( 'An operator of the payment service pays it by hand', $said[3] );
		$this->assertSame( 'Refund %s manually', $said[4] );
	}

	public function test_other_orders_and_screens_keep_the_texts_of_woocommerce() {
		$other = $this->order( '45.50' );
		$other->set_payment_method( 'cod' );
		$other->save();
		$this->assertSame( 'Refund %1$s via %2$s', $this->words( $other )[2] );
		$this->assertSame( 'Refund %1$s via %2$s', $this->words( $this->order( '45.50' ) )[2], 'Nobody has paid it by us.' );
		$this->assertSame( 'Refund %1$s via %2$s', $this->words( $this->paid(), 'edit-shop_order' )[2] );
		$this->assertSame( 'Refund %1$s via %2$s', $this->words( null )[2] );
	}

	public function test_fee_and_net_amount_are_shown_below_the_total() {
		$order = $this->paid();
		$this->assertSame( array( '2.09', '43.41' ), array( $order->get_meta( Order_Payments::FEE ), $order->get_meta( Order_Payments::NET ) ) );
		ob_start();
		Order_Totals::show( $order->get_id() );
		$html = wp_strip_all_tags( ob_get_clean() );
		$this->assertSame( 'Fee of the payment service:−GH₵2.09Paid, after the fee:GH₵43.41', $html );
		ob_start();
		Order_Totals::show( $this->order( '45.50' )->get_id() );
		$this->assertSame( '', ob_get_clean() );
	}

	/**
	 * @dataProvider strange
	 */
	public function test_an_invalid_fee_is_not_shown( array $changes ) {
		$order = $this->order( '45.50' );
		Checkout::start( $order->get_id() );
		$this->service->pay( $changes );
		Payment_Checker::check( $order->get_id() );
		$this->assertTrue( $this->again( $order )->is_paid() );
		$this->assertNull( Order_Totals::costs( $this->again( $order ) ) );
	}

	public function strange() {
		return array( array( array( 'fee' => null ) ), array( array( 'fee' => 'x', 'net' => 1 ) ), array( array( 'fee' => 1.001, 'net' => 1 ) ) );
	}
}
