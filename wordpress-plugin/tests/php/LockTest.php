<?php
/**
 * The lock.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Support\Lock;

final class LockTest extends TestCase {
	private function rows() {
		global $wpdb;
		return (int) $wpdb->get_var( "SELECT COUNT(*) FROM $wpdb->options WHERE option_name LIKE 'cedi_commerce_lock_%'" );
	}

	public function test_a_lock_has_one_holder_until_it_is_released() {
		$first = Lock::acquire( 'a' );
		$this->assertNotNull( $first );
		$this->assertNull( Lock::acquire( 'a' ) );
		$first->release();
		$this->assertNotNull( Lock::acquire( 'a' ) );
	}

	public function test_locks_with_different_names_are_independent() {
		$this->assertNotNull( Lock::acquire( 'a' ) );
		$this->assertNotNull( Lock::acquire( 'b' ) );
	}

	public function test_an_expired_lock_is_taken_over_once() {
		Clock::$now = 1000;
		$dead       = Lock::acquire( 'a', 60 );
		Clock::$now = 1061;
		$this->assertFalse( $dead->is_held() );
		$next = Lock::acquire( 'a', 60 );
		$this->assertNotNull( $next );
		$this->assertNull( Lock::acquire( 'a', 60 ) );
		$dead->release();
		$this->assertSame( 1, $this->rows(), 'The dead holder must not give back what is not theirs.' );
		$next->release();
		$this->assertSame( 0, $this->rows() );
	}

	public function test_a_holder_can_detect_that_its_lock_has_expired() {
		Clock::$now = 1000;
		$lock       = Lock::acquire( 'a', 60 );
		$this->assertTrue( $lock->is_held() );
		Clock::$now = 1058;
		$this->assertFalse( $lock->is_held() );
	}

	public function test_an_invalid_lock_row_does_not_count_as_free() {
		global $wpdb;
		$wpdb->insert(
			$wpdb->options,
			array(
				'option_name'  => 'cedi_commerce_lock_a',
				'option_value' => '',
				'autoload'     => 'no',
			)
		);
		$this->assertNull( Lock::acquire( 'a' ) );
	}
}
