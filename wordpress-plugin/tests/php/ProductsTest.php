<?php
/**
 * The products of the merchant.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Button\Products;

final class ProductsTest extends TestCase {
	/**
	 * Creates products at the service, newest first, in pages of a hundred.
	 */
	private function respond_with_products( $count ) {
		$this->service->responses['GET /api/v1/products'] = static function ( $request ) use ( $count ) {
			parse_str( (string) wp_parse_url( $request['url'], PHP_URL_QUERY ), $query );
			$from = isset( $query['cursor'] ) ? (int) substr( $query['cursor'], 5 ) : 0;
			$page = array();
			for ( $i = $from; $i < min( $count, $from + $query['limit'] ); $i++ ) {
				$page[] = array_merge(
					Service::data( 'list-products/200-products' )[0],
					array(
						'id'   => "prd_$i",
						'slug' => "cloth-$i",
						'name' => "Cloth $i",
					)
				);
			}
			$next = $from + $query['limit'];
			return Service::json(
				$page,
				200,
				$next < $count ? array( 'Link' => "<https://elsewhere.example.org/api/v1/products?limit=100&cursor=from_$next>; rel=\"next\"" ) : array()
			);
		};
	}

	private function count_list_requests() {
		return $this->service->count( 'GET /api/v1/products' );
	}

	public function test_all_pages_of_products_are_listed() {
		$this->respond_with_products( 250 );
		$list = Products::list_all( true );
		$this->assertCount( 250, $list['products'] );
		$this->assertTrue( $list['is_complete'] );
		$this->assertSame( array( 'cloth-0', 'cloth-249' ), array( $list['products'][0]['slug'], $list['products'][249]['slug'] ) );
		$this->assertNotNull( Products::get_card( 'ama', 'cloth-249' ), 'Cards of the last page know their product.' );
		Products::all();
		$this->assertSame( 3, $this->count_list_requests() );
	}

	public function test_the_key_is_sent_only_to_the_base_url() {
		$this->respond_with_products( 250 );
		Products::all( true );
		foreach ( $this->service->requests as $request ) {
			$this->assertStringStartsWith( Service::URL . '/api/v1/products?limit=100', $request['url'] );
		}
	}

	public function test_a_list_of_one_page_takes_one_request() {
		$this->respond_with_products( 100 );
		$this->assertTrue( Products::list_all( true )['is_complete'] );
		$this->assertSame( 1, $this->count_list_requests() );
	}

	public function test_an_endless_list_is_cut_off_and_reported_as_incomplete() {
		$this->respond_with_products( 1000000 );
		$list = Products::list_all( true );
		$this->assertSame( array( 2000, false, 20 ), array( count( $list['products'] ), $list['is_complete'], $this->count_list_requests() ) );
	}

	public function test_an_outage_between_pages_returns_the_pages_read_so_far() {
		$this->respond_with_products( 250 );
		Products::all( true );
		$this->respond_with_products( 250 );
		$pages = $this->service->responses['GET /api/v1/products'];

		$this->service->responses['GET /api/v1/products'] = static function ( $request ) use ( $pages ) {
			return false === strpos( $request['url'], 'from_200' ) ? $pages( $request ) : Service::connection_error();
		};
		$list = Products::list_all( true );
		$this->assertSame( array( 200, false ), array( count( $list['products'] ), $list['is_complete'] ) );
		$this->assertNotNull( Products::get_card( 'ama', 'cloth-249' ), 'A card whose product was not looked for stays as it is.' );
	}

	public function test_a_slow_service_does_not_delay_the_editor_for_the_last_page() {
		$this->respond_with_products( 2000 );
		$pages = $this->service->responses['GET /api/v1/products'];

		$this->service->responses['GET /api/v1/products'] = static function ( $request ) use ( $pages ) {
			Clock::$elapsed_seconds += 5.0;
			return $pages( $request );
		};
		$list = Products::list_all( true );
		$this->assertSame( array( 400, false, 4 ), array( count( $list['products'] ), $list['is_complete'], $this->count_list_requests() ) );
	}

	public function test_an_error_on_the_first_page_returns_no_list() {
		$this->service->responses['GET /api/v1/products'] = Service::connection_error();
		$this->assertSame( 'cedi_commerce_unreachable', Products::list_all( true )->get_error_code() );
	}

	public function test_the_picker_finds_a_product_on_the_last_page_and_reports_completeness() {
		$this->login( 'contributor' );
		$this->respond_with_products( 250 );
		$data = $this->rest( 'GET', '/products', array( 'search' => 'cloth-249' ) )->get_data();
		$this->assertSame( array( 'cloth-249' ), array_column( $data['products'], 'slug' ) );
		$this->assertTrue( $data['is_complete'] );
		$this->respond_with_products( 1000000 );
		Products::all( true );
		$this->assertFalse( $this->rest( 'GET', '/products' )->get_data()['is_complete'] );
	}

	public function test_an_exact_slug_comes_before_products_whose_names_contain_it() {
		$this->login( 'contributor' );
		$this->respond_with_products( 250 );
		$data = $this->rest( 'GET', '/products', array( 'search' => 'cloth-2', 'limit' => '1' ) )->get_data();
		$this->assertSame( array( 'cloth-2' ), array_column( $data['products'], 'slug' ) );
	}

	public function test_cards_are_refreshed_soon_after_a_change_of_the_key() {
		$this->respond_with_products( 3 );
		Products::all( true );
		$this->login( 'administrator' );
		$this->rest( 'POST', '/settings', array(), array( 'api_key' => 'sk_live_another_key_0001' ) );
		$this->assertNull( Products::get_card( 'ama', 'cloth-1' ) );
		$this->assertLessThanOrEqual( time() + 60, wp_next_scheduled( Products::REFRESH ) );
		Products::refresh();
		$this->assertNotNull( Products::get_card( 'ama', 'cloth-1' ) );
	}

	public function test_a_site_without_woocommerce_lists_no_shop_products() {
		$this->login( 'author' );
		$data = $this->rest( 'GET', '/products', array( 'from' => 'shop' ) )->get_data();
		$this->assertSame( function_exists( 'wc_get_products' ), $data['has_shop'] );
		if ( ! $data['has_shop'] ) {
			$this->assertSame( array( array(), true, '' ), array( $data['products'], $data['is_complete'], $data['unavailable_reason'] ) );
			$this->assertSame( '', \Cedi\Commerce\Button\Button::render( array( 'shopProduct' => 12 ) ) );
		}
	}
}
