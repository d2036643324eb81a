<?php
/**
 * The configuration of every site of the lab: one WordPress serves many sites, and CEDI_SITE names the folder of each.
 *
 * @package cedi-commerce
 */

$cedi_site = getenv( 'CEDI_SITE' );
if ( ! $cedi_site || ! is_dir( $cedi_site ) ) {
	exit( "CEDI_SITE does not name a folder.\n" );
}
$cedi_url = getenv( 'CEDI_URL' );
if ( is_file( $cedi_site . '/config.php' ) ) {
	require $cedi_site . '/config.php';
}
define( 'WP_CONTENT_DIR', $cedi_site . '/wp-content' );
define( 'WP_CONTENT_URL', $cedi_url . '/wp-content' );
if ( ! defined( 'MULTISITE' ) ) {
	defined( 'WP_HOME' ) || define( 'WP_HOME', $cedi_url );
	defined( 'WP_SITEURL' ) || define( 'WP_SITEURL', $cedi_url );
}
define( 'DB_DIR', $cedi_site . '/database' );
define( 'DB_FILE', 'site.sqlite' );
define( 'DB_NAME', getenv( 'CEDI_DB_NAME' ) ? getenv( 'CEDI_DB_NAME' ) : 'site' );
define( 'DB_USER', getenv( 'CEDI_DB_USER' ) ? getenv( 'CEDI_DB_USER' ) : 'root' );
define( 'DB_PASSWORD', (string) getenv( 'CEDI_DB_PASSWORD' ) );
define( 'DB_HOST', getenv( 'CEDI_DB_HOST' ) ? getenv( 'CEDI_DB_HOST' ) : 'localhost' );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'DB_COLLATE', '' );
foreach ( array( 'AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE' ) as $cedi_name ) {
	define( $cedi_name . '_KEY', "lab key of $cedi_name, for tests only, sixty-four characters long." );
	define( $cedi_name . '_SALT', "lab salt of $cedi_name, for tests only, sixty-four characters or so." );
}
define( 'WP_DEBUG', true );
define( 'WP_DEBUG_DISPLAY', false );
define( 'WP_DEBUG_LOG', $cedi_site . '/debug.log' );
// Blocks requests to other machines, such as update checks.
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'WP_ACCESSIBLE_HOSTS', '127.0.0.1,localhost' );
define( 'AUTOMATIC_UPDATER_DISABLED', true );
defined( 'DISABLE_WP_CRON' ) || define( 'DISABLE_WP_CRON', true );
define( 'WP_ENVIRONMENT_TYPE', 'local' );
$table_prefix = 'wp_';
if ( ! defined( 'ABSPATH' ) ) {
	define( 'ABSPATH', __DIR__ . '/' );
}
require_once ABSPATH . 'wp-settings.php';
