<?php
/**
 * Loads a real WordPress with the plugin, and a fake service with programmable responses.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests {
	/**
	 * Overrides functions in the namespaces of the plugin: the tests control the time and the duration of responses, usleep() does
	 * not wait, and wp_is_serving_rest_request() and wp_get_environment_type() do not depend on constants.
	 */
	foreach ( array_map( 'basename', glob( dirname( __DIR__, 2 ) . '/includes/*', GLOB_ONLYDIR ) ) as $room ) {
		// phpcs:ignore -- functions of a namespace must be declared in that namespace; the names are those of the existing namespaces.
		eval(
			"namespace Cedi\\Commerce\\$room;
			use Cedi\\Commerce\\Tests\\Clock;
			function time() { return Clock::\$now > 0 ? Clock::\$now : \\time(); }
			function microtime( \$as_float ) { return \\microtime( \$as_float ) + Clock::\$elapsed_seconds; }
			function wp_get_environment_type() { return Clock::\$environment; }
			function usleep( \$microseconds ) { Clock::\$slept_ms += \$microseconds / 1000; }
			function wp_is_serving_rest_request() { return Clock::\$is_rest; }"
		);
	}
	unset( $room );

	/**
	 * Time of the tests, and the kind of request.
	 */
	final class Clock {
		/** @var bool */
		public static $is_rest = false;
		/** @var string Environment type of the site. */
		public static $environment = 'local';
		/** @var int Current time; 0 for the system time. */
		public static $now = 0;
		/** @var float */
		public static $slept_ms = 0;
		/** @var float Simulated duration of the responses in seconds. */
		public static $elapsed_seconds = 0.0;
	}

	// An old PHPUnit on a new PHP causes many deprecations. Loaded here, they do not affect a test.
	foreach ( array( 'PHPUnit\Framework\ExpectationFailedException', 'PHPUnit\Framework\Constraint\Constraint', 'SebastianBergmann\Exporter\Exporter', 'SebastianBergmann\Comparator\Factory', 'SebastianBergmann\Diff\Differ' ) as $class ) {
		class_exists( $class );
	}
	unset( $class );

	$_SERVER['HTTP_HOST']   = wp_cedi_host();
	$_SERVER['REQUEST_URI'] = '/';
	$GLOBALS['wp_rewrite']  = null;

	/**
	 * The host of the site.
	 */
	function wp_cedi_host() {
		return (string) preg_replace( '~^https?://~', '', (string) getenv( 'CEDI_URL' ) );
	}

	// A constant cannot be changed between tests. Only tests of http to a named host use these hosts.
	define( 'CEDI_COMMERCE_INSECURE_HOSTS', 'cedi-mock, 192.168.1.5' );

	// PHPUnit loads this file inside a function. WordPress expects this variable to be global, and would otherwise replace it.
	global $shortcode_tags;
	require getenv( 'CEDI_CORE' ) . '/wp-load.php';
	require_once ABSPATH . 'wp-admin/includes/admin.php';
	// The tests act on orders as people do on the screens.
	\Cedi\Commerce\merchant();
	require __DIR__ . '/Service.php';
	require __DIR__ . '/TestCase.php';
	require __DIR__ . '/Shop.php';
}
