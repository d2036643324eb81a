<?php
/**
 * Runs every check of Plugin Check on the plugin of a site, and prints what it found as JSON.
 *
 * Its runtime checks change the site before any plugin is loaded. So this file runs twice in one process: as the script,
 * and as a must-use plugin of the site.
 *
 * @package cedi-commerce
 */

namespace Cedi\Standards;

use WordPress\Plugin_Check\Checker\Abstract_Check_Runner;
use WordPress\Plugin_Check\Checker\Runtime_Check;
use WordPress\Plugin_Check\Checker\Runtime_Environment_Setup;

if ( ! defined( 'ABSPATH' ) ) {
	$site                   = parse_url( getenv( 'CEDI_URL' ) );
	$_SERVER['HTTP_HOST']   = "{$site['host']}:{$site['port']}";
	$_SERVER['REQUEST_URI'] = '/';
	define( 'CEDI_PLUGIN_CHECK', true );
	require $argv[1] . '/wp-load.php';
	exit( Runner::report() );
}
if ( ! defined( 'CEDI_PLUGIN_CHECK' ) ) {
	return;
}

require_once WP_CONTENT_DIR . '/plugins/plugin-check/vendor/autoload.php';
// Prevents Plugin Check from installing its drop-in, which does the same for its admin page.
define( 'WP_PLUGIN_CHECK_OBJECT_CACHE_DROPIN_VERSION', 1 );

// phpcs:disable Squiz.Commenting.FunctionComment.Missing -- Plugin Check documents the interface.

/**
 * Selects all checks of every category, including experimental and runtime checks.
 */
final class Runner extends Abstract_Check_Runner {
	/**
	 * Plugin Check requests the newest WordPress version from wordpress.org, which this site cannot reach. Without it, a newer
	 * version in "Tested up to" is an error.
	 */
	const NEWEST_WORDPRESS = '7.1';

	/**
	 * The runner of this process.
	 *
	 * @var self
	 */
	private static $runner;

	/**
	 * Prepares the site before its plugins are loaded.
	 */
	public static function start() {
		self::$runner = new self();
		// Its versions store the result in one of two ways.
		add_filter(
			'pre_transient_wp_plugin_check_latest_wp_version',
			static function () {
				return self::NEWEST_WORDPRESS;
			}
		);
		add_filter(
			'pre_transient_wp_plugin_check_latest_version_info',
			static function () {
				return array( 'current' => self::NEWEST_WORDPRESS );
			}
		);
		add_action(
			'muplugins_loaded',
			static function () {
				register_shutdown_function( self::$runner->prepare() );
			}
		);
	}

	/**
	 * Runs the checks.
	 *
	 * @return string JSON: version, checks (how many), runtime (how many of them), findings.
	 */
	public static function report() {
		// Version 1.2 leaves this to its caller. It does nothing if the tables exist.
		( new Runtime_Environment_Setup() )->set_up();
		$checks   = self::$runner->get_checks_to_run();
		$result   = self::$runner->run();
		$findings = array();
		foreach ( array( $result->get_errors(), $result->get_warnings() ) as $is_warning => $files ) {
			foreach ( $files as $file => $lines ) {
				foreach ( $lines as $line => $columns ) {
					foreach ( array_merge( ...array_values( $columns ) ) as $found ) {
						$findings[] = ( $is_warning ? 'warning' : 'error' ) . " $file:$line {$found['code']}: {$found['message']}";
					}
				}
			}
		}
		$runtime = array_filter(
			$checks,
			static function ( $check ) {
				return $check instanceof Runtime_Check;
			}
		);
		return (string) wp_json_encode(
			array(
				'version'  => WP_PLUGIN_CHECK_VERSION,
				'checks'   => count( $checks ),
				'runtime'  => count( $runtime ),
				'findings' => $findings,
			)
		);
	}

	public static function is_plugin_check() {
		return true;
	}

	protected function get_plugin_param() {
		return 'cedi-commerce/cedi-commerce.php';
	}

	protected function get_slug_param() {
		return 'cedi-commerce';
	}

	protected function get_mode_param() {
		return 'new';
	}

	protected function get_check_slugs_param() {
		return array();
	}

	protected function get_check_exclude_slugs_param() {
		return array();
	}

	protected function get_categories_param() {
		return array();
	}

	protected function get_include_experimental_param() {
		return true;
	}

	protected function initialize_runtime(): array {
		$setup = new Runtime_Environment_Setup();
		$setup->set_up();
		return array_merge( parent::initialize_runtime(), array( array( $setup, 'clean_up' ) ) );
	}
}
Runner::start();
