<?php
/**
 * Switching the plugin on and off.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Admin;

use Cedi\Commerce\Button\Products;
use Cedi\Commerce\Order\Settle_Plan;
use Cedi\Commerce\Support\Api_Key;
use Cedi\Commerce\Support\Settings;

defined( 'ABSPATH' ) || exit;

/**
 * An inactive plugin schedules nothing. After activation it checks every order that still waits.
 */
final class Plugin_Switch {
	/**
	 * Runs when the plugin is activated.
	 *
	 * @param bool $network_wide Whether it is activated for every site of a network.
	 */
	public static function on( $network_wide ) {
		Settings::activate( $network_wide );
		self::on_each(
			$network_wide,
			static function () {
				if ( 'none' === Api_Key::source() ) {
					add_option( First_Steps::OPTION, 'open', '', false );
				}
				if ( ! wp_next_scheduled( Settle_Plan::HOOK, array( Settle_Plan::ALL ) ) ) {
					wp_schedule_event( time() + MINUTE_IN_SECONDS, 'daily', Settle_Plan::HOOK, array( Settle_Plan::ALL ) );
				}
			}
		);
	}

	/**
	 * Runs when the plugin is deactivated. Open attempts stay on the orders.
	 *
	 * @param bool $network_wide Whether it is deactivated for every site of a network.
	 */
	public static function off( $network_wide ) {
		self::on_each(
			$network_wide,
			static function () {
				wp_unschedule_hook( Settle_Plan::HOOK );
				wp_unschedule_hook( Products::REFRESH );
				// After switching to a site of a network, Action Scheduler has no tables, or another site's. Actions
				// left there call nobody, and are deleted with the plugin.
				if ( function_exists( 'as_unschedule_all_actions' ) && did_action( 'init' ) && ! ( is_multisite() && ms_is_switched() ) ) {
					// Without the group: with both, Action Scheduler looks for actions without arguments, and ours have
					// one.
					as_unschedule_all_actions( Settle_Plan::HOOK );
				}
			}
		);
	}

	/**
	 * Runs a function on the site, or on every site of a network.
	 *
	 * @param bool     $network_wide Whether on every site.
	 * @param callable $act          What is done.
	 */
	private static function on_each( $network_wide, callable $act ) {
		if ( ! is_multisite() || ! $network_wide ) {
			$act();
			return;
		}
		$all = array(
			'number' => 0,
			'fields' => 'ids',
		);
		foreach ( (array) get_sites( $all ) as $id ) {
			$is_here = get_current_blog_id() === (int) $id;
			if ( ! $is_here ) {
				switch_to_blog( (int) $id );
			}
			$act();
			if ( ! $is_here ) {
				restore_current_blog();
			}
		}
	}
}
