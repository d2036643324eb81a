<?php
/**
 * Block patterns.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Button;

defined( 'ABSPATH' ) || exit;

/**
 * Registers the patterns: one button, and three cards in a row.
 */
final class Patterns {
	/**
	 * Registers the patterns.
	 */
	public static function register() {
		if ( \WP_Block_Patterns_Registry::get_instance()->is_registered( 'cedi-commerce/button' ) ) {
			return;
		}
		$card = '<!-- wp:column --><div class="wp-block-column"><!-- wp:cedi-commerce/buy-button {"variation":"card","showPrice":true} /--></div><!-- /wp:column -->';
		register_block_pattern(
			'cedi-commerce/button',
			array(
				'title'       => __( 'Buy button with a line of text', 'cedi-commerce' ),
				'description' => __( 'A sentence about the product, and the button that sells it.', 'cedi-commerce' ),
				'categories'  => array( 'call-to-action' ),
				'content'     => '<!-- wp:group {"layout":{"type":"constrained"}} --><div class="wp-block-group"><!-- wp:paragraph {"align":"center"} --><p class="has-text-align-center">'
					. esc_html__( 'Pay with MTN MoMo, Telecel Cash, AT Money or a card.', 'cedi-commerce' )
					. '</p><!-- /wp:paragraph --><!-- wp:cedi-commerce/buy-button /--></div><!-- /wp:group -->',
			)
		);
		register_block_pattern(
			'cedi-commerce/three-cards',
			array(
				'title'       => __( 'Three products to buy', 'cedi-commerce' ),
				'description' => __( 'Three cards in a row, each with picture, name, price and button.', 'cedi-commerce' ),
				'categories'  => array( 'call-to-action' ),
				'content'     => '<!-- wp:columns --><div class="wp-block-columns">' . str_repeat( $card, 3 ) . '</div><!-- /wp:columns -->',
			)
		);
	}
}
