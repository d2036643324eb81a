<?php
/**
 * Unexpected payments are reported to the merchant by email, by a notice with one action, and by a count.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Checkout\Checkout;
use Cedi\Commerce\Order\Decision_Notice;
use Cedi\Commerce\Order\Deleted_Order_Handler;
use Cedi\Commerce\Order\Merchant_Notices;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Order_Query;
use Cedi\Commerce\Order\Payment_Checker;
use Cedi\Commerce\Order\Poll_Schedule;
use Cedi\Commerce\Order\Scheduled_Checks;
use Cedi\Commerce\Support\Settings;
use Cedi\Commerce\Tools\Site_Health;

/**
 * @group woocommerce
 */
final class DecisionTest extends TestCase {
	/**
	 * Emails about decisions, sent to the merchant.
	 */
	private $emails = array();

	protected function setUp(): void {
		parent::setUp();
		$this->emails = array();
	}

	public function capture_mail( $done, $mail ) {
		if ( preg_match( '/decision|About the payment/', $mail['subject'] ) ) {
			$this->emails[] = $mail;
		}
		return parent::capture_mail( $done, $mail );
	}

	private function pay_after( callable $change ) {
		$order = $this->create_order( '45.50' );
		Checkout::start( $order->get_id() );
		$order = $this->reload( $order );
		$change( $order );
		$order->save();
		$this->service->pay();
		Payment_Checker::check( $order->get_id() );
		return $this->reload( $order );
	}

	public function unexpected_payments() {
		return array(
			'paid after it was cancelled' => array(
				static function ( $order ) {
					$order->update_status( 'cancelled' );
				},
				'review',
				'cancelled',
				'Deliver the order',
				'processing',
			),
			'the total was changed'       => array(
				static function ( $order ) {
					$order->set_total( '50.00' );
				},
				'mismatch',
				'on-hold',
				'Take the payment as it is, and deliver',
				'processing',
			),
			'the currency was changed'    => array(
				static function ( $order ) {
					$order->set_currency( 'USD' );
				},
				'mismatch',
				'on-hold',
				'Take the payment as it is, and deliver',
				'processing',
			),
			'paid a second time'          => array(
				static function ( $order ) {
					$order->set_payment_method( 'stripe' );
					$order->payment_complete( 'ch_1' );
				},
				'duplicate',
				'processing',
				'Ask for the refund of the second payment',
				'processing',
			),
		);
	}

	/**
	 * @dataProvider unexpected_payments
	 */
	public function test_an_unexpected_payment_is_reported_by_email_notice_and_count( $change, $decision, $status, $button, $status_after_resolving ) {
		$order = $this->pay_after( $change );
		$this->assertSame( array( $decision, $status ), array( Order_Payments::of( $order )->decision(), $order->get_status() ) );
		$this->assertCount( 1, $this->emails );
		$this->assertSame( get_option( 'admin_email' ), $this->emails[0]['to'] );
		$this->assertSame( "Payment needs a decision: order #{$order->get_id()}", $this->emails[0]['subject'] );
		$this->assertStringContainsString( 'pay_1', $this->emails[0]['message'] );
		$this->assertStringContainsString( $order->get_edit_order_url(), html_entity_decode( $this->emails[0]['message'], ENT_QUOTES, 'UTF-8' ) );
		$this->assertSame( 1, (int) get_option( Merchant_Notices::OPTION ) );
		$this->assertArrayHasKey( Decision_Notice::VIEW, Decision_Notice::add_view( array() ) );
		$this->assertStringContainsString( $button, $this->notice( $order ) );
		Payment_Checker::check( $order->get_id() );
		$this->assertCount( 1, $this->emails, 'The merchant is notified once.' );

		Decision_Notice::resolve( (string) $order->get_id() );
		$order = $this->reload( $order );
		$this->assertSame( array( '', $status_after_resolving ), array( Order_Payments::of( $order )->decision(), $order->get_status() ) );
		$this->assertSame( 0, (int) get_option( Merchant_Notices::OPTION ) );
		$this->assertSame( array(), Decision_Notice::add_view( array() ) );
		$this->assertSame( '', $this->notice( $order ) );
		$this->assertSame( 'duplicate' === $decision ? 1 : 0, $this->service->count( 'POST /api/v1/refunds' ) );
	}

	/**
	 * Returns the text of the notice on the screen of an order.
	 */
	private function notice( $order ) {
		$this->login( 'administrator' );
		set_current_screen( 'shop_order' );
		$texts = new \ReflectionMethod( Decision_Notice::class, 'texts' );
		$texts->setAccessible( true );
		$payments = Order_Payments::of( $order );
		$text     = '' === $payments->decision() ? '' : implode( ' ', $texts->invoke( null, $payments ) );
		set_current_screen( 'front' );
		unset( $GLOBALS['current_screen'] );
		wp_set_current_user( 0 );
		return $text;
	}

	public function test_an_overpaid_order_needs_a_decision_until_all_money_is_returned() {
		Clock::$now = time();
		update_option( Settings::GATEWAY, array( 'enabled' => 'yes' ) );
		$order = $this->pay_after(
			static function ( $order ) {
				$order->set_total( '20.00' );
			}
		);
		$id    = $order->get_id();
		$this->assertStringContainsString( 'refund the other GH₵25.50 of the payment pay_1 in the merchant portal', $this->notice( $order ) );
		wc_create_refund( array( 'order_id' => $id, 'amount' => '20.00', 'refund_payment' => true ) );
		$this->assertSame( 'mismatch', Order_Payments::of( $this->reload( $order ) )->decision() );
		$this->service->payments['pay_1']['refunded_amount'] = 20;
		Scheduled_Checks::run( $id );
		$order = $this->reload( $order );
		$this->assertSame( array( 'mismatch', 'on-hold', array( $id ) ), array( Order_Payments::of( $order )->decision(), $order->get_status(), Order_Query::needing_decision( -1 ) ) );
		$this->assertStringContainsString( 'GH₵25.50', $this->notice( $order ) );
		// A refund in the portal is noticed by the daily check.
		$this->service->payments['pay_1']['refunded_amount'] = 45.5;
		Clock::$now = (int) as_next_scheduled_action( Poll_Schedule::HOOK, array( $id ), Poll_Schedule::GROUP );
		$this->assertLessThanOrEqual( time() + DAY_IN_SECONDS, Clock::$now );
		Scheduled_Checks::run( $id );
		$order = $this->reload( $order );
		$this->assertSame( array( '', 'refunded', array() ), array( Order_Payments::of( $order )->decision(), $order->get_status(), Order_Query::needing_decision( -1 ) ) );
	}

	public function test_setting_an_overpaid_order_to_refunded_does_not_end_the_decision() {
		$order = $this->pay_after(
			static function ( $order ) {
				$order->set_total( '20.00' );
			}
		);
		$order = $this->change_status_as_merchant( $order, 'refunded' );
		$this->assertSame( 'mismatch', Order_Payments::of( $order )->decision() );
	}

	public function test_a_merchant_can_change_and_disable_the_email() {
		$mail = WC()->mailer()->get_emails()[ Merchant_Notices::EMAIL ];
		$this->assertArrayHasKey( 'recipient', $mail->form_fields );
		$this->save_email_settings( array( 'subject' => 'Look at {order_number}: decision' ) );
		$this->pay_after( $this->unexpected_payments()['paid after it was cancelled'][0] );
		$this->assertStringStartsWith( 'Look at #', $this->emails[0]['subject'] );
		$this->save_email_settings( array( 'enabled' => 'no' ) );
		$this->emails = array();
		$order      = $this->pay_after( $this->unexpected_payments()['paid after it was cancelled'][0] );
		$this->save_email_settings( null );
		$this->assertSame( array(), $this->emails );
		$this->assertStringContainsString( 'already in the status', $this->notes( $order ) );
	}

	/**
	 * Saves the settings of the email, as a merchant does. WooCommerce reads them once per request, so this constructs the email
	 * again to simulate the next request.
	 */
	private function save_email_settings( $settings ) {
		$option = Settings::DECISION_EMAIL;
		null === $settings ? delete_option( $option ) : update_option( $option, $settings );
		WC()->mailer()->get_emails()[ Merchant_Notices::EMAIL ]->__construct();
	}

	public function test_the_settings_that_pages_read_exist_and_are_autoloaded() {
		$mails = WC()->mailer()->get_emails();
		$this->assertSame( Settings::DECISION_EMAIL, "woocommerce_{$mails[ Merchant_Notices::EMAIL ]->id}_settings" );
		$this->assertSame( array(), array_diff( array( Settings::OPTION, Settings::GATEWAY, Settings::DECISION_EMAIL, 'cedi_commerce_site' ), array_keys( wp_load_alloptions() ) ) );
	}

	public function test_the_email_is_sent_if_a_page_has_created_the_others_without_it() {
		$mailer = WC()->mailer();
		unset( $mailer->emails[ Merchant_Notices::EMAIL ] );
		$this->pay_after( $this->unexpected_payments()['paid after it was cancelled'][0] );
		$this->assertCount( 1, $this->emails );
	}

	public function test_a_failing_email_does_not_stop_the_payment() {
		$attempt_count  = 0;
		$broken = static function ( $done, $mail ) use ( &$attempt_count ) {
			if ( false === strpos( $mail['subject'], 'decision' ) ) {
				return $done;
			}
			++$attempt_count;
			throw new \Error( 'No mail server.' );
		};
		add_filter( 'pre_wp_mail', $broken, 1, 2 );
		try {
			$order = $this->pay_after( $this->unexpected_payments()['the total was changed'][0] );
		} finally {
			remove_filter( 'pre_wp_mail', $broken, 1 );
		}
		$this->assertSame( array( 1, 'on-hold' ), array( $attempt_count, $order->get_status() ) );
	}

	/**
	 * Deletes an order permanently, as the admin screen does.
	 */
	private function delete( $order ) {
		$id = $order->get_id();
		$order->delete( true );
		wp_cache_flush();
		$this->assertFalse( wc_get_order( $id ) );
		return $id;
	}

	public function test_a_payment_for_a_deleted_order_is_reported_with_reference_amount_and_buyer() {
		$order = $this->create_order( '45.50' );
		Checkout::start( $order->get_id() );
		$id  = $this->delete( $order );
		$ref = $this->service->pay();
		$this->assertNotFalse( as_next_scheduled_action( Poll_Schedule::HOOK, array( $id ), Poll_Schedule::GROUP ) );
		Scheduled_Checks::run( $id );
		$this->assertCount( 1, $this->emails );
		foreach ( array( "#$id", $ref, 'GH₵45.50', 'kofi@example.com' ) as $part ) {
			$this->assertStringContainsString( $part, $this->emails[0]['message'] );
			$this->assertStringContainsString( $part, Site_Health::test_orders()['description'] );
		}
		$this->assertSame( 'critical', Site_Health::test_orders()['status'] );
		Scheduled_Checks::run( $id );
		$this->assertCount( 1, $this->emails, 'The merchant is notified once.' );
		$this->service->payments[ $ref ]['refunded_amount'] = 45.5;
		Scheduled_Checks::run( Poll_Schedule::ALL_ORDERS );
		$this->assertSame( 'good', Site_Health::test_orders()['status'] );
		$this->assertSame( array(), Deleted_Order_Handler::all() );
	}

	public function test_a_deleted_order_that_was_never_paid_is_removed() {
		$order = $this->create_order( '45.50' );
		Checkout::start( $order->get_id() );
		$id = $this->delete( $order );
		$this->assertCount( 1, Deleted_Order_Handler::all() );
		$this->service->expire();
		Scheduled_Checks::run( $id );
		$this->assertSame( array(), Deleted_Order_Handler::all() );
		$this->assertSame( array(), $this->emails );
	}

	public function test_an_order_deleted_during_a_check_is_still_tracked() {
		$order = $this->create_order( '45.50' );
		Checkout::start( $order->get_id() );
		$ref = $this->service->pay();
		$this->service->responses['GET /checkout/status'] = function () use ( $order ) {
			unset( $this->service->responses['GET /checkout/status'] );
			wc_get_order( $order->get_id() )->delete( true );
			return null;
		};
		$this->assertSame( 'none', Payment_Checker::check( $order->get_id() )['state'] );
		Scheduled_Checks::run( $order->get_id() );
		$this->assertStringContainsString( $ref, $this->emails[0]['message'] );
	}

	public function test_an_order_deleted_just_after_its_payment_is_reported() {
		Clock::$now = time();
		$order      = $this->create_order( '45.50' );
		Checkout::start( $order->get_id() );
		$ref = $this->service->pay();
		Payment_Checker::check( $order->get_id() );
		$this->assertSame( array( 'processing', array() ), array( $this->reload( $order )->get_status(), $this->emails ) );
		// The merchant's screen still shows that the order waits for payment.
		Clock::$now += 60;
		$id          = $this->delete( $order );
		Scheduled_Checks::run( $id );
		$this->assertCount( 1, $this->emails );
		$this->assertStringContainsString( $ref, $this->emails[0]['message'] );
		$this->service->payments[ $ref ]['refunded_amount'] = 45.5;
		Scheduled_Checks::run( Poll_Schedule::ALL_ORDERS );
		$this->assertSame( array(), Deleted_Order_Handler::all() );
	}

	public function test_deleting_an_order_that_was_paid_long_ago_reports_nothing() {
		Clock::$now = time();
		$order      = $this->create_order( '45.50' );
		Checkout::start( $order->get_id() );
		$this->service->pay();
		Payment_Checker::check( $order->get_id() );
		Clock::$now += DAY_IN_SECONDS;
		Scheduled_Checks::run( $this->delete( $order ) );
		$this->assertSame( array( array(), array() ), array( $this->emails, Deleted_Order_Handler::all() ) );
	}

	public function test_erasing_a_buyer_also_erases_deleted_orders() {
		$order = $this->create_order( '45.50' );
		Checkout::start( $order->get_id() );
		$id = $this->delete( $order );
		$this->service->pay();
		Scheduled_Checks::run( $id );
		\Cedi\Commerce\Tools\Privacy::erase( 'Kofi@example.com' );
		$this->assertStringNotContainsString( 'kofi', wp_json_encode( Deleted_Order_Handler::all() ) );
		$this->assertCount( 1, Deleted_Order_Handler::paid(), 'The money is still there.' );
	}

	public function test_a_payment_stuck_for_more_than_a_day_is_reported_once_with_advice() {
		Clock::$now = time();
		$order      = $this->create_order( '45.50' );
		Checkout::start( $order->get_id() );
		$ref = $this->service->pay( array( 'status' => 'pending' ) );
		Payment_Checker::check( $order->get_id() );
		Clock::$now += DAY_IN_SECONDS - 60;
		Payment_Checker::check( $order->get_id() );
		$this->assertSame( array( array(), 'good' ), array( $this->emails, Site_Health::test_orders()['status'] ) );
		Clock::$now += 120;
		Payment_Checker::check( $order->get_id() );
		Payment_Checker::check( $order->get_id() );
		$this->assertCount( 1, $this->emails );
		$this->assertStringContainsString( "The payment $ref of GH₵45.50 is still being approved", $this->notes( $order ) );
		$this->assertStringContainsString( 'cancel the order', Site_Health::test_orders()['description'] );
		$this->service->payments[ $ref ]['status'] = 'succeeded';
		Payment_Checker::check( $order->get_id() );
		$this->assertSame( array( 'processing', 'good' ), array( $this->reload( $order )->get_status(), Site_Health::test_orders()['status'] ) );
	}

	public function test_a_payment_for_an_order_in_the_trash_is_reported_and_resolved() {
		$order = $this->create_order( '45.50' );
		Checkout::start( $order->get_id() );
		$this->reload( $order )->delete();
		wp_cache_flush();
		$this->service->pay();
		Scheduled_Checks::run( $order->get_id() );
		$this->assertCount( 1, $this->emails );
		$order = $this->reload( $order );
		$this->assertMatchesRegularExpression( '~/wp-admin/(edit\.php\?post_type=shop_order&post_status=trash|admin\.php\?page=wc-orders&status=trash)$~', Merchant_Notices::order_url( $order ) );
		$this->assertStringContainsString( Merchant_Notices::order_url( $order ), html_entity_decode( $this->emails[0]['message'], ENT_QUOTES, 'UTF-8' ) );
		$this->login( 'administrator' );
		set_current_screen( 'edit-shop_order' );
		ob_start();
		Decision_Notice::show();
		$html = ob_get_clean();
		set_current_screen( 'front' );
		unset( $GLOBALS['current_screen'] );
		$this->assertStringContainsString( "Order #{$order->get_id()} is in the trash.", $html );
		Decision_Notice::resolve( (string) $order->get_id() );
		$order = $this->reload( $order );
		$this->assertSame( array( 'processing', '' ), array( $order->get_status(), Order_Payments::of( $order )->decision() ) );
		$this->assertStringContainsString( 'already in the status', $this->notes( $order ), 'The notes are restored too.' );
	}

	public function test_a_deleted_order_with_an_open_decision_is_reported() {
		Clock::$now  = time();
		$order       = $this->pay_after( $this->unexpected_payments()['the total was changed'][0] );
		Clock::$now += DAY_IN_SECONDS;
		Scheduled_Checks::run( $this->delete( $order ) );
		$this->assertStringContainsString( 'The payment pay_1 of GH₵45.50', current( Deleted_Order_Handler::paid() )['message'] );
	}
}
