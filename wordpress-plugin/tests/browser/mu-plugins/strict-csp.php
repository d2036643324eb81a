<?php
/**
 * Sends a strict Content-Security-Policy with each page that is requested with ?csp=.
 *
 * @package cedi-commerce
 */

add_action(
	'send_headers',
	static function () {
		if ( isset( $_GET['csp'] ) ) {
			// WordPress adds its own styles to the page. Its scripts are not allowed.
			$service = Cedi\Commerce\Support\Settings::base_url();
			header( "Content-Security-Policy: default-src 'none'; script-src 'self' $service; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-src $service; connect-src 'self' $service; form-action 'self'" );
		}
	}
);
