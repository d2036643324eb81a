<?php
/**
 * Action Scheduler: one row for each action, in a group. A running action has no time any more. An action that throws
 * has failed, and is not tried again.
 *
 * @package cedi-commerce
 */

defined( 'ABSPATH' ) || exit;

/**
 * The actions in the database, stored as posts with their statuses.
 */
final class WC_Double_Actions {
	const STATUSES = array( 'pending' => 'pending', 'in-progress' => 'private', 'complete' => 'publish', 'failed' => 'draft', 'canceled' => 'trash' );

	/**
	 * Finds rows, the earliest first.
	 *
	 * @param string     $hook     The hook; '' for any.
	 * @param array|null $args     What it is called with; null for anything.
	 * @param string     $group    The group; '' for any.
	 * @param string[]   $statuses Its statuses.
	 */
	public static function find( $hook, $args, $group, array $statuses ) {
		global $wpdb;
		$filter = array(
			'post_title'   => '' === $hook ? null : $hook,
			'post_excerpt' => '' === $group ? null : $group,
			'post_content' => null === $args ? null : wp_json_encode( $args ),
		);
		$where = '';
		foreach ( array_filter( $filter, 'is_string' ) as $column => $value ) {
			$where .= $wpdb->prepare( ' AND %i = %s', $column, $value );
		}
		$marks = "'" . implode( "', '", array_intersect_key( self::STATUSES, array_flip( $statuses ) ) ) . "'";
		return $wpdb->get_results( "SELECT ID, post_excerpt, menu_order FROM $wpdb->posts WHERE post_type = 'scheduled-action' AND post_status IN ($marks)$where ORDER BY menu_order, ID" );
	}

	public static function mark( $id, $status ) {
		$GLOBALS['wpdb']->update( $GLOBALS['wpdb']->posts, array( 'post_status' => self::STATUSES[ $status ] ), array( 'ID' => $id ) );
	}

	/**
	 * Runs one, as the queue does.
	 */
	public function process_action( $id, $context = '' ) {
		global $wpdb;
		$row = $wpdb->get_row( $wpdb->prepare( "SELECT post_title, post_content, post_status FROM $wpdb->posts WHERE ID = %d", $id ) );
		if ( ! $row || 'pending' !== $row->post_status ) {
			return;
		}
		self::mark( $id, 'in-progress' );
		try {
			do_action_ref_array( $row->post_title, json_decode( $row->post_content, true ) );
			self::mark( $id, 'complete' );
		} catch ( Throwable $error ) {
			self::mark( $id, 'failed' );
			do_action( 'action_scheduler_failed_execution', $id, $error, $context );
		}
	}
}

/**
 * The queue.
 */
final class ActionScheduler {
	public static function runner() {
		return new WC_Double_Actions();
	}
}

/**
 * The store. The real one has tables, which a site gets when WooCommerce runs on it.
 */
final class ActionScheduler_DBStore {}

function as_schedule_single_action( $timestamp, $hook, $args = array(), $group = '', $unique = false, $priority = 10 ) {
	// A unique action exists once for its hook and group, whatever its arguments.
	foreach ( $unique ? WC_Double_Actions::find( $hook, null, '', array( 'pending', 'in-progress' ) ) : array() as $row ) {
		if ( $row->post_excerpt === $group ) {
			return 0;
		}
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

function as_next_scheduled_action( $hook, $args = null, $group = '' ) {
	if ( WC_Double_Actions::find( $hook, $args, $group, array( 'in-progress' ) ) ) {
		return true;
	}
	$rows = WC_Double_Actions::find( $hook, $args, $group, array( 'pending' ) );
	return $rows ? (int) $rows[0]->menu_order : false;
}

function as_has_scheduled_action( $hook, $args = null, $group = '' ) {
	return array() !== WC_Double_Actions::find( $hook, $args, $group, array( 'pending', 'in-progress' ) );
}

/**
 * An action with its time.
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

function as_get_scheduled_actions( $query = array(), $format = OBJECT ) {
	$query  += array( 'hook' => '', 'args' => null, 'group' => '', 'status' => array_keys( WC_Double_Actions::STATUSES ), 'per_page' => 5 );
	$rows    = WC_Double_Actions::find( $query['hook'], $query['args'], $query['group'], (array) $query['status'] );
	$actions = array();
	foreach ( $query['per_page'] < 1 ? $rows : array_slice( $rows, 0, $query['per_page'] ) as $row ) {
		if ( isset( $query['date'] ) && (int) $row->menu_order > $query['date'] ) {
			continue;
		}
		$actions[ $row->ID ] = new WC_Double_Action( (int) $row->menu_order );
	}
	return 'ids' === $format ? array_keys( $actions ) : $actions;
}

function as_unschedule_action( $hook, $args = array(), $group = '' ) {
	$rows = WC_Double_Actions::find( $hook, is_array( $args ) ? $args : null, $group, array( 'pending' ) );
	if ( ! $rows ) {
		return null;
	}
	WC_Double_Actions::mark( $rows[0]->ID, 'canceled' );
	return (int) $rows[0]->ID;
}

/**
 * With only a hook or only a group it cancels all of its actions. With both, it cancels actions without arguments.
 */
function as_unschedule_all_actions( $hook, $args = array(), $group = '' ) {
	global $wpdb;
	if ( is_multisite() && ! is_main_site() ) {
		// WooCommerce never ran on this site, so the failed query is logged.
		$wpdb->query( "SELECT action_id FROM {$wpdb->prefix}actionscheduler_actions" );
		return;
	}
	if ( empty( $args ) && ( empty( $hook ) || empty( $group ) ) ) {
		foreach ( WC_Double_Actions::find( (string) $hook, null, (string) $group, array( 'pending' ) ) as $row ) {
			WC_Double_Actions::mark( $row->ID, 'canceled' );
		}
		return;
	}
	do {
		$id = as_unschedule_action( $hook, $args, $group );
	} while ( ! empty( $id ) );
}
