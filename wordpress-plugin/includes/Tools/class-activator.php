<?php
/**
 * Activation and deactivation.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tools;

use Cedi\Commerce\Button\Products;
use Cedi\Commerce\Order\Poll_Schedule;
use Cedi\Commerce\Request\Request_Checkout;
use Cedi\Commerce\Settings\Setup_Checklist;
use Cedi\Commerce\Support\Api_Key;
use Cedi\Commerce\Support\Settings;
use const Cedi\Commerce\FILE;

defined( 'ABSPATH' ) || exit;

/**
 * Schedules the checks on activation and removes them on deactivation.
 */
final class Activator {
	/**
	 * Adds the hooks: on screens, in commands and through the REST API.
	 */
	public static function add() {
		add_action( 'activate_' . plugin_basename( FILE ), array( self::class, 'activate' ) );
		add_action( 'deactivate_' . plugin_basename( FILE ), array( self::class, 'deactivate' ) );
	}

	/**
	 * Runs when the plugin is activated.
	 *
	 * @param bool $network_wide Whether it is activated for every site of a network.
	 */
	public static function activate( $network_wide ) {
		Settings::activate( $network_wide );
		self::for_each_site(
			$network_wide,
			static function () {
				if ( 'none' === Api_Key::source() ) {
					add_option( Setup_Checklist::OPTION, 'open', '', false );
				}
				if ( ! wp_next_scheduled( Poll_Schedule::HOOK, array( Poll_Schedule::ALL_ORDERS ) ) ) {
					wp_schedule_event( time() + MINUTE_IN_SECONDS, 'daily', Poll_Schedule::HOOK, array( Poll_Schedule::ALL_ORDERS ) );
				}
			}
		);
	}

	/**
	 * Runs when the plugin is deactivated. Open attempts stay on the orders.
	 *
	 * @param bool $network_wide Whether it is deactivated for every site of a network.
	 */
	public static function deactivate( $network_wide ) {
		self::for_each_site(
			$network_wide,
			static function () {
				wp_unschedule_hook( Poll_Schedule::HOOK );
				wp_unschedule_hook( Products::REFRESH );
				wp_unschedule_hook( Request_Checkout::HOOK );
				// After switch_to_blog(), Action Scheduler has no tables or those of another site. Remaining actions have no
				// callback and are deleted when the plugin is uninstalled.
				if ( function_exists( 'as_unschedule_all_actions' ) && did_action( 'init' ) && ! ( is_multisite() && ms_is_switched() ) ) {
					// Without the group: with a group, Action Scheduler matches only actions without arguments.
					as_unschedule_all_actions( Poll_Schedule::HOOK );
				}
			}
		);
	}

	/**
	 * Runs a function on the site, or on every site of a network.
	 *
	 * @param bool     $network_wide Whether to run it on every site.
	 * @param callable $callback     Function.
	 */
	private static function for_each_site( $network_wide, callable $callback ) {
		if ( ! is_multisite() || ! $network_wide ) {
			$callback();
			return;
		}
		$query = array(
			'number' => 0,
			'fields' => 'ids',
		);
		foreach ( (array) get_sites( $query ) as $id ) {
			$is_current = get_current_blog_id() === (int) $id;
			if ( ! $is_current ) {
				switch_to_blog( (int) $id );
			}
			$callback();
			if ( ! $is_current ) {
				restore_current_blog();
			}
		}
	}
}
