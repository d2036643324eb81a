<?php
/**
 * What a buyer sees on the way to paying and back.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Checkout;

use Cedi\Commerce\Order\Attempts;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Order_Settler;
use Cedi\Commerce\Order\Payment_Report;
use Cedi\Commerce\Support\Phone;
use Cedi\Commerce\Support\Scripts;
use Cedi\Commerce\Support\Settings;
use WC_Order;
use const Cedi\Commerce\GATEWAY;

defined( 'ABSPATH' ) || exit;

/**
 * The page that opens the popup, and the order-received page that asks whether the money has come.
 */
final class Checkout_Return {
	/** How long the page waits for the service before it is shown and asks by itself, in seconds. */
	const BUDGET_SECONDS = 3.0;

	/**
	 * Shows the page that opens the popup. Without scripts its link leads to the checkout of the service.
	 *
	 * @param int $order_id The order.
	 */
	public static function show_receipt( $order_id ) {
		$order = wc_get_order( $order_id );
		if ( ! $order instanceof WC_Order ) {
			return;
		}
		$attempt = Checkout::start( $order_id );
		if ( is_wp_error( $attempt ) ) {
			wc_print_notice( $attempt->get_error_message(), 'error' );
			return;
		}
		if ( null === $attempt ) {
			printf( '<p><a class="button wp-element-button" style="display:inline-block" href="%1$s">%2$s</a></p>', esc_url( $order->get_checkout_order_received_url() ), esc_html__( 'This order is paid. See the order', 'cedi-commerce' ) );
			return;
		}
		Scripts::enqueue( 'classic-checkout' );
		$prefill = WC()->session ? WC()->session->get( 'cedi_commerce_prefill' ) : null;
		$prefill = is_array( $prefill ) ? $prefill : array(
			'phone'   => Phone::parse( $order->get_billing_phone() ),
			'network' => '',
		);
		printf(
			'<div data-cedi-pay data-token="%1$s" data-script="%2$s" data-return="%3$s" data-phone="%4$s" data-network="%5$s" data-unfinished="%6$s"><p role="status"></p><a class="button wp-element-button" style="display:inline-block" href="%7$s">%8$s</a></div>',
			esc_attr( $attempt->token() ),
			esc_url( Settings::base_url() . '/service.js' ),
			esc_url( $order->get_checkout_order_received_url() ),
			esc_attr( $prefill['phone'] ),
			esc_attr( $prefill['network'] ),
			esc_attr__( 'The payment was not finished. No money was taken.', 'cedi-commerce' ),
			esc_url( $attempt->url() ),
			esc_html__( 'Pay now', 'cedi-commerce' )
		);
	}

	/**
	 * Asks once, and shows how the payment stands.
	 *
	 * @param int $order_id The order; WooCommerce has compared its key.
	 */
	public static function show( $order_id ) {
		$order = wc_get_order( $order_id );
		if ( ! $order instanceof WC_Order || ! $order->get_meta( Attempts::META ) ) {
			return;
		}
		if ( GATEWAY !== $order->get_payment_method() && ! self::is_paid_all_the_same( $order ) ) {
			return;
		}
		$report = $order->is_paid() ? Payment_Report::of( Order_Payments::of( $order ) ) : Order_Settler::settle( $order_id, self::BUDGET_SECONDS );
		$state  = Payment_Report::public_state( $report['state'] );
		if ( 'pending' === $state ) {
			Scripts::enqueue( 'checkout-return' );
		}
		$html = sprintf(
			'<span data-cedi-payment data-url="%1$s" data-state="%2$s" data-waiting="%3$s" data-late="%4$s" data-offline="%5$s"><span role="status" aria-live="polite">%6$s</span></span>',
			esc_url( rest_url( "cedi-commerce/v1/orders/$order_id/payment" ) . ( false === strpos( rest_url(), '?' ) ? '?' : '&' ) . 'key=' . rawurlencode( $order->get_order_key() ) ),
			esc_attr( $state ),
			esc_attr__( 'We are checking your payment.', 'cedi-commerce' ),
			esc_attr__( 'The payment has not arrived yet. You may close this page: you will get a mail when it does.', 'cedi-commerce' ),
			esc_attr__( 'You are offline. The payment goes on without this page.', 'cedi-commerce' ),
			esc_html( 'pending' === $state ? __( 'We are checking your payment.', 'cedi-commerce' ) : $report['message'] )
		);
		Thank_You::say( $html, $order->has_status( 'failed' ) || 'failed' === $state );
	}

	/**
	 * Whether a buyer who has chosen another method has paid by us all the same. WooCommerce has read the order before, and
	 * is about to tell how to pay by the other.
	 *
	 * @param WC_Order $order The order.
	 */
	private static function is_paid_all_the_same( WC_Order $order ) {
		if ( ! Order_Payments::of( $order )->attempts()->open() ) {
			return false;
		}
		Order_Settler::settle( $order->get_id(), self::BUDGET_SECONDS );
		$now = wc_get_order( $order->get_id() );
		if ( ! $now instanceof WC_Order || GATEWAY !== $now->get_payment_method() ) {
			return false;
		}
		add_filter( 'woocommerce_thankyou_order_received_text', array( Thank_You::class, 'correct' ), 5, 2 );
		return true;
	}
}
