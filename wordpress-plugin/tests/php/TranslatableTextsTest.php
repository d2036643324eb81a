<?php
/**
 * Texts of merchants that WPML and Polylang translate: wpml-config.xml.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Rest\Rest_Settings;
use Cedi\Commerce\Support\Settings;

final class TranslatableTextsTest extends TestCase {
	/** Attributes of the blocks that buyers do not read. */
	const VALUES = array( 'handle', 'product', 'productId', 'amounts', 'min', 'max' );

	private function config() {
		return simplexml_load_file( dirname( __DIR__, 2 ) . '/wpml-config.xml' );
	}

	/**
	 * Returns the names of elements, from an attribute or from their content.
	 */
	private function names( $elements, $attribute = 'name' ) {
		$names = array();
		foreach ( $elements as $element ) {
			$names[] = '' === $attribute ? (string) $element : (string) $element[ $attribute ];
		}
		return $names;
	}

	public function test_the_file_names_exactly_the_settings_that_hold_texts() {
		$expected = array();
		foreach ( Rest_Settings::schema()['properties']['gateway']['properties'] as $name => $schema ) {
			if ( 'string' === $schema['type'] && ! isset( $schema['enum'] ) ) {
				$is_card = 0 === strpos( $name, 'card_' );
				$expected[ $is_card ? Settings::CARD_GATEWAY : Settings::GATEWAY ][] = $is_card ? substr( $name, 5 ) : $name;
			}
		}
		$found = array();
		foreach ( $this->config()->{'admin-texts'}->key as $option ) {
			$found[ (string) $option['name'] ] = $this->names( $option->key );
		}
		$this->assertSame( $expected, $found );
	}

	/**
	 * @group woocommerce
	 */
	public function test_the_settings_screen_stores_the_texts_under_these_names() {
		$this->login( 'administrator' );
		$texts = array( 'title' => 'Pay by phone', 'description' => 'Any network.', 'card_title' => 'Bank card', 'card_description' => 'Visa too.' );
		$this->assertSame( 200, $this->rest( 'POST', '/settings', array(), array( 'gateway' => $texts + array( 'methods' => 'separate' ) ) )->get_status() );
		$stored = array();
		foreach ( $this->config()->{'admin-texts'}->key as $option ) {
			foreach ( $this->names( $option->key ) as $key ) {
				$stored[] = get_option( (string) $option['name'] )[ $key ];
			}
		}
		$this->assertSame( array_values( $texts ), $stored );
	}

	public function test_the_file_names_exactly_the_texts_of_blocks_and_shortcodes() {
		$blocks = array();
		foreach ( glob( dirname( __DIR__, 2 ) . '/src/*/block.json' ) as $file ) {
			$block = json_decode( file_get_contents( $file ), true );
			$texts = array_filter(
				$block['attributes'],
				static function ( $attribute, $name ) {
					return 'string' === $attribute['type'] && ! isset( $attribute['enum'] ) && ! in_array( $name, self::VALUES, true );
				},
				ARRAY_FILTER_USE_BOTH
			);
			$blocks[ $block['name'] ] = array_keys( $texts );
			sort( $blocks[ $block['name'] ] );
		}
		$found = array();
		foreach ( $this->config()->{'gutenberg-blocks'}->{'gutenberg-block'} as $block ) {
			$found[ (string) $block['type'] ] = $this->names( $block->key );
		}
		$this->assertSame( $blocks, $found );
		$shortcodes = array();
		foreach ( $this->config()->shortcodes->shortcode as $shortcode ) {
			$this->assertTrue( shortcode_exists( (string) $shortcode->tag ) );
			$shortcodes[] = $this->names( $shortcode->attributes->attribute, '' );
		}
		$this->assertSame( array_values( $blocks ), $shortcodes );
	}
}
