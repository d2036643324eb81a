<?php
/**
 * The first steps after activation.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Order\Payment_Checker;
use Cedi\Commerce\Settings\Setup_Checklist;
use Cedi\Commerce\Support\Api_Key;
use Cedi\Commerce\Support\Settings;
use Cedi\Commerce\Tools\Activator;

final class SetupChecklistTest extends TestCase {
	protected function tearDown(): void {
		unset( $GLOBALS['current_screen'] );
		parent::tearDown();
	}

	private function render_checklist( $screen = 'plugins' ) {
		set_current_screen( $screen );
		ob_start();
		Setup_Checklist::show();
		return ob_get_clean();
	}

	private function done() {
		return array_column( Setup_Checklist::steps(), 'is_done' );
	}

	public function test_a_new_site_shows_three_steps_to_users_who_can_set_up_the_shop() {
		Api_Key::delete();
		Activator::activate( false );
		$this->assertSame( '', $this->render_checklist(), 'There is no logged-in user.' );
		$this->login( 'author' );
		$this->assertSame( '', $this->render_checklist() );
		$this->login( 'administrator' );
		$this->assertSame( 3, substr_count( $this->render_checklist(), '<li>' ) );
		$this->assertStringContainsString( 'three steps to your first payment', $this->render_checklist( 'dashboard' ) );
		$this->assertSame( '', $this->render_checklist( 'edit-post' ) );
		delete_option( Setup_Checklist::OPTION );
		$this->assertSame( '', $this->render_checklist(), 'Somebody has seen enough.' );
	}

	public function test_a_connected_site_shows_no_checklist() {
		delete_option( Setup_Checklist::OPTION );
		Activator::activate( false );
		$this->login( 'administrator' );
		$this->assertSame( '', $this->render_checklist() );
	}

	public function test_a_completed_step_is_marked_as_done() {
		update_option( Setup_Checklist::OPTION, 'open' );
		$this->login( 'administrator' );
		Api_Key::delete();
		$this->assertSame( array( false, false, false ), $this->done() );
		$this->assertStringNotContainsString( 'Done', $this->render_checklist() );
		Api_Key::save( self::KEY );
		$this->assertSame( array( true, false, false ), $this->done() );
		$this->assertSame( 1, substr_count( $this->render_checklist(), '<strong>Done</strong>' ) );
		wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Shop', 'post_content' => '<!-- wp:cedi-commerce/buy-button {"product":"kente-tote"} /-->' ) );
		$this->assertSame( array( true, true, false ), $this->done() );
	}

	/**
	 * @group woocommerce
	 */
	public function test_the_checklist_disappears_after_the_first_payment() {
		update_option( Setup_Checklist::OPTION, 'open' );
		update_option( Settings::GATEWAY, array( 'enabled' => 'yes' ) );
		$this->login( 'administrator' );
		$this->assertSame( array( true, true, false ), $this->done() );
		$order = $this->create_order( '45.50' );
		\Cedi\Commerce\Checkout\Checkout::start( $order->get_id() );
		$this->service->pay();
		Payment_Checker::check( $order->get_id() );
		$this->assertSame( array( true, true, true ), $this->done() );
		$this->assertSame( '', $this->render_checklist() );
		$this->assertFalse( get_option( Setup_Checklist::OPTION ) );
	}
}
