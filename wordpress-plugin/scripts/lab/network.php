<?php
/**
 * Turns a site into a network.
 *
 * @package cedi-commerce
 */

$_SERVER['HTTP_HOST']   = (string) preg_replace( '~^https?://~', '', getenv( 'CEDI_URL' ) );
$_SERVER['REQUEST_URI'] = '/';
define( 'WP_INSTALLING_NETWORK', true );
require $argv[1] . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
foreach ( $wpdb->tables( 'ms_global' ) as $cedi_table => $cedi_name ) {
	$wpdb->$cedi_table = $cedi_name;
}
install_network();
$cedi_problem = populate_network( 1, $_SERVER['HTTP_HOST'], 'admin@example.com', 'Network', '/', false );
if ( is_wp_error( $cedi_problem ) && 'no_wildcard_dns' !== $cedi_problem->get_error_code() ) {
	fwrite( STDERR, $cedi_problem->get_error_message() . "\n" );
	exit( 1 );
}
