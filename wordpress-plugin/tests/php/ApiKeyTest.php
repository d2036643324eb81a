<?php
/**
 * The key and the log.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Support\Api_Key;
use Cedi\Commerce\Support\Log;


final class ApiKeyTest extends TestCase {
	public function test_a_key_is_sealed_in_the_database_and_read_back() {
		$sealed = get_option( Api_Key::OPTION );
		$this->assertStringStartsWith( 'v1:', $sealed );
		$this->assertStringNotContainsString( self::KEY, $sealed . base64_decode( substr( $sealed, 3 ) ) );
		$this->assertSame( self::KEY, Api_Key::read() );
	}

	public function test_the_same_key_is_sealed_differently_each_time() {
		$first = get_option( Api_Key::OPTION );
		Api_Key::save( self::KEY );
		$this->assertNotSame( $first, get_option( Api_Key::OPTION ) );
	}

	public function test_the_sealed_key_is_not_loaded_on_every_page() {
		global $wpdb;
		$this->assertContains( $wpdb->get_var( "SELECT autoload FROM $wpdb->options WHERE option_name = 'cedi_commerce_api_key'" ), array( 'no', 'off' ) );
	}

	public function test_a_key_is_described_by_its_last_four_characters() {
		$this->assertSame(
			array(
				'source' => 'option',
				'hint'   => '9f3a',
				'state'  => 'ok',
			),
			Api_Key::describe()
		);
	}

	public function test_a_short_key_is_not_hinted_at() {
		Api_Key::save( 'sk_short1' );
		$this->assertSame( '', Api_Key::describe()['hint'] );
	}

	public function test_a_key_sealed_by_other_secrets_is_unreadable_and_not_missing() {
		$other = static function () {
			return 'other secrets of the site, because somebody changed wp-config.php';
		};
		add_filter( 'salt', $other );
		$description = Api_Key::describe();
		remove_filter( 'salt', $other );
		$this->assertSame( 'unreadable', $description['state'] );
		$this->assertSame( '', $description['hint'] );
	}

	/**
	 * @dataProvider damaged
	 */
	public function test_a_damaged_key_is_unreadable( $option ) {
		update_option( Api_Key::OPTION, $option );
		$this->assertSame( '', Api_Key::read() );
		$this->assertSame( 'unreadable', Api_Key::describe()['state'] );
	}

	public function damaged() {
		return array( array( 'sk_live_in_plain_text' ), array( 'v1:' ), array( 'v1:!!!' ), array( 'v1:' . base64_encode( str_repeat( 'x', 80 ) ) ), array( array( 'v1:' ) ) );
	}

	public function test_a_removed_key_is_gone() {
		Api_Key::delete();
		$this->assertSame( 'none', Api_Key::describe()['state'] );
	}

	/**
	 * @dataProvider lines
	 */
	public function test_the_log_holds_no_key_no_number_and_no_address( $line, $redacted ) {
		$this->assertSame( $redacted, Log::redact( $line ) );
	}

	public function lines() {
		return array(
			array( 'key ' . self::KEY . ' used', 'key [key] used' ),
			array( 'Authorization: Bearer abc.def', 'Authorization: Bearer [key]' ),
			array( 'sk_live_AbC-9 and sk_test_all', '[key] and [key]' ),
			array( 'phone 0244123789', 'phone 024***3789' ),
			array( 'phone +233 24 412 3789', 'phone +23324***3789' ),
			array( '+233244123789', '+23324***3789' ),
			array( 'kofi.boateng@example.com', '***@example.com' ),
			array( 'https://pay.example.com/pay/eyJpIjoiaW50XzEiLCJtIjoiYW1hIn0.c2ln', 'https://pay.example.com/pay/[token]' ),
			array( 'order 1044123789 pay_000001k7q2m4x9', 'order 1044123789 pay_000001k7q2m4x9' ),
		);
	}
}
