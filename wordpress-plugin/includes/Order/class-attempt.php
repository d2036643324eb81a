<?php
/**
 * One attempt to pay an order.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use Cedi\Commerce\Service\Money;

defined( 'ABSPATH' ) || exit;

/**
 * A value: a change returns a new one. It is stored as a row in its order's data.
 *
 * It is open until its checkout intent has ended. Then it is succeeded, expired, failed, mismatch, duplicate (a second
 * payment) or returned (a second payment that was refunded).
 */
final class Attempt {
	/** The service forgets an idempotency key after a day: sent later, it would make a second intent. */
	const KEY_SECONDS = 82800;

	/** A checkout that ends sooner than this is not used again, in seconds. */
	const LEAST_SECONDS = 120;

	/** A new row. */
	const EMPTY_ROW = array(
		'key'     => '',
		'order'   => 0,
		'token'   => '',
		'url'     => '',
		'ref'     => '',
		'amount'  => 0,
		'state'   => 'open',
		'reason'  => '',
		'body'    => '',
		'created' => 0,
		'expires' => 0,
		'looked'  => 0,
	);

	/**
	 * The row.
	 *
	 * @var array
	 */
	private $row;

	/**
	 * Reads a row.
	 *
	 * @param array $row As it is kept.
	 */
	public function __construct( array $row ) {
		$this->row = $row + self::EMPTY_ROW;
	}

	/**
	 * Starts an attempt.
	 *
	 * @param int    $order_id The order.
	 * @param Money  $amount   What is to be paid.
	 * @param string $body     What will be sent, as JSON: the same key must always go with the same bytes.
	 * @return self
	 */
	public static function start( $order_id, Money $amount, $body ): self {
		return new self(
			array(
				'key'     => wp_generate_uuid4(),
				'order'   => $order_id,
				'amount'  => $amount->pesewas(),
				'body'    => self::pack( $body ),
				'created' => time(),
				'expires' => time() + self::KEY_SECONDS,
			) + self::EMPTY_ROW
		);
	}

	/**
	 * The row as it is kept.
	 *
	 * @return array
	 */
	public function row(): array {
		return $this->row;
	}

	/**
	 * The attempt with something different.
	 *
	 * @param array $changes Parts of the row.
	 * @return self
	 */
	public function with( array $changes ): self {
		return new self( array_merge( $this->row, $changes ) );
	}

	/**
	 * Packs text for an order's data. WordPress removes backslashes in lists there, and JSON with one byte less is a
	 * different request.
	 *
	 * @param string $text The text.
	 * @return string
	 */
	public static function pack( $text ) {
		return rawurlencode( $text );
	}

	/**
	 * Unpacks what pack() has packed.
	 *
	 * @param string $packed The packed text.
	 * @return string
	 */
	public static function unpack( $packed ) {
		return rawurldecode( $packed );
	}

	/**
	 * The idempotency key, which is its name too.
	 */
	public function key(): string {
		return (string) $this->row['key'];
	}

	/**
	 * Its intent's client token; '' until the service has answered.
	 */
	public function token(): string {
		return (string) $this->row['token'];
	}

	/**
	 * Where the buyer pays without the popup.
	 */
	public function url(): string {
		return (string) $this->row['url'];
	}

	/**
	 * Its payment's reference; '' while there is none.
	 */
	public function ref(): string {
		return (string) $this->row['ref'];
	}

	/**
	 * The amount to pay.
	 */
	public function amount(): Money {
		return Money::of( (int) $this->row['amount'] );
	}

	/**
	 * The amount of its payment; until the service has said it, the amount to pay.
	 */
	public function brought(): Money {
		return isset( $this->row['paid'] ) ? Money::of( (int) $this->row['paid'] ) : $this->amount();
	}

	/**
	 * Whether the service has said what its payment has brought.
	 */
	public function is_counted(): bool {
		return isset( $this->row['paid'] );
	}

	/**
	 * The state.
	 */
	public function state(): string {
		return (string) $this->row['state'];
	}

	/**
	 * Whether it can still bring money.
	 */
	public function is_open(): bool {
		return 'open' === $this->state() && '' !== $this->token();
	}

	/**
	 * Whether its answer was lost: the service may have the request, but nobody was sent there.
	 */
	public function is_lost(): bool {
		return 'open' === $this->state() && '' === $this->token();
	}

	/**
	 * Whether a buyer is or may be approving its payment now.
	 */
	public function is_pending(): bool {
		return $this->is_open() && ! empty( $this->row['pending'] );
	}

	/**
	 * Whether its payment has waited for approval longer than any phone prompt lasts.
	 */
	public function is_hanging(): bool {
		return $this->is_pending() && time() - $this->created() > DAY_IN_SECONDS;
	}

	/**
	 * Whether the service still knows its key.
	 */
	public function has_fresh_key(): bool {
		return time() - $this->created() < self::KEY_SECONDS;
	}

	/**
	 * Whether a buyer who presses "pay" again can continue with it.
	 */
	public function can_go_on(): bool {
		// Without a token, nobody knows whether the service has it: the same key requests the same intent.
		return $this->is_lost() ? $this->has_fresh_key() : $this->is_open() && $this->expires() - time() > self::LEAST_SECONDS;
	}

	/**
	 * What was sent, as JSON; '' when it was erased.
	 */
	public function body(): string {
		return self::unpack( (string) $this->row['body'] );
	}

	/**
	 * Why it failed.
	 */
	public function reason(): string {
		return (string) $this->row['reason'];
	}

	/**
	 * When it was started.
	 */
	public function created(): int {
		return (int) $this->row['created'];
	}

	/**
	 * When its checkout ends.
	 */
	public function expires(): int {
		return (int) $this->row['expires'];
	}

	/**
	 * When the service was asked about it last; 0 for never.
	 */
	public function looked(): int {
		return (int) $this->row['looked'];
	}

	/**
	 * The last failed payment that was reported.
	 */
	public function failed_ref(): string {
		return isset( $this->row['failed_ref'] ) ? (string) $this->row['failed_ref'] : '';
	}

	/**
	 * The status that its order got when it was paid.
	 */
	public function paid_status(): string {
		return isset( $this->row['status'] ) ? (string) $this->row['status'] : 'processing';
	}

	/**
	 * Whether its order was restored once.
	 */
	public function was_restored(): bool {
		return ! empty( $this->row['restored'] );
	}

	/**
	 * Whether the merchant was told that its payment could not be recorded.
	 */
	public function was_told(): bool {
		return ! empty( $this->row['told'] );
	}

	/**
	 * The refund request for a second payment.
	 *
	 * @return array A row of Refund_Request; empty when nobody has asked.
	 */
	public function refund(): array {
		return isset( $this->row['refund'] ) && is_array( $this->row['refund'] ) ? $this->row['refund'] : array();
	}

	/**
	 * The attempt as screens show it.
	 *
	 * @return array{ref: string, amount: string, status: string, created_at: string}
	 */
	public function shown(): array {
		return array(
			'ref'        => $this->ref(),
			'amount'     => $this->amount()->format(),
			'status'     => 'open' === $this->state() ? 'pending' : $this->state(),
			'created_at' => gmdate( 'Y-m-d\TH:i:s\Z', $this->created() ),
		);
	}
}
