<?php
/**
 * Installs WordPress into the site that CEDI_SITE names, and activates plugins.
 *
 * @package cedi-commerce
 */

define( 'WP_INSTALLING', true );
$_SERVER['HTTP_HOST']   = (string) parse_url( getenv( 'CEDI_URL' ), PHP_URL_HOST ) . ':' . parse_url( getenv( 'CEDI_URL' ), PHP_URL_PORT );
$_SERVER['REQUEST_URI'] = '/';
require $argv[1] . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
// Disables the mail about the new site, which tests would count.
remove_all_filters( 'pre_wp_mail' );
add_filter( 'pre_wp_mail', '__return_true' );
wp_install( 'Ama Serwaa Studio', 'admin', 'admin@example.com', true, '', 'password' );
update_option( 'permalink_structure', '/%postname%/' );
update_option( 'timezone_string', 'Africa/Accra' );
