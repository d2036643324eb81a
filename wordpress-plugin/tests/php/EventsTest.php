<?php
/**
 * The table of events: its rows are states of an order, its columns are events. The walks use it too.
 *
 * events.json contains the expected results.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

/**
 * @group woocommerce
 */
final class EventsTest extends TestCase {
	const TABLE = __DIR__ . '/events.json';

	private $shop;

	protected function setUp(): void {
		parent::setUp();
		Clock::$now = time();
		$this->shop = new Shop( $this->service );
	}

	protected function tearDown(): void {
		$this->shop->close();
		parent::tearDown();
	}

	/**
	 * Returns functions that bring an order with two open checkouts into a state.
	 */
	public static function rows() {
		return array(
			'pending, Cedi'                      => static function () {},
			'failed, Cedi'                       => static function ( Shop $shop ) {
				$ref = $shop->approve( 0, array( 'status' => 'failed' ) );
				$shop->check();
				unset( $shop->service->payments[ $ref ] );
				$shop->service->intents[ array_keys( $shop->service->intents )[0] ]['ref'] = null;
			},
			'checkout draft, Cedi'               => static function ( Shop $shop ) {
				$shop->order()->update_status( 'checkout-draft' );
			},
			'processing, cash on delivery'       => static function ( Shop $shop ) {
				$shop->choose( 'cod' );
			},
			'on hold, bank transfer'             => static function ( Shop $shop ) {
				$shop->choose( 'bacs' );
			},
			'on hold, cheque'                    => static function ( Shop $shop ) {
				$shop->choose( 'cheque' );
			},
			'on hold, another gateway, not paid' => static function ( Shop $shop ) {
				$shop->choose( 'stripe' );
			},
			'processing, another gateway, paid'  => static function ( Shop $shop ) {
				$order = $shop->order();
				$order->set_payment_method( 'stripe' );
				$order->save();
				$order->payment_complete( 'ch_1' );
			},
			'completed, cash collected'          => static function ( Shop $shop ) {
				$shop->choose( 'cod' );
				$shop->order()->update_status( 'completed' );
			},
			'processing, Cedi, paid'             => static function ( Shop $shop ) {
				$shop->approve( 0 );
				$shop->check();
			},
			'pending again, Cedi, paid'          => static function ( Shop $shop ) {
				$shop->approve( 0 );
				$shop->check();
				$shop->change_status( 'pending' );
			},
			'cancelled by the buyer'             => static function ( Shop $shop ) {
				$shop->order()->update_status( 'cancelled' );
			},
			'on hold, set manually'              => static function ( Shop $shop ) {
				$shop->change_status( 'on-hold' );
			},
			'in the trash'                       => static function ( Shop $shop ) {
				$shop->change_status( 'trash' );
			},
			'deleted permanently'                => static function ( Shop $shop ) {
				$shop->change_status( 'deleted' );
			},
		);
	}

	/**
	 * Returns functions that trigger an event.
	 */
	public static function events() {
		return array(
			'the payment succeeds'                               => static function ( Shop $shop ) {
				$shop->approve( 0 );
				$shop->check();
			},
			'both payments succeed'                              => static function ( Shop $shop ) {
				$shop->approve( 0 );
				$shop->check();
				$shop->approve( 1 );
				$shop->check();
			},
			'the order total changes, then the payment succeeds' => static function ( Shop $shop ) {
				$shop->set_total_to( '50.00' );
				$shop->approve( 0 );
				$shop->check();
			},
			'the payment fails'                                  => static function ( Shop $shop ) {
				$shop->approve( 0, array( 'status' => 'failed' ) );
				$shop->check();
			},
			'the checkout expires unpaid'                        => static function ( Shop $shop ) {
				$shop->wait( 2 * HOUR_IN_SECONDS );
				$shop->check();
			},
			'the payment stays pending for a day'                => static function ( Shop $shop ) {
				$shop->approve( 0, array( 'status' => 'pending' ) );
				$shop->wait( 25 * HOUR_IN_SECONDS );
				$shop->check();
			},
			'the service does not respond'                       => static function ( Shop $shop ) {
				$shop->approve( 0 );
				$shop->service->lost_responses = 100;
				$shop->check();
				$shop->service->lost_responses = 0;
			},
			'the buyer pays, then clicks "Pay" again'            => static function ( Shop $shop ) {
				$shop->approve( 0 );
				$start = $shop->pay();
				$shop->trace[] = null === $start || is_wp_error( $start ) ? 'no second prompt' : 'second prompt';
			},
			'WooCommerce cancels unpaid orders'                  => static function ( Shop $shop ) {
				$shop->wait( 2 * HOUR_IN_SECONDS );
				$order = $shop->order();
				if ( $order && $order->has_status( 'pending' ) && apply_filters( 'woocommerce_cancel_unpaid_order', true, $order ) ) {
					$shop->order()->update_status( 'cancelled' );
				}
			},
			'two checks run at the same time'                    => static function ( Shop $shop ) {
				$shop->approve( 0 );
				$shop->check_while_locked();
				$shop->check();
			},
		);
	}

	private static function table() {
		return json_decode( file_get_contents( self::TABLE ), true );
	}

	public function cells() {
		$cells = array();
		foreach ( array_keys( self::rows() ) as $row ) {
			foreach ( array_keys( self::events() ) as $event ) {
				$cells[ "$row: $event" ] = array( $row, $event );
			}
		}
		return $cells;
	}

	/**
	 * @dataProvider cells
	 */
	public function test_each_cell_of_the_event_table_has_the_expected_result( $row, $event ) {
		$table = self::table();
		$this->assertTrue( isset( $table[ $row ][ $event ] ), 'Every cell of the table has an expected result.' );
		$expected = $table[ $row ][ $event ];
		if ( 0 === strpos( $expected, 'never: ' ) ) {
			$this->assertGreaterThan( 20, strlen( $expected ), 'An impossible cell states the reason.' );
			return;
		}
		$this->shop->open_two_checkouts();
		self::rows()[ $row ]( $this->shop );
		$this->shop->notice_count = 0;
		self::events()[ $event ]( $this->shop );
		$this->assertSame( $expected, implode( ', ', array_merge( array( $this->shop->summary() ), $this->shop->trace ) ) );
		$this->shop->trace = array();
		$this->shop->record_references();
		$this->shop->run_all_checks();
		$this->assertSame( array(), $this->shop->find_violations() );
	}

	/**
	 * @group write
	 */
	public function test_the_event_table_is_written_on_request() {
		if ( '1' !== getenv( 'CEDI_WRITE_EVENTS' ) ) {
			$this->assertFileExists( self::TABLE );
			return;
		}
		$table = is_file( self::TABLE ) ? self::table() : array();
		$new   = array();
		foreach ( self::rows() as $row => $prepare ) {
			foreach ( self::events() as $event => $event_callback ) {
				if ( isset( $table[ $row ][ $event ] ) && 0 === strpos( $table[ $row ][ $event ], 'never: ' ) ) {
					$new[ $row ][ $event ] = $table[ $row ][ $event ];
					continue;
				}
				$this->tearDown();
				$this->setUp();
				$this->shop->open_two_checkouts();
				$prepare( $this->shop );
				$this->shop->notice_count = 0;
				$event_callback( $this->shop );
				$new[ $row ][ $event ] = implode( ', ', array_merge( array( $this->shop->summary() ), $this->shop->trace ) );
			}
		}
		file_put_contents( self::TABLE, str_replace( '    ', '  ', wp_json_encode( $new, JSON_PRETTY_PRINT | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES ) ) . "\n" );
		$this->assertNotEmpty( $new );
	}
}
