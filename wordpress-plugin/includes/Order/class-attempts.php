<?php
/**
 * The attempts to pay an order.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use Cedi\Commerce\Service\Money;
use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Every attempt is kept with its idempotency key, which is written before anything is sent. None is ever overwritten:
 * money that comes late still finds its order.
 *
 * An attempt: key, order, token, url, ref, amount (pesewas), state, reason, body (what was sent, packed), failed_ref, created, expires,
 * looked, pending (whether its payment is being approved, or may be), paid (pesewas that came), status (of its order, once paid),
 * restored (when its order was brought back), refund (of a second payment, as in Refunds). It is open until its checkout intent is over; then succeeded, expired, failed, mismatch, duplicate (a second
 * payment) or returned (a second payment that was given back).
 */
final class Attempts {
	const META = '_cedi_commerce_attempts';

	/** The service forgets an idempotency key after a day: sent later, it would make a second intent. */
	const KEY_SECONDS = 82800;

	/** A checkout that ends sooner than this is not handed out again, in seconds. */
	const LEAST_SECONDS = 120;

	/**
	 * The order.
	 *
	 * @var WC_Order
	 */
	private $order;

	/**
	 * The attempts, oldest first, by key.
	 *
	 * @var array<string, array>
	 */
	private $list;

	/**
	 * Reads the attempts of an order. Those of another order, which a plugin has copied with everything else, stay with it.
	 *
	 * @param WC_Order $order The order.
	 */
	public function __construct( WC_Order $order ) {
		$this->order = $order;
		$this->list  = self::own( $order, $order->get_meta( self::META ) );
	}

	/**
	 * What an order has kept, without what was copied from another one.
	 *
	 * @param WC_Order $order The order.
	 * @param mixed    $kept  Rows, each with the number of its order.
	 * @return array[] The rows, by key.
	 */
	public static function own( WC_Order $order, $kept ) {
		return array_filter(
			is_array( $kept ) ? $kept : array(),
			static function ( $row ) use ( $order ) {
				return ! isset( $row['order'] ) || $row['order'] === $order->get_id();
			}
		);
	}

	/**
	 * All attempts, oldest first.
	 *
	 * @return array<string, array>
	 */
	public function all() {
		return $this->list;
	}

	/**
	 * The attempts that can still bring money.
	 *
	 * @return array<string, array>
	 */
	public function open() {
		return array_filter(
			$this->list,
			static function ( $attempt ) {
				return 'open' === $attempt['state'] && '' !== $attempt['token'];
			}
		);
	}

	/**
	 * The attempts that can still bring money, the one that was not looked at for the longest time first.
	 *
	 * @return array<string, array>
	 */
	public function by_look() {
		$open = $this->open();
		uasort(
			$open,
			static function ( $one, $other ) {
				return $one['looked'] - $other['looked'];
			}
		);
		return $open;
	}

	/**
	 * The attempt that has led to a payment.
	 *
	 * @param string $ref The reference of the payment.
	 * @return array|null
	 */
	public function of( $ref ) {
		foreach ( $this->list as $attempt ) {
			if ( $attempt['ref'] === $ref ) {
				return $attempt;
			}
		}
		return null;
	}

	/**
	 * How much the payment of an attempt has brought.
	 *
	 * @param array $attempt The attempt.
	 * @return int Pesewas.
	 */
	public static function brought( array $attempt ) {
		return isset( $attempt['paid'] ) ? $attempt['paid'] : $attempt['amount'];
	}

	/**
	 * The attempts whose answer was lost: the service may have them, and nobody was sent there.
	 *
	 * @return array<string, array>
	 */
	public function lost() {
		return array_filter(
			$this->list,
			static function ( $attempt ) {
				return 'open' === $attempt['state'] && '' === $attempt['token'];
			}
		);
	}

	/**
	 * Ends the lost attempts that can no longer be asked for with their key.
	 */
	public function end_lost() {
		foreach ( $this->lost() as $attempt ) {
			if ( time() - $attempt['created'] >= self::KEY_SECONDS ) {
				$this->change( $attempt, array( 'state' => 'expired' ) );
			}
		}
	}

	/**
	 * The attempt whose payment a buyer is approving now, or may be.
	 *
	 * @return array|null
	 */
	public function pending() {
		foreach ( array_reverse( $this->open() ) as $attempt ) {
			if ( ! empty( $attempt['pending'] ) ) {
				return $attempt;
			}
		}
		return null;
	}

	/**
	 * The attempt that a buyer who presses "pay" again goes on with.
	 *
	 * @param int $pesewas What is to be paid.
	 * @return array|null
	 */
	public function reusable( $pesewas ) {
		foreach ( array_reverse( $this->list ) as $attempt ) {
			if ( 'open' !== $attempt['state'] || $attempt['amount'] !== $pesewas ) {
				continue;
			}
			// Without a token nobody knows whether the service has it: the same key asks for the same intent.
			$is_fresh = '' === $attempt['token']
				? time() - $attempt['created'] < self::KEY_SECONDS
				: $attempt['expires'] - time() > self::LEAST_SECONDS;
			if ( $is_fresh ) {
				return $attempt;
			}
		}
		return null;
	}

	/**
	 * Starts an attempt and writes it down.
	 *
	 * @param int    $pesewas What is to be paid.
	 * @param string $body    What will be sent, as JSON: the same key must always go with the same bytes.
	 * @return array The attempt.
	 */
	public function start( $pesewas, $body ) {
		$attempt = array(
			'key'     => wp_generate_uuid4(),
			'order'   => $this->order->get_id(),
			'token'   => '',
			'url'     => '',
			'ref'     => '',
			'amount'  => $pesewas,
			'state'   => 'open',
			'reason'  => '',
			'body'    => self::pack( $body ),
			'created' => time(),
			'expires' => time() + self::KEY_SECONDS,
			'looked'  => 0,
		);
		return $this->put( $attempt );
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
	 * Changes an attempt and writes it down.
	 *
	 * @param array $attempt The attempt.
	 * @param array $changes What is different.
	 * @return array The attempt.
	 */
	public function change( array $attempt, array $changes ) {
		return $this->put( array_merge( $attempt, $changes ) );
	}

	/**
	 * Writes an attempt down.
	 *
	 * @param array $attempt The attempt.
	 * @return array The attempt.
	 */
	private function put( array $attempt ) {
		$this->list[ $attempt['key'] ] = $attempt;
		$this->order->update_meta_data( self::META, $this->list );
		Settle_Schedule::mark( $this->order );
		$this->order->save_meta_data();
		return $attempt;
	}

	/**
	 * The attempts as screens show them.
	 *
	 * @return array[] ref, amount in GH₵, status, created_at.
	 */
	public function shown() {
		$rows = array();
		foreach ( array_reverse( $this->list ) as $attempt ) {
			$rows[] = array(
				'ref'        => $attempt['ref'],
				'amount'     => Money::format( $attempt['amount'] ),
				'status'     => 'open' === $attempt['state'] ? 'pending' : $attempt['state'],
				'created_at' => gmdate( 'Y-m-d\TH:i:s\Z', $attempt['created'] ),
			);
		}
		return $rows;
	}
}
