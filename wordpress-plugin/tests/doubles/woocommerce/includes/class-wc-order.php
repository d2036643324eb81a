<?php
/**
 * Orders and refunds, kept as posts. Like the real ones they read once, and write on save.
 *
 * @package cedi-commerce
 */

defined( 'ABSPATH' ) || exit;

/**
 * What orders and refunds have in common.
 */
abstract class WC_Double_Record {
	const TYPE = '';

	/** @var int */
	protected $id = 0;
	/** @var array */
	protected $props = array();
	/** @var array|null */
	protected $meta;
	/** @var array */
	protected $changed_meta = array();
	/** @var int */
	protected $created = 0;

	public function __construct( $id = 0 ) {
		$post = $id ? get_post( $id ) : null;
		if ( $post && static::TYPE === $post->post_type ) {
			$this->id      = (int) $id;
			$this->props   = (array) get_post_meta( $id, '_props', true );
			$this->created = (int) strtotime( $post->post_date_gmt . ' UTC' );
			$this->read( $post );
		}
	}

	protected function read( $post ) {}

	public function get_id() {
		return $this->id;
	}

	protected function prop( $name, $default = '' ) {
		return isset( $this->props[ $name ] ) ? $this->props[ $name ] : $default;
	}

	public function read_meta_data( $force = false ) {
		if ( $force || null === $this->meta ) {
			$this->meta = array();
			foreach ( $this->id ? (array) get_post_meta( $this->id ) : array() as $key => $values ) {
				$this->meta[ $key ] = maybe_unserialize( $values[0] );
			}
		}
	}

	public function get_meta( $key ) {
		$this->read_meta_data();
		return isset( $this->meta[ $key ] ) ? $this->meta[ $key ] : '';
	}

	public function update_meta_data( $key, $value ) {
		$this->read_meta_data();
		$this->meta[ $key ]         = $value;
		$this->changed_meta[ $key ] = $value;
	}

	public function save_meta_data() {
		foreach ( $this->changed_meta as $key => $value ) {
			$known = $GLOBALS['wpdb']->get_var( $GLOBALS['wpdb']->prepare( 'SELECT meta_id FROM ' . $GLOBALS['wpdb']->postmeta . ' WHERE post_id = %d AND meta_key = %s', $this->id, $key ) );
			if ( $known ) {
				update_metadata_by_mid( 'post', $known, $value, $key );
			} else {
				// The real one slashes text and nothing else: backslashes in lists are lost.
				add_metadata( 'post', $this->id, wp_slash( $key ), is_string( $value ) ? wp_slash( $value ) : $value );
			}
		}
		$this->changed_meta = array();
	}

	public function delete( $force = false ) {
		if ( $force ) {
			wp_delete_post( $this->id, true );
		} else {
			wp_trash_post( $this->id );
		}
		$this->id = 0;
		return true;
	}

	public function get_date_created() {
		return $this->created ? new DateTime( "@$this->created" ) : null;
	}
}

/**
 * An order.
 */
class WC_Order extends WC_Double_Record {
	const TYPE = 'shop_order';

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
		return $this->has_status( wc_get_is_paid_statuses() );
	}

	public function needs_payment() {
		return $this->has_status( array( 'pending', 'failed' ) ) && $this->get_total() > 0;
	}

	public function set_status( $status, $note = '', $manual = false ) {
		$status = preg_replace( '/^wc-/', '', $status );
		if ( $status !== $this->status ) {
			$this->transition = array( $this->transition ? $this->transition[0] : $this->status, $status, $note, $manual );
			$this->status     = $status;
			if ( $this->id ) {
				$this->maybe_set_date_paid();
			}
		}
	}

	/**
	 * An order that reaches the status of a paid one was paid: unless its method says that it is paid later.
	 */
	private function maybe_set_date_paid() {
		if ( $this->get_date_paid() ) {
			return;
		}
		$paid = apply_filters( 'woocommerce_payment_complete_order_status', $this->needs_processing() ? 'processing' : 'completed', $this->id, $this );
		if ( $this->has_status( $paid ) || ( 'processing' === $paid && $this->has_status( 'completed' ) ) ) {
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
			$this->add_order_note( 'Update status event failed. ' . $error->getMessage() );
			return false;
		}
		return true;
	}

	public function save() {
		if ( ! $this->id ) {
			$this->created            = $this->created ? $this->created : time();
			$this->props['order_key'] = $this->prop( 'order_key', 'wc_order_' . wp_generate_password( 13, false ) );
			$this->id                 = wp_insert_post(
				array(
					'post_type'     => 'shop_order',
					'post_status'   => 'wc-' . $this->status,
					'post_title'    => 'Order',
					'post_date_gmt' => gmdate( 'Y-m-d H:i:s', $this->created ),
					'post_date'     => get_date_from_gmt( gmdate( 'Y-m-d H:i:s', $this->created ) ),
				)
			);
		} elseif ( $this->transition ) {
			wp_update_post(
				array(
					'ID'          => $this->id,
					'post_status' => 'wc-' . $this->status,
				)
			);
		}
		update_post_meta( $this->id, '_props', wp_slash( $this->props ) );
		$this->save_meta_data();
		$this->run_transition();
		return $this->id;
	}

	private function run_transition() {
		if ( ! $this->transition ) {
			return;
		}
		list( $from, $to, $note ) = $this->transition;
		$this->transition         = null;
		try {
			do_action( "woocommerce_order_status_$to", $this->id, $this );
			$this->add_order_note( trim( "$note Order status changed from $from to $to." ) );
			do_action( "woocommerce_order_status_{$from}_to_$to", $this->id, $this );
			do_action( 'woocommerce_order_status_changed', $this->id, $from, $to, $this );
		} catch ( Exception $error ) {
			$this->add_order_note( 'Error during status transition. ' . $error->getMessage() );
		}
	}

	public function payment_complete( $transaction_id = '' ) {
		if ( ! $this->id ) {
			return false;
		}
		try {
			return $this->complete( $transaction_id );
		} catch ( Exception $error ) {
			$this->add_order_note( 'Payment complete event failed. ' . $error->getMessage() );
			return false;
		}
	}

	private function complete( $transaction_id ) {
		do_action( 'woocommerce_pre_payment_complete', $this->id, $transaction_id );
		$statuses = apply_filters( 'woocommerce_valid_order_statuses_for_payment_complete', array( 'on-hold', 'pending', 'failed', 'cancelled' ), $this );
		if ( ! $this->has_status( $statuses ) ) {
			do_action( 'woocommerce_payment_complete_order_status_' . $this->status, $this->id, $transaction_id );
			return true;
		}
		$this->props['transaction_id'] = $transaction_id;
		if ( ! $this->get_date_paid() ) {
			$this->set_date_paid( time() );
		}
		$this->set_status( apply_filters( 'woocommerce_payment_complete_order_status', $this->needs_processing() ? 'processing' : 'completed', $this->id, $this ) );
		$this->save();
		do_action( 'woocommerce_payment_complete', $this->id, $transaction_id );
		return true;
	}

	public function add_order_note( $note, $is_customer_note = 0, $added_by_user = false ) {
		return wp_insert_comment(
			array(
				'comment_post_ID'  => $this->id,
				'comment_author'   => 'WooCommerce',
				'comment_content'  => $note,
				'comment_type'     => 'order_note',
				'comment_approved' => 1,
			)
		);
	}

	public function get_refunds() {
		$ids = get_posts(
			array(
				'post_type'        => 'shop_order_refund',
				'post_parent'      => $this->id,
				'post_status'      => 'any',
				'numberposts'      => -1,
				'orderby'          => 'ID',
				'order'            => 'DESC',
				'fields'           => 'ids',
				'suppress_filters' => false,
			)
		);
		return array_map(
			static function ( $id ) {
				return new WC_Order_Refund( $id );
			},
			$ids
		);
	}

	public function get_total_refunded() {
		$sum = 0;
		foreach ( $this->get_refunds() as $refund ) {
			$sum += $refund->get_amount();
		}
		return $sum;
	}

	public function get_remaining_refund_amount() {
		return wc_format_decimal( $this->get_total() - $this->get_total_refunded(), 2 );
	}

	public function get_checkout_order_received_url() {
		return home_url( "/checkout/order-received/$this->id/?key=" . $this->get_order_key() );
	}

	public function get_checkout_payment_url( $on_checkout = false ) {
		return home_url( "/checkout/order-pay/$this->id/?" . ( $on_checkout ? '' : 'pay_for_order=true&' ) . 'key=' . $this->get_order_key() );
	}

	public function get_edit_order_url() {
		return admin_url( "post.php?post=$this->id&action=edit" );
	}
	public function get_total() {
		return $this->prop( 'total', '0' );
	}
	public function set_total( $value ) {
		$this->props['total'] = wc_format_decimal( $value, 2 );
	}
	public function get_currency() {
		return $this->prop( 'currency', 'GHS' );
	}
	public function set_currency( $value ) {
		$this->props['currency'] = $value;
	}
	public function get_payment_method() {
		return $this->prop( 'payment_method' );
	}
	public function set_payment_method( $value ) {
		$this->props['payment_method'] = is_object( $value ) ? $value->id : $value;
		if ( is_object( $value ) ) {
			$this->set_payment_method_title( $value->get_title() );
		}
	}
	public function get_payment_method_title() {
		return $this->prop( 'payment_method_title' );
	}
	public function set_payment_method_title( $value ) {
		$this->props['payment_method_title'] = $value;
	}
	public function get_date_paid() {
		return $this->prop( 'date_paid', 0 ) ? new DateTime( '@' . $this->prop( 'date_paid' ) ) : null;
	}
	public function set_date_paid( $value ) {
		$this->props['date_paid'] = (int) $value;
	}
	public function needs_processing() {
		return ! $this->prop( 'is_download', false );
	}
	public function set_is_download( $value ) {
		$this->props['is_download'] = (bool) $value;
	}
	public function has_downloadable_item() {
		return ! $this->needs_processing();
	}
	public function get_billing_email() {
		return $this->prop( 'billing_email' );
	}
	public function set_billing_email( $value ) {
		$this->props['billing_email'] = $value;
	}
	public function get_billing_phone() {
		return $this->prop( 'billing_phone' );
	}
	public function set_billing_phone( $value ) {
		$this->props['billing_phone'] = $value;
	}
	public function get_created_via() {
		return $this->prop( 'created_via' );
	}
	public function set_created_via( $value ) {
		$this->props['created_via'] = $value;
	}
	public function set_date_created( $value ) {
		$this->created = (int) $value;
	}
	public function get_order_key() {
		return $this->prop( 'order_key' );
	}
	public function get_transaction_id() {
		return $this->prop( 'transaction_id' );
	}
	public function get_order_number() {
		return (string) $this->id;
	}
}

/**
 * A refund of an order.
 */
class WC_Order_Refund extends WC_Double_Record {
	const TYPE = 'shop_order_refund';

	public function get_amount() {
		return $this->prop( 'amount', '0' );
	}

	public static function make( WC_Order $order, $amount, $reason ) {
		$id = wp_insert_post(
			array(
				'post_type'   => 'shop_order_refund',
				'post_parent' => $order->get_id(),
				'post_status' => 'wc-completed',
				'post_title'  => 'Refund',
			)
		);
		update_post_meta(
			$id,
			'_props',
			array(
				'amount' => wc_format_decimal( $amount, 2 ),
				'reason' => $reason,
			)
		);
		return new self( $id );
	}
}
