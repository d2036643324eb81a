<?php
/**
 * The buy button.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Button\Button;
use Cedi\Commerce\Button\Products;
use Cedi\Commerce\Support\Settings;

final class ButtonTest extends TestCase {
	protected function tearDown(): void {
		wp_dequeue_script( 'cedi-commerce-embed' );
		wp_deregister_script( 'cedi-commerce-embed' );
		parent::tearDown();
	}

	public function test_a_button_is_a_plain_link_with_three_attributes() {
		$this->assertSame(
			'<a class="wp-element-button" href="https://pay.example.com/@ama/kente-tote" data-cedi-buy data-handle="ama" data-product="kente-tote" data-label="Buy now">Buy now</a>',
			Button::render( array( 'product' => 'kente-tote' ) )
		);
	}

	public function test_block_shortcode_and_template_function_render_the_same_markup() {
		$expected = Button::render( array( 'product' => 'kente-tote', 'label' => 'Mine' ) );
		$this->assertSame( $expected, do_shortcode( '[cedi_commerce_button product="kente-tote" label="Mine"]' ) );
		$this->assertSame( $expected, cedi_commerce_button( array( 'product' => 'kente-tote', 'label' => 'Mine' ) ) );
		$block = do_blocks( '<!-- wp:cedi-commerce/buy-button {"product":"kente-tote","label":"Mine"} /-->' );
		$this->assertStringContainsString( $expected, $block );
	}

	/**
	 * @dataProvider boolean_words
	 */
	public function test_the_shortcode_accepts_yes_and_no_as_booleans( $word, $is_on ) {
		update_option(
			Products::OPTION,
			array(
				'kente-tote' => array(
					'handle'    => 'ama',
					'name'      => 'Kente tote',
					'price'     => '120.00',
					'image_url' => null,
				),
			)
		);
		$html = do_shortcode( "[cedi_commerce_button product=\"kente-tote\" price=\"$word\" card=\"$word\"]" );
		$this->assertSame( $is_on, false !== strpos( $html, 'Kente tote' ) );
		$button = do_shortcode( "[cedi_commerce_button product=\"kente-tote\" price=\"$word\"]" );
		$this->assertSame( $is_on, false !== strpos( $button, '>Buy now · GH₵120.00</a>' ) );
	}

	public function boolean_words() {
		return array( array( 'yes', true ), array( 'true', true ), array( '1', true ), array( 'no', false ), array( 'false', false ), array( '0', false ), array( '', false ) );
	}

	public function test_an_unknown_mode_reaches_the_script_that_warns_about_it() {
		$this->assertStringContainsString( ' data-mode="pop&quot;up"', Button::render( array( 'product' => 'kente-tote', 'mode' => 'pop"up' ) ) );
		$this->assertStringNotContainsString( 'data-mode', Button::render( array( 'product' => 'kente-tote', 'mode' => 'overlay' ) ) );
	}

	public function test_the_markup_of_a_button_is_at_most_400_bytes() {
		$html = do_blocks( '<!-- wp:cedi-commerce/buy-button {"handle":"ama","product":"highlife-guitar-lessons","label":"Take the lessons","showPrice":true,"mode":"redirect"} /-->' );
		$this->assertNotSame( '', $html );
		$this->assertLessThanOrEqual( 400, strlen( $html ) );
	}

	public function test_a_button_is_the_same_for_every_visitor_and_a_week_later() {
		$first = Button::render( array( 'product' => 'kente-tote', 'variation' => 'card' ) );
		$this->login( 'administrator' );
		Clock::$now = time() + WEEK_IN_SECONDS;
		$this->assertSame( $first, Button::render( array( 'product' => 'kente-tote', 'variation' => 'card' ) ) );
	}

	public function test_the_script_is_enqueued_once_for_several_buttons() {
		for ( $i = 0; $i < 50; $i++ ) {
			Button::render( array( 'product' => 'kente-tote' ) );
		}
		$this->assertTrue( wp_script_is( 'cedi-commerce-embed' ) );
		ob_start();
		wp_scripts()->do_items( array( 'cedi-commerce-embed' ) );
		$html = ob_get_clean();
		$this->assertSame( 1, substr_count( $html, '<script' ) );
		$this->assertStringContainsString( 'src="https://pay.example.com/embed.js?ver=' . \Cedi\Commerce\VERSION . '"', $html );
		$this->assertStringContainsString( ' async', $html );
	}

	/**
	 * @dataProvider attacks
	 */
	public function test_attributes_cannot_inject_markup( array $attributes ) {
		$html = Button::render( $attributes + array( 'product' => 'kente-tote', 'variation' => 'card', 'className' => 'is-style-link' ) );
		$dom  = new \DOMDocument();
		$this->assertSame( '', strpos( $html, 'javascript:' ) === false ? '' : $html );
		libxml_use_internal_errors( true );
		$dom->loadHTML( '<?xml encoding="utf-8"?><body>' . $html . '</body>' );
		foreach ( $dom->getElementsByTagName( '*' ) as $element ) {
			$this->assertContains( $element->nodeName, array( 'html', 'body', 'div', 'p', 'strong', 'br', 'a', 'img' ) );
			foreach ( $element->attributes as $attribute ) {
				$this->assertStringStartsNotWith( 'on', $attribute->name );
			}
		}
	}

	public function attacks() {
		$texts = array( '"><script>alert(1)</script>', "' onmouseover='alert(1)", '" onfocus="alert(1)" x="', '</a><img src=x onerror=alert(1)>', "\u{0}<svg/onload=alert(1)>", '&quot; onclick=&quot;alert(1)' );
		$rows  = array();
		foreach ( array( 'label', 'linkClass', 'linkStyle', 'mode', 'className', 'variation' ) as $name ) {
			foreach ( $texts as $text ) {
				$rows[] = array( array( $name => $text ) );
			}
		}
		$rows[] = array( array( 'linkStyle' => 'background:url(javascript:alert(1))' ) );
		return $rows;
	}

	public function test_a_card_shows_the_escaped_image_name_and_price_of_the_service() {
		update_option(
			Products::OPTION,
			array(
				'kente-tote' => array(
					'handle'    => 'ama',
					'name'      => 'Kente <b onclick=x>tote',
					'price'     => '1120.50',
					'image_url' => 'javascript:alert(1)',
				),
			)
		);
		$html = Button::render( array( 'product' => 'kente-tote', 'variation' => 'card' ) );
		$this->assertStringContainsString( 'Kente &lt;b onclick=x&gt;tote', $html );
		$this->assertStringContainsString( 'GH₵1,120.50', $html );
		$this->assertStringNotContainsString( 'javascript', $html );
	}

	/**
	 * A card of the newest product, before and after the settings are saved.
	 */
	private function card_after( array $changes ) {
		Products::all( true );
		$card = array(
			'product'   => (string) array_key_first( get_option( Products::OPTION ) ),
			'variation' => 'card',
		);
		$this->assertStringContainsString( '<strong>', Button::render( $card ) );
		$this->login( 'administrator' );
		$this->assertSame( 200, $this->rest( 'POST', '/settings', array(), $changes )->get_status() );
		return Button::render( $card );
	}

	/**
	 * @dataProvider unrelated_settings
	 */
	public function test_a_published_card_keeps_name_and_price_when_a_setting_is_saved( array $changes ) {
		$this->assertStringContainsString( '<strong>', $this->card_after( $changes ) );
	}

	public function unrelated_settings() {
		return array(
			'the name of the method' => array( array( 'gateway' => array( 'title' => 'MoMo' ) ) ),
			'the mode'               => array( array( 'mode' => 'live' ) ),
			'nothing new'            => array(
				array(
					'base_url' => 'https://Pay.example.com/',
					'handle'   => '@Ama',
					'api_key'  => self::KEY,
				),
			),
		);
	}

	/**
	 * @dataProvider other_merchants
	 */
	public function test_a_card_shows_no_product_of_another_merchant( array $changes ) {
		$this->assertStringNotContainsString( '<strong>', $this->card_after( $changes ) );
	}

	public function other_merchants() {
		return array(
			'address' => array( array( 'base_url' => 'https://other.example.com', 'api_key' => null ) ),
			'key'     => array( array( 'api_key' => 'sk_live_another_key_0001' ) ),
			'handle'  => array( array( 'handle' => 'kofi' ) ),
		);
	}

	/**
	 * @dataProvider invalid_products
	 */
	public function test_a_button_without_a_valid_product_is_not_rendered( array $attributes ) {
		$this->assertSame( '', Button::render( $attributes ) );
		$this->assertFalse( wp_script_is( 'cedi-commerce-embed' ) );
	}

	public function invalid_products() {
		return array(
			array( array() ),
			array( array( 'product' => '../admin' ) ),
			array( array( 'product' => 'a b' ) ),
			array( array( 'product' => array( 'x' ) ) ),
			array( array( 'product' => 'kente-tote', 'handle' => 'a/b' ) ),
		);
	}

	public function test_without_a_base_url_no_button_is_rendered_and_authors_see_a_message() {
		update_option( Settings::OPTION, array( 'base_url' => '' ) );
		$this->assertSame( '', do_shortcode( '[cedi_commerce_button product="kente-tote"]' ) );
		$this->login( 'author' );
		$this->assertStringContainsString( 'names no product', do_shortcode( '[cedi_commerce_button product="kente-tote"]' ) );
	}

	public function test_a_filter_can_change_the_markup() {
		$change = static function ( $html, $attributes ) {
			return "<p>{$attributes['product']}</p>";
		};
		add_filter( 'cedi_commerce_button_html', $change, 10, 2 );
		$html = Button::render( array( 'product' => 'kente-tote' ) );
		remove_filter( 'cedi_commerce_button_html', $change, 10 );
		$this->assertSame( '<p>kente-tote</p>', $html );
	}
}
