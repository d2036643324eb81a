<?php
/**
 * A lock that only one request holds.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Support;

defined( 'ABSPATH' ) || exit;

// phpcs:disable WordPress.DB.DirectDatabaseQuery -- the affected rows are the lock; a cache would hand it out twice.

/**
 * One row of the options table, made by INSERT IGNORE: the database decides who was first. WordPress's options and
 * transients cannot, because they read before they write.
 */
final class Lock {
	const PREFIX = 'cedi_commerce_lock_';

	/**
	 * What is locked, such as settle_12.
	 *
	 * @var string
	 */
	private $name;

	/**
	 * The row's value while it is ours: owner and expiry.
	 *
	 * @var string
	 */
	private $value;

	/**
	 * Only acquire() makes locks.
	 *
	 * @param string $name  What is locked.
	 * @param string $value What the row holds.
	 */
	private function __construct( $name, $value ) {
		$this->name  = $name;
		$this->value = $value;
	}

	/**
	 * Takes a lock.
	 *
	 * @param string $name      What is locked, such as settle_12.
	 * @param int    $seconds   How long it is held at most: longer than the work behind it can take.
	 * @param int    $wait_ms   How long to wait for another holder.
	 * @return self|null The lock; null when somebody else holds it.
	 */
	public static function acquire( $name, $seconds = 60, $wait_ms = 0 ) {
		$until = microtime( true ) + (float) $wait_ms / 1000.0;
		do {
			$lock = self::attempt( self::PREFIX . $name, $seconds );
			if ( $lock || microtime( true ) >= $until ) {
				return $lock;
			}
			usleep( 50000 );
		} while ( true );
	}

	/**
	 * Tries once.
	 *
	 * @param string $name    The row.
	 * @param int    $seconds How long it is held at most.
	 * @return self|null The lock.
	 */
	private static function attempt( $name, $seconds ) {
		global $wpdb;
		$value = wp_generate_uuid4() . '|' . ( time() + $seconds );
		if ( 1 === (int) $wpdb->query( $wpdb->prepare( "INSERT IGNORE INTO $wpdb->options (option_name, option_value, autoload) VALUES (%s, %s, 'no')", $name, $value ) ) ) {
			return new self( $name, $value );
		}
		$held = (string) $wpdb->get_var( $wpdb->prepare( "SELECT option_value FROM $wpdb->options WHERE option_name = %s", $name ) );
		if ( '' === $held || (int) substr( $held, (int) strrpos( $held, '|' ) + 1 ) >= time() ) {
			return null;
		}
		// Its holder died. Of all who see this, only one replaces the value that it saw.
		$taken = $wpdb->query( $wpdb->prepare( "UPDATE $wpdb->options SET option_value = %s WHERE option_name = %s AND option_value = %s", $value, $name, $held ) );
		return 1 === (int) $taken ? new self( $name, $value ) : null;
	}

	/**
	 * Whether the lock is still ours: work that took longer than the lock lasts must not go on.
	 */
	public function is_held() {
		return (int) substr( $this->value, (int) strrpos( $this->value, '|' ) + 1 ) > time() + 2;
	}

	/**
	 * Gives the lock back; does nothing when it is somebody else's by now.
	 */
	public function release() {
		global $wpdb;
		$wpdb->query( $wpdb->prepare( "DELETE FROM $wpdb->options WHERE option_name = %s AND option_value = %s", $this->name, $this->value ) );
	}
}
