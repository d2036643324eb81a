<?php
/**
 * Stock of refunds.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Refund;

use WC_Order;
use WC_Order_Item_Product;
use WC_Order_Refund;

defined( 'ABSPATH' ) || exit;

/**
 * Takes restocked pieces back when the operator rejects a refund. WooCommerce restocks them when the refund is requested.
 */
final class Refund_Stock {
	/** Meta key: yes if WooCommerce restocks the pieces of the refund. */
	const RESTOCKED = '_cedi_commerce_restocked';

	/**
	 * Stores whether a new refund restocks its pieces.
	 *
	 * @param WC_Order_Refund $refund Refund before it is saved.
	 * @param array           $args   Arguments of wc_create_refund().
	 */
	public static function record( $refund, $args ) {
		if ( ! empty( $args['restock_items'] ) && ! empty( $args['refund_payment'] ) ) {
			$refund->update_meta_data( self::RESTOCKED, 'yes' );
		}
	}

	/**
	 * Takes the pieces of a rejected refund back, if they are still in stock, and adds a note for each product.
	 *
	 * @param WC_Order        $order  Order.
	 * @param WC_Order_Refund $refund Refund that is going to be deleted.
	 */
	public static function take_back( WC_Order $order, WC_Order_Refund $refund ) {
		if ( 'yes' !== $refund->get_meta( self::RESTOCKED ) ) {
			return;
		}
		foreach ( $refund->get_items() as $refunded ) {
			$item    = $order->get_item( (int) $refunded->get_meta( '_refunded_item_id' ) );
			$product = $item instanceof WC_Order_Item_Product ? $item->get_product() : null;
			$pieces  = abs( (int) $refunded->get_quantity() );
			if ( ! $product || 0 === $pieces || ! $product->managing_stock() ) {
				continue;
			}
			if ( $product->get_stock_quantity() < $pieces ) {
				/* translators: 1: number of pieces, 2: product. */
				$order->add_order_note( sprintf( _n( 'The refund was rejected, and %1$d piece of "%2$s" was put back in stock. It has been sold since: correct the stock.', 'The refund was rejected, and %1$d pieces of "%2$s" were put back in stock. They have been sold since: correct the stock.', $pieces, 'cedi-commerce' ), $pieces, $product->get_name() ) );
				continue;
			}
			wc_update_product_stock( $product, $pieces, 'decrease' );
			// WooCommerce restores and restocks by these counts.
			$item->update_meta_data( '_reduced_stock', (int) $item->get_meta( '_reduced_stock' ) + $pieces );
			$item->update_meta_data( '_restock_refunded_items', max( 0, (int) $item->get_meta( '_restock_refunded_items' ) - $pieces ) );
			$item->save();
			/* translators: 1: number of pieces, 2: product. */
			$order->add_order_note( sprintf( _n( 'The refund was rejected: %1$d piece of "%2$s" was taken from the stock again.', 'The refund was rejected: %1$d pieces of "%2$s" were taken from the stock again.', $pieces, 'cedi-commerce' ), $pieces, $product->get_name() ) );
		}
	}
}
