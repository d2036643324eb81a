<?php
/**
 * Payment data of an order.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use Cedi\Commerce\Refund\Refund_Requests;
use Cedi\Commerce\Service\Money;
use Cedi\Commerce\Service\Payment;
use Cedi\Commerce\Support\Order_Cache;
use Cedi\Commerce\Support\Payment_Methods;
use OutOfBoundsException;
use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Reads and writes an order's attempts, refunds, payment state and reference; no other class does. It sends and schedules
 * nothing: code that changes data schedules the next check.
 */
final class Order_Payments {
	/** Meta key: payment state: pending, paid, failed, mismatch, review (needs a decision) or manual (moved by a merchant). */
	const STATE = '_cedi_commerce_payment_state';

	/** Meta key: reference of the payment that paid the order. */
	const REF = '_cedi_commerce_payment_ref';

	/** Meta keys: fee and net amount in GH₵, as the service returned them. */
	const FEE = '_cedi_commerce_fee';
	const NET = '_cedi_commerce_net';

	/** Meta key: network of the payment, such as mtn or visa. */
	const NETWORK = '_cedi_commerce_network';

	/** Meta key: requested, partly_refunded or refunded; absent without a refund. */
	const REFUND_STATE = '_cedi_commerce_refund_state';

	/** Meta key: pesewas that were refunded without a request of this shop. */
	const REFUNDED_ELSEWHERE = '_cedi_commerce_refunded_elsewhere';

	/** Time after a payment during which an undelivered order is checked for refunds. */
	const WATCH_SECONDS = 30 * DAY_IN_SECONDS;

	/** Meta key: yes while the order must be checked. */
	const NEEDS_CHECK = '_cedi_commerce_needs_check';

	/** Meta key: yes until the refund of a second payment was paid. */
	const HAS_DUPLICATE = '_cedi_commerce_has_duplicate';

	/**
	 * Order.
	 *
	 * @var WC_Order
	 */
	private $order;

	/**
	 * Attempts to pay the order.
	 *
	 * @var Payment_Attempts
	 */
	private $attempts;

	/**
	 * Reads the payment data of an order.
	 *
	 * @param WC_Order $order Order.
	 */
	private function __construct( WC_Order $order ) {
		$this->order    = $order;
		$this->attempts = new Payment_Attempts( Payment_Attempts::own_rows( $order, $order->get_meta( Payment_Attempts::META ) ) );
	}

	/**
	 * Creates an instance from a loaded order.
	 *
	 * @param WC_Order $order Order.
	 */
	public static function of( WC_Order $order ): self {
		return new self( $order );
	}

	/**
	 * Creates an instance from the database, bypassing every cache: the request may have cached the order before it
	 * acquired the lock.
	 *
	 * @param int $order_id Order ID.
	 * @throws OutOfBoundsException If the order was deleted.
	 */
	public static function fresh( $order_id ): self {
		Order_Cache::clear( $order_id );
		$order = wc_get_order( $order_id );
		if ( ! $order instanceof WC_Order ) {
			throw new OutOfBoundsException( 'The order was deleted.' );
		}
		$order->read_meta_data( true );
		return new self( $order );
	}

	/** Returns the order. */
	public function order(): WC_Order {
		return $this->order;
	}

	/** Returns the attempts to pay. */
	public function attempts(): Payment_Attempts {
		return $this->attempts;
	}

	/** Returns the refund requests. */
	public function refunds(): Refund_Requests {
		return new Refund_Requests( Payment_Attempts::own_rows( $this->order, $this->order->get_meta( Refund_Requests::META ) ) );
	}

	/** Whether a buyer has started to pay with Cedi. */
	public function has_attempts(): bool {
		return (bool) $this->attempts->all();
	}

	/**
	 * Returns the reference of the payment that paid the order; '' if there is none. A reference without an attempt of this
	 * order was copied from another order and is ignored.
	 */
	public function ref(): string {
		$ref = (string) $this->order->get_meta( self::REF );
		return '' !== $ref && $this->attempts->find_by_ref( $ref ) ? $ref : '';
	}

	/** Returns the attempt that paid the order. */
	public function paid_attempt(): ?Payment_Attempt {
		$ref = $this->ref();
		return '' === $ref ? null : $this->attempts->find_by_ref( $ref );
	}

	/** Returns the payment state; '' if no buyer has started to pay with Cedi. */
	public function state(): string {
		return $this->has_attempts() ? (string) $this->order->get_meta( self::STATE ) : '';
	}

	/** Whether the payment was refunded in full. */
	public function is_fully_refunded(): bool {
		$attempt  = $this->paid_attempt();
		$refunded = $this->refunded();
		return null !== $attempt && $refunded > 0 && $refunded >= $attempt->amount_received()->pesewas();
	}

	/** Returns the state of the refunds: requested, refunded, partly_refunded; '' without a refund. */
	public function refund_state(): string {
		$refunded = $this->refunded() > 0 ? 'partly_refunded' : '';
		$refunded = $this->is_fully_refunded() ? 'refunded' : $refunded;
		return $this->refunds()->pending() ? 'requested' : $refunded;
	}

	/** Returns the refunded amount in pesewas: paid requests of this shop, and refunds made elsewhere. */
	public function refunded(): int {
		return $this->refunds()->refunded() + $this->refunded_elsewhere();
	}

	/** Returns the amount that was refunded without a request of this shop, in pesewas. */
	public function refunded_elsewhere(): int {
		return (int) $this->order->get_meta( self::REFUNDED_ELSEWHERE );
	}

	/**
	 * Saves the amount that was refunded without a request of this shop.
	 *
	 * @param int $pesewas Total of these refunds.
	 */
	public function set_refunded_elsewhere( $pesewas ): void {
		$this->order->update_meta_data( self::REFUNDED_ELSEWHERE, (string) $pesewas );
		$this->save();
	}

	/**
	 * Whether the order is paid and not delivered, so that a refund made elsewhere must be noticed before it is shipped, or settles a
	 * decision.
	 */
	public function is_watched(): bool {
		$paid_at        = $this->order->get_date_paid();
		$is_undelivered = $paid_at && 'paid' === $this->state() && time() - $paid_at->getTimestamp() < self::WATCH_SECONDS && $this->order->has_status( array( 'processing', 'on-hold' ) );
		return $this->has_payment() && ( $is_undelivered || $this->is_undecided() );
	}

	/**
	 * Whether an order without a Cedi payment was paid by another method. Only the date paid shows it: an order with cash on
	 * delivery is "processing" before it is paid.
	 *
	 * @decision 0040
	 */
	public function is_paid_elsewhere(): bool {
		return ! Payment_Methods::has_own( $this->order ) && null !== $this->order->get_date_paid();
	}

	/**
	 * Saves the reference, the network, the fee and the net amount of a received payment.
	 *
	 * @param Payment $payment Payment.
	 */
	public function record( Payment $payment ): void {
		$this->order->update_meta_data( self::REF, $payment->ref() );
		$this->order->update_meta_data( self::NETWORK, sanitize_key( $payment->network() ) );
		$fee = $payment->fee();
		$net = $payment->net();
		if ( $fee && $net ) {
			$this->order->update_meta_data( self::FEE, $fee->format() );
			$this->order->update_meta_data( self::NET, $net->format() );
		}
		if ( ! Payment_Methods::has_own( $this->order ) ) {
			// The buyer chose another method after starting to pay with Cedi. Only Cedi can refund the payment.
			$attempt = $this->attempts->find_by_ref( $payment->ref() );
			$id      = Payment_Methods::with_channel( $attempt ? $attempt->channel() : '' );
			$this->order->set_payment_method( $id );
			$this->order->set_payment_method_title( Payment_Methods::title( $id ) );
		}
		$this->order->save();
	}

	/** Whether the order expects a payment. Other plugins add statuses, which WooCommerce's question includes. */
	public function expects_payment(): bool {
		return $this->order->has_status( array( 'pending', 'failed', 'checkout-draft' ) ) || $this->order->needs_payment();
	}

	/** Whether the order has a payment that was not refunded in full. */
	public function has_payment(): bool {
		return '' !== $this->ref() && ! $this->is_fully_refunded();
	}

	/** Whether the order has a payment and waits for one again, and the merchant was not notified. */
	public function is_paid_but_pending(): bool {
		if ( $this->order->has_status( array( 'failed', 'checkout-draft' ) ) || 'review' === $this->state() || ! $this->has_payment() || ! $this->expects_payment() ) {
			return false;
		}
		$attempt = $this->paid_attempt();
		// An open attempt is completed like any other.
		return null !== $attempt && 'open' !== $attempt->state();
	}

	/** Whether a merchant has set a paid order to "failed", so that a buyer could pay again. */
	public function is_paid_but_failed(): bool {
		return $this->order->has_status( 'failed' ) && $this->has_payment();
	}

	/** Whether the buyer of a paid order has chosen another method since, and the merchant was not notified. */
	public function is_paid_but_switched(): bool {
		return $this->has_payment() && ! Payment_Methods::has_own( $this->order ) && 'review' !== $this->state();
	}

	/**
	 * Returns the decision that the merchant must make.
	 *
	 * @return string duplicate (refund the second payment), mismatch (the payment differs from the order), review (a payment
	 *                for an order that expected none); '' for none.
	 */
	public function decision(): string {
		foreach ( $this->attempts->duplicates() as $attempt ) {
			if ( empty( $attempt->refund()['ref'] ) ) {
				return 'duplicate';
			}
		}
		return $this->is_undecided() ? $this->state() : '';
	}

	/** Whether money was received that the merchant has neither delivered for nor given back. */
	public function is_undecided(): bool {
		$attempt  = $this->paid_attempt();
		$received = null === $attempt ? 0 : $attempt->amount_received()->pesewas();
		$returned = $this->refunded() + (int) array_sum( array_column( $this->refunds()->pending(), 'amount' ) );
		// A merchant who delivers has decided.
		if ( ! in_array( $this->state(), array( 'review', 'mismatch' ), true ) || $this->order->has_status( wc_get_is_paid_statuses() ) || ( $returned > 0 && $returned >= $received ) ) {
			return false;
		}
		// The status "refunded" settles the total of the order, unless it was set before the payment was received.
		$total = Money::parse( $this->order->get_total() );
		return ! $this->order->has_status( 'refunded' ) || ( $attempt && ( 'refunded' === $attempt->reviewed_status() || $received > ( $total ? $total->pesewas() : 0 ) ) );
	}

	/** Whether a refund was not paid yet. */
	public function is_refund_due(): bool {
		return $this->refunds()->pending() || $this->attempts->duplicates();
	}

	/**
	 * Creates an attempt and saves it.
	 *
	 * @param Money  $amount  Amount to pay.
	 * @param string $body    Request body as JSON.
	 * @param string $channel mobile_money, card, or '' for both.
	 */
	public function create_attempt( Money $amount, $body, $channel = '' ): Payment_Attempt {
		return $this->update_attempt( Payment_Attempt::create( $this->order->get_id(), $amount, $body, $channel ), array() );
	}

	/**
	 * Updates an attempt and saves it.
	 *
	 * @param Payment_Attempt $attempt Attempt.
	 * @param array           $changes Fields of its row.
	 */
	public function update_attempt( Payment_Attempt $attempt, array $changes ): Payment_Attempt {
		$attempt = $attempt->with( $changes );
		$this->attempts->put( $attempt );
		$this->order->update_meta_data( Payment_Attempts::META, $this->attempts->to_rows() );
		$this->save();
		return $attempt;
	}

	/**
	 * Saves the refund requests.
	 *
	 * @param Refund_Requests $refunds Refund requests.
	 */
	public function save_refunds( Refund_Requests $refunds ): void {
		$this->order->update_meta_data( Refund_Requests::META, $refunds->all() );
		$this->save();
	}

	/**
	 * Sets the payment state and saves it.
	 *
	 * @param string $state Payment state.
	 */
	public function set_state( $state ): void {
		if ( (string) $this->order->get_meta( self::STATE ) !== $state ) {
			$this->order->update_meta_data( self::STATE, $state );
		}
		$this->save();
	}

	/** Saves the data, and whether the order must be checked. */
	public function save(): void {
		$is_open     = in_array( 'open', array_column( $this->attempts->to_rows(), 'state' ), true );
		$needs_check = $is_open || $this->is_refund_due() || $this->is_watched() || $this->is_paid_but_pending() || $this->is_paid_but_switched() || ( 'manual' === $this->state() && $this->is_paid_but_failed() ) ? 'yes' : 'no';
		if ( $this->order->get_meta( self::NEEDS_CHECK ) !== $needs_check ) {
			$this->order->update_meta_data( self::NEEDS_CHECK, $needs_check );
		}
		$has_duplicate = $this->attempts->duplicates() ? 'yes' : 'no';
		if ( 'yes' === $has_duplicate || $this->order->get_meta( self::HAS_DUPLICATE ) ) {
			$this->order->update_meta_data( self::HAS_DUPLICATE, $has_duplicate );
		}
		$refund_state = $this->refund_state();
		if ( (string) $this->order->get_meta( self::REFUND_STATE ) !== $refund_state ) {
			$this->order->update_meta_data( self::REFUND_STATE, $refund_state );
		}
		$this->order->save_meta_data();
	}
}
