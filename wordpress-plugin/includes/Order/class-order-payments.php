<?php
/**
 * What an order knows of its payments.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use Cedi\Commerce\Refund\Refund_Rows;
use Cedi\Commerce\Service\Money;
use WC_Order;
use const Cedi\Commerce\GATEWAY;

defined( 'ABSPATH' ) || exit;

/**
 * The only class that reads and writes an order's attempts, refunds, state and reference. It sends and schedules
 * nothing: code that changes something schedules the next check.
 */
final class Order_Payments {
	const STATE = '_cedi_commerce_state';
	const REF   = '_cedi_commerce_payment_ref';

	/** Order meta: yes while the order must be checked. */
	const WATCHED = '_cedi_commerce_watched';

	/** Order meta: yes while a second payment waits for its refund. */
	const SECOND = '_cedi_commerce_second';

	/**
	 * The order.
	 *
	 * @var WC_Order
	 */
	private $order;

	/**
	 * Its attempts.
	 *
	 * @var Attempts
	 */
	private $attempts;

	/**
	 * Reads what an order knows.
	 *
	 * @param WC_Order $order The order.
	 */
	private function __construct( WC_Order $order ) {
		$this->order    = $order;
		$this->attempts = new Attempts( $order );
	}

	/**
	 * Reads what an order knows.
	 *
	 * @param WC_Order $order The order.
	 * @return self
	 */
	public static function of( WC_Order $order ): self {
		return new self( $order );
	}

	/**
	 * Reads an order as the database has it now, and what it knows.
	 *
	 * @param int $order_id The order.
	 * @return self
	 * @throws Order_Gone When the order has gone.
	 */
	public static function fresh( $order_id ): self {
		return new self( Fresh_Order::read( $order_id ) );
	}

	/**
	 * The order.
	 */
	public function order(): WC_Order {
		return $this->order;
	}

	/**
	 * Its attempts.
	 */
	public function attempts(): Attempts {
		return $this->attempts;
	}

	/**
	 * Its refunds.
	 */
	public function refunds(): Refund_Rows {
		return new Refund_Rows( Attempts::own( $this->order, $this->order->get_meta( Refund_Rows::META ) ) );
	}

	/**
	 * Whether somebody has begun to pay it through us.
	 */
	public function is_begun(): bool {
		return (bool) $this->attempts->all();
	}

	/**
	 * The payment that has brought an order's money. Plugins that copy orders copy this data too, so what belongs to no
	 * attempt of this order is ignored.
	 *
	 * @return string Its reference; '' as long as there is no money.
	 */
	public function ref(): string {
		$ref = (string) $this->order->get_meta( self::REF );
		return '' !== $ref && $this->attempts->of( $ref ) ? $ref : '';
	}

	/**
	 * The attempt that has brought the money.
	 */
	public function paid_attempt(): ?Attempt {
		$ref = $this->ref();
		return '' === $ref ? null : $this->attempts->of( $ref );
	}

	/**
	 * The recorded state of an order's payment.
	 *
	 * @return string '' when nobody has begun to pay it by us.
	 */
	public function state(): string {
		return $this->is_begun() ? (string) $this->order->get_meta( self::STATE ) : '';
	}

	/**
	 * Whether an order was refunded in full.
	 */
	public function is_whole(): bool {
		$attempt  = $this->paid_attempt();
		$refunded = $this->refunds()->refunded();
		return null !== $attempt && $refunded > 0 && $refunded >= $attempt->brought()->pesewas();
	}

	/**
	 * Whether there is money for an order that was not refunded in full.
	 */
	public function has_money(): bool {
		return '' !== $this->ref() && ! $this->is_whole();
	}

	/**
	 * Whether an order waits for a payment that has already arrived, and nobody was told yet.
	 */
	public function is_returned(): bool {
		if ( ! $this->order->has_status( 'pending' ) || 'review' === $this->state() || ! $this->has_money() ) {
			return false;
		}
		$attempt = $this->paid_attempt();
		// An attempt that is still open is completed like any other.
		return null !== $attempt && 'open' !== $attempt->state();
	}

	/**
	 * Whether a merchant has set the order to failed although its money is there: a buyer could pay it again.
	 */
	public function is_failed_with_money(): bool {
		return $this->order->has_status( 'failed' ) && $this->has_money();
	}

	/**
	 * Whether the buyer has chosen another method although the order's money is there, and nobody was told yet.
	 */
	public function is_promised_twice(): bool {
		return $this->has_money() && GATEWAY !== $this->order->get_payment_method() && 'review' !== $this->state();
	}

	/**
	 * What a merchant must decide about this order's money.
	 *
	 * @return string second (refund the second payment), mismatch (another amount came), review (money came when nobody
	 *                waited for it); '' for nothing.
	 */
	public function decision(): string {
		foreach ( $this->attempts->second() as $attempt ) {
			if ( empty( $attempt->refund()['ref'] ) ) {
				return 'second';
			}
		}
		$state = $this->state();
		if ( ! in_array( $state, array( 'review', 'mismatch' ), true ) || $this->refunds()->waiting() || $this->is_whole() ) {
			return '';
		}
		// A merchant who delivers or refunds has decided.
		return $this->order->has_status( array( 'pending', 'on-hold', 'failed', 'cancelled', 'trash' ) ) ? $state : '';
	}

	/**
	 * Whether a buyer must get money back.
	 */
	public function is_owed(): bool {
		return $this->refunds()->waiting() || $this->attempts->second();
	}

	/**
	 * Starts an attempt and saves it.
	 *
	 * @param Money  $amount What is to be paid.
	 * @param string $body   What will be sent, as JSON.
	 */
	public function start( Money $amount, $body ): Attempt {
		return $this->put( Attempt::start( $this->order->get_id(), $amount, $body ) );
	}

	/**
	 * Changes an attempt and saves it.
	 *
	 * @param Attempt $attempt The attempt.
	 * @param array   $changes What is different.
	 */
	public function change( Attempt $attempt, array $changes ): Attempt {
		return $this->put( $attempt->with( $changes ) );
	}

	/**
	 * Ends lost attempts whose key the service no longer knows.
	 */
	public function end_lost(): void {
		foreach ( $this->attempts->lost() as $attempt ) {
			if ( ! $attempt->has_fresh_key() ) {
				$this->change( $attempt, array( 'state' => 'expired' ) );
			}
		}
	}

	/**
	 * Saves the refunds.
	 *
	 * @param Refund_Rows $rows The refunds.
	 */
	public function keep_refunds( Refund_Rows $rows ): void {
		$this->order->update_meta_data( Refund_Rows::META, $rows->all() );
		$this->save();
	}

	/**
	 * Changes the state and saves it.
	 *
	 * @param string $state The state.
	 */
	public function change_state( $state ): void {
		if ( (string) $this->order->get_meta( self::STATE ) !== $state ) {
			$this->order->update_meta_data( self::STATE, $state );
		}
		$this->save();
	}

	/**
	 * Saves the data, and whether the order must be checked.
	 */
	public function save(): void {
		$is_open = in_array( 'open', array_column( $this->attempts->rows(), 'state' ), true );
		$watched = $is_open || $this->is_owed() || $this->is_returned() || $this->is_promised_twice() || ( 'manual' === $this->state() && $this->is_failed_with_money() ) ? 'yes' : 'no';
		if ( $this->order->get_meta( self::WATCHED ) !== $watched ) {
			$this->order->update_meta_data( self::WATCHED, $watched );
		}
		$second = $this->attempts->second() ? 'yes' : 'no';
		if ( 'yes' === $second || $this->order->get_meta( self::SECOND ) ) {
			$this->order->update_meta_data( self::SECOND, $second );
		}
		$this->order->save_meta_data();
	}

	/**
	 * Saves an attempt.
	 *
	 * @param Attempt $attempt The attempt.
	 */
	private function put( Attempt $attempt ): Attempt {
		$this->attempts->put( $attempt );
		$this->order->update_meta_data( Attempts::META, $this->attempts->rows() );
		$this->save();
		return $attempt;
	}
}
