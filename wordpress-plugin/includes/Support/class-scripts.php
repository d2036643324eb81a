<?php
/**
 * Built scripts.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Support;

use const Cedi\Commerce\FILE;
use const Cedi\Commerce\VERSION;

defined( 'ABSPATH' ) || exit;

/**
 * Registers and enqueues build/<name>/index.js with its dependencies. Scripts receive data in attributes, not in inline scripts.
 */
final class Scripts {
	/**
	 * Registers a script.
	 *
	 * @param string $name Name of the folder.
	 * @return bool Whether it is built.
	 */
	public static function register( $name ) {
		$file   = plugin_dir_path( FILE ) . 'build/assets.json';
		$assets = is_readable( $file ) ? wp_json_file_decode( $file, array( 'associative' => true ) ) : null;
		$asset  = $assets[ "$name/index.js" ] ?? null;
		if ( ! is_array( $asset ) ) {
			return false;
		}
		wp_register_script( "cedi-commerce-$name", plugins_url( "build/$name/index.js", FILE ), $asset['dependencies'], $asset['version'], array( 'in_footer' => true ) );
		if ( in_array( 'wp-i18n', $asset['dependencies'], true ) ) {
			wp_set_script_translations( "cedi-commerce-$name", 'cedi-commerce', plugin_dir_path( FILE ) . 'languages' );
		}
		return true;
	}

	/**
	 * Enqueues a script.
	 *
	 * @param string $name      Name of the folder.
	 * @param bool   $has_style Whether it has a style sheet that needs wp-components.
	 * @return bool Whether it is built.
	 */
	public static function enqueue( $name, $has_style = false ) {
		if ( ! self::register( $name ) ) {
			return false;
		}
		wp_enqueue_script( "cedi-commerce-$name" );
		if ( $has_style && is_readable( plugin_dir_path( FILE ) . "build/$name/index.css" ) ) {
			wp_enqueue_style( "cedi-commerce-$name", plugins_url( "build/$name/index.css", FILE ), array( 'wp-components' ), VERSION );
		}
		return true;
	}
}
