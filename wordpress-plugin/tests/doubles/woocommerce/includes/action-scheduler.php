<?php
/**
 * Action Scheduler: one row for each action, in a group. An action that runs now has no moment any more.
 *
 * @package cedi-commerce
 */

defined( 'ABSPATH' ) || exit;

function as_schedule_single_action( $timestamp, $hook, $args = array(), $group = '', $unique = false, $priority = 10 ) {
	// A unique action stands once for its hook and its group, whatever its arguments.
	if ( $unique && as_double_actions( $hook, null, $group ) ) {
		return 0;
	}
	return wp_insert_post(
		array(
			'post_type'    => 'scheduled-action',
			'post_status'  => 'pending',
			'post_title'   => $hook,
			'post_name'    => wp_generate_uuid4(),
			'post_excerpt' => $group,
			'post_content' => wp_json_encode( $args ),
			'menu_order'   => (int) $timestamp,
		)
	);
}

function as_double_actions( $hook, $args = null, $group = '', $statuses = array( 'pending', 'private' ) ) {
	global $wpdb;
	$rows = $wpdb->get_results( $wpdb->prepare( "SELECT ID, post_content, post_excerpt, post_status, menu_order FROM $wpdb->posts WHERE post_type = 'scheduled-action' AND post_status IN ('pending', 'private') AND post_title = %s ORDER BY menu_order", $hook ) );
	return array_values( array_filter(
		$rows,
		static function ( $row ) use ( $args, $group, $statuses ) {
			return in_array( $row->post_status, $statuses, true ) && ( '' === $group || $group === $row->post_excerpt ) && ( null === $args || wp_json_encode( $args ) === $row->post_content );
		}
	) );
}

function as_next_scheduled_action( $hook, $args = null, $group = '' ) {
	if ( as_double_actions( $hook, $args, $group, array( 'private' ) ) ) {
		return true;
	}
	$rows = as_double_actions( $hook, $args, $group, array( 'pending' ) );
	return $rows ? (int) $rows[0]->menu_order : false;
}

/**
 * An action, as far as its moment goes.
 */
final class WC_Double_Action {
	/** @var int */
	private $when;

	public function __construct( $when ) {
		$this->when = $when;
	}
	public function get_schedule() {
		return $this;
	}
	public function get_date() {
		return new DateTime( "@$this->when" );
	}
}

function as_get_scheduled_actions( $query = array() ) {
	$status  = array( 'pending' => 'pending', 'in-progress' => 'private' )[ $query['status'] ];
	$rows    = as_double_actions( $query['hook'], $query['args'], $query['group'], array( $status ) );
	$actions = array();
	foreach ( array_slice( $rows, 0, $query['per_page'] ) as $row ) {
		$actions[ $row->ID ] = new WC_Double_Action( (int) $row->menu_order );
	}
	return $actions;
}

function as_has_scheduled_action( $hook, $args = null, $group = '' ) {
	return false !== as_next_scheduled_action( $hook, $args, $group );
}

function as_unschedule_action( $hook, $args = array(), $group = '' ) {
	$rows = as_double_actions( $hook, $args, $group, array( 'pending' ) );
	if ( $rows ) {
		wp_delete_post( $rows[0]->ID, true );
	}
}

/**
 * Where the real one keeps its actions: in tables that a site gets when WooCommerce runs there.
 */
final class ActionScheduler_DBStore {}

function as_unschedule_all_actions( $hook, $args = array(), $group = '' ) {
	global $wpdb;
	if ( is_multisite() && ! is_main_site() ) {
		// WooCommerce never ran there: the question goes into the log.
		$wpdb->query( "SELECT action_id FROM {$wpdb->prefix}actionscheduler_actions" );
		return;
	}
	foreach ( as_double_actions( $hook, $args ? $args : null, $group, array( 'pending' ) ) as $row ) {
		wp_delete_post( $row->ID, true );
	}
}

/**
 * Runs what is due: while an action runs, it is private.
 */
function as_double_run( $now ) {
	foreach ( as_double_actions( 'cedi_commerce_settle_order', null, '', array( 'pending' ) ) as $row ) {
		if ( (int) $row->menu_order <= $now ) {
			$GLOBALS['wpdb']->update( $GLOBALS['wpdb']->posts, array( 'post_status' => 'private' ), array( 'ID' => $row->ID ) );
			try {
				do_action_ref_array( 'cedi_commerce_settle_order', json_decode( $row->post_content, true ) );
			} finally {
				wp_delete_post( $row->ID, true );
			}
		}
	}
}
