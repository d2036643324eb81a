<?php
/**
 * Lock.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Support;

defined( 'ABSPATH' ) || exit;

// phpcs:disable WordPress.DB.DirectDatabaseQuery -- the number of affected rows decides; a cache would grant the lock twice.

/**
 * Mutual exclusion between requests with one row of the options table. INSERT IGNORE is atomic; the functions for options and
 * transients are not, because they read before they write.
 */
final class Lock {
	const PREFIX = 'cedi_commerce_lock_';

	/**
	 * Option name.
	 *
	 * @var string
	 */
	private $name;

	/**
	 * Option value: owner and expiry.
	 *
	 * @var string
	 */
	private $value;

	/**
	 * Creates an acquired lock.
	 *
	 * @param string $name  Option name.
	 * @param string $value Option value.
	 */
	private function __construct( $name, $value ) {
		$this->name  = $name;
		$this->value = $value;
	}

	/**
	 * Acquires the lock of an order.
	 *
	 * @param int $order_id Order ID.
	 * @param int $wait_ms  Maximum wait for another holder.
	 * @return self|null Null if another request holds the lock.
	 */
	public static function for_order( $order_id, $wait_ms = 0 ) {
		return self::acquire( "order_$order_id", 60, $wait_ms );
	}

	/**
	 * Acquires a lock.
	 *
	 * @param string $name    Name of the lock, such as order_12.
	 * @param int    $seconds Lifetime; must exceed the duration of the work.
	 * @param int    $wait_ms Maximum wait for another holder.
	 * @return self|null Null if another request holds it.
	 */
	public static function acquire( $name, $seconds = 60, $wait_ms = 0 ) {
		$deadline = microtime( true ) + (float) $wait_ms / 1000.0;
		do {
			$lock = self::try_acquire( self::PREFIX . $name, $seconds );
			if ( $lock || microtime( true ) >= $deadline ) {
				return $lock;
			}
			usleep( 50000 );
		} while ( true );
	}

	/**
	 * Tries to acquire a lock once.
	 *
	 * @param string $name    Option name.
	 * @param int    $seconds Lifetime.
	 * @return self|null
	 */
	private static function try_acquire( $name, $seconds ) {
		global $wpdb;
		$value = wp_generate_uuid4() . '|' . ( time() + $seconds );
		if ( 1 === (int) $wpdb->query( $wpdb->prepare( "INSERT IGNORE INTO $wpdb->options (option_name, option_value, autoload) VALUES (%s, %s, 'no')", $name, $value ) ) ) {
			return new self( $name, $value );
		}
		$current = (string) $wpdb->get_var( $wpdb->prepare( "SELECT option_value FROM $wpdb->options WHERE option_name = %s", $name ) );
		if ( '' === $current || (int) substr( $current, (int) strrpos( $current, '|' ) + 1 ) >= time() ) {
			return null;
		}
		// The lock has expired. Only one of several requests replaces the expired value.
		$taken = $wpdb->query( $wpdb->prepare( "UPDATE $wpdb->options SET option_value = %s WHERE option_name = %s AND option_value = %s", $value, $name, $current ) );
		return 1 === (int) $taken ? new self( $name, $value ) : null;
	}

	/**
	 * Whether this request still holds the lock. Work that exceeds its lifetime must stop.
	 */
	public function is_held() {
		return (int) substr( $this->value, (int) strrpos( $this->value, '|' ) + 1 ) > time() + 2;
	}

	/**
	 * Releases the lock, unless another request has acquired it.
	 */
	public function release() {
		global $wpdb;
		$wpdb->query( $wpdb->prepare( "DELETE FROM $wpdb->options WHERE option_name = %s AND option_value = %s", $this->name, $this->value ) );
	}
}
