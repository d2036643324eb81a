<?php
/**
 * Activates plugins of the site that CEDI_SITE names, in the order in which they are named.
 *
 * @package cedi-commerce
 */

$_SERVER['HTTP_HOST']   = (string) parse_url( getenv( 'CEDI_URL' ), PHP_URL_HOST ) . ':' . parse_url( getenv( 'CEDI_URL' ), PHP_URL_PORT );
$_SERVER['REQUEST_URI'] = '/';
define( 'WP_ADMIN', true );
require $argv[1] . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/plugin.php';
foreach ( array_slice( $argv, 2 ) as $cedi_plugin ) {
	$cedi_problem = activate_plugin( $cedi_plugin );
	if ( is_wp_error( $cedi_problem ) ) {
		fwrite( STDERR, $cedi_plugin . ': ' . $cedi_problem->get_error_message() . "\n" );
		exit( 1 );
	}
}
flush_rewrite_rules();
