<?php
/**
 * Prints how a site with the host of a request recognises itself. Arguments: core, host, and "confirm" to store this site first.
 *
 * @package cedi-commerce
 */

list( , $core, $host ) = $argv;
if ( '' !== $host ) {
	$_SERVER['HTTP_HOST'] = $host;
}
require "$core/wp-load.php";
if ( isset( $argv[3] ) ) {
	Cedi\Commerce\Support\Site::confirm();
}
echo wp_json_encode(
	array(
		'name'    => Cedi\Commerce\Support\Site::name(),
		'guards'  => has_filter( 'woocommerce_cancel_unpaid_order' ),
		'is_copy' => Cedi\Commerce\Support\Site::is_copy(),
	)
);
