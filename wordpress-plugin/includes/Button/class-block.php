<?php
/**
 * Buy button block.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Button;

use Cedi\Commerce\Support\Scripts;
use const Cedi\Commerce\FILE;

defined( 'ABSPATH' ) || exit;

/**
 * Registers and renders the block. block.json contains its metadata.
 */
final class Block {
	const NAME = 'cedi-commerce/buy-button';

	/**
	 * Registers the block from block.json; if the scripts are not built, only for rendering.
	 */
	public static function register() {
		if ( \WP_Block_Type_Registry::get_instance()->is_registered( self::NAME ) ) {
			return;
		}
		// block.json uses the script handle of Scripts, which also loads its translations.
		$is_built = is_readable( self::folder() . '/block.json' ) && Scripts::register( 'buy-button' );
		register_block_type( $is_built ? self::folder() : self::NAME, array( 'render_callback' => array( self::class, 'render' ) ) );
	}

	/**
	 * Registers the block and renders the first block of a page.
	 *
	 * @param string               $html  Output of WordPress.
	 * @param array<string, mixed> $block Parsed block.
	 * @return string HTML.
	 */
	public static function render_first( $html, $block ) {
		if ( \WP_Block_Type_Registry::get_instance()->is_registered( self::NAME ) ) {
			return $html;
		}
		self::register();
		return render_block( $block );
	}

	/**
	 * Renders the block. Colours, borders and padding apply to the link, the other styles to the wrapper.
	 *
	 * @param array<string, mixed> $attributes Attributes.
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
	 * Returns the styles of the link. A preset is a separate attribute; a custom value is in `style`.
	 *
	 * @param array<string, mixed> $attributes Attributes.
	 * @return array<string, mixed> Styles for the style engine.
	 */
	private static function styles( array $attributes ) {
		$style  = isset( $attributes['style'] ) && is_array( $attributes['style'] ) ? $attributes['style'] : array();
		$chosen = static function ( $attribute, $preset, $custom ) use ( $attributes ) {
			return empty( $attributes[ $attribute ] ) ? $custom : "var:preset|$preset|{$attributes[ $attribute ]}";
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
	 * Returns the folder of the built block.
	 */
	private static function folder() {
		return plugin_dir_path( FILE ) . 'build/buy-button';
	}
}
