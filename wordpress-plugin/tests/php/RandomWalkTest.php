<?php
/**
 * Random walks over the table of events: buyer, merchant, service and workers act in any order.
 *
 * CEDI_WALKS sets how many walks run. CEDI_WALK runs only one of them.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

/**
 * @group woocommerce
 * @group slow
 */
final class RandomWalkTest extends TestCase {
	/**
	 * Runs one step of a walk.
	 */
	private static function step( Shop $shop, $choice, $number ) {
		$methods  = array( 'cod', 'bacs', 'cheque', 'stripe', 'cedi_commerce' );
		$statuses = array( 'pending', 'on-hold', 'processing', 'completed', 'cancelled', 'failed', 'trash', 'deleted' );
		switch ( $choice ) {
			case 'pay':
				return $shop->pay();
			case 'approve':
				return $shop->approve( $number % 3 );
			case 'wait for approval':
				return $shop->approve( $number % 3, array( 'status' => 'pending' ) );
			case 'end approval':
				return $shop->answer_prompts( 1 === $number % 2 );
			case 'fail':
				return $shop->approve( $number % 3, array( 'status' => 'failed' ) );
			case 'choose':
				return $shop->choose( $methods[ $number % 5 ] );
			case 'total':
				return $shop->set_total_to( $number % 2 ? '45.50' : '50.00' );
			case 'buyer cancels':
				$order = $shop->order();
				return $order && $order->has_status( array( 'pending', 'failed' ) ) ? $order->update_status( 'cancelled' ) : null;
			case 'merchant moves':
				$shop->record_references();
				return $shop->change_status( $statuses[ $number % 8 ] );
			case 'lose an answer':
				return $shop->lose_next_response();
			case 'wait':
				return $shop->wait( array( 60, 600, 3600, 86400 )[ $number % 4 ] );
			case 'look':
				return $shop->check();
			case 'two look':
				return $shop->check_while_locked();
			case 'the job cancels':
				$order = $shop->order();
				return $order && $order->has_status( 'pending' ) && apply_filters( 'woocommerce_cancel_unpaid_order', true, $order ) ? $shop->order()->update_status( 'cancelled' ) : null;
		}
	}

	/**
	 * Common events are chosen more often.
	 */
	const CHOICES = array( 'pay', 'pay', 'approve', 'approve', 'wait for approval', 'end approval', 'fail', 'choose', 'total', 'buyer cancels', 'merchant moves', 'lose an answer', 'wait', 'wait', 'look', 'look', 'two look', 'the job cancels' );

	public function test_random_walks_keep_the_payment_invariants() {
		$walks = getenv( 'CEDI_WALKS' ) ? (int) getenv( 'CEDI_WALKS' ) : 200;
		$first = getenv( 'CEDI_WALK' ) ? (int) getenv( 'CEDI_WALK' ) : 1;
		$last  = getenv( 'CEDI_WALK' ) ? $first : $walks;
		$failures = array();
		$paid_count  = 0;
		for ( $walk = $first; $walk <= $last && count( $failures ) < 5; $walk++ ) {
			$this->tearDown();
			$this->setUp();
			mt_srand( $walk );
			Clock::$now = 1800000000;
			$shop       = new Shop( $this->service );
			$trace      = array();
			$shop->pay();
			for ( $step = 0; $step < 12; $step++ ) {
				$choice  = self::CHOICES[ mt_rand( 0, count( self::CHOICES ) - 1 ) ];
				$number  = mt_rand( 0, 999 );
				$trace[] = "$choice $number";
				if ( ! $shop->is_deleted || ! in_array( $choice, array( 'pay', 'choose', 'total', 'buyer cancels', 'merchant moves' ), true ) ) {
					self::step( $shop, $choice, $number );
				}
			}
			$shop->answer_prompts( false );
			$shop->run_all_checks();
			$paid_count   += count( $shop->received_payments() );
			$violations  = $shop->find_violations();
			if ( $violations ) {
				$failures[] = "Walk $walk: " . implode( ' ', $violations ) . ' [' . $shop->summary() . '] ' . implode( ' > ', $trace ) . ( getenv( 'CEDI_WALK' ) && $shop->order() ? "\n" . $this->notes( $shop->order() ) : '' );
			}
			$shop->close();
		}
		$this->assertSame( array(), $failures );
		$this->assertGreaterThan( getenv( 'CEDI_WALK' ) ? -1 : $walks / 4, $paid_count, 'Too few walks contain a payment.' );
	}
}
