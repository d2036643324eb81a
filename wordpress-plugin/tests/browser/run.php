<?php
/**
 * Runs a piece of PHP in the test site, and prints its result as JSON.
 *
 * @package cedi-commerce
 */

$_SERVER['HTTP_HOST']   = (string) parse_url( getenv( 'CEDI_URL' ), PHP_URL_HOST ) . ':' . parse_url( getenv( 'CEDI_URL' ), PHP_URL_PORT );
$_SERVER['REQUEST_URI'] = '/';
require $argv[1] . '/wp-load.php';
wp_set_current_user( 1 );
// phpcs:ignore Squiz.PHP.Eval.Discouraged -- the tests write it.
echo json_encode( eval( $argv[2] ) );
