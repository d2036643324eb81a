<?php
/**
 * The screens of a merchant: the list of orders, and one order with its items, refunds, actions and notes.
 *
 * @package cedi-commerce
 */

defined( 'ABSPATH' ) || exit;

add_action(
	'admin_menu',
	static function () {
		add_menu_page( 'WooCommerce', 'WooCommerce', 'edit_shop_orders', 'woocommerce', '', 'dashicons-cart', 55 );
	},
	9
);

add_action(
	'admin_menu',
	static function () {
		// The menu opens its first page.
		remove_submenu_page( 'woocommerce', 'woocommerce' );
	},
	99
);

add_action(
	'admin_enqueue_scripts',
	static function () {
		wp_enqueue_style( 'wc-double-admin', plugins_url( 'assets/admin.css', __DIR__ ), array(), WC_VERSION );
	}
);

// The list contains every status of an order unless one is chosen, newest first.
add_filter(
	'request',
	static function ( $vars ) {
		if ( ! is_admin() || ! isset( $vars['post_type'] ) || 'shop_order' !== $vars['post_type'] ) {
			return $vars;
		}
		return array_filter( $vars ) + array(
			'post_status' => array_keys( wc_get_order_statuses() ),
			'orderby'     => 'ID',
			'order'       => 'DESC',
		);
	}
);

add_filter(
	'manage_shop_order_posts_columns',
	static function () {
		return array(
			'cb'           => '<input type="checkbox">',
			'order_number' => 'Order',
			'order_date'   => 'Date',
			'order_status' => 'Status',
			'order_total'  => 'Total',
		);
	}
);

add_filter(
	'list_table_primary_column',
	static function ( $column, $screen ) {
		return 'edit-shop_order' === $screen ? 'order_number' : $column;
	},
	10,
	2
);

add_action(
	'manage_shop_order_posts_custom_column',
	static function ( $column, $id ) {
		$order = wc_get_order( $id );
		$cells = array(
			'order_number' => '<a class="order-view" href="' . esc_url( $order->get_edit_order_url() ) . '"><strong>#' . absint( $id ) . ' ' . esc_html( $order->get_formatted_billing_full_name() ) . '</strong></a>',
			'order_date'   => esc_html( get_the_date( '', $id ) ),
			'order_status' => '<mark class="order-status status-' . esc_attr( $order->get_status() ) . '"><span>' . esc_html( wc_get_order_status_name( $order->get_status() ) ) . '</span></mark>',
			'order_total'  => wc_price( $order->get_total() ),
		);
		echo isset( $cells[ $column ] ) ? wp_kses_post( $cells[ $column ] ) : '';
	},
	10,
	2
);

add_filter(
	'post_updated_messages',
	static function ( $messages ) {
		return $messages + array( 'shop_order' => array_fill( 0, 11, 'Order updated.' ) );
	}
);

add_action(
	'add_meta_boxes_shop_order',
	static function () {
		remove_meta_box( 'submitdiv', 'shop_order', 'side' );
		remove_meta_box( 'slugdiv', 'shop_order', 'normal' );
		add_meta_box( 'woocommerce-order-data', 'Order', 'wc_double_order_data', 'shop_order', 'normal', 'high' );
		add_meta_box( 'woocommerce-order-items', 'Items', 'wc_double_order_items', 'shop_order', 'normal', 'high' );
		add_meta_box( 'woocommerce-order-actions', 'Order actions', 'wc_double_order_actions', 'shop_order', 'side', 'high' );
		add_meta_box( 'woocommerce-order-notes', 'Order notes', 'wc_double_order_notes', 'shop_order', 'side', 'default' );
	}
);

function wc_double_order_data( $post ) {
	$order = wc_get_order( $post );
	echo '<h2>Order #' . absint( $order->get_id() ) . ' details</h2><p>Payment via ' . esc_html( $order->get_payment_method_title() ) . '. Placed on ' . esc_html( get_the_date( '', $post ) ) . '.</p>';
	echo '<p><label>Status <select name="order_status">';
	foreach ( wc_get_order_statuses() as $status => $label ) {
		echo '<option value="' . esc_attr( $status ) . '"' . selected( "wc-{$order->get_status()}", $status, false ) . '>' . esc_html( $label ) . '</option>';
	}
	echo '</select></label></p><h3>Billing</h3><p>' . wp_kses_post( $order->get_formatted_billing_address() ) . '</p><p>' . esc_html( $order->get_billing_email() ) . '</p>';
}

function wc_double_order_items( $post ) {
	$order = wc_get_order( $post );
	echo '<table class="woocommerce_order_items"><thead><tr><th>Item</th><th>Qty</th><th>Total</th></tr></thead><tbody>';
	foreach ( $order->get_items() as $item ) {
		$price = $item->get_product() ? (float) $item->get_product()->get_price() * $item->get_quantity() : 0;
		echo '<tr><td>' . esc_html( $item->get_name() ) . '</td><td>× ' . absint( $item->get_quantity() ) . '</td><td>' . wp_kses_post( wc_price( $price ) ) . '</td></tr>';
	}
	foreach ( $order->get_refunds() as $refund ) {
		echo '<tr><td>Refund #' . absint( $refund->get_id() ) . '<br><small>' . esc_html( $refund->get_reason() ) . '</small></td><td></td><td>−' . wp_kses_post( wc_price( $refund->get_amount() ) ) . '</td></tr>';
	}
	echo '</tbody></table><table class="wc-order-totals"><tbody><tr><td class="label">Order Total:</td><td width="1%"></td><td class="total">' . wp_kses_post( wc_price( $order->get_total() ) ) . '</td></tr>';
	do_action( 'woocommerce_admin_order_totals_after_total', $order->get_id() );
	echo '</tbody></table>';
	if ( $order->get_remaining_refund_amount() > 0 && $order->get_date_paid() ) {
		/* translators: 1: amount, 2: payment method. */
		$button = sprintf( __( 'Refund %1$s via %2$s', 'woocommerce' ), '', $order->get_payment_method_title() );
		echo '<details class="wc-order-refund"><summary class="button">' . esc_html__( 'Refund', 'woocommerce' ) . '</summary><p><label>' . esc_html__( 'Refund amount', 'woocommerce' ) . ' <input type="number" step="0.01" min="0.01" max="' . esc_attr( $order->get_remaining_refund_amount() ) . '" name="refund_amount"></label></p><p><label>Reason <input name="refund_reason"></label></p><p><button class="button button-primary" name="wc_double_refund" value="1">' . esc_html( preg_replace( '/\s+/', ' ', $button ) ) . '</button></p></details>';
	}
}

function wc_double_order_actions( $post ) {
	$GLOBALS['theorder'] = wc_get_order( $post );
	wp_nonce_field( 'woocommerce_save_data', 'woocommerce_meta_nonce' );
	echo '<p><select name="wc_order_action"><option value="">Choose an action…</option>';
	foreach ( apply_filters( 'woocommerce_order_actions', array(), $GLOBALS['theorder'] ) as $action => $label ) {
		echo '<option value="' . esc_attr( $action ) . '">' . esc_html( $label ) . '</option>';
	}
	echo '</select></p><p><button class="button button-primary" name="save" value="1">Update</button></p>';
}

function wc_double_order_notes( $post ) {
	echo '<ul class="order_notes">';
	foreach ( array_reverse( get_comments( array( 'post_id' => $post->ID, 'type' => 'order_note', 'orderby' => 'comment_ID', 'order' => 'ASC' ) ) ) as $note ) {
		echo '<li>' . wp_kses_post( $note->comment_content ) . '<br><small>' . esc_html( $note->comment_date ) . '</small></li>';
	}
	echo '</ul>';
}

add_action(
	'save_post_shop_order',
	static function ( $id ) {
		static $is_saving = false;
		if ( $is_saving || ! isset( $_POST['woocommerce_meta_nonce'] ) || ! wp_verify_nonce( sanitize_key( $_POST['woocommerce_meta_nonce'] ), 'woocommerce_save_data' ) ) {
			return;
		}
		$is_saving = true;
		do_action( 'woocommerce_process_shop_order_meta', $id, get_post( $id ) );
		$posted = array_map( 'sanitize_text_field', wp_unslash( $_POST ) );
		if ( isset( $posted['wc_double_refund'] ) ) {
			$refund = wc_create_refund(
				array(
					'order_id'       => $id,
					'amount'         => wc_format_decimal( $posted['refund_amount'], 2 ),
					'reason'         => $posted['refund_reason'],
					'refund_payment' => true,
				)
			);
			if ( is_wp_error( $refund ) ) {
				wp_die( esc_html( $refund->get_error_message() ), '', array( 'back_link' => true ) );
			}
		} elseif ( ! empty( $posted['wc_order_action'] ) ) {
			do_action( "woocommerce_order_action_{$posted['wc_order_action']}", wc_get_order( $id ) );
		} elseif ( isset( $posted['order_status'] ) ) {
			wc_get_order( $id )->update_status( $posted['order_status'], '', true );
		}
		$is_saving = false;
	}
);
