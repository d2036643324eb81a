<?php
/**
 * The schedule checks orders, and WooCommerce never cancels an order that may be paid.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Checkout\Checkout;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Poll_Schedule;
use Cedi\Commerce\Order\Scheduled_Checks;

/**
 * @group woocommerce
 */
final class ScheduleTest extends TestCase {
	private function create_started_order() {
		$order = $this->create_order();
		Checkout::start( $order->get_id() );
		return wc_get_order( $order->get_id() );
	}

	private function would_cancel( $order ) {
		return apply_filters( 'woocommerce_cancel_unpaid_order', true, $order );
	}

	/**
	 * @group slow
	 */
	public function test_a_hundred_late_payments_are_never_cancelled_in_a_day_of_minutely_jobs() {
		$start      = time();
		Clock::$now = $start;
		$orders     = array();
		$paid_at    = array();
		$statuses     = array();
		for ( $i = 0; $i < 100; $i++ ) {
			$order = $this->create_started_order();
			$this->service->pay( array( 'status' => 'pending' ) );
			$orders[ "pay_" . ( $i + 1 ) ]  = $order;
			// Every third order has no schedule, as on a site where WP-Cron does not run.
			$statuses[ "pay_" . ( $i + 1 ) ]  = 0 === $i % 3;
			// The buyers pay between three minutes and almost a day later.
			$paid_at[ "pay_" . ( $i + 1 ) ] = $start + 180 + (int) ( 86000 * $i / 100 );
		}
		$before = count( $this->service->requests );
		$next   = array();
		foreach ( $orders as $ref => $order ) {
			$next[ $ref ] = (int) as_next_scheduled_action( Poll_Schedule::HOOK, array( $order->get_id() ) );
		}
		$cancelled = 0;
		for ( $minute = 1; $minute <= 25 * 60; $minute++ ) {
			Clock::$now = $start + 60 * $minute;
			foreach ( $orders as $ref => $order ) {
				if ( isset( $paid_at[ $ref ] ) && $paid_at[ $ref ] <= Clock::$now ) {
					$this->service->payments[ $ref ]['status'] = 'succeeded';
					unset( $paid_at[ $ref ] );
				}
				if ( isset( $next[ $ref ] ) && $next[ $ref ] > 0 && $next[ $ref ] <= Clock::$now && ! $statuses[ $ref ] ) {
					as_unschedule_action( Poll_Schedule::HOOK, array( $order->get_id() ), Poll_Schedule::GROUP );
					Scheduled_Checks::run( $order->get_id() );
					$next[ $ref ] = (int) as_next_scheduled_action( Poll_Schedule::HOOK, array( $order->get_id() ) );
				}
				// WooCommerce holds stock for an hour, and then cancels pending orders.
				if ( $minute >= 60 && $this->would_cancel( wc_get_order( $order->get_id() ) ) ) {
					++$cancelled;
				}
				if ( ! isset( $paid_at[ $ref ] ) && wc_get_order( $order->get_id() )->is_paid() ) {
					unset( $orders[ $ref ], $next[ $ref ] );
				}
			}
		}
		$this->assertSame( 0, $cancelled );
		$this->assertCount( 0, $orders, 'Every order was found paid.' );
		$this->assertLessThanOrEqual( 1000, count( $this->service->requests ) - $before, 'At most ten questions for each order.' );
	}

	public function test_an_order_paid_since_woocommerce_read_it_is_not_cancelled() {
		$order = $this->create_started_order();
		$this->service->pay();
		\Cedi\Commerce\Order\Payment_Checker::check( $order->get_id() );
		$this->assertTrue( $order->has_status( 'pending' ), 'What WooCommerce holds in its hands is old.' );
		$this->assertFalse( $this->would_cancel( $order ) );
	}

	public function test_an_order_is_not_cancelled_during_an_outage() {
		Clock::$now = time();
		$order      = $this->create_started_order();
		$this->service->pay();
		$this->service->responses['*'] = Service::connection_error();
		Clock::$now                 += 7200;
		$this->assertFalse( $this->would_cancel( $order ) );
		$this->service->responses = array();
		Clock::$now            += DAY_IN_SECONDS;
		$this->assertFalse( $this->would_cancel( $order ) );
		$this->assertSame( 'processing', wc_get_order( $order->get_id() )->get_status() );
	}

	public function test_checks_are_scheduled_at_the_delays_of_the_contract() {
		$contract = json_decode( file_get_contents( __DIR__ . '/../../../packages/contract/fixtures/settle-schedule.json' ), true );
		$this->assertGreaterThan( 3, count( $contract['cases'] ) );
		foreach ( $contract['cases'] as $case ) {
			$this->assertSame( $case['delaysSeconds'], Poll_Schedule::delays( $case['wordpressOrder'] ), "Order {$case['wordpressOrder']}" );
			$this->assertEqualsWithDelta( $case['share'], $case['wordpressOrder'] * 7919 % 1000 / 1000, 0.0001 );
		}
		$this->assertSame( $contract['checksSeconds'], Poll_Schedule::delays( 1000 ), 'Order 1000 stands where nothing is spread.' );
		$this->assertSame( $contract['dailySeconds'], Poll_Schedule::LATE_INTERVAL_SECONDS );
	}

	public function test_checks_of_500_simultaneous_orders_are_spread_over_time() {
		$minutes = array();
		for ( $id = 1; $id <= 500; $id++ ) {
			foreach ( Poll_Schedule::delays( $id ) as $delay ) {
				$minute             = (int) ( $delay / 60 );
				$minutes[ $minute ] = isset( $minutes[ $minute ] ) ? $minutes[ $minute ] + 1 : 1;
			}
		}
		unset( $minutes[1], $minutes[2] );
		$this->assertLessThan( 260, max( $minutes ) );
	}

	public function test_checks_are_scheduled_one_after_another_until_the_payment_ends() {
		Clock::$now = time();
		$order      = $this->create_started_order();
		$seen       = array();
		for ( $i = 0; $i < 20; $i++ ) {
			$next_check = as_next_scheduled_action( Poll_Schedule::HOOK, array( $order->get_id() ) );
			if ( ! $next_check ) {
				break;
			}
			$seen[]     = $next_check - Clock::$now;
			$started    = isset( $started ) ? $started : Clock::$now;
			Clock::$now = $next_check;
			as_unschedule_action( Poll_Schedule::HOOK, array( $order->get_id() ), Poll_Schedule::GROUP );
			Scheduled_Checks::run( $order->get_id() );
		}
		$this->assertCount( 8, $seen );
		$this->assertLessThanOrEqual( 86400 + 900, Clock::$now - $started );
	}

	public function test_without_action_scheduler_wp_cron_runs_the_checks() {
		$order = $this->create_order();
		Checkout::start( $order->get_id() );
		$attempt = current( Order_Payments::of( wc_get_order( $order->get_id() ) )->attempts()->all() );
		// The same call before "init", when Action Scheduler has no tables yet.
		$actions = $GLOBALS['wp_actions']['init'];
		unset( $GLOBALS['wp_actions']['init'] );
		Poll_Schedule::schedule_next( Order_Payments::of( wc_get_order( $order->get_id() ) ) );
		$GLOBALS['wp_actions']['init'] = $actions;
		$this->assertIsInt( wp_next_scheduled( Poll_Schedule::HOOK, array( $order->get_id() ) ) );
	}

	public function test_a_filter_changes_the_delays() {
		$run_once = static function () {
			return array( 30 );
		};
		add_filter( 'cedi_commerce_poll_delays', $run_once );
		$delays = Poll_Schedule::delays( 5 );
		remove_filter( 'cedi_commerce_poll_delays', $run_once );
		$this->assertCount( 1, $delays );
	}

	private function next_check_time( $order ) {
		return as_next_scheduled_action( Poll_Schedule::HOOK, array( $order->get_id() ), Poll_Schedule::GROUP );
	}

	public function test_an_error_in_another_plugin_does_not_end_the_checks() {
		Clock::$now = time();
		$order      = $this->create_started_order();
		$this->service->pay( array( 'status' => 'failed' ) );
		as_unschedule_all_actions( Poll_Schedule::HOOK, array( $order->get_id() ), Poll_Schedule::GROUP );
		$break = static function () {
			throw new \TypeError( 'A plugin for mails.' );
		};
		add_action( 'woocommerce_order_status_failed', $break );
		try {
			Scheduled_Checks::run( $order->get_id() );
			$this->fail( 'It did not throw.' );
		} catch ( \TypeError $error ) {
			$this->assertSame( 'A plugin for mails.', $error->getMessage() );
		}
		remove_action( 'woocommerce_order_status_failed', $break );
		$this->service->pay();
		$this->assertIsInt( $this->next_check_time( $order ) );
		$this->assertFalse( \Cedi\Commerce\Order\Order_Updater::is_updating(), 'What manual_statuses do next is seen as done by manual_statuses.' );
		Scheduled_Checks::run( $order->get_id() );
		$this->assertSame( 'processing', wc_get_order( $order->get_id() )->get_status() );
	}

	public function test_an_order_whose_last_check_failed_is_checked_again_the_next_day() {
		Clock::$now = time();
		$order      = $this->create_started_order();
		$settled_order    = $this->create_started_order();
		$this->service->pay();
		\Cedi\Commerce\Order\Payment_Checker::check( $settled_order->get_id() );
		$this->reload( $settled_order )->update_status( 'completed' );
		Scheduled_Checks::run( $settled_order->get_id() );
		$this->service->pay( array(), 0 );
		foreach ( array( $order, $settled_order ) as $each ) {
			as_unschedule_all_actions( Poll_Schedule::HOOK, array( $each->get_id() ), Poll_Schedule::GROUP );
		}
		$this->assertIsInt( wp_next_scheduled( Poll_Schedule::HOOK, array( Poll_Schedule::ALL_ORDERS ) ) );
		Clock::$now                 += 26 * HOUR_IN_SECONDS;
		$this->service->responses['*'] = Service::connection_error();
		Scheduled_Checks::run( $order->get_id() );
		$this->assertFalse( $this->next_check_time( $order ) );
		$this->service->responses = array();
		do_action( Poll_Schedule::HOOK, Poll_Schedule::ALL_ORDERS );
		$this->assertIsInt( $this->next_check_time( $order ) );
		$this->assertFalse( $this->next_check_time( $settled_order ), 'A delivered order is not checked again.' );
		Scheduled_Checks::run( $order->get_id() );
		$this->assertSame( 'processing', wc_get_order( $order->get_id() )->get_status() );
		wc_get_order( $order->get_id() )->update_status( 'completed' );
		Scheduled_Checks::run( $order->get_id() );
		Scheduled_Checks::run( Poll_Schedule::ALL_ORDERS );
		$this->assertFalse( $this->next_check_time( $order ) );
	}

	public function test_an_unconfirmed_attempt_expires_with_its_key() {
		Clock::$now                  = time();
		$order                       = $this->create_order();
		$this->service->responses['*'] = Service::connection_error();
		Checkout::start( $order->get_id() );
		$this->service->responses = array();
		$next_check                   = $this->next_check_time( $order );
		$this->assertIsInt( $next_check );
		Clock::$now = $next_check;
		Scheduled_Checks::run( $order->get_id() );
		$this->assertSame( array( 'expired' ), array_column( Order_Payments::of( wc_get_order( $order->get_id() ) )->attempts()->summaries(), 'status' ) );
		$this->assertSame( 'failed', wc_get_order( $order->get_id() )->get_status() );
		$this->assertFalse( $this->next_check_time( $order ) );
		$this->assertFalse( \Cedi\Commerce\Tools\Privacy::erase( 'kofi@example.com' )['items_retained'] );
	}

	/**
	 * Returns the scheduled checks of an order.
	 */
	private function pending( $order, $group ) {
		return as_get_scheduled_actions( array( 'hook' => Poll_Schedule::HOOK, 'args' => array( $order->get_id() ), 'group' => $group, 'status' => 'pending', 'per_page' => 10 ), 'ids' );
	}

	public function test_scheduling_during_a_running_check_adds_one_check() {
		$order = $this->create_order();
		Checkout::start( $order->get_id() );
		$this->service->pay( array( 'status' => 'pending' ) );
		$planned_count = 0;
		$plan    = static function () use ( $order, &$planned_count ) {
			$planned_count = as_next_scheduled_action( Poll_Schedule::HOOK, array( $order->get_id() ), Poll_Schedule::GROUP );
			Poll_Schedule::schedule_soon( $order->get_id() );
			Poll_Schedule::schedule_soon( $order->get_id() );
		};
		add_action( Poll_Schedule::HOOK, $plan, 5 );
		foreach ( $this->pending( $order, Poll_Schedule::GROUP ) as $id ) {
			\ActionScheduler::runner()->process_action( $id, 'test' );
		}
		remove_action( Poll_Schedule::HOOK, $plan, 5 );
		$this->assertTrue( $planned_count, 'Action Scheduler says that one runs, and not when the next one does.' );
		$this->assertCount( 1, $this->pending( $order, Poll_Schedule::GROUP ) );
		// A group of another plugin with the same hook does not count.
		as_schedule_single_action( time(), Poll_Schedule::HOOK, array( $order->get_id() ), 'another' );
		Poll_Schedule::unschedule( $order->get_id() );
		$this->assertCount( 1, $this->pending( $order, '' ) );
	}

	public function test_a_backlog_is_checked_newest_first_with_a_third_for_the_oldest() {
		Clock::$now = time();
		$orders     = array();
		for ( $i = 0; $i < 6; $i++ ) {
			$orders[] = $this->create_started_order();
			as_unschedule_all_actions( Poll_Schedule::HOOK, array( end( $orders )->get_id() ), Poll_Schedule::GROUP );
		}
		Scheduled_Checks::run( Poll_Schedule::ALL_ORDERS );
		$times = array_map( array( $this, 'next_check_time' ), $orders );
		$this->assertSame( array( 6, 15, 12, 9, 3, 0 ), array_map( static function ( $time ) use ( $times ) {
			return $time - min( $times );
		}, $times ) );
	}
}
