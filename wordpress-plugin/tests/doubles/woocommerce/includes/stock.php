<?php
/**
 * Stock: held for an order that waits for payment, reduced when the order is processed, restored when it is cancelled. The
 * order stores whether its stock was reduced, and each line by how much.
 *
 * @package cedi-commerce
 */

defined( 'ABSPATH' ) || exit;

function wc_update_product_stock( $product, $quantity, $operation = 'set' ) {
	$product = new WC_Product_Simple( $product->get_id() );
	$sign    = array( 'increase' => 1, 'decrease' => -1 );
	$product->set_stock_quantity( isset( $sign[ $operation ] ) ? $product->get_stock_quantity() + $sign[ $operation ] * $quantity : $quantity );
	$product->save();
	return $product->get_stock_quantity();
}

function wc_maybe_reduce_stock_levels( $order_id ) {
	$order = wc_get_order( $order_id );
	if ( ! $order || ! apply_filters( 'woocommerce_payment_complete_reduce_order_stock', ! $order->get_data_store()->get_stock_reduced( $order_id ), $order_id ) ) {
		return;
	}
	wc_reduce_stock_levels( $order );
	$order->get_data_store()->set_stock_reduced( $order_id, true );
}

function wc_maybe_increase_stock_levels( $order_id ) {
	$order = wc_get_order( $order_id );
	if ( ! $order || ! $order->get_data_store()->get_stock_reduced( $order_id ) ) {
		return;
	}
	wc_increase_stock_levels( $order );
	$order->get_data_store()->set_stock_reduced( $order_id, false );
}

function wc_reduce_stock_levels( $order ) {
	$order = wc_get_order( $order );
	if ( ! $order || 'yes' !== get_option( 'woocommerce_manage_stock' ) || ! apply_filters( 'woocommerce_can_reduce_order_stock', true, $order ) ) {
		return;
	}
	$changes = array();
	foreach ( $order->get_items() as $item ) {
		$product = $item->get_product();
		if ( $item->get_meta( '_reduced_stock' ) || ! $product || ! $product->managing_stock() ) {
			continue;
		}
		$quantity = apply_filters( 'woocommerce_order_item_quantity', $item->get_quantity(), $order, $item );
		$left     = wc_update_product_stock( $product, $quantity, 'decrease' );
		$item->add_meta_data( '_reduced_stock', $quantity, true );
		$item->save();
		$changes[] = $product->get_name() . ' (' . ( $left + $quantity ) . "&rarr;$left)";
	}
	if ( $changes ) {
		$order->add_order_note( 'Stock levels reduced: ' . implode( ', ', $changes ) );
	}
	do_action( 'woocommerce_reduce_order_stock', $order );
}

function wc_increase_stock_levels( $order ) {
	$order = wc_get_order( $order );
	if ( ! $order || 'yes' !== get_option( 'woocommerce_manage_stock' ) || ! apply_filters( 'woocommerce_can_restore_order_stock', true, $order ) ) {
		return;
	}
	$changes = array();
	foreach ( $order->get_items() as $item ) {
		$product          = $item->get_product();
		$reduced_quantity = $item->get_meta( '_reduced_stock' );
		if ( ! $reduced_quantity || ! $product || ! $product->managing_stock() ) {
			continue;
		}
		$now = wc_update_product_stock( $product, $reduced_quantity, 'increase' );
		$item->delete_meta_data( '_reduced_stock' );
		$item->save();
		$changes[] = $product->get_name() . ' (' . ( $now - $reduced_quantity ) . "&rarr;$now)";
	}
	if ( $changes ) {
		$order->add_order_note( 'Stock levels increased: ' . implode( ', ', $changes ) );
	}
	do_action( 'woocommerce_restore_order_stock', $order );
}

/**
 * Whether stock is held for orders that wait for payment.
 */
function wc_double_holds_stock() {
	return apply_filters( 'woocommerce_hold_stock_for_checkout', 'yes' === get_option( 'woocommerce_manage_stock', 'yes' ) );
}

function wc_reserve_stock_for_order( $order ) {
	$order   = wc_get_order( $order );
	$minutes = (int) get_option( 'woocommerce_hold_stock_minutes', 60 );
	if ( $order && wc_double_holds_stock() && $minutes > 0 ) {
		update_post_meta( $order->get_id(), '_double_reserved', time() + 60 * $minutes );
	}
}

function wc_release_stock_for_order( $order ) {
	$order = wc_get_order( $order );
	if ( $order && wc_double_holds_stock() ) {
		delete_post_meta( $order->get_id(), '_double_reserved' );
	}
}

/**
 * Returns the reserved stock of a product for unpaid orders.
 */
function wc_get_held_stock_quantity( $product, $exclude_order_id = 0 ) {
	$held_quantity = 0;
	foreach ( wc_get_orders( array( 'status' => array( 'wc-pending', 'wc-checkout-draft' ), 'limit' => -1 ) ) as $order ) {
		if ( $order->get_id() === $exclude_order_id || (int) get_post_meta( $order->get_id(), '_double_reserved', true ) <= time() ) {
			continue;
		}
		foreach ( $order->get_items() as $item ) {
			$held_quantity += $item->get_product_id() === $product->get_id() ? $item->get_quantity() : 0;
		}
	}
	return $held_quantity;
}

foreach ( array( 'payment_complete', 'order_status_completed', 'order_status_processing', 'order_status_on-hold' ) as $wc_double_event ) {
	add_action( "woocommerce_$wc_double_event", 'wc_maybe_reduce_stock_levels' );
	add_action( "woocommerce_$wc_double_event", 'wc_release_stock_for_order', 11 );
}
foreach ( array( 'cancelled', 'pending' ) as $wc_double_event ) {
	add_action( "woocommerce_order_status_$wc_double_event", 'wc_maybe_increase_stock_levels' );
}
add_action( 'woocommerce_order_status_cancelled', 'wc_release_stock_for_order', 11 );
add_action( 'woocommerce_checkout_order_created', 'wc_reserve_stock_for_order' );
