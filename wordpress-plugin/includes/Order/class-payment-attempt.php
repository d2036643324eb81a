<?php
/**
 * Payment attempt.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use Cedi\Commerce\Service\Money;
use Cedi\Commerce\Service\Payment;
use Cedi\Commerce\Support\Price;
use Cedi\Commerce\Support\Site;
use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * One attempt to pay an order: an immutable value, stored as a row in the meta data of its order.
 *
 * State `open` until its checkout intent has ended; then `succeeded`, `expired`, `failed`, `mismatch` (the payment differs
 * from the order), `duplicate` (a second payment) or `returned` (a second payment that was refunded).
 *
 * @psalm-type Attempt_Row = array{key: string, order: int, token: string, url: string, ref: string, amount: int, channel: string, state: string, reason: string, body: string, created_at: int, expires_at: int, last_checked_at: int, pending?: bool, amount_received?: int|null, net?: int|null, paid_at?: int, failed_ref?: string, order_status?: string, reviewed_status?: string, restored_at?: int, notified_at?: int, refund?: array}
 * @psalm-type Attempt_Summary = array{ref: string, amount: string, status: string, created_at: string}
 */
final class Payment_Attempt {
	/** Lifetime of an idempotency key at the service, minus an hour. A later retry would create a second intent. */
	const KEY_SECONDS = 82800;

	/** Minimum remaining lifetime of a checkout that is used again. */
	const MIN_REMAINING_SECONDS = 120;

	/** Default row. */
	const DEFAULTS = array(
		'key'             => '',
		'order'           => 0,
		'token'           => '',
		'url'             => '',
		'ref'             => '',
		'amount'          => 0,
		'channel'         => '',
		'state'           => 'open',
		'reason'          => '',
		'body'            => '',
		'created_at'      => 0,
		'expires_at'      => 0,
		'last_checked_at' => 0,
	);

	/**
	 * Stored row.
	 *
	 * @var array
	 * @psalm-var Attempt_Row
	 */
	private $row;

	/**
	 * Creates an attempt from a stored row.
	 *
	 * @param array $row Attempt_Row, perhaps without some of its fields.
	 */
	public function __construct( array $row ) {
		$this->row = $row + self::DEFAULTS;
	}

	/**
	 * Creates a new attempt.
	 *
	 * @param int    $order_id Order ID.
	 * @param Money  $amount   Amount to pay.
	 * @param string $body     Request body as JSON. A retry with the same key must send the same bytes.
	 * @param string $channel  mobile_money, card, or '' for both.
	 * @return self
	 */
	public static function create( $order_id, Money $amount, $body, $channel = '' ): self {
		return new self(
			array(
				'key'        => wp_generate_uuid4(),
				'order'      => $order_id,
				'amount'     => $amount->pesewas(),
				'channel'    => $channel,
				'body'       => self::encode( $body ),
				'created_at' => time(),
				'expires_at' => time() + self::KEY_SECONDS,
			)
		);
	}

	/**
	 * Returns the row to store.
	 *
	 * @return array
	 * @psalm-return Attempt_Row
	 */
	public function to_row(): array {
		return $this->row;
	}

	/**
	 * Returns a copy with changed fields.
	 *
	 * @param array $changes Fields of an Attempt_Row.
	 * @return self
	 */
	public function with( array $changes ): self {
		return new self( array_merge( $this->row, $changes ) );
	}

	/**
	 * Encodes a string for order meta data. WordPress removes backslashes from strings in arrays, which would change the
	 * JSON of a retried request.
	 *
	 * @param string $text String to store.
	 * @return string
	 */
	public static function encode( $text ) {
		return rawurlencode( $text );
	}

	/**
	 * Decodes a string that encode() has encoded.
	 *
	 * @param string $encoded Stored string.
	 * @return string
	 */
	public static function decode( $encoded ) {
		return rawurldecode( $encoded );
	}

	/** Returns the idempotency key, which also identifies the attempt. */
	public function key(): string {
		return (string) $this->row['key'];
	}

	/** Returns the client token of the intent; '' before the service has responded. */
	public function token(): string {
		return (string) $this->row['token'];
	}

	/** Returns the URL of the hosted checkout. */
	public function url(): string {
		return (string) $this->row['url'];
	}

	/** Returns the reference of the payment; '' before there is a payment. */
	public function ref(): string {
		return (string) $this->row['ref'];
	}

	/** Returns the amount to pay. */
	public function amount(): Money {
		return Money::of( (int) $this->row['amount'] );
	}

	/** Returns the channel to which the checkout is restricted; '' for both. */
	public function channel(): string {
		return (string) $this->row['channel'];
	}

	/** Returns the amount of the payment, or the amount to pay until the payment was read. */
	public function amount_received(): Money {
		return isset( $this->row['amount_received'] ) ? Money::of( (int) $this->row['amount_received'] ) : $this->amount();
	}

	/** Returns the net amount of the payment for the merchant; null until the payment was received. */
	public function net(): ?Money {
		return isset( $this->row['net'] ) ? Money::of( (int) $this->row['net'] ) : null;
	}

	/** Returns the time at which the payment was received, or the time of the last check if it is unknown. */
	public function paid_at(): int {
		return isset( $this->row['paid_at'] ) ? (int) $this->row['paid_at'] : $this->last_checked_at();
	}

	/** Whether the amount of the payment was read from the service. */
	public function has_amount_received(): bool {
		return isset( $this->row['amount_received'] );
	}

	/** Returns the state. */
	public function state(): string {
		return (string) $this->row['state'];
	}

	/** Whether it can still be paid. */
	public function is_open(): bool {
		return 'open' === $this->state() && '' !== $this->token();
	}

	/** Whether the response to its request was lost: the intent may exist, but the buyer was never sent there. */
	public function is_unconfirmed(): bool {
		return 'open' === $this->state() && '' === $this->token();
	}

	/** Whether its payment may be waiting for the buyer's approval. */
	public function is_pending(): bool {
		return $this->is_open() && ! empty( $this->row['pending'] );
	}

	/** Whether its payment has been pending for longer than any phone prompt lasts. */
	public function is_stuck(): bool {
		return $this->is_pending() && time() - $this->created_at() > DAY_IN_SECONDS;
	}

	/** Whether the service still recognises its idempotency key. */
	public function has_valid_key(): bool {
		return time() - $this->created_at() < self::KEY_SECONDS;
	}

	/** Whether a buyer who clicks "pay" again can continue with it. */
	public function is_reusable(): bool {
		// The intent of an unconfirmed attempt may exist: a retry with the same key returns it.
		return $this->is_unconfirmed() ? $this->has_valid_key() : $this->is_open() && $this->expires_at() - time() > self::MIN_REMAINING_SECONDS;
	}

	/** Returns the request body as JSON; '' after it was erased. */
	public function request_body(): string {
		return self::decode( (string) $this->row['body'] );
	}

	/** Returns the failure reason. */
	public function failure_reason(): string {
		return (string) $this->row['reason'];
	}

	/** Returns the time of creation. */
	public function created_at(): int {
		return (int) $this->row['created_at'];
	}

	/** Returns the time at which its checkout expires. */
	public function expires_at(): int {
		return (int) $this->row['expires_at'];
	}

	/** Returns the time of the last check at the service; 0 if it was never checked. */
	public function last_checked_at(): int {
		return (int) $this->row['last_checked_at'];
	}

	/** Returns the reference of the last failed payment that was reported. */
	public function last_failed_ref(): string {
		return isset( $this->row['failed_ref'] ) ? (string) $this->row['failed_ref'] : '';
	}

	/** Returns the status that the order received when it was paid. */
	public function paid_order_status(): string {
		return isset( $this->row['order_status'] ) ? (string) $this->row['order_status'] : 'processing';
	}

	/** Returns the status of the order when its payment needed a review; '' if it needed none. */
	public function reviewed_status(): string {
		return isset( $this->row['reviewed_status'] ) ? (string) $this->row['reviewed_status'] : '';
	}

	/** Whether its order was restored before. */
	public function is_restored(): bool {
		return ! empty( $this->row['restored_at'] );
	}

	/** Whether the merchant was notified about a problem with it. */
	public function is_notified(): bool {
		return ! empty( $this->row['notified_at'] );
	}

	/**
	 * Returns the refund request for a second payment.
	 *
	 * @return array Refund_Row of Refund_Requests; empty before a refund was requested.
	 */
	public function refund(): array {
		return isset( $this->row['refund'] ) && is_array( $this->row['refund'] ) ? $this->row['refund'] : array();
	}

	/**
	 * Returns the fields for screens, exports and routes.
	 *
	 * @return array
	 * @psalm-return Attempt_Summary
	 */
	public function summary(): array {
		return array(
			'ref'        => $this->ref(),
			'amount'     => $this->amount()->format(),
			'status'     => 'open' === $this->state() ? 'pending' : $this->state(),
			'created_at' => gmdate( 'Y-m-d\TH:i:s\Z', $this->created_at() ),
		);
	}

	/**
	 * Returns the difference between a payment and an order in amount, currency, reference or order. One pesewa is a
	 * difference.
	 *
	 * @param WC_Order $order   Order.
	 * @param Payment  $payment Payment.
	 * @return string Message to the merchant; '' if the payment matches.
	 * @source Resources and their fields ("Amounts are in GH₵")
	 */
	public function mismatch( WC_Order $order, Payment $payment ) {
		$total = Money::parse( $order->get_total() );
		$paid  = $payment->amount();
		if ( 'GHS' !== $payment->currency() || 'GHS' !== $order->get_currency() ) {
			/* translators: 1: reference, 2: currency of the payment, 3: currency of the order. */
			return sprintf( __( 'The payment %1$s is in %2$s, the order in %3$s.', 'cedi-commerce' ), $this->ref(), sanitize_text_field( $payment->currency() ), $order->get_currency() );
		}
		if ( null === $paid || ! $paid->equals( $total ) ) {
			/* translators: 1: reference, 2: amount that was paid, 3: amount of the order. */
			return sprintf( __( 'The payment %1$s is for %2$s, the order for %3$s.', 'cedi-commerce' ), $this->ref(), null === $paid ? '?' : Price::format( $paid ), null === $total ? $order->get_total() : Price::format( $total ) );
		}
		if ( ! $this->belongs_to( $order, $payment ) ) {
			/* translators: %s: reference. */
			return sprintf( __( 'The payment %s was made for another order.', 'cedi-commerce' ), $this->ref() );
		}
		return '';
	}

	/**
	 * Whether a payment was made for an order, regardless of the amount.
	 *
	 * @param WC_Order $order   Order.
	 * @param Payment  $payment Payment.
	 */
	public function belongs_to( WC_Order $order, Payment $payment ) {
		$request = json_decode( $this->request_body(), true );
		// A language plugin gives a site several URLs, so the site of the request counts.
		$site = isset( $request['metadata']['site'] ) ? $request['metadata']['site'] : Site::name();
		return '' !== $payment->ref() && $payment->ref() === $this->ref()
			&& 'GHS' === $payment->currency()
			&& (string) $order->get_id() === $payment->metadata( 'order_id' )
			&& $site === $payment->metadata( 'site' );
	}
}
