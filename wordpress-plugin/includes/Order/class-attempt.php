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
 * A value: who changes it gets another one. It is kept as a row in the data of its order.
 *
 * It is open until its checkout intent is over; then succeeded, expired, failed, mismatch, duplicate (a second payment) or
 * returned (a second payment that was given back).
 */
final class Attempt {
	/** The service forgets an idempotency key after a day: sent later, it would make a second intent. */
	const KEY_SECONDS = 82800;

	/** A checkout that ends sooner than this is not handed out again, in seconds. */
	const LEAST_SECONDS = 120;

	/** What a row holds before anything has happened. */
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
	 * Packs text for the data of an order: WordPress takes backslashes out of what stands in a list there, and JSON
	 * with one byte less is another request.
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
	 * The client token of its intent; '' as long as the answer of the service has not come.
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
	 * The reference of its payment; '' as long as there is none.
	 */
	public function ref(): string {
		return (string) $this->row['ref'];
	}

	/**
	 * What was to be paid.
	 */
	public function amount(): Money {
		return Money::of( (int) $this->row['amount'] );
	}

	/**
	 * What its payment has brought; what was to be paid as long as the service has not said it.
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
	 * Whether its answer was lost: the service may have it, and nobody was sent there.
	 */
	public function is_lost(): bool {
		return 'open' === $this->state() && '' === $this->token();
	}

	/**
	 * Whether a buyer is approving its payment now, or may be.
	 */
	public function is_pending(): bool {
		return $this->is_open() && ! empty( $this->row['pending'] );
	}

	/**
	 * Whether its payment has been waiting for an approval for longer than any prompt on a phone lasts.
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
	 * Whether a buyer who presses "pay" again can go on with it.
	 */
	public function can_go_on(): bool {
		// Without a token nobody knows whether the service has it: the same key asks for the same intent.
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
	 * The payment that has failed last, and was told.
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
	 * Whether its order was brought back once.
	 */
	public function was_restored(): bool {
		return ! empty( $this->row['restored'] );
	}

	/**
	 * Whether the merchant was told that its payment could not be written down.
	 */
	public function was_told(): bool {
		return ! empty( $this->row['told'] );
	}

	/**
	 * The request to give a second payment back.
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
