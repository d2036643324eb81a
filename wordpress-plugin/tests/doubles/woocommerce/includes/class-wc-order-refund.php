<?php
/**
 * Refunds, which an order gets by a button or by a status.
 *
 * @package cedi-commerce
 */

defined( 'ABSPATH' ) || exit;

/**
 * A refund of an order.
 */
class WC_Order_Refund extends WC_Double_Record {
	const TYPE = 'shop_order_refund';

	public function get_amount() {
		return $this->prop( 'amount', '0' );
	}
	public function set_amount( $value ) {
		$this->set( 'amount', wc_format_decimal( $value, 2 ) );
	}
	public function get_reason() {
		return $this->prop( 'reason' );
	}
	public function set_reason( $value ) {
		$this->set( 'reason', (string) $value );
	}
	public function set_parent_id( $value ) {
		$this->set( 'parent', (int) $value );
	}
	public function get_parent_id() {
		return (int) $this->prop( 'parent', 0 );
	}
	public function get_refunded_payment() {
		return (bool) $this->prop( 'refunded_payment', false );
	}
	public function set_refunded_payment( $value ) {
		$this->set( 'refunded_payment', (bool) $value );
	}
	public function save() {
		if ( ! $this->id ) {
			$this->insert( 'wc-completed', $this->get_parent_id() );
		}
		$this->save_props();
		$this->save_meta_data();
		return $this->id;
	}
	public function delete( $force = false ) {
		$check = apply_filters( 'woocommerce_pre_delete_order_refund', null, $this, $force );
		// A refund cannot be moved to the trash.
		return null === $check ? parent::delete( true ) : $check;
	}
}

function wc_create_refund( $args = array() ) {
	$args += array( 'amount' => 0, 'reason' => null, 'order_id' => 0, 'refund_payment' => false );
	$refund = null;
	try {
		$order = wc_get_order( $args['order_id'] );
		if ( ! $order ) {
			throw new Exception( 'Invalid order ID.' );
		}
		$left = $order->get_remaining_refund_amount();
		if ( 0 > $args['amount'] || $args['amount'] > $left ) {
			throw new Exception( 'Invalid refund amount.' );
		}
		$refund = new WC_Order_Refund();
		$refund->set_amount( $args['amount'] );
		$refund->set_parent_id( $order->get_id() );
		$refund->set_reason( $args['reason'] );
		do_action( 'woocommerce_create_refund', $refund, $args );
		$refund->save();
		if ( $args['refund_payment'] ) {
			$result = wc_refund_payment( $order, $refund->get_amount(), $refund->get_reason() );
			if ( is_wp_error( $result ) ) {
				$refund->delete();
				return $result;
			}
			$refund->set_refunded_payment( true );
			$refund->save();
		}
		wc_double_tell_refund( $order, $refund, (float) $left - (float) $args['amount'] > 0 );
		$order->save();
		do_action( 'woocommerce_refund_created', $refund->get_id(), $args );
		do_action( 'woocommerce_order_refunded', $order->get_id(), $refund->get_id() );
	} catch ( Exception $error ) {
		if ( $refund ) {
			$refund->delete( true );
		}
		return new WP_Error( 'error', $error->getMessage() );
	}
	return $refund;
}

/**
 * Announces a refund, and changes the status of an order that is refunded completely.
 */
function wc_double_tell_refund( WC_Order $order, WC_Order_Refund $refund, $is_part ) {
	$is_part = apply_filters( 'woocommerce_order_is_partially_refunded', $is_part, $order->get_id(), $refund->get_id() );
	$action  = $is_part ? 'woocommerce_order_partially_refunded' : 'woocommerce_order_fully_refunded';
	do_action( $action, $order->get_id(), $refund->get_id() );
	do_action( "{$action}_notification", $order->get_id(), $refund->get_id() );
	if ( $is_part ) {
		return;
	}
	$status = apply_filters( 'woocommerce_order_fully_refunded_status', 'refunded', $order->get_id(), $refund->get_id() );
	if ( $status ) {
		$order->update_status( $status );
	}
}

function wc_refund_payment( $order, $amount, $reason = '' ) {
	try {
		$all     = WC()->payment_gateways()->payment_gateways();
		$gateway = isset( $all[ $order->get_payment_method() ] ) ? $all[ $order->get_payment_method() ] : null;
		if ( ! $gateway ) {
			throw new Exception( 'The payment gateway for this order does not exist.' );
		}
		if ( ! $gateway->supports( 'refunds' ) ) {
			throw new Exception( 'The payment gateway for this order does not support automatic refunds.' );
		}
		$result = $gateway->process_refund( $order->get_id(), $amount, $reason );
		if ( ! $result ) {
			throw new Exception( 'An error occurred while attempting to create the refund using the payment gateway API.' );
		}
		if ( is_wp_error( $result ) ) {
			throw new Exception( $result->get_error_message() );
		}
		return true;
	} catch ( Exception $error ) {
		return new WP_Error( 'error', $error->getMessage() );
	}
}

/**
 * Setting the status "refunded" creates a refund of the rest, and sends no money.
 */
function wc_order_fully_refunded( $order_id ) {
	$order = wc_get_order( $order_id );
	$rest  = wc_format_decimal( $order->get_total() - $order->get_total_refunded(), 2 );
	if ( 0.0 === (float) $rest ) {
		return;
	}
	wc_create_refund(
		array(
			'amount'   => $rest,
			'reason'   => 'Order fully refunded.',
			'order_id' => $order_id,
		)
	);
	$order->add_order_note( 'Order status set to refunded. To return funds to the customer you will need to issue a refund through your payment gateway.' );
}
add_action( 'woocommerce_order_status_refunded', 'wc_order_fully_refunded' );
