<?php
/**
 * The first steps after activation.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Admin\Activator;
use Cedi\Commerce\Admin\Setup_Checklist;
use Cedi\Commerce\Order\Payment_Checker;
use Cedi\Commerce\Support\Api_Key;
use Cedi\Commerce\Support\Settings;

final class FirstStepsTest extends TestCase {
	protected function tearDown(): void {
		unset( $GLOBALS['current_screen'] );
		parent::tearDown();
	}

	private function shown( $screen = 'plugins' ) {
		set_current_screen( $screen );
		ob_start();
		Setup_Checklist::show();
		return ob_get_clean();
	}

	private function done() {
		return array_column( Setup_Checklist::steps(), 'is_done' );
	}

	public function test_a_fresh_site_is_shown_three_steps_where_merchants_look_and_nobody_else_is() {
		Api_Key::delete();
		Activator::activate( false );
		$this->assertSame( '', $this->shown(), 'Nobody is logged in.' );
		$this->login( 'author' );
		$this->assertSame( '', $this->shown() );
		$this->login( 'administrator' );
		$this->assertSame( 3, substr_count( $this->shown(), '<li>' ) );
		$this->assertStringContainsString( 'three steps to your first payment', $this->shown( 'dashboard' ) );
		$this->assertSame( '', $this->shown( 'edit-post' ) );
		delete_option( Setup_Checklist::OPTION );
		$this->assertSame( '', $this->shown(), 'Somebody has seen enough.' );
	}

	public function test_a_site_that_is_connected_already_is_shown_nothing() {
		delete_option( Setup_Checklist::OPTION );
		Activator::activate( false );
		$this->login( 'administrator' );
		$this->assertSame( '', $this->shown() );
	}

	public function test_a_step_is_ticked_when_it_is_done() {
		update_option( Setup_Checklist::OPTION, 'open' );
		$this->login( 'administrator' );
		Api_Key::delete();
		$this->assertSame( array( false, false, false ), $this->done() );
		$this->assertStringNotContainsString( 'Done', $this->shown() );
		Api_Key::save( self::KEY );
		$this->assertSame( array( true, false, false ), $this->done() );
		$this->assertSame( 1, substr_count( $this->shown(), '<strong>Done</strong>' ) );
		wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Shop', 'post_content' => '<!-- wp:cedi-commerce/buy-button {"product":"kente-tote"} /-->' ) );
		$this->assertSame( array( true, true, false ), $this->done() );
	}

	/**
	 * @group woocommerce
	 */
	public function test_the_steps_go_away_with_the_first_payment() {
		update_option( Setup_Checklist::OPTION, 'open' );
		update_option( Settings::GATEWAY, array( 'enabled' => 'yes' ) );
		$this->login( 'administrator' );
		$this->assertSame( array( true, true, false ), $this->done() );
		$order = $this->order( '45.50' );
		\Cedi\Commerce\Checkout\Checkout::start( $order->get_id() );
		$this->service->pay();
		Payment_Checker::check( $order->get_id() );
		$this->assertSame( array( true, true, true ), $this->done() );
		$this->assertSame( '', $this->shown() );
		$this->assertFalse( get_option( Setup_Checklist::OPTION ) );
	}
}
