<?php
/**
 * Actions of buyers, merchants and the service on one order, for the event table and the random walks.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use Cedi\Commerce\Checkout\Checkout;
use Cedi\Commerce\Order\Deleted_Order_Handler;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Payment_Attempt;
use Cedi\Commerce\Order\Payment_Checker;
use Cedi\Commerce\Order\Poll_Schedule;
use Cedi\Commerce\Support\Lock;

/**
 * One order, with its buyer, merchant and service.
 */
final class Shop {
	/** @var int */
	public $id;
	/** @var Service */
	public $service;
	/** @var int Number of emails to the merchant. */
	public $told = 0;
	/** @var bool Whether a merchant has changed the status. */
	public $is_moved = false;
	/** @var bool Whether the order was permanently deleted. */
	public $is_gone = false;
	/** @var string[] Trace of actions, for the message of a failing walk. */
	public $story = array();
	/** @var int Number of checkouts opened after a payment. */
	public $asked_twice = 0;

	public function __construct( Service $service ) {
		$this->service = $service;
		$order         = wc_create_order( array( 'created_via' => 'checkout' ) );
		$order->set_total( '45.50' );
		$order->set_billing_email( 'kofi@example.com' );
		$order->set_payment_method( 'cedi_commerce' );
		$order->set_status( 'pending' );
		$order->save();
		$this->id = $order->get_id();
		add_action( 'pre_wp_mail', array( $this, 'count_mail' ), 1, 2 );
	}

	public function close() {
		remove_action( 'pre_wp_mail', array( $this, 'count_mail' ), 1 );
	}

	public function count_mail( $done, $mail ) {
		$this->told += false !== strpos( $mail['subject'], 'decision' ) ? 1 : 0;
		return $done;
	}

	public function order() {
		wp_cache_flush();
		$order = wc_get_order( $this->id );
		return $order ? $order : null;
	}

	public function payments() {
		$order = $this->order();
		return $order ? Order_Payments::of( $order ) : null;
	}

	/** The buyer clicks "pay". */
	public function pay() {
		if ( $this->is_gone ) {
			return null;
		}
		$order = $this->order();
		if ( $order->has_status( 'trash' ) ) {
			return null;
		}
		$before = count( $this->service->intents );
		$came   = $this->is_unreturned();
		$start  = Checkout::start( $this->id );
		if ( $came && count( $this->service->intents ) > $before ) {
			++$this->asked_twice;
		}
		return $start;
	}

	/** The buyer has two open checkouts, because the total was different for a moment. */
	public function open_two() {
		$this->pay();
		$this->total( '46.00' );
		$this->pay();
		$this->total( '45.50' );
	}

	public function total( $total ) {
		$order = $this->order();
		if ( $order ) {
			$order->set_total( $total );
			$order->save();
		}
	}

	/** The buyer approves or declines in a checkout. */
	public function approve( $at, array $changes = array() ) {
		$keys   = array_keys( $this->service->intents );
		$intent = isset( $keys[ $at ] ) ? $this->service->intents[ $keys[ $at ] ] : null;
		// While a prompt waits on the phone, the checkout accepts no other payment.
		if ( ! $intent || 'open' !== $intent['status'] || ( $intent['ref'] && 'pending' === $this->service->payments[ $intent['ref'] ]['status'] ) ) {
			return '';
		}
		return $this->service->pay( $changes, $at );
	}

	/** The buyer answers every pending prompt. */
	public function end_approval( $is_approved ) {
		foreach ( $this->service->intents as &$intent ) {
			if ( $intent['ref'] && 'pending' === $this->service->payments[ $intent['ref'] ]['status'] ) {
				$this->service->payments[ $intent['ref'] ]['status'] = $is_approved ? 'succeeded' : 'failed';
				$intent['status']                                    = $is_approved ? 'completed' : $intent['status'];
			}
		}
	}

	/** The buyer places the same order with another method. */
	public function choose( $method ) {
		$order = $this->order();
		if ( ! $order || ! $order->has_status( array( 'pending', 'failed', 'checkout-draft' ) ) ) {
			return;
		}
		$gateways = WC()->payment_gateways()->payment_gateways();
		$order->set_payment_method( $method );
		$order->set_payment_method_title( $method );
		$order->save();
		if ( 'stripe' === $method ) {
			$order->update_status( 'on-hold', 'Authorised.' );
		} elseif ( 'cedi_commerce' !== $method ) {
			$gateways[ $method ]->process_payment( $this->id );
		}
	}

	/** A merchant changes the status of the order. */
	public function move( $status ) {
		$order = $this->order();
		if ( ! $order ) {
			return;
		}
		$user = wp_insert_user( array( 'user_login' => 'm' . wp_generate_password( 12, false ), 'user_pass' => 'x', 'role' => 'shop_manager' ) );
		wp_set_current_user( $user );
		if ( 'deleted' === $status ) {
			$order->delete( true );
			$this->is_gone = true;
		} elseif ( 'trash' === $status ) {
			$order->delete();
		} elseif ( ! $order->has_status( 'trash' ) ) {
			$order->update_status( $status, '', true );
		}
		wp_set_current_user( 0 );
		$this->is_moved = true;
	}

	/** A request checks the order. */
	public function look() {
		if ( $this->is_gone ) {
			Payment_Checker::run_scheduled( $this->id );
			return;
		}
		Payment_Checker::check( $this->id );
	}

	/** A request checks the order while another one holds the lock. */
	public function look_beside_another() {
		$lock = Lock::for_order( $this->id );
		$this->look();
		if ( $lock ) {
			$lock->release();
		}
	}

	/** Time passes, and checkouts end. */
	public function wait( $seconds ) {
		Clock::$now += $seconds;
		foreach ( $this->service->intents as &$intent ) {
			if ( 'open' === $intent['status'] && strtotime( $intent['record']['expires_at'] ) < Clock::$now && ( ! $intent['ref'] || 'pending' !== $this->service->payments[ $intent['ref'] ]['status'] ) ) {
				$intent['status'] = 'expired';
			}
		}
	}

	/** The response to the next request is lost after its effect. */
	public function lose_an_answer() {
		$this->service->lose = 1;
	}

	/** Ends all faults and runs every scheduled check. */
	public function settle_down() {
		$this->service->lose = 0;
		for ( $day = 0; $day < 4; $day++ ) {
			Payment_Checker::run_scheduled( Poll_Schedule::ALL_ORDERS );
			Payment_Checker::run_scheduled( $this->id );
			$this->wait( DAY_IN_SECONDS );
		}
		Payment_Checker::run_scheduled( $this->id );
	}

	/** The successful payments of this order. */
	public function came() {
		return array_filter(
			$this->service->payments,
			function ( $payment ) {
				return 'succeeded' === $payment['status'] && (string) $this->id === $payment['metadata']['order_id'];
			}
		);
	}

	/** Whether a payment was not refunded. */
	public function is_unreturned() {
		foreach ( $this->came() as $payment ) {
			if ( $payment['refunded_amount'] < $payment['amount'] ) {
				return true;
			}
		}
		return false;
	}

	/** The state of the order, in one line. */
	public function line() {
		$payments = $this->payments();
		if ( ! $payments ) {
			return Deleted_Order_Handler::paid() ? 'deleted, told' : ( Deleted_Order_Handler::all() ? 'deleted, watched' : 'deleted, forgotten' );
		}
		$order  = $payments->order();
		$method = 'cedi_commerce' === $order->get_payment_method() ? 'Cedi' : $order->get_payment_method();
		$parts  = array( "{$order->get_status()} by $method", $order->get_date_paid() ? 'paid' : 'not paid' );
		if ( '' !== $payments->decision() ) {
			$parts[] = 'to decide: ' . $payments->decision();
		}
		if ( $this->told > 0 ) {
			$parts[] = 'merchant told';
		}
		return implode( ', ', $parts );
	}

	/**
	 * Returns the violated invariants after all checks.
	 *
	 * @return string[] Violations.
	 */
	public function broken() {
		$broken   = array();
		$came     = $this->came();
		$payments = $this->payments();
		if ( $this->asked_twice > 0 ) {
			$broken[] = 'A buyer whose money had come was sent to another checkout.';
		}
		if ( ! $payments ) {
			foreach ( $came as $ref => $payment ) {
				$known = array_filter( $this->seen, static function ( $seen ) use ( $ref ) {
					return $seen === $ref;
				} );
				if ( ! $known && false === strpos( wp_json_encode( Deleted_Order_Handler::paid() ), $ref ) ) {
					$broken[] = "The order is gone, $ref has come, and nobody was told.";
				}
			}
			return $broken;
		}
		$order = $payments->order();
		foreach ( $came as $ref => $payment ) {
			$attempt = $payments->attempts()->find_by_ref( $ref );
			if ( ! $attempt || 'open' === $attempt->state() ) {
				$broken[] = "$ref has come, and the order does not know it.";
			} elseif ( in_array( $attempt->state(), array( 'mismatch', 'duplicate' ), true ) && 0 === $this->told ) {
				$broken[] = "$ref is a surprise, and the merchant was not told.";
			}
		}
		$is_ours = 'cedi_commerce' === $order->get_payment_method();
		if ( $came && '' === $payments->ref() && ! array_filter( $payments->attempts()->all(), static function ( Payment_Attempt $attempt ) {
			return in_array( $attempt->state(), array( 'duplicate', 'mismatch', 'returned' ), true );
		} ) ) {
			$broken[] = 'Money has come, and the order does not carry it.';
		}
		if ( '' !== $payments->ref() && ! $order->is_paid() && ! $order->has_status( 'refunded' ) && 0 === $this->told && ! $payments->refunds()->all() && ! $this->is_moved ) {
			$broken[] = "Money has come, the order is {$order->get_status()}, and nobody was told.";
		}
		if ( '' !== $payments->ref() && ! $is_ours && 0 === $this->told ) {
			$broken[] = 'Cedi has paid the order, it names another method, and nobody was told.';
		}
		if ( ! $came && $is_ours && $order->is_paid() && ! $this->is_moved ) {
			$broken[] = 'No money has come, and the order is paid.';
		}
		if ( 'review' === $payments->state() && 0 === $this->told ) {
			$broken[] = 'Something is to be decided, and the merchant was not told.';
		}
		return $broken;
	}

	/** @var string[] Payments that the order had written down before it was deleted. */
	public $seen = array();

	/** The data of an order before it is deleted. */
	public function remember_seen() {
		$payments = $this->payments();
		foreach ( $payments ? $payments->attempts()->all() : array() as $attempt ) {
			if ( 'open' !== $attempt->state() ) {
				$this->seen[] = $attempt->ref();
			}
		}
	}
}
