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
	public function test_a_stored_key_is_encrypted_and_can_be_decrypted() {
		$sealed = get_option( Api_Key::OPTION );
		$this->assertStringStartsWith( 'v1:', $sealed );
		$this->assertStringNotContainsString( self::KEY, $sealed . base64_decode( substr( $sealed, 3 ) ) );
		$this->assertSame( self::KEY, Api_Key::read() );
	}

	public function test_encrypting_the_same_key_twice_gives_different_values() {
		$first = get_option( Api_Key::OPTION );
		Api_Key::save( self::KEY );
		$this->assertNotSame( $first, get_option( Api_Key::OPTION ) );
	}

	public function test_the_option_with_the_encrypted_key_is_not_autoloaded() {
		global $wpdb;
		$this->assertContains( $wpdb->get_var( "SELECT autoload FROM $wpdb->options WHERE option_name = 'cedi_commerce_api_key'" ), array( 'no', 'off' ) );
	}

	public function test_a_long_key_is_described_by_its_last_four_characters() {
		$this->assertSame(
			array(
				'source' => 'option',
				'hint'   => '9f3a',
				'state'  => 'ok',
			),
			Api_Key::describe()
		);
	}

	public function test_a_short_key_has_no_hint() {
		Api_Key::save( 'sk_short1' );
		$this->assertSame( '', Api_Key::describe()['hint'] );
	}

	public function test_a_key_encrypted_with_other_secrets_is_reported_as_unreadable() {
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
	public function test_a_damaged_key_is_reported_as_unreadable( $option ) {
		update_option( Api_Key::OPTION, $option );
		$this->assertSame( '', Api_Key::read() );
		$this->assertSame( 'unreadable', Api_Key::describe()['state'] );
	}

	public function damaged() {
		return array( array( 'sk_live_in_plain_text' ), array( 'v1:' ), array( 'v1:!!!' ), array( 'v1:' . base64_encode( str_repeat( 'x', 80 ) ) ), array( array( 'v1:' ) ) );
	}

	public function test_a_deleted_key_is_reported_as_missing() {
		Api_Key::delete();
		$this->assertSame( 'none', Api_Key::describe()['state'] );
	}

	/**
	 * @dataProvider lines
	 */
	public function test_the_log_contains_no_key_phone_number_or_email_address( $line, $redacted ) {
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
			array( 'sk_issued_9f3aQ rk_other_1', '[key] [key]' ),
			array( 'key CEDI-7F3KQ-AB2CD-9XY4Z-11MNP sold', 'key [license] sold' ),
			array( 'card 4242 4242 4242 4242, 4000000000000002', 'card [card], [card]' ),
			array( 'https://pay.example.com/receipt/eyJpIjoiaW50XzEiLCJtIjoiYW1hIn0.c2ln', 'https://pay.example.com/receipt/[token]' ),
			array( 'https://shop.example/?cedi_pay=7-0123456789abcdef0123456789abcdef&x=1', 'https://shop.example/?cedi_pay=[token]&x=1' ),
			array( 'phone +233 (0)24 412 3789', 'phone +23324***3789' ),
			array( 'order 1044123789 pay_000001k7q2m4x9', 'order 1044123789 pay_000001k7q2m4x9' ),
		);
	}
}
