<?php
/**
 * The block of the buy button.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce;

defined( 'ABSPATH' ) || exit;

/**
 * Registers the block for the editor, and draws it on pages. block.json is the only description of it.
 */
final class Block {
	/**
	 * Registers all of block.json; does nothing when the scripts are not built.
	 */
	public static function register() {
		$registry = \WP_Block_Type_Registry::get_instance();
		$block    = $registry->get_registered( BLOCK );
		if ( $block && $block->attributes && isset( $block->attributes['product'] ) ) {
			return;
		}
		if ( ! is_readable( self::folder() . '/block.json' ) ) {
			return;
		}
		if ( $block ) {
			$registry->unregister( BLOCK );
		}
		register_block_type( self::folder(), array( 'render_callback' => array( self::class, 'render' ) ) );
		wp_set_script_translations( 'cedi-commerce-buy-button-editor-script', 'cedi-commerce', plugin_dir_path( FILE ) . 'languages' );
	}

	/**
	 * Draws the block.
	 *
	 * @param array     $attributes The attributes.
	 * @param string    $content    What is in it: nothing.
	 * @param \WP_Block $block      The block.
	 * @return string HTML.
	 */
	public static function render( $attributes, $content = '', $block = null ) {
		$file = self::folder() . '/render.php';
		if ( ! is_readable( $file ) ) {
			return Button::render( $attributes );
		}
		if ( $block && null === $block->block_type->supports ) {
			$described                   = wp_json_file_decode( self::folder() . '/block.json', array( 'associative' => true ) );
			$block->block_type->supports = isset( $described['supports'] ) ? $described['supports'] : array();
		}
		ob_start();
		require $file;
		return (string) ob_get_clean();
	}

	/**
	 * Where the built block is.
	 */
	private static function folder() {
		return plugin_dir_path( FILE ) . 'build/buy-button';
	}
}
