<?php
/**
 * A persistent object cache for the tests, like Redis and Memcached, which stores its data in files of the site.
 *
 * @package cedi-commerce
 */

require_once ABSPATH . WPINC . '/class-wp-object-cache.php';

/**
 * The cache of WordPress, with the values of other requests.
 */
final class Cedi_Lab_Object_Cache extends WP_Object_Cache {
	/** @var string[] Groups that are of one request only. */
	private $own = array();

	public function add_own( $groups ) {
		$this->own = array_merge( $this->own, (array) $groups );
	}
	private function file( $key, $group ) {
		return in_array( $group, $this->own, true ) ? '' : dirname( WP_CONTENT_DIR ) . '/object-cache/' . md5( ( $group ? $group : 'default' ) . ":$key" );
	}
	public function get( $key, $group = 'default', $force = false, &$found = null ) {
		$value = parent::get( $key, $group, $force, $found );
		$file  = $this->file( $key, $group );
		if ( $found && ! $force ) {
			return $value;
		}
		$text  = '' !== $file && is_file( $file ) ? (string) file_get_contents( $file ) : '';
		$found = '' !== $text;
		if ( $found ) {
			$value = unserialize( $text );
			parent::set( $key, $value, $group );
		}
		return $found ? $value : false;
	}
	public function set( $key, $data, $group = 'default', $expire = 0 ) {
		$file = $this->file( $key, $group );
		if ( '' !== $file ) {
			wp_mkdir_p( dirname( $file ) );
			file_put_contents( "$file." . getmypid(), serialize( $data ) );
			rename( "$file." . getmypid(), $file );
		}
		return parent::set( $key, $data, $group, $expire );
	}
	public function add( $key, $data, $group = 'default', $expire = 0 ) {
		$this->get( $key, $group, false, $found );
		return $found ? false : $this->set( $key, $data, $group, $expire );
	}
	public function replace( $key, $data, $group = 'default', $expire = 0 ) {
		$this->get( $key, $group, false, $found );
		return $found ? $this->set( $key, $data, $group, $expire ) : false;
	}
	public function delete( $key, $group = 'default', $deprecated = false ) {
		$file = $this->file( $key, $group );
		if ( '' !== $file && is_file( $file ) ) {
			// Another request may have deleted it in between.
			@unlink( $file ); // phpcs:ignore WordPress.PHP.NoSilencedErrors
		}
		return parent::delete( $key, $group, $deprecated );
	}
	public function flush() {
		array_map( fn( $file ) => @unlink( $file ), (array) glob( dirname( WP_CONTENT_DIR ) . '/object-cache/*' ) );
		return parent::flush();
	}
}

function wp_cache_init() {
	$GLOBALS['wp_object_cache'] = new Cedi_Lab_Object_Cache();
}
function wp_cache_get( $key, $group = '', $force = false, &$found = null ) {
	return $GLOBALS['wp_object_cache']->get( $key, $group ? $group : 'default', $force, $found );
}
function wp_cache_set( $key, $data, $group = '', $expire = 0 ) {
	return $GLOBALS['wp_object_cache']->set( $key, $data, $group ? $group : 'default', (int) $expire );
}
function wp_cache_add( $key, $data, $group = '', $expire = 0 ) {
	return $GLOBALS['wp_object_cache']->add( $key, $data, $group ? $group : 'default', (int) $expire );
}
function wp_cache_replace( $key, $data, $group = '', $expire = 0 ) {
	return $GLOBALS['wp_object_cache']->replace( $key, $data, $group ? $group : 'default', (int) $expire );
}
function wp_cache_delete( $key, $group = '' ) {
	return $GLOBALS['wp_object_cache']->delete( $key, $group ? $group : 'default' );
}
function wp_cache_incr( $key, $offset = 1, $group = '' ) {
	return wp_cache_set( $key, (int) wp_cache_get( $key, $group ) + $offset, $group );
}
function wp_cache_decr( $key, $offset = 1, $group = '' ) {
	return wp_cache_incr( $key, -$offset, $group );
}
function wp_cache_flush() {
	return $GLOBALS['wp_object_cache']->flush();
}
function wp_cache_close() {
	return true;
}
function wp_cache_add_global_groups( $groups ) {
	$GLOBALS['wp_object_cache']->add_global_groups( $groups );
}
function wp_cache_add_non_persistent_groups( $groups ) {
	$GLOBALS['wp_object_cache']->add_own( $groups );
}
function wp_cache_switch_to_blog( $blog_id ) {
	$GLOBALS['wp_object_cache']->switch_to_blog( $blog_id );
}
