<?php
/**
 * Products, and the lines of an order that name them.
 *
 * @package cedi-commerce
 */

defined( 'ABSPATH' ) || exit;

/**
 * A product.
 */
class WC_Product_Simple extends WC_Product {
	const TYPE = 'product';

	public function set_name( $value ) {
		$this->set( 'name', $value );
	}
	public function get_name() {
		return $this->prop( 'name' );
	}
	public function set_sku( $value ) {
		$this->set( 'sku', $value );
		$this->update_meta_data( '_sku', $value );
	}
	public function set_regular_price( $value ) {
		$this->set( 'price', (string) $value );
	}
	public function set_virtual( $value ) {
		$this->set( 'virtual', (bool) $value );
	}
	public function is_virtual() {
		return (bool) $this->prop( 'virtual', false );
	}
	public function set_downloadable( $value ) {
		$this->set( 'downloadable', (bool) $value );
	}
	public function is_downloadable() {
		return (bool) $this->prop( 'downloadable', false );
	}
	public function set_downloads( $files ) {
		$this->set( 'files', count( $files ) );
	}
	public function has_file() {
		return $this->is_downloadable() && $this->prop( 'files', 0 ) > 0;
	}
	public function set_manage_stock( $value ) {
		$this->set( 'manage_stock', (bool) $value );
	}
	public function managing_stock() {
		return 'yes' === get_option( 'woocommerce_manage_stock' ) && (bool) $this->prop( 'manage_stock', false );
	}
	public function set_stock_quantity( $value ) {
		$this->set( 'stock', (int) $value );
	}
	public function get_stock_quantity() {
		return $this->prop( 'stock', null );
	}
	public function set_image_id( $value ) {
		$this->set( 'image', (int) $value );
	}
	public function get_image_id() {
		return $this->prop( 'image', '' );
	}
	public function set_status( $value ) {
		$this->set( 'status', $value );
	}
	public function get_status() {
		return $this->id ? get_post_status( $this->id ) : $this->prop( 'status', 'publish' );
	}
	public function save() {
		if ( ! $this->id ) {
			$this->insert( $this->prop( 'status', 'publish' ) );
		}
		if ( array_intersect_key( $this->changes, array_flip( array( 'name', 'status' ) ) ) ) {
			wp_update_post(
				array(
					'ID'          => $this->id,
					'post_title'  => wp_slash( $this->get_name() ),
					'post_status' => $this->prop( 'status', 'publish' ),
				)
			);
		}
		$this->save_props();
		$this->save_meta_data();
		return $this->id;
	}
}

/**
 * One line of an order.
 */
class WC_Order_Item_Product extends WC_Double_Record {
	const TYPE = 'shop_order_item';

	public function set_order_id( $value ) {
		$this->set( 'order', (int) $value );
	}
	public function set_product( $product ) {
		$this->set( 'product', $product->get_id() );
		$this->set( 'name', $product->get_name() );
	}
	public function get_product_id() {
		return (int) $this->prop( 'product', 0 );
	}
	public function get_product() {
		return wc_get_product( $this->get_product_id() );
	}
	public function set_quantity( $value ) {
		$this->set( 'quantity', (int) $value );
	}
	public function get_quantity() {
		return (int) $this->prop( 'quantity', 1 );
	}
	public function get_name() {
		return $this->prop( 'name' );
	}
	public function is_type( $type ) {
		return 'line_item' === $type;
	}
	public function save() {
		if ( ! $this->id ) {
			$this->insert( 'publish', $this->prop( 'order' ) );
		}
		$this->save_props();
		$this->save_meta_data();
		return $this->id;
	}
}

function wc_get_product( $product = false ) {
	if ( $product instanceof WC_Product_Simple ) {
		return $product;
	}
	$post = $product ? get_post( $product ) : null;
	return $post instanceof WP_Post && 'product' === $post->post_type ? new WC_Product_Simple( $post->ID ) : false;
}

/**
 * Finds published products, newest first, whose names have the words of the search.
 *
 * @param array $args type, status, limit, s.
 * @return WC_Product[]
 */
function wc_get_products( $args ) {
	$posts = in_array( 'simple', (array) $args['type'], true ) ? get_posts(
		array(
			'post_type'        => 'product',
			'post_status'      => $args['status'],
			'numberposts'      => $args['limit'],
			'orderby'          => 'ID',
			'order'            => 'DESC',
			's'                => isset( $args['s'] ) ? $args['s'] : '',
			'suppress_filters' => false,
		)
	) : array();
	return array_map( 'wc_get_product', $posts );
}

function wc_get_product_id_by_sku( $sku ) {
	return (int) $GLOBALS['wpdb']->get_var( $GLOBALS['wpdb']->prepare( "SELECT post_id FROM {$GLOBALS['wpdb']->postmeta} WHERE meta_key = '_sku' AND meta_value = %s", $sku ) );
}

/**
 * Finds the posts of a type that belong to another post.
 *
 * @return int[]
 */
function wc_double_children( $type, $parent, $order ) {
	return get_posts(
		array(
			'post_type'        => $type,
			'post_parent'      => $parent,
			'post_status'      => 'any',
			'numberposts'      => -1,
			'orderby'          => 'ID',
			'order'            => $order,
			'fields'           => 'ids',
			'suppress_filters' => false,
		)
	);
}
