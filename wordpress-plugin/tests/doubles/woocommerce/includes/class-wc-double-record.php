<?php
/**
 * Records stored as posts: orders, their lines, refunds and products. Like the real ones they are read once, and save only
 * changed values, so values written concurrently by another request stay.
 *
 * @package cedi-commerce
 */

defined( 'ABSPATH' ) || exit;

/**
 * The base of all records.
 */
abstract class WC_Double_Record {
	const TYPE = '';

	/** @var int */
	protected $id = 0;
	/** @var array */
	protected $props = array();
	/** @var array The props that were changed since the last save. */
	protected $changes = array();
	/** @var array|null */
	protected $meta;
	/** @var array */
	protected $changed_meta = array();
	/** @var int */
	protected $created = 0;

	public function __construct( $id = 0 ) {
		$post = $id ? get_post( $id ) : null;
		if ( $post && static::TYPE === $post->post_type ) {
			$this->id      = (int) $id;
			$this->props   = array_filter( (array) get_post_meta( $id, '_props', true ), 'is_scalar' );
			$this->created = (int) strtotime( $post->post_date_gmt . ' UTC' );
			$this->read( $post );
		}
	}

	protected function read( $post ) {}

	public function get_id() {
		return $this->id;
	}

	protected function prop( $name, $default = '' ) {
		return isset( $this->props[ $name ] ) ? $this->props[ $name ] : $default;
	}

	protected function set( $name, $value ) {
		if ( ! array_key_exists( $name, $this->props ) || $this->props[ $name ] !== $value ) {
			$this->props[ $name ]   = $value;
			$this->changes[ $name ] = $value;
		}
	}

	/**
	 * Saves the changed props.
	 */
	protected function save_props() {
		if ( $this->changes ) {
			wp_cache_delete( $this->id, 'post_meta' );
			update_post_meta( $this->id, '_props', wp_slash( array_merge( array_filter( (array) get_post_meta( $this->id, '_props', true ), 'is_scalar' ), $this->changes ) ) );
		}
		$this->changes = array();
	}

	/**
	 * Creates the post of a new record.
	 */
	protected function insert( $status, $parent = 0 ) {
		$this->created = $this->created ? $this->created : time();
		$this->id      = wp_insert_post(
			array(
				'post_type'     => static::TYPE,
				'post_status'   => $status,
				'post_parent'   => $parent,
				'post_title'    => static::TYPE,
				'post_date_gmt' => gmdate( 'Y-m-d H:i:s', $this->created ),
				'post_date'     => get_date_from_gmt( gmdate( 'Y-m-d H:i:s', $this->created ) ),
			)
		);
	}

	public function read_meta_data( $force = false ) {
		if ( $force || null === $this->meta ) {
			$this->meta = array();
			foreach ( $this->id ? (array) get_post_meta( $this->id ) : array() as $key => $values ) {
				$this->meta[ $key ] = maybe_unserialize( $values[0] );
			}
		}
	}

	public function get_meta( $key ) {
		$this->read_meta_data();
		return isset( $this->meta[ $key ] ) ? $this->meta[ $key ] : '';
	}

	public function update_meta_data( $key, $value ) {
		$this->read_meta_data();
		$this->meta[ $key ]         = $value;
		$this->changed_meta[ $key ] = $value;
	}

	public function add_meta_data( $key, $value, $unique = false ) {
		$this->update_meta_data( $key, $value );
	}

	public function delete_meta_data( $key ) {
		$this->update_meta_data( $key, null );
	}

	public function save_meta_data() {
		foreach ( $this->changed_meta as $key => $value ) {
			$meta_id = $GLOBALS['wpdb']->get_var( $GLOBALS['wpdb']->prepare( 'SELECT meta_id FROM ' . $GLOBALS['wpdb']->postmeta . ' WHERE post_id = %d AND meta_key = %s', $this->id, $key ) );
			if ( null === $value ) {
				$meta_id && delete_metadata_by_mid( 'post', $meta_id );
			} elseif ( $meta_id ) {
				update_metadata_by_mid( 'post', $meta_id, $value, $key );
			} else {
				// The real one adds slashes to text only, so backslashes in lists are lost.
				add_metadata( 'post', $this->id, wp_slash( $key ), is_string( $value ) ? wp_slash( $value ) : $value );
			}
		}
		$this->changed_meta = array();
	}

	public function delete( $force = false ) {
		if ( $force ) {
			wp_delete_post( $this->id, true );
		} else {
			wp_trash_post( $this->id );
		}
		$this->id = 0;
		return true;
	}

	public function get_date_created() {
		return $this->created ? new DateTime( "@$this->created" ) : null;
	}
}
