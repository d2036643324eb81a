<?php
/**
 * Orders.
 *
 * @package cedi-commerce
 */

defined( 'ABSPATH' ) || exit;

/**
 * An order.
 */
class WC_Order extends WC_Double_Record {
	use WC_Double_Order_Fields;

	const TYPE = 'shop_order';

	/** Status of a draft order of the checkout. Leaving it writes no note. */
	const DRAFTS = array( 'draft', 'auto-draft', 'new', 'checkout-draft' );

	/** @var string */
	private $status = 'pending';
	/** @var array|null From, to, note, manual. */
	private $transition;

	protected function read( $post ) {
		$this->status = preg_replace( '/^wc-/', '', $post->post_status );
	}

	public function get_status() {
		return $this->status;
	}

	public function has_status( $status ) {
		return in_array( $this->status, (array) $status, true );
	}

	public function is_paid() {
		return apply_filters( 'woocommerce_order_is_paid', $this->has_status( wc_get_is_paid_statuses() ), $this );
	}

	private function payable_statuses() {
		return apply_filters( 'woocommerce_valid_order_statuses_for_payment', array( 'pending', 'failed' ), $this );
	}

	public function needs_payment() {
		return apply_filters( 'woocommerce_order_needs_payment', $this->has_status( $this->payable_statuses() ) && $this->get_total() > 0, $this );
	}

	/**
	 * Whether the order needs processing. Items that are both virtual and downloadable do not. An order without
	 * lines needs no work.
	 */
	public function needs_processing() {
		$name             = "wc_order_{$this->id}_needs_processing";
		$needs_processing = get_transient( $name );
		if ( false === $needs_processing ) {
			$needs_processing = 0;
			foreach ( $this->get_items() as $item ) {
				$product = $item->get_product();
				if ( $product && apply_filters( 'woocommerce_order_item_needs_processing', ! ( $product->is_downloadable() && $product->is_virtual() ), $product, $this->id ) ) {
					$needs_processing = 1;
					break;
				}
			}
			// Cached for a day, as in the real one, until a line is added.
			set_transient( $name, $needs_processing, DAY_IN_SECONDS );
		}
		return 1 === absint( $needs_processing );
	}

	public function has_downloadable_item() {
		foreach ( $this->get_items() as $item ) {
			if ( $item->get_product() && $item->get_product()->has_file() ) {
				return true;
			}
		}
		return false;
	}

	public function add_product( $product, $quantity = 1 ) {
		$item = new WC_Order_Item_Product();
		$item->set_order_id( $this->id );
		$item->set_product( $product );
		$item->set_quantity( $quantity );
		delete_transient( "wc_order_{$this->id}_needs_processing" );
		return $item->save();
	}

	public function get_items() {
		$items = array();
		foreach ( $this->id ? wc_double_children( WC_Order_Item_Product::TYPE, $this->id, 'ASC' ) : array() as $id ) {
			$items[ $id ] = new WC_Order_Item_Product( $id );
		}
		return $items;
	}

	/**
	 * Sets a status. An unknown new or old status is treated as "pending".
	 */
	public function set_status( $status, $note = '', $manual = false ) {
		$is_known = static function ( $each ) {
			return isset( wc_get_order_statuses()[ "wc-$each" ] ) || in_array( $each, array( 'auto-draft', 'trash' ), true );
		};
		$from = $is_known( $this->status ) && 'auto-draft' !== $this->status ? $this->status : 'pending';
		$to   = preg_replace( '/^wc-/', '', $status );
		$to   = $is_known( $to ) ? $to : 'pending';

		$this->status = $to;
		if ( $from !== $to ) {
			$this->transition = array( $this->transition ? $this->transition[0] : $from, $to, $note, (bool) $manual );
			if ( $manual ) {
				do_action( 'woocommerce_order_edit_status', $this->id, $to );
			}
			$this->maybe_set_date_paid();
		}
		return compact( 'from', 'to' );
	}

	/**
	 * The status of an order after payment.
	 */
	private function paid_status() {
		return apply_filters( 'woocommerce_payment_complete_order_status', $this->needs_processing() ? 'processing' : 'completed', $this->id, $this );
	}

	/**
	 * An order that reaches a paid status counts as paid, unless its payment method is paid later.
	 */
	private function maybe_set_date_paid() {
		if ( $this->get_date_paid() ) {
			return;
		}
		$paid_status = $this->paid_status();
		if ( $this->has_status( $paid_status ) || ( 'processing' === $paid_status && $this->has_status( 'completed' ) ) ) {
			$this->set_date_paid( time() );
		}
	}

	public function update_status( $status, $note = '', $manual = false ) {
		if ( ! $this->id ) {
			return false;
		}
		try {
			$this->set_status( $status, $note, $manual );
			$this->save();
		} catch ( Exception $error ) {
			return $this->write_down( "Error updating status for order #$this->id", 'Update status event failed.', $error );
		}
		return true;
	}

	/**
	 * An exception of another plugin becomes a log line and a note. A PHP error is not caught.
	 */
	private function write_down( $line, $note, Exception $error ) {
		wc_get_logger()->error( $line, array( 'order' => $this, 'error' => $error ) );
		$this->add_order_note( "$note " . $error->getMessage() );
		return false;
	}

	public function save() {
		if ( ! $this->id ) {
			$this->set( 'order_key', $this->prop( 'order_key', 'wc_order_' . wp_generate_password( 13, false ) ) );
			$this->insert( "wc-$this->status" );
		} elseif ( $this->transition ) {
			wp_update_post(
				array(
					'ID'          => $this->id,
					'post_status' => ( isset( wc_get_order_statuses()[ "wc-$this->status" ] ) ? 'wc-' : '' ) . $this->status,
				)
			);
		}
		$this->save_props();
		$this->save_meta_data();
		$this->run_transition();
		return $this->id;
	}

	private function run_transition() {
		if ( ! $this->transition ) {
			return;
		}
		list( $from, $to, $note, $manual ) = $this->transition;
		$this->transition = null;
		try {
			do_action( "woocommerce_order_status_$to", $this->id, $this, compact( 'from', 'to', 'note', 'manual' ) );
			if ( false !== $note && ! in_array( $from, self::DRAFTS, true ) ) {
				$this->add_order_note( trim( sprintf( '%s Order status changed from %s to %s.', $note, wc_get_order_status_name( $from ), wc_get_order_status_name( $to ) ) ), 0, $manual );
			}
			do_action( "woocommerce_order_status_{$from}_to_$to", $this->id, $this );
			do_action( 'woocommerce_order_status_changed', $this->id, $from, $to, $this );
			if ( in_array( $from, $this->payable_statuses(), true ) && in_array( $to, wc_get_is_paid_statuses(), true ) ) {
				do_action( 'woocommerce_order_payment_status_changed', $this->id, $this );
			}
		} catch ( Exception $error ) {
			$this->write_down( "Status transition of order #$this->id errored!", 'Error during status transition.', $error );
		}
	}

	/**
	 * Restores the order with its notes and its status.
	 */
	public function untrash(): bool {
		add_filter( 'wp_untrash_post_status', 'wp_untrash_post_set_previous_status', 10, 3 );
		$is_restored = (bool) wp_untrash_post( $this->id );
		remove_filter( 'wp_untrash_post_status', 'wp_untrash_post_set_previous_status' );
		if ( ! $is_restored ) {
			return false;
		}
		$this->set_status( get_post_status( $this->id ) );
		return (bool) $this->save();
	}

	public function payment_complete( $transaction_id = '' ) {
		if ( ! $this->id ) {
			return false;
		}
		try {
			$this->complete( $transaction_id );
		} catch ( Exception $error ) {
			return $this->write_down( "Error completing payment for order #$this->id", 'Payment complete event failed.', $error );
		}
		return true;
	}

	private function complete( $transaction_id ) {
		do_action( 'woocommerce_pre_payment_complete', $this->id, $transaction_id );
		if ( WC()->session ) {
			WC()->session->set( 'order_awaiting_payment', false );
		}
		if ( ! $this->has_status( apply_filters( 'woocommerce_valid_order_statuses_for_payment_complete', array( 'on-hold', 'pending', 'failed', 'cancelled' ), $this ) ) ) {
			do_action( "woocommerce_payment_complete_order_status_$this->status", $this->id, $transaction_id );
			return;
		}
		if ( ! empty( $transaction_id ) ) {
			$this->set_transaction_id( $transaction_id );
		}
		if ( ! $this->get_date_paid() ) {
			$this->set_date_paid( time() );
		}
		$title = $this->get_payment_method_title();
		// The payment writes a note, so the status change writes none.
		$this->set_status( $this->paid_status(), false );
		$this->add_order_note( $title && $this->get_transaction_id() ? sprintf( 'Payment via %s (%s).', $title, $this->get_transaction_id() ) : 'Payment complete.' );
		$this->save();
		do_action( 'woocommerce_payment_complete', $this->id, $transaction_id );
	}

	public function add_order_note( $note, $is_customer_note = 0, $added_by_user = false ) {
		return $this->id ? wp_insert_comment(
			array(
				'comment_post_ID'  => $this->id,
				'comment_author'   => 'WooCommerce',
				'comment_content'  => $note,
				'comment_type'     => 'order_note',
				'comment_approved' => 1,
			)
		) : 0;
	}

	public function get_refunds() {
		return array_map(
			static function ( $id ) {
				return new WC_Order_Refund( $id );
			},
			wc_double_children( WC_Order_Refund::TYPE, $this->id, 'DESC' )
		);
	}

	public function get_total_refunded() {
		$sum = 0;
		foreach ( $this->get_refunds() as $refund ) {
			$sum += (float) $refund->get_amount();
		}
		return $sum;
	}

	public function get_remaining_refund_amount() {
		return wc_format_decimal( $this->get_total() - $this->get_total_refunded(), 2 );
	}

	/**
	 * Whether its stock was reduced: a flag of the order, separate from its lines.
	 */
	public function get_data_store() {
		return new WC_Double_Order_Store();
	}
}

/**
 * The place where an order stores whether its stock was reduced.
 */
final class WC_Double_Order_Store {
	public function get_stock_reduced( $order ) {
		return 'yes' === get_post_meta( is_object( $order ) ? $order->get_id() : $order, '_order_stock_reduced', true );
	}
	public function set_stock_reduced( $order, $is_reduced ) {
		update_post_meta( is_object( $order ) ? $order->get_id() : $order, '_order_stock_reduced', $is_reduced ? 'yes' : 'no' );
	}
}
