<?php
/**
 * Settings in which shops differ: taxes, currencies, statuses, a closed REST API, copies of a site.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Button\Button;
use Cedi\Commerce\Button\Shortcode;
use Cedi\Commerce\Checkout\Checkout;
use Cedi\Commerce\Gateway\Checkout_Fields;
use Cedi\Commerce\Gateway\Gateway;
use Cedi\Commerce\Order\Deleted_Order_Handler;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Order_Query;
use Cedi\Commerce\Order\Order_Totals;
use Cedi\Commerce\Order\Payment_Checker;
use Cedi\Commerce\Order\Poll_Schedule;
use Cedi\Commerce\Order\Scheduled_Checks;
use Cedi\Commerce\Settings\Copied_Site_Notice;
use Cedi\Commerce\Support\Api_Key;
use Cedi\Commerce\Support\Settings;
use Cedi\Commerce\Support\Site;
use Cedi\Commerce\Tools\Site_Health;

/**
 * @group woocommerce
 */
final class ShopSettingsTest extends TestCase {
	protected function setUp(): void {
		parent::setUp();
		update_option( Settings::GATEWAY, array( 'enabled' => 'yes', 'flow' => 'popup' ) );
	}

	protected function tearDown(): void {
		remove_all_filters( 'pre_option_home' );
		set_query_var( 'order-pay', '' );
		parent::tearDown();
	}

	/**
	 * @dataProvider tax_displays
	 */
	public function test_a_button_shows_the_price_that_the_shop_displays( $include_tax, $display, $price ) {
		update_option( 'woocommerce_calc_taxes', 'yes' );
		update_option( 'woocommerce_prices_include_tax', $include_tax );
		update_option( 'woocommerce_tax_display_shop', $display );
		\WC_Tax::_insert_tax_rate( array( 'tax_rate_country' => '', 'tax_rate_state' => '', 'tax_rate' => '21.9', 'tax_rate_name' => 'VAT', 'tax_rate_priority' => 1, 'tax_rate_compound' => 0, 'tax_rate_shipping' => 1, 'tax_rate_order' => 1, 'tax_rate_class' => '' ) );
		$product = $this->create_product( array( 'name' => 'Salt & Pepper', 'regular_price' => '100.00' ) );
		$html    = Button::render( array( 'shopProduct' => $product->get_id(), 'showPrice' => true ) );
		$card    = Button::render( array( 'shopProduct' => $product->get_id(), 'variation' => 'card' ) );
		$this->login( 'author' );
		$row = $this->rest( 'GET', '/products', array( 'from' => 'shop', 'search' => (string) $product->get_id() ) )->get_data()['products'][0];
		$this->assertStringContainsString( $price, $html );
		$this->assertStringContainsString( $price, $card );
		$this->assertSame( array( $price, 'Salt & Pepper' ), array( $row['price'], $row['name'] ) );
	}

	public function tax_displays() {
		return array(
			'entered without tax, displayed with tax' => array( 'no', 'incl', '121.90' ),
			'entered with tax, displayed without tax' => array( 'yes', 'excl', '82.03' ),
			'entered and displayed with tax'          => array( 'yes', 'incl', '100.00' ),
		);
	}

	public function test_an_order_in_a_custom_payable_status_is_completed() {
		$add_status = static function ( $statuses ) {
			return $statuses + array( 'wc-quote' => 'Quote' );
		};
		$add_payable = static function ( $statuses ) {
			return array_merge( $statuses, array( 'quote' ) );
		};
		register_post_status( 'wc-quote' );
		add_filter( 'wc_order_statuses', $add_status );
		add_filter( 'woocommerce_valid_order_statuses_for_payment', $add_payable );
		$order = $this->create_order( '45.50', 'quote' );
		Checkout::start( $order->get_id() );
		$this->service->pay();
		$this->assertSame( 'paid', Payment_Checker::check( $order->get_id() )['state'] );
		$this->assertSame( 'processing', $this->reload( $order )->get_status() );
		$this->assertSame( array(), Order_Query::needing_decision( -1 ) );
		remove_filter( 'wc_order_statuses', $add_status );
		remove_filter( 'woocommerce_valid_order_statuses_for_payment', $add_payable );
	}

	public function test_the_currency_of_the_order_decides_on_the_pay_page() {
		$order = $this->create_order( '45.50' );
		update_option( 'woocommerce_currency', 'USD' );
		$this->assertFalse( ( new Gateway() )->is_available() );
		set_query_var( 'order-pay', (string) $order->get_id() );
		$this->assertTrue( ( new Gateway() )->is_available() );
		$order->set_currency( 'USD' );
		$order->save();
		update_option( 'woocommerce_currency', 'GHS' );
		$this->assertFalse( ( new Gateway() )->is_available() );
	}

	private function copy_site() {
		add_filter(
			'pre_option_home',
			static function () {
				return 'https://staging.example.com';
			}
		);
	}

	public function test_a_copy_of_the_site_sends_nothing_until_a_merchant_confirms_it() {
		$order = $this->create_order( '45.50' );
		Checkout::start( $order->get_id() );
		$this->service->pay();
		$this->copy_site();
		$request_count = count( $this->service->requests );
		Scheduled_Checks::run( $order->get_id() );
		$this->assertInstanceOf( \WP_Error::class, Checkout::start( $order->get_id() ) );
		$this->assertFalse( ( new Gateway() )->is_available() );
		$this->assertSame( array( $request_count, 'pending' ), array( count( $this->service->requests ), $this->reload( $order )->get_status() ) );
		$this->login( 'shop_manager' );
		ob_start();
		Copied_Site_Notice::show();
		$this->assertStringContainsString( 'Take test payments on this site', ob_get_clean() );
		Site::confirm();
		$this->assertSame( 'paid', Payment_Checker::check( $order->get_id() )['state'] );
	}

	public function test_a_copy_with_a_live_key_must_save_the_key_again() {
		Api_Key::save( 'sk_live_only_for_phpunit_9f3a' );
		$this->copy_site();
		$this->login( 'administrator' );
		ob_start();
		Copied_Site_Notice::show();
		$html = ob_get_clean();
		$this->assertStringContainsString( 'save the live API key again', $html );
		$this->assertStringNotContainsString( Copied_Site_Notice::ACTION, $html );
		Api_Key::save( 'sk_live_only_for_phpunit_9f3a' );
		$this->assertFalse( Site::is_copy() );
	}

	public function test_deactivation_through_the_rest_api_removes_the_schedule() {
		$order = $this->create_order( '45.50' );
		Checkout::start( $order->get_id() );
		$this->assertNotFalse( as_next_scheduled_action( Poll_Schedule::HOOK ) );
		do_action( 'rest_api_init', rest_get_server() );
		do_action( 'deactivate_cedi-commerce/cedi-commerce.php', false );
		$this->assertFalse( wp_next_scheduled( Poll_Schedule::HOOK, array( Poll_Schedule::ALL_ORDERS ) ) );
		$this->assertFalse( as_next_scheduled_action( Poll_Schedule::HOOK ) );
	}

	public function test_site_health_reports_every_kind_of_problem_with_its_count() {
		$deleted = $this->create_order( '20.00' );
		Checkout::start( $deleted->get_id() );
		$this->service->pay( array( 'status' => 'pending' ) );
		$cancelled = $this->create_order( '30.00' );
		$cancelled->set_created_via( 'admin' );
		$cancelled->save();
		Checkout::start( $cancelled->get_id() );
		$cancelled = $this->reload( $cancelled );
		$cancelled->update_status( 'cancelled' );
		$this->service->pay();
		Payment_Checker::check( $cancelled->get_id() );
		$id = $deleted->get_id();
		$this->reload( $deleted )->delete( true );
		$this->service->payments['pay_1']['status'] = 'succeeded';
		Deleted_Order_Handler::check( $id );
		$result = Site_Health::test_orders();
		$this->assertSame( 'critical', $result['status'] );
		$this->assertStringContainsString( 'Deleted orders that were paid: 1', $result['label'] );
		$this->assertStringContainsString( 'neither delivered nor refunded: 1', $result['label'] );
		$this->assertStringContainsString( '#' . $cancelled->get_id(), $result['description'] );
		$this->assertStringContainsString( 'pay_1', $result['description'] );
	}

	public function test_an_order_refunded_by_hand_and_paid_later_needs_a_decision() {
		$order = $this->create_order( '45.50' );
		Checkout::start( $order->get_id() );
		$order = $this->change_status_as_merchant( $order, 'refunded' );
		$this->service->pay();
		Payment_Checker::check( $order->get_id() );
		$this->assertSame( 'review', Order_Payments::of( $this->reload( $order ) )->decision() );
		$this->assertSame( array( $order->get_id() ), Order_Query::needing_decision( -1 ) );
	}

	public function test_the_net_amount_of_an_order_includes_its_refunds() {
		$order = $this->create_order( '45.50' );
		Checkout::start( $order->get_id() );
		$this->service->pay( array( 'fee' => 2.09, 'net' => 43.41 ) );
		Payment_Checker::check( $order->get_id() );
		$this->service->payments['pay_1']['refunded_amount'] = 10;
		Payment_Checker::check( $order->get_id() );
		$costs = Order_Totals::costs( $this->reload( $order ) );
		$this->assertSame( array( '2.09', 3341, true ), array( $costs['fee']->format(), $costs['net_pesewas'], $costs['is_refunded'] ) );
	}

	public function test_an_email_without_a_decision_has_another_subject() {
		$subjects = array();
		$collect  = static function ( $done, $mail ) use ( &$subjects ) {
			$subjects[] = $mail['subject'];
			return $done;
		};
		add_filter( 'pre_wp_mail', $collect, 5, 2 );
		$order = $this->create_order( '45.50' );
		Checkout::start( $order->get_id() );
		$order = $this->reload( $order );
		$order->set_payment_method( 'cod' );
		$order->set_payment_method_title( 'Cash on delivery' );
		$order->update_status( 'processing' );
		$this->service->pay();
		Payment_Checker::check( $order->get_id() );
		remove_filter( 'pre_wp_mail', $collect, 5 );
		$this->assertContains( "About the payment of order #{$order->get_order_number()}", $subjects );
		$this->assertSame( array(), preg_grep( '/needs a decision/', $subjects ) );
	}

	/**
	 * @dataProvider entered_values
	 */
	public function test_the_checkout_keeps_what_the_buyer_has_entered( array $form, $phone, $network ) {
		$this->assertSame( array( $phone, $network ), Checkout_Fields::values( http_build_query( $form ), '0244123789' ) );
	}

	public function entered_values() {
		return array(
			'nothing entered yet'       => array( array( 'billing_city' => 'Accra' ), '0244123789', '' ),
			'another number'            => array( array( 'cedi_commerce_phone' => '0201234567', 'cedi_commerce_network' => 'telecel' ), '0201234567', 'telecel' ),
			'the number was removed'    => array( array( 'cedi_commerce_phone' => '', 'cedi_commerce_network' => '' ), '', '' ),
			'an array instead of a text' => array( array( 'cedi_commerce_phone' => array( 'x' ) ), '0244123789', '' ),
		);
	}

	public function test_a_total_below_the_minimum_states_the_minimum() {
		$order = $this->create_order( '0.50' );
		set_query_var( 'order-pay', (string) $order->get_id() );
		$this->assertFalse( ( new Gateway() )->is_available() );
		$message = apply_filters( 'woocommerce_no_available_payment_methods_message', 'No methods.' );
		$this->assertStringContainsString( 'between GH₵1.00', $message );
		remove_all_filters( 'woocommerce_no_available_payment_methods_message' );
	}

	/**
	 * @dataProvider contents
	 */
	public function test_a_shortcode_between_blocks_is_wrapped( $before, $after, $is_wrapped ) {
		$button  = Button::render( array( 'handle' => 'ama', 'product' => 'kente-tote' ) );
		$wrapped = '<div class="wp-block-cedi-commerce-buy-button is-layout-flex">' . $button . '</div>';
		$this->assertSame( $before . ( $is_wrapped ? $wrapped : $button ) . $after, Shortcode::wrap( $before . $button . $after ) );
	}

	public function contents() {
		return array(
			'alone'                        => array( '', '', true ),
			'on its own line'              => array( "<p>One</p>\n\n", "\n\n<p>Two</p>", true ),
			'between paragraphs'           => array( '<p>One</p>', '<p>Two</p>', true ),
			'in a column'                  => array( '<div class="wp-block-column">', '</div>', true ),
			'after a heading with spaces'  => array( '<h2>One</h2> ', ' <ul><li>Two</li></ul>', true ),
			'inside a sentence'            => array( '<p>Buy ', ' now</p>', false ),
			'in a paragraph of its own'    => array( '<p>', '</p>', false ),
			'between comments of blocks'   => array( '<!-- /wp:paragraph -->', '<!-- wp:paragraph -->', true ),
		);
	}
}
