<?php
/**
 * List of orders.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use Cedi\Commerce\Gateway\Logos;
use Cedi\Commerce\Service\Money;
use Cedi\Commerce\Support\Payment_Methods;
use Cedi\Commerce\Support\Price;
use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Adds the state, the costs, the network and the reference of the payment to the list of orders, and a filter. Orders may be posts or
 * rows in their own tables.
 */
final class Order_Columns {
	/** Query argument of the filter. */
	const FILTER = 'cedi_commerce_filter';

	/** Key of the conditions in a query of posts or orders. */
	const META_QUERY = 'meta_query';

	/** Meta keys by prefix of the filter's values, such as "network-mtn". */
	const FILTER_KEYS = array(
		'state'   => Order_Payments::STATE,
		'refund'  => Order_Payments::REFUND_STATE,
		'network' => Order_Payments::NETWORK,
	);

	/**
	 * Adds the hooks for both lists.
	 */
	public static function add() {
		add_filter( 'manage_edit-shop_order_columns', array( self::class, 'add_columns' ) );
		add_filter( 'manage_woocommerce_page_wc-orders_columns', array( self::class, 'add_columns' ) );
		add_action( 'manage_shop_order_posts_custom_column', array( self::class, 'show_column' ), 10, 2 );
		add_action( 'manage_woocommerce_page_wc-orders_custom_column', array( self::class, 'show_column' ), 10, 2 );
		add_filter( 'default_hidden_columns', array( self::class, 'hide_columns' ), 10, 2 );
		add_action( 'restrict_manage_posts', array( self::class, 'show_filter' ) );
		add_action( 'woocommerce_order_list_table_restrict_manage_orders', array( self::class, 'show_filter' ) );
		add_filter( 'request', array( self::class, 'filter_posts' ) );
		add_filter( 'woocommerce_order_list_table_prepare_items_query_args', array( self::class, 'filter_orders' ) );
	}

	/**
	 * Adds the columns.
	 *
	 * @param string[] $columns Columns.
	 * @return string[]
	 */
	public static function add_columns( $columns ) {
		return $columns + array(
			'cedi_commerce'         => __( 'Cedi', 'cedi-commerce' ),
			'cedi_commerce_fee'     => __( 'Fee', 'cedi-commerce' ),
			'cedi_commerce_net'     => __( 'After the fee', 'cedi-commerce' ),
			'cedi_commerce_network' => __( 'Network', 'cedi-commerce' ),
			'cedi_commerce_ref'     => __( 'Reference', 'cedi-commerce' ),
		);
	}

	/**
	 * Hides three columns by default, because the list is wide. Merchants show them under "Screen options".
	 *
	 * @param string[]   $hidden Hidden columns.
	 * @param \WP_Screen $screen Screen.
	 * @return string[]
	 */
	public static function hide_columns( $hidden, $screen ) {
		return in_array( $screen->id, array( 'edit-shop_order', 'woocommerce_page_wc-orders' ), true ) ? array_merge( $hidden, array( 'cedi_commerce_fee', 'cedi_commerce_network', 'cedi_commerce_ref' ) ) : $hidden;
	}

	/**
	 * Shows a column of an order.
	 *
	 * @param string       $column Column.
	 * @param int|WC_Order $order  Order.
	 */
	public static function show_column( $column, $order ) {
		if ( 0 !== strpos( $column, 'cedi_commerce' ) ) {
			return;
		}
		$order = $order instanceof WC_Order ? $order : wc_get_order( $order );
		if ( ! $order instanceof WC_Order || ! Payment_Methods::has_own( $order ) || ! $order->get_meta( Payment_Attempts::META ) ) {
			return;
		}
		if ( 'cedi_commerce' === $column ) {
			echo esc_html( self::state_label( Order_Payments::of( $order ) ) );
			return;
		}
		$row = self::row( $order );
		echo esc_html( $row[ substr( $column, strlen( 'cedi_commerce_' ) ) ] );
	}

	/**
	 * Returns the label of the payment state.
	 *
	 * @param Order_Payments $payments Payment data.
	 */
	public static function state_label( Order_Payments $payments ): string {
		$state  = Payment_Status::of( $payments )['state'];
		$refund = $payments->refund_state();
		if ( 'requested' === $refund || 'refunded' === $refund || ( 'paid' === $state && '' !== $refund ) ) {
			$state = $refund;
		}
		$labels = self::labels();
		return isset( $labels[ $state ] ) ? $labels[ $state ] : __( 'to check', 'cedi-commerce' );
	}

	/**
	 * Returns the labels of payment and refund states.
	 *
	 * @return array<string, string>
	 */
	private static function labels() {
		return array(
			'pending'         => __( 'waiting', 'cedi-commerce' ),
			'paid'            => __( 'paid', 'cedi-commerce' ),
			'failed'          => __( 'failed', 'cedi-commerce' ),
			'cancelled'       => __( 'cancelled', 'cedi-commerce' ),
			'requested'       => __( 'refund requested', 'cedi-commerce' ),
			'refunded'        => __( 'refunded', 'cedi-commerce' ),
			'partly_refunded' => __( 'partly refunded', 'cedi-commerce' ),
			'paid_twice'      => __( 'paid twice', 'cedi-commerce' ),
		);
	}

	/**
	 * Returns the values of an order for lists and exports; '' where it has none.
	 *
	 * @param WC_Order $order Order.
	 * @return array{fee: string, net: string, network: string, ref: string, refund: string}
	 */
	public static function row( WC_Order $order ): array {
		$payments = Order_Payments::of( $order );
		$costs    = '' === $payments->ref() ? null : Order_Totals::costs( $order );
		$network  = '' === $payments->ref() ? '' : (string) $order->get_meta( Order_Payments::NETWORK );
		$logos    = Logos::all();
		$labels   = self::labels();
		$refund   = $payments->refund_state();
		return array(
			'fee'     => $costs ? Price::format( $costs['fee'] ) : '',
			'net'     => $costs ? ( $costs['net_pesewas'] < 0 ? '−' : '' ) . Price::format( Money::of( abs( $costs['net_pesewas'] ) ) ) : '',
			'network' => isset( $logos[ $network ]['label'] ) ? $logos[ $network ]['label'] : $network,
			'ref'     => $payments->ref(),
			'refund'  => isset( $labels[ $refund ] ) ? $labels[ $refund ] : '',
		);
	}

	/**
	 * Shows the filter above the list of orders.
	 *
	 * @param string $type Type of the listed posts or orders.
	 */
	public static function show_filter( $type ) {
		if ( 'shop_order' !== $type ) {
			return;
		}
		$selected = self::selected();
		printf( '<select name="%1$s" aria-label="%2$s"><option value="">%3$s</option>', esc_attr( self::FILTER ), esc_attr__( 'Filter by Cedi payment', 'cedi-commerce' ), esc_html__( 'All payments', 'cedi-commerce' ) );
		foreach ( self::options() as $value => $label ) {
			printf( '<option value="%1$s"%2$s>%3$s</option>', esc_attr( $value ), esc_attr( $value === $selected ? ' selected' : '' ), esc_html( $label ) );
		}
		echo '</select>';
	}

	/**
	 * Returns the options of the filter.
	 *
	 * @return array<string, string> Labels by value.
	 */
	private static function options() {
		$labels  = self::labels();
		$options = array(
			'state-paid'             => $labels['paid'],
			'state-pending'          => $labels['pending'],
			'state-failed'           => $labels['failed'],
			'state-review,mismatch'  => __( 'to check', 'cedi-commerce' ),
			'refund-requested'       => $labels['requested'],
			'refund-partly_refunded' => $labels['partly_refunded'],
			'refund-refunded'        => $labels['refunded'],
		);
		foreach ( $options as $value => $label ) {
			$options[ $value ] = 'Cedi: ' . $label;
		}
		foreach ( Logos::all() as $network => $logo ) {
			$options[ "network-$network" ] = $logo['label'];
		}
		return $options;
	}

	/**
	 * Returns the selected filter; '' for none.
	 */
	private static function selected(): string {
		$value = sanitize_text_field( (string) filter_input( INPUT_GET, self::FILTER ) );
		return isset( self::options()[ $value ] ) ? $value : '';
	}

	/**
	 * Returns the condition of a filter for a query of orders.
	 *
	 * @param string $value Value of the filter.
	 * @return array Row of a meta query; empty for none.
	 */
	public static function condition( $value ) {
		list( $kind, $wanted ) = explode( '-', $value, 2 ) + array( '', '' );
		return isset( self::FILTER_KEYS[ $kind ] ) ? array(
			'key'     => self::FILTER_KEYS[ $kind ],
			'value'   => explode( ',', $wanted ),
			'compare' => 'IN',
		) : array();
	}

	/**
	 * Filters the list of orders that are posts.
	 *
	 * @param array $query Query of posts.
	 * @return array
	 */
	public static function filter_posts( $query ) {
		return isset( $query['post_type'] ) && 'shop_order' === $query['post_type'] ? self::filter_orders( $query ) : $query;
	}

	/**
	 * Filters the list of orders in their own tables.
	 *
	 * @param array $query Query of orders.
	 * @return array
	 */
	public static function filter_orders( $query ) {
		$condition = self::condition( self::selected() );
		if ( $condition ) {
			$conditions                = isset( $query[ self::META_QUERY ] ) ? (array) $query[ self::META_QUERY ] : array();
			$query[ self::META_QUERY ] = array_merge( $conditions, array( $condition ) );
		}
		return $query;
	}
}
