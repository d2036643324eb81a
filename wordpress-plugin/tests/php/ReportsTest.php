<?php
/**
 * Fees and net amounts: the list of orders, WooCommerce Analytics, the reconciliation page.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Checkout\Checkout;
use Cedi\Commerce\Order\Order_Columns;
use Cedi\Commerce\Order\Payment_Checker;
use Cedi\Commerce\Reports\Analytics;
use Cedi\Commerce\Reports\Reconciliation;
use Cedi\Commerce\Reports\Reconciliation_Page;
use Cedi\Commerce\Reports\Revenue_Report;

/**
 * @group woocommerce
 */
final class ReportsTest extends TestCase {
	private function create_paid_order( $total, array $payment = array() ) {
		$order = $this->create_order( $total );
		Checkout::start( $order->get_id() );
		$this->service->pay( $payment );
		Payment_Checker::check( $order->get_id() );
		return $this->reload( $order );
	}

	private function show( $column, $order ) {
		ob_start();
		Order_Columns::show_column( $column, $order );
		return html_entity_decode( ob_get_clean(), ENT_QUOTES, 'UTF-8' );
	}

	private function find( $filter ) {
		$condition = Order_Columns::condition( $filter );
		return \Cedi\Commerce\Order\Order_Query::with_meta( $condition['key'], $condition['value'], -1 );
	}

	/**
	 * The service pays a refund.
	 */
	private function pay_refund( $order, $ref, $amount ) {
		wc_create_refund( array( 'order_id' => $order->get_id(), 'amount' => $amount, 'refund_payment' => true ) );
		$this->service->payments[ $ref ]['refunded_amount'] = (float) $amount;
		Payment_Checker::check( $order->get_id() );
	}

	public function test_the_list_shows_fee_net_network_and_reference() {
		$order = $this->create_paid_order( '45.50', array( 'fee' => 2.09, 'net' => 43.41, 'network' => 'telecel' ) );
		$seen  = array_map( function ( $column ) use ( $order ) {
			return $this->show( $column, $order );
		}, array( 'cedi_commerce', 'cedi_commerce_fee', 'cedi_commerce_net', 'cedi_commerce_network', 'cedi_commerce_ref' ) );
		$this->assertSame( array( 'paid', 'GH₵2.09', 'GH₵43.41', 'Telecel Cash', 'pay_1' ), preg_replace( '/^(?:GH)?₵/u', 'GH₵', $seen ) );
		$this->assertSame( '', $this->show( 'cedi_commerce_fee', $this->create_order( '10.00' ) ) );
		$this->assertSame( '', $this->show( 'order_total', $order ) );
	}

	public function test_an_order_of_another_method_has_no_values() {
		$order = $this->create_paid_order( '45.50' );
		$order->set_payment_method( 'cod' );
		$order->save();
		$this->assertSame( '', $this->show( 'cedi_commerce_ref', $order ) );
	}

	public function test_the_filter_finds_orders_by_state_refund_and_network() {
		$waiting = $this->create_order( '20.00' );
		Checkout::start( $waiting->get_id() );
		$paid      = $this->create_paid_order( '45.50', array( 'network' => 'mtn' ) );
		$requested = $this->create_paid_order( '30.00', array( 'network' => 'visa' ) );
		wc_create_refund( array( 'order_id' => $requested->get_id(), 'amount' => '5.00', 'refund_payment' => true ) );
		$this->assertSame( array( $waiting->get_id() ), $this->find( 'state-pending' ) );
		$this->assertSame( array( $paid->get_id(), $requested->get_id() ), $this->find( 'state-paid' ) );
		$this->assertSame( array( $requested->get_id() ), $this->find( 'refund-requested' ) );
		$this->assertSame( array( $requested->get_id() ), $this->find( 'network-visa' ) );
		$this->assertSame( array(), $this->find( 'refund-refunded' ) );
		$this->assertSame( array(), Order_Columns::condition( '' ) );
		$this->assertSame( array( 'a' => 1 ), Order_Columns::filter_orders( array( 'a' => 1 ) ) );
	}

	public function test_the_orders_report_and_its_csv_file_contain_the_values() {
		$order    = $this->create_paid_order( '45.50', array( 'fee' => 2.09, 'net' => 43.41, 'network' => 'mtn' ) );
		$expected = array( 'cedi_fee' => '2.09', 'cedi_net' => '43.41', 'cedi_network' => 'MTN MoMo', 'cedi_ref' => 'pay_1', 'cedi_refund' => '' );
		$response = Analytics::add_to_report( new \WP_REST_Response( array( 'order_id' => $order->get_id() ) ), array( 'order_id' => $order->get_id() ) );
		$this->assertSame( array( 'order_id' => $order->get_id() ) + $expected, $response->get_data() );
		$this->assertSame( array( 'status' => 'x' ) + $expected, Analytics::add_to_export( array( 'status' => 'x' ), array( 'order_id' => $order->get_id() ) ) );
		$this->assertSame( array_keys( $expected ), array_keys( Analytics::add_export_columns( array() ) ) );
		$none = $this->create_order( '10.00' );
		$this->assertSame( array( '' ), array_values( array_unique( Analytics::add_to_export( array(), array( 'order_id' => $none->get_id() ) ) ) ) );
	}

	private function revenue( array $args = array() ) {
		$interval = static function ( $day ) {
			return array( 'date_start' => "$day 00:00:00", 'date_end' => "$day 23:59:59", 'subtotals' => (object) array( 'orders_count' => 1 ) );
		};
		$results  = (object) array( 'intervals' => array( $interval( '2026-11-03' ), $interval( '2026-11-02' ), $interval( '2026-11-01' ) ) );
		return array_map( static function ( $interval ) {
			return array_values( array_intersect_key( (array) $interval['subtotals'], array( 'cedi_fee' => 1, 'cedi_net' => 1 ) ) );
		}, Revenue_Report::add_to_report( $results, $args )->intervals );
	}

	public function test_the_revenue_report_adds_up_fees_and_net_amounts_of_each_day() {
		foreach ( array( '2026-11-01 23:59:59', '2026-11-02 00:00:00', '2026-11-02 12:00:00', '2026-11-04 00:00:00' ) as $time ) {
			$order = $this->create_paid_order( '45.50', array( 'fee' => 2.09, 'net' => 43.41 ) );
			$order->set_date_paid( ( new \DateTimeImmutable( $time, wp_timezone() ) )->getTimestamp() );
			$order->save();
		}
		// The report does not count orders that were cancelled.
		$order->set_date_paid( ( new \DateTimeImmutable( '2026-11-02 12:00:00', wp_timezone() ) )->getTimestamp() );
		$order->set_status( 'cancelled' );
		$order->save();
		$other = $this->create_order( '99.00', 'processing' );
		$other->set_date_paid( ( new \DateTimeImmutable( '2026-11-02 12:00:00', wp_timezone() ) )->getTimestamp() );
		$other->save();
		$this->assertSame( array( array( '0.00', '0.00' ), array( '4.18', '86.82' ), array( '2.09', '43.41' ) ), $this->revenue() );
		$this->assertSame( array( array(), array(), array() ), $this->revenue( array( 'fields' => array( 'total_sales' ) ) ) );
	}

	public function test_the_csv_file_of_the_revenue_report_has_both_columns() {
		$this->assertSame( array( 'date' => 'Date', 'cedi_fee' => 'Fee', 'cedi_net' => 'After the fee' ), Revenue_Report::add_export_columns( array( 'date' => 'Date' ) ) );
		$item = array( 'subtotals' => (object) array( 'cedi_fee' => '2.09', 'cedi_net' => '43.41' ) );
		$this->assertSame( array( 'date' => 'x', 'cedi_fee' => '2.09', 'cedi_net' => '43.41' ), Revenue_Report::add_to_export( array( 'date' => 'x' ), $item ) );
	}

	public function test_the_months_add_up_to_the_balance_and_the_rest_is_explained() {
		$first  = $this->create_paid_order( '100.00', array( 'fee' => 4, 'net' => 96, 'paid_at' => '2026-10-31T10:00:00Z' ) );
		$second = $this->create_paid_order( '10.00', array( 'fee' => 0.85, 'net' => 9.15, 'paid_at' => '2026-11-02T10:00:00Z' ) );
		$this->pay_refund( $first, 'pay_1', '40.00' );
		wc_create_refund( array( 'order_id' => $second->get_id(), 'amount' => '5.00', 'refund_payment' => true ) );
		$lines  = Reconciliation::lines();
		$months = Reconciliation::months( $lines );
		$this->assertSame( array( 'payments' => 1, 'gross' => 10000, 'fee' => 400, 'refunds' => 0, 'net' => 9600 ), $months['2026-10'] );
		$this->assertSame( 9600 + 915 - 4000, array_sum( array_column( $months, 'net' ) ) );
		$this->service->responses['GET /api/v1/balance'] = Service::json( array( 'currency' => 'GHS', 'available' => 40.15, 'pending' => 20, 'reserved' => 10, 'as_of' => '2026-11-26T10:00:00Z' ) );
		$this->assertSame(
			array( 'available' => 4015, 'pending' => 2000, 'reserved' => 1000, 'earned' => 6515, 'difference' => 500, 'requested' => 500, 'deleted' => 0 ),
			Reconciliation::compare( $lines )
		);
	}

	public function test_the_net_amount_of_an_older_payment_is_read_from_the_order() {
		$order    = $this->create_paid_order( '45.50', array( 'fee' => 2.09, 'net' => 43.41 ) );
		$payments = \Cedi\Commerce\Order\Order_Payments::fresh( $order->get_id() );
		$payments->update_attempt( $payments->paid_attempt(), array( 'net' => null ) );
		$line = Reconciliation::lines()[0];
		$this->assertSame( array( 4550, 209, 4341 ), array( $line['gross'], $line['fee'], $line['net'] ) );
	}

	public function test_a_second_payment_and_its_refund_are_movements_too() {
		$order = $this->create_paid_order( '45.50', array( 'fee' => 2.09, 'net' => 43.41 ) );
		$this->assertSame( array( 'payment' ), array_column( Reconciliation::lines(), 'kind' ) );
		$payments = \Cedi\Commerce\Order\Order_Payments::fresh( $order->get_id() );
		$payments->update_attempt( \Cedi\Commerce\Order\Payment_Attempt::create( $order->get_id(), \Cedi\Commerce\Service\Money::of( 4550 ), '{}' ), array( 'state' => 'returned', 'ref' => 'pay_2', 'amount_received' => 4550, 'net' => 4341, 'paid_at' => time() + 5, 'last_checked_at' => time() + 9 ) );
		$lines = Reconciliation::lines();
		$this->assertSame( array( 'payment' => 4341, 'second_payment' => 4341, 'refund' => -4550 ), array_combine( array_column( $lines, 'kind' ), array_column( $lines, 'net' ) ) + array() );
	}

	public function test_the_csv_file_has_exact_amounts_and_no_formulas() {
		$this->assertSame(
			array( 'date,order,kind,gross,fee,net,network,reference', '2026-11-02 10:00:00,HYPERLINK1,payment,45.50,2.09,43.41,mtn,pay_1' ),
			Reconciliation_Page::csv_rows( array( array( 'at' => strtotime( '2026-11-02T10:00:00Z' ), 'order' => '=HYPERLINK("1")', 'kind' => 'payment', 'gross' => 4550, 'fee' => 209, 'net' => 4341, 'network' => 'mtn', 'ref' => 'pay_1' ) ) )
		);
	}

	public function test_the_page_explains_orders_that_were_paid_with_another_key() {
		$order = $this->create_paid_order( '45.50', array( 'fee' => 2.09, 'net' => 43.41 ) );
		wc_create_refund( array( 'order_id' => $order->get_id(), 'amount' => '5.00', 'refund_payment' => true ) );
		$texts = array();
		foreach ( array( 5, 0 ) as $reserved ) {
			$this->service->responses['GET /api/v1/balance'] = Service::json( array( 'currency' => 'GHS', 'available' => 0, 'pending' => 0, 'reserved' => $reserved, 'as_of' => '2026-11-26T10:00:00Z' ) );
			ob_start();
			Reconciliation_Page::show();
			$texts[] = ob_get_clean();
		}
		$this->assertStringContainsString( 'They are part of the reserved amount.', $texts[0] );
		$this->assertStringNotContainsString( 'They are part of the reserved amount.', $texts[1] );
		$this->assertStringContainsString( 'requested with another key', $texts[1] );
		$this->assertStringContainsString( 'orders paid with another key', $texts[1] );
	}

	public function test_the_page_shows_months_and_an_error_instead_of_a_balance() {
		$this->create_paid_order( '45.50', array( 'fee' => 2.09, 'net' => 43.41, 'paid_at' => '2026-11-02T10:00:00Z' ) );
		ob_start();
		Reconciliation_Page::show();
		$this->assertStringContainsString( 'November 2026', ob_get_clean() );
		$this->service->responses['GET /api/v1/balance'] = Service::connection_error();
		ob_start();
		Reconciliation_Page::show();
		$html = ob_get_clean();
		$this->assertStringContainsString( 'The payment service does not answer. Try again in a moment.', $html );
		$this->assertStringContainsString( 'November 2026', $html );
	}
}
