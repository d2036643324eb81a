<?php
/**
 * Payment requests of tests.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Request\Payment_Request;
use Cedi\Commerce\Request\Payment_Requests_Page;
use Cedi\Commerce\Request\Request_Page;

/**
 * Creates payment requests as a merchant and reads them again.
 */
trait Payment_Requests {
	private function create( array $changes = array() ) {
		$this->login( class_exists( 'WooCommerce', false ) ? 'shop_manager' : 'administrator' );
		$request = Payment_Requests_Page::create(
			$changes + array(
				'order'   => '',
				'amount'  => '120.50',
				'purpose' => 'Tiles & "grout"',
				'phone'   => '+233 24 412 3789',
				'expires' => wp_date( 'Y-m-d', time() + 3 * DAY_IN_SECONDS ),
			)
		);
		wp_set_current_user( 0 );
		return $request;
	}

	private function fresh( Payment_Request $request ) {
		return Payment_Request::find( $request->id() );
	}

	private function page( $request, $problem = '' ) {
		ob_start();
		Request_Page::show( $request, $problem );
		return ob_get_clean();
	}

	private function last_body() {
		return json_decode( end( $this->service->requests )['body'], true );
	}
}
