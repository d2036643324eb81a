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
 * The one place that reads attempts, refunds, state and reference of an order, and that writes them. It asks nobody and
 * plans nothing: whoever has changed something sees to the next look.
 */
final class Order_Payments {
	const STATE = '_cedi_commerce_state';
	const REF   = '_cedi_commerce_payment_ref';

	/** The meta of an order: yes as long as it is to be looked at. */
	const WATCHED = '_cedi_commerce_watched';

	/** The meta of an order: yes as long as a second payment waits to be given back. */
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
	 * Whether somebody has begun to pay it by us.
	 */
	public function is_begun(): bool {
		return (bool) $this->attempts->all();
	}

	/**
	 * The payment that has brought the money of an order. Plugins that copy orders copy the data of the first with them:
	 * what belongs to no attempt of this order is not believed.
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
	 * Where the payment of an order stands, as it was written down.
	 *
	 * @return string '' when nobody has begun to pay it by us.
	 */
	public function state(): string {
		return $this->is_begun() ? (string) $this->order->get_meta( self::STATE ) : '';
	}

	/**
	 * Whether the whole money of an order was given back.
	 */
	public function is_whole(): bool {
		$attempt  = $this->paid_attempt();
		$refunded = $this->refunds()->refunded();
		return null !== $attempt && $refunded > 0 && $refunded >= $attempt->brought()->pesewas();
	}

	/**
	 * Whether there is money for an order, and it was not given back whole.
	 */
	public function has_money(): bool {
		return '' !== $this->ref() && ! $this->is_whole();
	}

	/**
	 * Whether an order waits for a payment although its payment has arrived, and nobody was told yet.
	 */
	public function is_returned(): bool {
		if ( ! $this->order->has_status( 'pending' ) || 'review' === $this->state() || ! $this->has_money() ) {
			return false;
		}
		$attempt = $this->paid_attempt();
		// An attempt that is still open is completed as any other.
		return null !== $attempt && 'open' !== $attempt->state();
	}

	/**
	 * Whether a merchant has failed the order by hand, and its money is there: a buyer could pay it once more.
	 */
	public function is_failed_with_money(): bool {
		return $this->order->has_status( 'failed' ) && $this->has_money();
	}

	/**
	 * Whether the buyer has chosen another method for an order whose money is there, and nobody was told yet.
	 */
	public function is_promised_twice(): bool {
		return $this->has_money() && GATEWAY !== $this->order->get_payment_method() && 'review' !== $this->state();
	}

	/**
	 * What a merchant has to decide about the money of this order.
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
		// Who delivers, or gives the money back, has decided.
		return $this->order->has_status( array( 'pending', 'on-hold', 'failed', 'cancelled', 'trash' ) ) ? $state : '';
	}

	/**
	 * Whether a buyer is to get money back.
	 */
	public function is_owed(): bool {
		return $this->refunds()->waiting() || $this->attempts->second();
	}

	/**
	 * Starts an attempt and writes it down.
	 *
	 * @param Money  $amount What is to be paid.
	 * @param string $body   What will be sent, as JSON.
	 */
	public function start( Money $amount, $body ): Attempt {
		return $this->put( Attempt::start( $this->order->get_id(), $amount, $body ) );
	}

	/**
	 * Changes an attempt and writes it down.
	 *
	 * @param Attempt $attempt The attempt.
	 * @param array   $changes What is different.
	 */
	public function change( Attempt $attempt, array $changes ): Attempt {
		return $this->put( $attempt->with( $changes ) );
	}

	/**
	 * Ends the lost attempts that can no longer be asked for with their key.
	 */
	public function end_lost(): void {
		foreach ( $this->attempts->lost() as $attempt ) {
			if ( ! $attempt->has_fresh_key() ) {
				$this->change( $attempt, array( 'state' => 'expired' ) );
			}
		}
	}

	/**
	 * Writes the refunds down.
	 *
	 * @param Refund_Rows $rows The refunds.
	 */
	public function keep_refunds( Refund_Rows $rows ): void {
		$this->order->update_meta_data( Refund_Rows::META, $rows->all() );
		$this->save();
	}

	/**
	 * Changes the state and writes it down.
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
	 * Writes down what an order knows, and whether it is to be looked at.
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
	 * Writes an attempt down.
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
