<?php
/**
 * The buy button in a post: what the merchant chose for the link goes on the link, the rest on the block around it.
 *
 * @package cedi-commerce
 *
 * @var array $attributes The attributes of the block.
 */

defined( 'ABSPATH' ) || exit;

$cedi_commerce_color  = static function ( string $attribute, string $style ) use ( $attributes ) {
	// A colour of the theme is an attribute of its own, a free one is in the style.
	return empty( $attributes[ $attribute ] )
		? ( $attributes['style']['color'][ $style ] ?? null )
		: "var:preset|color|{$attributes[ $attribute ]}";
};
$cedi_commerce_border = $attributes['style']['border'] ?? array();
if ( ! empty( $attributes['borderColor'] ) ) {
	$cedi_commerce_border['color'] = "var:preset|color|{$attributes['borderColor']}";
}
$cedi_commerce_styles = wp_style_engine_get_styles(
	array(
		'color'      => array(
			'text'       => $cedi_commerce_color( 'textColor', 'text' ),
			'background' => $cedi_commerce_color( 'backgroundColor', 'background' ),
			'gradient'   => empty( $attributes['gradient'] )
				? ( $attributes['style']['color']['gradient'] ?? null )
				: "var:preset|gradient|{$attributes['gradient']}",
		),
		'spacing'    => array( 'padding' => $attributes['style']['spacing']['padding'] ?? null ),
		'typography' => array(
			'fontSize' => empty( $attributes['fontSize'] )
				? ( $attributes['style']['typography']['fontSize'] ?? null )
				: "var:preset|font-size|{$attributes['fontSize']}",
		),
		'border'     => $cedi_commerce_border,
	),
	array( 'convert_vars_to_classnames' => true )
);

// Everything in it is escaped where it is made.
echo Cedi\Commerce\Button::render( // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- the one renderer escapes.
	array_merge(
		$attributes,
		array(
			'wrapperAttributes' => get_block_wrapper_attributes(),
			'linkClass'         => $cedi_commerce_styles['classnames'] ?? '',
			'linkStyle'         => $cedi_commerce_styles['css'] ?? '',
		)
	)
);
