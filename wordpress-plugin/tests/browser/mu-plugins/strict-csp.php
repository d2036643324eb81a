<?php
/**
 * Sends a strict Content-Security-Policy with each page that is asked for with ?csp=, for the tests.
 *
 * @package cedi-commerce
 */

add_action(
	'send_headers',
	static function () {
		if ( isset( $_GET['csp'] ) ) {
			// WordPress writes styles of its own into the page; scripts it must not have there.
			$service = Cedi\Commerce\Support\Settings::base_url();
			header( "Content-Security-Policy: default-src 'none'; script-src 'self' $service; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-src $service; connect-src 'self' $service; form-action 'self'" );
		}
	}
);
