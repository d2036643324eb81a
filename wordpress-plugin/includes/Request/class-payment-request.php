<?php
/**
 * Payment request.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Request;

use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Payment_Attempt;
use Cedi\Commerce\Order\Payment_Attempts;
use Cedi\Commerce\Order\Payment_Status;
use Cedi\Commerce\Service\Money;
use WC_Order;
use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * A request for money that a merchant sends as a link: for an order, or for an amount and a purpose. It is stored as a private post. Its
 * link is signed with a secret of the site, so the database does not contain the link.
 *
 * @psalm-type Request_Row = array{amount: int, purpose: string, phone: string, expires_at: int, ref: string, attempts: array}
 * @decision 0101
 */
final class Payment_Request {
	const POST_TYPE = 'cedi_request';

	/** Argument of the link. */
	const ARGUMENT = 'cedi_pay';

	/** Number of requests on one page of the list. */
	const PAGE_SIZE = 30;

	/** Default row. */
	const DEFAULTS = array(
		'amount'     => 0,
		'purpose'    => '',
		'phone'      => '',
		'expires_at' => 0,
		'ref'        => '',
		'attempts'   => array(),
	);

	/**
	 * Post.
	 *
	 * @var WP_Post
	 */
	private $post;

	/**
	 * Stored row.
	 *
	 * @var array
	 * @psalm-var Request_Row
	 */
	private $row;

	/**
	 * Creates a request from its post.
	 *
	 * @param WP_Post $post Post.
	 */
	private function __construct( WP_Post $post ) {
		$row        = json_decode( rawurldecode( $post->post_content ), true );
		$this->post = $post;
		$this->row  = array_merge( self::DEFAULTS, is_array( $row ) ? $row : array() );
	}

	/**
	 * Whether the payment of an order can be requested.
	 *
	 * @param WC_Order $order Order.
	 */
	public static function is_possible_for( WC_Order $order ): bool {
		$payments = Order_Payments::of( $order );
		return 'GHS' === $order->get_currency() && '' === $payments->ref() && $payments->expects_payment();
	}

	/**
	 * Creates and stores a request.
	 *
	 * @param Money  $amount     Amount; the total of the order counts instead if the request has an order.
	 * @param string $purpose    Purpose, in plain text.
	 * @param string $phone      Phone number, as Phone::parse() returns it; '' for none.
	 * @param int    $expires_at Time at which the link expires.
	 * @param int    $order_id   Order ID; 0 for none.
	 */
	public static function create( Money $amount, $purpose, $phone, $expires_at, $order_id = 0 ): ?self {
		self::register();
		$row = array(
			'amount'     => $amount->pesewas(),
			'purpose'    => $purpose,
			'phone'      => $phone,
			'expires_at' => $expires_at,
		);
		$id  = wp_insert_post(
			array(
				'post_type'    => self::POST_TYPE,
				'post_status'  => 'private',
				'post_parent'  => $order_id,
				'post_content' => self::encode( $row + self::DEFAULTS ),
			)
		);
		return self::find( (int) $id );
	}

	/**
	 * Registers the post type on first use.
	 */
	private static function register() {
		if ( ! post_type_exists( self::POST_TYPE ) ) {
			register_post_type(
				self::POST_TYPE,
				array(
					'rewrite'    => false,
					'can_export' => false,
					'supports'   => array( 'title' ),
				)
			);
		}
	}

	/**
	 * Encodes a row. WordPress changes backslashes, quotes and ampersands of a post, depending on the user.
	 *
	 * @param array $row Row.
	 */
	private static function encode( array $row ): string {
		return rawurlencode( (string) wp_json_encode( $row ) );
	}

	/**
	 * Reads a request from the database, bypassing the cache.
	 *
	 * @param int $id ID.
	 */
	public static function find( $id ): ?self {
		wp_cache_delete( $id, 'posts' );
		$post = $id > 0 ? get_post( $id ) : null;
		return $post instanceof WP_Post && self::POST_TYPE === $post->post_type && 'private' === $post->post_status ? new self( $post ) : null;
	}

	/**
	 * Reads the request of a link.
	 *
	 * @param string $token Value of the link's argument.
	 */
	public static function find_by_token( $token ): ?self {
		if ( ! preg_match( '/^(\d{1,18})-[0-9a-f]{32}$/D', $token, $match ) || ! hash_equals( self::sign( (int) $match[1] ), $token ) ) {
			return null;
		}
		return self::find( (int) $match[1] );
	}

	/**
	 * Returns the requests, newest first.
	 *
	 * @param int $page     Page of the list, from 1.
	 * @param int $order_id Order ID; 0 for all requests.
	 * @return self[] At most PAGE_SIZE.
	 */
	public static function list_page( $page = 1, $order_id = 0 ): array {
		self::register();
		$arguments = array(
			'post_type'      => self::POST_TYPE,
			'post_status'    => 'private',
			'posts_per_page' => self::PAGE_SIZE,
			'paged'          => $page,
			'orderby'        => 'ID',
			'order'          => 'DESC',
		) + ( $order_id > 0 ? array( 'post_parent' => $order_id ) : array() );
		$requests  = array();
		foreach ( get_posts( $arguments ) as $post ) {
			if ( $post instanceof WP_Post ) {
				$requests[] = new self( $post );
			}
		}
		return $requests;
	}

	/**
	 * Returns an ID with its signature. The secrets of a network belong to all its sites, so the signature contains the site.
	 *
	 * @param int $id ID.
	 */
	private static function sign( $id ): string {
		return $id . '-' . wp_hash( 'cedi-commerce payment request ' . get_current_blog_id() . " $id", 'auth' );
	}

	/**
	 * Returns the ID.
	 */
	public function id(): int {
		return $this->post->ID;
	}

	/**
	 * Returns the link.
	 */
	public function url(): string {
		return add_query_arg( self::ARGUMENT, self::sign( $this->id() ), home_url( '/' ) );
	}

	/**
	 * Returns the phone number of the buyer; '' if it is unknown or no longer needed.
	 */
	public function phone(): string {
		return (string) $this->row['phone'];
	}

	/**
	 * Returns the time at which the link expires.
	 */
	public function expires_at(): int {
		return (int) $this->row['expires_at'];
	}

	/**
	 * Returns the purpose.
	 */
	public function purpose(): string {
		return (string) $this->row['purpose'];
	}

	/**
	 * Returns the order ID; 0 for none.
	 */
	public function order_id(): int {
		return $this->post->post_parent;
	}

	/**
	 * Returns the order; null if there is none, or WooCommerce is not active.
	 */
	public function order(): ?WC_Order {
		$order = $this->order_id() > 0 && function_exists( 'wc_get_order' ) ? wc_get_order( $this->order_id() ) : null;
		return $order instanceof WC_Order ? $order : null;
	}

	/**
	 * Returns the amount. The total of an order may have changed since the request was created.
	 */
	public function amount(): Money {
		$order = $this->order();
		$total = $order ? Money::parse( $order->get_total() ) : null;
		return null === $total ? Money::of( (int) $this->row['amount'] ) : $total;
	}

	/**
	 * Returns the reference of the payment; '' until it is paid.
	 */
	public function ref(): string {
		$order = $this->order();
		return $order ? Order_Payments::of( $order )->ref() : (string) $this->row['ref'];
	}

	/**
	 * Returns the attempts to pay. A request for an order uses the attempts of the order.
	 */
	public function attempts(): Payment_Attempts {
		$order = $this->order();
		return $order ? Order_Payments::of( $order )->attempts() : new Payment_Attempts( (array) $this->row['attempts'] );
	}

	/**
	 * Returns the state, from stored data.
	 *
	 * @return string paid, refunded, review (a payment that the merchant must check), pending (waiting for the buyer's approval), closed
	 *                (expired or not payable) or open.
	 */
	public function state(): string {
		$order = $this->order();
		if ( $order ) {
			$state = Payment_Status::received_state( Order_Payments::of( $order ) );
		} else {
			// A request without an order has no decision, so its payment stays to be checked.
			$state = $this->attempts()->has_state( 'mismatch', 'duplicate' ) ? 'review' : ( '' === $this->ref() ? '' : 'paid' );
		}
		if ( '' !== $state ) {
			return $state;
		}
		if ( $this->attempts()->pending() ) {
			return 'pending';
		}
		$is_gone = $this->order_id() > 0 && ( ! $order || ! Order_Payments::of( $order )->expects_payment() );
		return $is_gone || time() >= $this->expires_at() ? 'closed' : 'open';
	}

	/**
	 * Adds or replaces an attempt and saves it. The caller holds the lock.
	 *
	 * @param Payment_Attempt $attempt Attempt.
	 * @param string          $ref     Reference of the payment if the attempt has paid the request.
	 * @return bool Whether it was saved.
	 */
	public function save_attempt( Payment_Attempt $attempt, $ref = '' ): bool {
		$attempts = $this->attempts();
		$attempts->put( $attempt );
		return $this->save( array( 'attempts' => $attempts->to_rows() ) + ( '' === $ref ? array() : array( 'ref' => $ref ) ) );
	}

	/**
	 * Withdraws the request: its link expires now. The caller holds the lock.
	 */
	public function withdraw(): void {
		$this->save( array( 'expires_at' => min( $this->expires_at(), time() ) ) );
		$this->delete_unneeded_phone();
	}

	/**
	 * Deletes the phone number of a request that can no longer be paid. The caller holds the lock.
	 */
	public function delete_unneeded_phone(): void {
		if ( '' !== $this->phone() && ! in_array( $this->state(), array( 'open', 'pending' ), true ) ) {
			$this->save( array( 'phone' => '' ) );
		}
	}

	/**
	 * Saves changed fields. The caller holds the lock, because the whole row is replaced.
	 *
	 * @param array $changes Fields of a Request_Row.
	 * @return bool Whether they were saved.
	 */
	private function save( array $changes ): bool {
		self::register();
		$this->row = array_merge( $this->row, $changes );
		$id        = wp_update_post(
			array(
				'ID'           => $this->id(),
				'post_content' => self::encode( $this->row ),
			)
		);
		return $this->id() === $id;
	}
}
