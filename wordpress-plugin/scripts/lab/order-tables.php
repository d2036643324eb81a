<?php
/**
 * Moves the orders of a real WooCommerce into tables of their own (WC_HPOS=1).
 *
 * @package cedi-commerce
 */

$_SERVER['HTTP_HOST']   = (string) parse_url( getenv( 'CEDI_URL' ), PHP_URL_HOST ) . ':' . parse_url( getenv( 'CEDI_URL' ), PHP_URL_PORT );
$_SERVER['REQUEST_URI'] = '/';
require $argv[1] . '/wp-load.php';
$cedi_tables = wc_get_container()->get( 'Automattic\WooCommerce\Internal\DataStores\Orders\DataSynchronizer' );
if ( ! $cedi_tables->check_orders_table_exists() ) {
	$cedi_tables->create_database_tables();
}
update_option( 'woocommerce_custom_orders_table_data_sync_enabled', 'no' );
update_option( 'woocommerce_custom_orders_table_enabled', 'yes' );
