<?php
/**
 * The fields of an order that are only read and written.
 *
 * @package cedi-commerce
 */

defined( 'ABSPATH' ) || exit;

/**
 * The fields of an order.
 */
trait WC_Double_Order_Fields {
	public function get_total() {
		return $this->prop( 'total', '0' );
	}
	public function set_total( $value ) {
		$this->set( 'total', wc_format_decimal( $value, 2 ) );
	}
	public function get_currency() {
		return $this->prop( 'currency', 'GHS' );
	}
	public function set_currency( $value ) {
		$this->set( 'currency', $value );
	}
	public function get_payment_method() {
		return $this->prop( 'payment_method' );
	}
	public function set_payment_method( $value ) {
		$this->set( 'payment_method', is_object( $value ) ? $value->id : $value );
		if ( is_object( $value ) ) {
			$this->set_payment_method_title( $value->get_title() );
		}
	}
	public function get_payment_method_title() {
		return $this->prop( 'payment_method_title' );
	}
	public function set_payment_method_title( $value ) {
		$this->set( 'payment_method_title', $value );
	}
	public function get_date_paid() {
		return $this->prop( 'date_paid', 0 ) ? new DateTime( '@' . $this->prop( 'date_paid' ) ) : null;
	}
	public function set_date_paid( $value ) {
		$this->set( 'date_paid', (int) $value );
	}
	public function get_customer_id() {
		return (int) $this->prop( 'customer_id', 0 );
	}
	public function set_customer_id( $value ) {
		$this->set( 'customer_id', (int) $value );
	}
	public function get_billing_email() {
		return $this->prop( 'billing_email' );
	}
	public function set_billing_email( $value ) {
		$this->set( 'billing_email', $value );
	}
	public function get_billing_phone() {
		return $this->prop( 'billing_phone' );
	}
	public function set_billing_phone( $value ) {
		$this->set( 'billing_phone', $value );
	}
	public function set_address( $address, $type = 'billing' ) {
		foreach ( $address as $name => $value ) {
			$this->set( "{$type}_$name", (string) $value );
		}
	}
	public function get_billing_first_name() {
		return $this->prop( 'billing_first_name' );
	}
	public function get_billing_last_name() {
		return $this->prop( 'billing_last_name' );
	}
	public function get_formatted_billing_full_name() {
		return trim( $this->get_billing_first_name() . ' ' . $this->get_billing_last_name() );
	}
	public function get_formatted_billing_address() {
		return implode( '<br/>', array_map( 'esc_html', array_filter( array( $this->get_formatted_billing_full_name(), $this->prop( 'billing_address_1' ), $this->prop( 'billing_city' ) ) ) ) );
	}
	public function get_created_via() {
		return $this->prop( 'created_via' );
	}
	public function set_created_via( $value ) {
		$this->set( 'created_via', $value );
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
	public function set_transaction_id( $value ) {
		$this->set( 'transaction_id', $value );
	}
	public function get_order_number() {
		return apply_filters( 'woocommerce_order_number', (string) $this->get_id(), $this );
	}
	public function get_checkout_order_received_url() {
		return apply_filters( 'woocommerce_get_checkout_order_received_url', home_url( "/checkout/order-received/$this->id/?key=" . $this->get_order_key() ), $this );
	}
	public function get_checkout_payment_url( $on_checkout = false ) {
		return home_url( "/checkout/order-pay/$this->id/?" . ( $on_checkout ? '' : 'pay_for_order=true&' ) . 'key=' . $this->get_order_key() );
	}
	public function get_edit_order_url() {
		return admin_url( "post.php?post=$this->id&action=edit" );
	}
}
