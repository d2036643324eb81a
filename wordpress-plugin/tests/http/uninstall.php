<?php
/**
 * Deletes the plugin as WordPress does, and prints the remaining rows.
 *
 * @package cedi-commerce
 */

$_SERVER['HTTP_HOST']   = (string) preg_replace( '~^https?://~', '', getenv( 'CEDI_URL' ) );
$_SERVER['REQUEST_URI'] = '/';
$_SERVER['REMOTE_ADDR'] = '127.0.0.1';
require $argv[1] . '/wp-load.php';

/**
 * Counts the rows of the plugin in the database, on every site.
 *
 * @return string[]
 */
function cedi_rows() {
	global $wpdb;
	$found = array();
	foreach ( is_multisite() ? get_sites( array( 'fields' => 'ids' ) ) : array( 1 ) as $site ) {
		if ( is_multisite() ) {
			switch_to_blog( $site );
		}
		$like  = "option_name LIKE '%cedi%' OR ( option_name = 'cron' AND option_value LIKE '%cedi%' )";
		$found = array_merge( $found, $wpdb->get_col( "SELECT option_name FROM $wpdb->options WHERE $like" ) );
		// The double stores actions as posts, and keeps cancelled ones. The real one has rows, which are deleted.
		$found = array_merge( $found, $wpdb->get_col( "SELECT post_title FROM $wpdb->posts WHERE post_status = 'pending' AND post_type = 'scheduled-action' AND post_title LIKE '%cedi%'" ) );
		$found = array_merge( $found, $wpdb->get_col( "SELECT post_type FROM $wpdb->posts WHERE post_type LIKE 'cedi%'" ) );
		$found = array_merge( $found, $wpdb->get_col( "SELECT meta_key FROM $wpdb->usermeta WHERE meta_key LIKE '%cedi%'" ) );
		if ( is_multisite() ) {
			restore_current_blog();
		}
	}
	return $found;
}

if ( is_multisite() ) {
	require_once ABSPATH . 'wp-admin/includes/admin.php';
	wpmu_create_blog( $_SERVER['HTTP_HOST'], '/second/', 'Second', 1 );
}
foreach ( is_multisite() ? get_sites( array( 'fields' => 'ids' ) ) : array( 1 ) as $cedi_site ) {
	if ( is_multisite() ) {
		switch_to_blog( $cedi_site );
	}
	Cedi\Commerce\Support\Api_Key::save( 'sk_test_to_be_forgotten' );
	Cedi\Commerce\Support\Lock::acquire( "left_$cedi_site" );
	Cedi\Commerce\Button\Products::all( true );
	wp_schedule_single_event( time() + 60, 'cedi_commerce_check_payment', array( 1 ) );
	Cedi\Commerce\Request\Payment_Request::create( Cedi\Commerce\Service\Money::of( 500 ), 'Tiles', '0244123789', time() + 60 );
	wp_schedule_single_event( time() + 60, 'cedi_commerce_check_request', array( 1 ) );
	if ( function_exists( 'as_schedule_single_action' ) && is_main_site() ) {
		as_schedule_single_action( time() + 60, 'cedi_commerce_check_payment', array( 2 ), 'cedi-commerce' );
	}
	if ( is_multisite() ) {
		restore_current_blog();
	}
}
$cedi_before = cedi_rows();
define( 'WP_UNINSTALL_PLUGIN', 'cedi-commerce/cedi-commerce.php' );
require WP_PLUGIN_DIR . '/cedi-commerce/uninstall.php';
wp_cache_flush();
// WordPress itself removes the plugin from the list of active plugins.
echo wp_json_encode(
	array(
		'before' => count( $cedi_before ),
		'after'  => cedi_rows(),
		'sites'  => is_multisite() ? get_sites( array( 'count' => true ) ) : 1,
	)
);
