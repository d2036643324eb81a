<?php
/**
 * Buttons that sell products of WooCommerce, and the search for these products.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Button\Button;
use Cedi\Commerce\Gateway\Express_Checkout;
use Cedi\Commerce\Support\Settings;

/**
 * @group woocommerce
 */
final class ShopProductsTest extends TestCase {
	protected function setUp(): void {
		parent::setUp();
		update_option( Settings::GATEWAY, array( 'enabled' => 'yes', 'flow' => 'popup' ) );
	}

	/**
	 * The data for the picker.
	 */
	private function search( $text, array $more = array() ) {
		$this->login( 'author' );
		$response = $this->rest( 'GET', '/products', array( 'from' => 'shop', 'search' => $text ) + $more );
		$this->assertSame( 200, $response->get_status() );
		return $response->get_data();
	}

	private function names( $text ) {
		return wp_list_pluck( $this->search( $text )['products'], 'name' );
	}

	public function test_a_product_is_found_by_name_id_and_sku() {
		$tote = $this->create_product( array( 'name' => 'Kente tote', 'sku' => 'KT-1' ) );
		$this->create_product( array( 'name' => 'Shea butter' ) );
		$this->assertSame( array( 'Kente tote' ), $this->names( 'tote kente' ) );
		$this->assertSame( array( 'Kente tote' ), $this->names( 'KT-1' ) );
		$this->assertSame( 'Kente tote', $this->names( (string) $tote->get_id() )[0] );
		$this->assertSame( array(), $this->names( 'guitar' ) );
		$this->assertContains( 'Shea butter', $this->names( '' ) );
	}

	public function test_a_search_term_that_is_not_a_number_is_searched_as_text() {
		$id = $this->create_product()->get_id();
		$this->assertSame( array(), $this->names( "$id mugs" ) );
	}

	public function test_the_picker_shows_the_price_and_whether_a_product_can_be_sold() {
		$available = $this->create_product( array( 'name' => 'There' ) );
		$sold_out  = $this->create_product( array( 'name' => 'Gone', 'stock_quantity' => 0 ) );
		$free  = $this->create_product( array( 'name' => 'Without a price', 'regular_price' => '' ) );
		$rows  = array_column( $this->search( '' )['products'], null, 'name' );
		$this->assertSame( array( (string) $available->get_id(), '45.50', true, null ), array( $rows['There']['id'], $rows['There']['price'], $rows['There']['active'], $rows['There']['stock'] ) );
		$this->assertSame( 0, $rows['Gone']['stock'] );
		$this->assertSame( array( '', false ), array( $rows['Without a price']['price'], $rows['Without a price']['active'] ) );
		$this->assertNotSame( '', Button::render( array( 'shopProduct' => $available->get_id() ) ) );
		$this->assertSame( '', Button::render( array( 'shopProduct' => $sold_out->get_id() ) ) . Button::render( array( 'shopProduct' => $free->get_id() ) ) );
	}

	public function test_a_button_with_an_invalid_product_id_is_not_shown() {
		$id = $this->create_product()->get_id();
		$this->assertNotSame( '', Button::render( array( 'shopProduct' => (string) $id ) ) );
		foreach ( array( "{$id}abc", "-$id", "$id.5" ) as $invalid ) {
			$this->assertSame( '', Button::render( array( 'shopProduct' => $invalid ) ) );
		}
	}

	public function test_a_name_with_entities_is_shown_as_text() {
		// WordPress stores the ampersand of users without "unfiltered_html" as an entity.
		$id = $this->create_product( array( 'name' => 'Salt &amp; pepper' ) )->get_id();
		$this->assertSame( array( 'Salt & pepper' ), $this->names( 'pepper' ) );
		$html = do_blocks( '<!-- wp:cedi-commerce/buy-button {"shopProduct":' . $id . ',"variation":"card"} /-->' );
		$this->assertStringContainsString( '<strong>Salt &amp; pepper</strong>', $html );
	}

	public function test_a_draft_is_not_listed() {
		$draft = $this->create_product( array( 'name' => 'Not yet', 'status' => 'draft' ) );
		$this->assertSame( array(), $this->names( 'Not yet' ) );
		$this->assertSame( array(), $this->names( (string) $draft->get_id() ) );
	}

	public function test_the_id_of_another_post_type_finds_nothing() {
		$this->assertSame( array(), $this->names( (string) $this->create_order()->get_id() ) );
		$this->assertSame( array(), $this->names( '999999999' ) );
	}

	public function test_a_list_reports_whether_it_is_complete() {
		foreach ( array( 'One', 'Two', 'Three' ) as $name ) {
			$this->create_product( array( 'name' => "Cloth $name" ) );
		}
		$part = $this->search( 'cloth', array( 'limit' => 2 ) );
		$this->assertSame( array( 2, false ), array( count( $part['products'] ), $part['is_complete'] ) );
		$full_list = $this->search( 'cloth', array( 'limit' => 3 ) );
		$this->assertSame( array( 3, true ), array( count( $full_list['products'] ), $full_list['is_complete'] ) );
	}

	public function test_the_picker_receives_the_reason_why_nothing_can_be_paid() {
		$this->assertSame( array( true, '' ), array( $this->search( '' )['has_shop'], $this->search( '' )['unavailable_reason'] ) );
		update_option( Settings::GATEWAY, array( 'enabled' => 'no' ) );
		$this->assertStringContainsString( 'switched off', $this->search( '' )['unavailable_reason'] );
		update_option( Settings::GATEWAY, array( 'enabled' => 'yes' ) );
		update_option( 'woocommerce_currency', 'USD' );
		$this->assertStringContainsString( 'USD', $this->search( '' )['unavailable_reason'] );
	}

	public function test_visitors_cannot_list_products() {
		$this->assertSame( 401, $this->rest( 'GET', '/products', array( 'from' => 'shop' ) )->get_status() );
		$this->login( 'subscriber' );
		$this->assertSame( 403, $this->rest( 'GET', '/products', array( 'from' => 'shop' ) )->get_status() );
	}

	public function test_the_block_applies_colours_and_margin_to_a_shop_product() {
		$id   = $this->create_product()->get_id();
		$html = do_blocks( '<!-- wp:cedi-commerce/buy-button {"shopProduct":' . $id . ',"label":"Take it","showPrice":true,"backgroundColor":"black","style":{"spacing":{"margin":{"top":"1em"}}}} /-->' );
		$this->assertMatchesRegularExpression( '~^\s*<div [^>]*margin-top:1em[^>]*><a class="wp-element-button [^"]*has-black-background-color[^"]*"[^>]* rel="nofollow" href="[^"]*add-to-cart=' . $id . '[^"]*">Take it · [^<]*45\.50</a></div>\s*$~', $html );
		$this->assertStringNotContainsString( 'data-', $html );
		$this->assertFalse( wp_script_is( 'cedi-commerce-embed' ), 'The script of the service has nothing to do here.' );
	}

	public function test_a_card_of_a_shop_product_shows_escaped_name_price_and_image() {
		$picture = wp_insert_attachment( array( 'post_mime_type' => 'image/png', 'post_title' => 'Tote' ), 'tote.png' );
		update_post_meta( $picture, '_wp_attachment_metadata', array( 'width' => 300, 'height' => 300, 'file' => 'tote.png', 'sizes' => array() ) );
		$id   = $this->create_product( array( 'name' => 'Kente & <b onclick=x>tote', 'image_id' => $picture ) )->get_id();
		$html = do_blocks( '<!-- wp:cedi-commerce/buy-button {"shopProduct":' . $id . ',"variation":"card","showPrice":true} /-->' );
		$this->assertMatchesRegularExpression( '~<img [^>]*src="[^"]*tote\.png"[^>]*class="wp-image-product(?: [^"]*)?"[^>]*alt=""~', $html );
		$this->assertStringContainsString( '<strong>Kente &amp; ', $html );
		$this->assertStringNotContainsString( '<b onclick', $html );
		$this->assertMatchesRegularExpression( '~<br>[^<]*45\.50</p><a ~', $html );
		$this->assertSame( 1, substr_count( $html, '45.50' ), 'A card names the price once.' );
	}

	public function test_a_filter_can_change_the_markup_of_a_shop_product() {
		$id     = $this->create_product()->get_id();
		$change = static function ( $html, $attributes ) {
			return "<p>{$attributes['shopProduct']}</p>";
		};
		add_filter( 'cedi_commerce_button_html', $change, 10, 2 );
		$html = Button::render( array( 'shopProduct' => $id ) );
		remove_filter( 'cedi_commerce_button_html', $change, 10 );
		$this->assertSame( "<p>$id</p>", $html );
	}

	public function test_the_add_to_cart_block_keeps_the_express_button() {
		// WooCommerce 8.4 sets the status of a new product only in the database.
		$GLOBALS['product'] = wc_get_product( $this->create_product()->get_id() );
		ob_start();
		Express_Checkout::show_on_product();
		$button = ob_get_clean();
		unset( $GLOBALS['product'] );
		$this->assertStringContainsString( '>Buy now: ', $button );
		// WooCommerce 8.4 replaces what matches this pattern.
		$this->assertDoesNotMatchRegularExpression( '/<button\s+type="submit"[^>]*>.*?<\/button>/i', $button );
	}

	public function test_no_button_is_shown_if_another_plugin_removes_the_method() {
		$product = $this->create_product();
		$this->assertNotNull( \Cedi\Commerce\Gateway\Express_Checkout::product( $product->get_id() ) );
		$remove = static function ( $gateways ) {
			unset( $gateways['cedi_commerce'] );
			return $gateways;
		};
		add_filter( 'woocommerce_available_payment_gateways', $remove );
		$found = \Cedi\Commerce\Gateway\Express_Checkout::product( $product->get_id() );
		remove_filter( 'woocommerce_available_payment_gateways', $remove );
		$this->assertNull( $found );
	}

	public function test_a_product_of_another_type_has_no_button() {
		$GLOBALS['product'] = new class() extends \WC_Product_Simple {
			public function get_type() {
				return 'subscription';
			}
			public function is_purchasable() {
				return true;
			}
		};
		ob_start();
		\Cedi\Commerce\Gateway\Express_Checkout::show_on_product();
		unset( $GLOBALS['product'] );
		$this->assertSame( '', ob_get_clean() );
	}
}
