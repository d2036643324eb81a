<?php
/**
 * Deletes all data of the plugin, on every site of a network. Payment data of orders stays, because merchants need it for their
 * accounts.
 *
 * @package cedi-commerce
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

if ( defined( 'CEDI_COMMERCE_KEEP_DATA' ) && CEDI_COMMERCE_KEEP_DATA ) {
	return;
}

/**
 * Deletes the data of one site.
 */
function cedi_commerce_uninstall_site() {
	global $wpdb;
	foreach ( array( 'cedi_commerce_settings', 'cedi_commerce_api_key', 'cedi_commerce_products', 'cedi_commerce_decision_count', 'cedi_commerce_deleted_orders', 'cedi_commerce_scopes', 'cedi_commerce_setup_checklist', 'cedi_commerce_site', 'woocommerce_cedi_commerce_card_settings', 'woocommerce_cedi_commerce_decision_settings', 'woocommerce_cedi_commerce_settings' ) as $option ) {
		delete_option( $option );
	}
	delete_transient( 'cedi_commerce_product_list' );
	// Payment requests contain phone numbers. The service still lists their payments.
	$requests = array(
		'post_type'   => 'cedi_request',
		'post_status' => 'private',
		'numberposts' => -1,
		'fields'      => 'ids',
	);
	foreach ( get_posts( $requests ) as $request ) {
		wp_delete_post( $request, true );
	}
	// phpcs:disable WordPress.DB.DirectDatabaseQuery -- no function deletes locks and completed actions.
	$wpdb->query( $wpdb->prepare( "DELETE FROM $wpdb->options WHERE option_name LIKE %s", $wpdb->esc_like( 'cedi_commerce_lock_' ) . '%' ) );
	$tables = array();
	foreach ( array( 'actions', 'logs', 'groups' ) as $name ) {
		$table = "{$wpdb->prefix}actionscheduler_$name";
		if ( $wpdb->get_var( $wpdb->prepare( 'SHOW TABLES LIKE %s', $wpdb->esc_like( $table ) ) ) === $table ) {
			$tables[ $name ] = $table;
		}
	}
	foreach ( array( 'cedi_commerce_check_payment', 'cedi_commerce_check_request', 'cedi_commerce_refresh_products' ) as $hook ) {
		wp_unschedule_hook( $hook );
		// A site of a network where WooCommerce never ran has no tables of Action Scheduler.
		if ( function_exists( 'as_unschedule_all_actions' ) && ( isset( $tables['actions'] ) || ! class_exists( 'ActionScheduler_DBStore' ) ) ) {
			as_unschedule_all_actions( $hook );
		}
	}
	if ( 3 === count( $tables ) ) {
		$prefix = $wpdb->esc_like( 'cedi_commerce_' ) . '%';
		$wpdb->query( $wpdb->prepare( 'DELETE FROM %i WHERE action_id IN (SELECT action_id FROM %i WHERE hook LIKE %s)', $tables['logs'], $tables['actions'], $prefix ) );
		$wpdb->query( $wpdb->prepare( 'DELETE FROM %i WHERE hook LIKE %s', $tables['actions'], $prefix ) );
		$wpdb->query( $wpdb->prepare( 'DELETE FROM %i WHERE slug = %s', $tables['groups'], 'cedi-commerce' ) );
	}
	// phpcs:enable
}

if ( is_multisite() ) {
	$cedi_commerce_sites = get_sites(
		array(
			'number' => 0,
			'fields' => 'ids',
		)
	);
	foreach ( (array) $cedi_commerce_sites as $cedi_commerce_site ) {
		switch_to_blog( (int) $cedi_commerce_site );
		cedi_commerce_uninstall_site();
		restore_current_blog();
	}
} else {
	cedi_commerce_uninstall_site();
}
