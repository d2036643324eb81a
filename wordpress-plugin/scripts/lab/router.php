<?php
/**
 * Router of `php -S`: files of WordPress, files of the site's wp-content, and WordPress for all other paths.
 *
 * @package cedi-commerce
 */

$cedi_path = rawurldecode( (string) parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH ) );
if ( false !== strpos( $cedi_path, '..' ) ) {
	http_response_code( 400 );
	exit;
}
$cedi_types = array(
	'css'   => 'text/css',
	'gif'   => 'image/gif',
	'html'  => 'text/html',
	'jpeg'  => 'image/jpeg',
	'jpg'   => 'image/jpeg',
	'js'    => 'text/javascript',
	'json'  => 'application/json',
	'mjs'   => 'text/javascript',
	'png'   => 'image/png',
	'svg'   => 'image/svg+xml',
	'ttf'   => 'font/ttf',
	'webp'  => 'image/webp',
	'woff'  => 'font/woff',
	'woff2' => 'font/woff2',
);
if ( 0 === strpos( $cedi_path, '/wp-content/' ) ) {
	$cedi_file = getenv( 'CEDI_SITE' ) . $cedi_path;
	$cedi_type = $cedi_types[ pathinfo( $cedi_file, PATHINFO_EXTENSION ) ] ?? null;
	if ( $cedi_type && is_file( $cedi_file ) ) {
		header( "Content-Type: $cedi_type" );
		readfile( $cedi_file );
		return true;
	}
	http_response_code( 404 );
	return true;
}
if ( is_file( $_SERVER['DOCUMENT_ROOT'] . $cedi_path ) ) {
	return false;
}
if ( is_file( $_SERVER['DOCUMENT_ROOT'] . rtrim( $cedi_path, '/' ) . '/index.php' ) && '/' !== $cedi_path ) {
	return false;
}
$_SERVER['SCRIPT_NAME']     = '/index.php';
$_SERVER['PHP_SELF']        = '/index.php';
$_SERVER['SCRIPT_FILENAME'] = $_SERVER['DOCUMENT_ROOT'] . '/index.php';
require $_SERVER['DOCUMENT_ROOT'] . '/index.php';
