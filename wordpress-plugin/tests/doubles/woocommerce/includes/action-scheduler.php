<?php
/**
 * Action Scheduler: one row for each action.
 *
 * @package cedi-commerce
 */

defined( 'ABSPATH' ) || exit;

function as_schedule_single_action( $timestamp, $hook, $args = array(), $group = '', $unique = false, $priority = 10 ) {
	return wp_insert_post(
		array(
			'post_type'    => 'scheduled-action',
			'post_status'  => 'pending',
			'post_title'   => $hook,
			'post_name'    => wp_generate_uuid4(),
			'post_content' => wp_json_encode( $args ),
			'menu_order'   => (int) $timestamp,
		)
	);
}

function as_double_actions( $hook, $args = null ) {
	global $wpdb;
	$rows = $wpdb->get_results( $wpdb->prepare( "SELECT ID, post_content, menu_order FROM $wpdb->posts WHERE post_type = 'scheduled-action' AND post_status = 'pending' AND post_title = %s ORDER BY menu_order", $hook ) );
	return array_filter(
		$rows,
		static function ( $row ) use ( $args ) {
			return null === $args || wp_json_encode( $args ) === $row->post_content;
		}
	);
}

function as_next_scheduled_action( $hook, $args = null, $group = '' ) {
	$rows = as_double_actions( $hook, $args );
	return $rows ? (int) reset( $rows )->menu_order : false;
}

function as_has_scheduled_action( $hook, $args = null, $group = '' ) {
	return false !== as_next_scheduled_action( $hook, $args, $group );
}

function as_unschedule_action( $hook, $args = array(), $group = '' ) {
	$rows = as_double_actions( $hook, $args );
	if ( $rows ) {
		wp_delete_post( reset( $rows )->ID, true );
	}
}

function as_unschedule_all_actions( $hook, $args = array(), $group = '' ) {
	foreach ( as_double_actions( $hook, $args ? $args : null ) as $row ) {
		wp_delete_post( $row->ID, true );
	}
}

/**
 * Runs what is due.
 */
function as_double_run( $now ) {
	foreach ( as_double_actions( 'cedi_commerce_settle_order' ) as $row ) {
		if ( (int) $row->menu_order <= $now ) {
			wp_delete_post( $row->ID, true );
			do_action_ref_array( 'cedi_commerce_settle_order', json_decode( $row->post_content, true ) );
		}
	}
}
