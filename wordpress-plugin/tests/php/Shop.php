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
use Cedi\Commerce\Order\Scheduled_Checks;
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
	public $notice_count = 0;
	/** @var bool Whether a merchant has changed the status. */
	public $is_manually_changed = false;
	/** @var bool Whether the order was permanently deleted. */
	public $is_deleted = false;
	/** @var string[] Trace of actions, for the message of a failing walk. */
	public $trace = array();
	/** @var int Number of checkouts opened after a payment. */
	public $repeated_checkouts = 0;

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
		$this->notice_count += preg_match( '/decision|About the payment/', $mail['subject'] );
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
		if ( $this->is_deleted ) {
			return null;
		}
		$order = $this->order();
		if ( $order->has_status( 'trash' ) ) {
			return null;
		}
		$before   = count( $this->service->intents );
		$received = $this->has_unrefunded_payment();
		$start    = Checkout::start( $this->id );
		if ( $received && count( $this->service->intents ) > $before ) {
			++$this->repeated_checkouts;
		}
		return $start;
	}

	/** Opens two checkouts by changing the total in between. */
	public function open_two_checkouts() {
		$this->pay();
		$this->set_total_to( '46.00' );
		$this->pay();
		$this->set_total_to( '45.50' );
	}

	public function set_total_to( $total ) {
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

	/** The buyer approves or declines every pending prompt. */
	public function answer_prompts( $is_approved ) {
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
	public function change_status( $status ) {
		$order = $this->order();
		if ( ! $order ) {
			return;
		}
		$user = wp_insert_user( array( 'user_login' => 'm' . wp_generate_password( 12, false ), 'user_pass' => 'x', 'role' => 'shop_manager' ) );
		wp_set_current_user( $user );
		if ( 'deleted' === $status ) {
			$order->delete( true );
			$this->is_deleted = true;
		} elseif ( 'trash' === $status ) {
			$order->delete();
		} elseif ( ! $order->has_status( 'trash' ) ) {
			$order->update_status( $status, '', true );
		}
		wp_set_current_user( 0 );
		$this->is_manually_changed = true;
	}

	/** A request checks the order. */
	public function check() {
		if ( $this->is_deleted ) {
			Scheduled_Checks::run( $this->id );
			return;
		}
		Payment_Checker::check( $this->id );
	}

	/** A request checks the order while another one holds the lock. */
	public function check_while_locked() {
		$lock = Lock::for_order( $this->id );
		$this->check();
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
	public function lose_next_response() {
		$this->service->lost_responses = 1;
	}

	/** Ends all faults and runs every scheduled check. */
	public function run_all_checks() {
		$this->service->lost_responses = 0;
		for ( $day = 0; $day < 4; $day++ ) {
			Scheduled_Checks::run( Poll_Schedule::ALL_ORDERS );
			Scheduled_Checks::run( $this->id );
			$this->wait( DAY_IN_SECONDS );
		}
		Scheduled_Checks::run( $this->id );
	}

	/** The successful payments of this order. */
	public function received_payments() {
		return array_filter(
			$this->service->payments,
			function ( $payment ) {
				return 'succeeded' === $payment['status'] && (string) $this->id === $payment['metadata']['order_id'];
			}
		);
	}

	/** Whether a payment was not refunded. */
	public function has_unrefunded_payment() {
		foreach ( $this->received_payments() as $payment ) {
			if ( $payment['refunded_amount'] < $payment['amount'] ) {
				return true;
			}
		}
		return false;
	}

	/** The state of the order, in one line. */
	public function summary() {
		$payments = $this->payments();
		if ( ! $payments ) {
			return Deleted_Order_Handler::paid() ? 'deleted, notified' : ( Deleted_Order_Handler::all() ? 'deleted, tracked' : 'deleted, not recorded' );
		}
		$order  = $payments->order();
		$method = 'cedi_commerce' === $order->get_payment_method() ? 'Cedi' : $order->get_payment_method();
		$parts  = array( "{$order->get_status()} by $method", $order->get_date_paid() ? 'paid' : 'not paid' );
		if ( '' !== $payments->decision() ) {
			$parts[] = 'decision needed: ' . $payments->decision();
		}
		if ( $this->notice_count > 0 ) {
			$parts[] = 'merchant notified';
		}
		return implode( ', ', $parts );
	}

	/**
	 * Returns the violated invariants after all checks.
	 *
	 * @return string[] Violations.
	 */
	public function find_violations() {
		$violations = array();
		$received   = $this->received_payments();
		$payments   = $this->payments();
		if ( $this->repeated_checkouts > 0 ) {
			$violations[] = 'A second checkout was opened after the payment.';
		}
		if ( ! $payments ) {
			foreach ( $received as $ref => $payment ) {
				$known_refunds = array_filter( $this->recorded_references, static function ( $recorded_references ) use ( $ref ) {
					return $recorded_references === $ref;
				} );
				if ( ! $known_refunds && false === strpos( wp_json_encode( Deleted_Order_Handler::paid() ), $ref ) ) {
					$violations[] = "The order was deleted, $ref was received, and the merchant was not notified.";
				}
			}
			return $violations;
		}
		$order = $payments->order();
		foreach ( $received as $ref => $payment ) {
			$attempt = $payments->attempts()->find_by_ref( $ref );
			if ( ! $attempt || 'open' === $attempt->state() ) {
				$violations[] = "$ref was received, and the order has not recorded it.";
			} elseif ( in_array( $attempt->state(), array( 'mismatch', 'duplicate' ), true ) && 0 === $this->notice_count ) {
				$violations[] = "$ref is an exception, and the merchant was not notified.";
			}
		}
		$is_cedi = 'cedi_commerce' === $order->get_payment_method();
		if ( $received && '' === $payments->ref() && ! array_filter( $payments->attempts()->all(), static function ( Payment_Attempt $attempt ) {
			return in_array( $attempt->state(), array( 'duplicate', 'mismatch', 'returned' ), true );
		} ) ) {
			$violations[] = 'A payment was received, and the order has no reference.';
		}
		if ( '' !== $payments->ref() && ! $order->is_paid() && ! $order->has_status( 'refunded' ) && 0 === $this->notice_count && ! $payments->refunds()->all() && ! $this->is_manually_changed ) {
			$violations[] = "A payment was received, the order is {$order->get_status()}, and the merchant was not notified.";
		}
		if ( '' !== $payments->ref() && ! $is_cedi && 0 === $this->notice_count ) {
			$violations[] = 'The order is paid by Cedi, has another method, and the merchant was not notified.';
		}
		if ( ! $received && $is_cedi && $order->is_paid() && ! $this->is_manually_changed ) {
			$violations[] = 'The order is paid without a payment.';
		}
		if ( 'review' === $payments->state() && 0 === $this->notice_count ) {
			$violations[] = 'The order needs a decision, and the merchant was not notified.';
		}
		return $violations;
	}

	/** @var string[] References of payments that the order had recorded before it was deleted. */
	public $recorded_references = array();

	/** Stores the recorded references of an order that is about to be deleted. */
	public function record_references() {
		$payments = $this->payments();
		foreach ( $payments ? $payments->attempts()->all() : array() as $attempt ) {
			if ( 'open' !== $attempt->state() ) {
				$this->recorded_references[] = $attempt->ref();
			}
		}
	}
}
