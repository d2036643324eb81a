<?php
/**
 * The data that every product of WooCommerce has.
 *
 * @package cedi-commerce
 */

defined( 'ABSPATH' ) || exit;

/**
 * The base of products.
 */
abstract class WC_Product extends WC_Double_Record {
	public function is_type( $type ) {
		return in_array( $this->get_type(), (array) $type, true );
	}
	public function is_sold_individually() {
		return (bool) $this->prop( 'sold_individually', false );
	}
	public function set_sold_individually( $value ) {
		$this->set( 'sold_individually', (bool) $value );
	}
	public function get_type() {
		return 'simple';
	}
	public function get_price() {
		return $this->prop( 'price', '' );
	}
	public function is_in_stock() {
		return ! $this->managing_stock() || $this->get_stock_quantity() > 0;
	}
	public function is_purchasable() {
		return '' !== $this->get_price();
	}
	public function get_permalink() {
		return home_url( '/product/' . $this->get_id() . '/' );
	}
	abstract public function managing_stock();
	abstract public function get_stock_quantity();
}
