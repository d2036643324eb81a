<?php
/**
 * The block of the buy button.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Button;

use Cedi\Commerce\Support\Scripts;
use const Cedi\Commerce\BLOCK;
use const Cedi\Commerce\FILE;

defined( 'ABSPATH' ) || exit;

/**
 * Registers the block for the editor, and renders it on pages. Only block.json describes it.
 */
final class Block {
	/**
	 * Registers all of block.json; without the built scripts, only what pages need.
	 */
	public static function register() {
		if ( \WP_Block_Type_Registry::get_instance()->is_registered( BLOCK ) ) {
			return;
		}
		// block.json names the script like Scripts, which also loads its translations.
		$is_built = is_readable( self::folder() . '/block.json' ) && Scripts::register( 'buy-button' );
		register_block_type( $is_built ? self::folder() : BLOCK, array( 'render_callback' => array( self::class, 'render' ) ) );
	}

	/**
	 * Renders the first block of a page, which WordPress does not know yet. After that it does.
	 *
	 * @param string $html  What WordPress has made of it.
	 * @param array  $block The block, as it stands in the post.
	 * @return string HTML.
	 */
	public static function draw( $html, $block ) {
		if ( \WP_Block_Type_Registry::get_instance()->is_registered( BLOCK ) ) {
			return $html;
		}
		self::register();
		return render_block( $block );
	}

	/**
	 * Renders the block: link settings go on the link, the rest on the block around it.
	 *
	 * @param array $attributes The attributes.
	 * @return string HTML.
	 */
	public static function render( $attributes ) {
		$styles = wp_style_engine_get_styles( self::styles( $attributes ), array( 'convert_vars_to_classnames' => true ) );
		return Button::render(
			array_merge(
				$attributes,
				array(
					'wrapperAttributes' => get_block_wrapper_attributes(),
					'linkClass'         => isset( $styles['classnames'] ) ? $styles['classnames'] : '',
					'linkStyle'         => isset( $styles['css'] ) ? $styles['css'] : '',
				)
			)
		);
	}

	/**
	 * How the link looks.
	 *
	 * @param array $attributes The attributes. A colour or a size of the theme is an attribute of its own, a free one is in
	 *                          the style.
	 * @return array For the style engine.
	 */
	private static function styles( array $attributes ) {
		$style  = isset( $attributes['style'] ) && is_array( $attributes['style'] ) ? $attributes['style'] : array();
		$chosen = static function ( $attribute, $preset, $free ) use ( $attributes ) {
			return empty( $attributes[ $attribute ] ) ? $free : "var:preset|$preset|{$attributes[ $attribute ]}";
		};
		$border = (array) ( $style['border'] ?? array() );
		if ( ! empty( $attributes['borderColor'] ) ) {
			$border['color'] = "var:preset|color|{$attributes['borderColor']}";
		}
		return array(
			'color'      => array(
				'text'       => $chosen( 'textColor', 'color', $style['color']['text'] ?? null ),
				'background' => $chosen( 'backgroundColor', 'color', $style['color']['background'] ?? null ),
				'gradient'   => $chosen( 'gradient', 'gradient', $style['color']['gradient'] ?? null ),
			),
			'spacing'    => array( 'padding' => $style['spacing']['padding'] ?? null ),
			'typography' => array( 'fontSize' => $chosen( 'fontSize', 'font-size', $style['typography']['fontSize'] ?? null ) ),
			'border'     => $border,
		);
	}

	/**
	 * Where the built block is.
	 */
	private static function folder() {
		return plugin_dir_path( FILE ) . 'build/buy-button';
	}
}
