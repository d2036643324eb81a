<?php
/**
 * Pay page and order-received page.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Checkout;

use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Payment_Attempts;
use Cedi\Commerce\Order\Payment_Checker;
use Cedi\Commerce\Order\Payment_Status;
use Cedi\Commerce\Support\Checkout_Intent;
use Cedi\Commerce\Support\Page_Language;
use Cedi\Commerce\Support\Payment_Methods;
use Cedi\Commerce\Support\Phone;
use Cedi\Commerce\Support\Scripts;
use Cedi\Commerce\Support\Settings;
use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Shows the popup on the pay page, and the payment status on the order-received page.
 */
final class Checkout_Return {
	/** Time limit for the check before the page is shown. Then its script polls. */
	const BUDGET_SECONDS = 3.0;

	/**
	 * Shows the pay page, which opens the popup. Without JavaScript, its link opens the hosted checkout.
	 *
	 * @param int $order_id Order ID.
	 */
	public static function show_pay_page( $order_id ) {
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
			esc_url( Checkout_Intent::order_return_url( $order ) ),
			esc_attr( $prefill['phone'] ),
			esc_attr( $prefill['network'] ),
			esc_attr__( 'The payment was not finished. If you approved it, wait for the SMS before you pay again.', 'cedi-commerce' ),
			esc_url( $attempt->url() ),
			esc_html__( 'Pay now', 'cedi-commerce' )
		);
	}

	/**
	 * Checks the payment of the order to whose page the buyer returns, before WooCommerce and the template read the order. A theme or
	 * a plugin may replace the page.
	 */
	public static function check() {
		$order = self::returned_order();
		if ( $order && $order->get_meta( Payment_Attempts::META ) ) {
			self::check_order( $order );
		}
	}

	/**
	 * Checks the payment of an order and adds its status to the page.
	 *
	 * @param WC_Order $order Order with attempts.
	 */
	public static function check_order( WC_Order $order ) {
		$payments = Order_Payments::of( $order );
		$is_own   = Payment_Methods::has_own( $order );
		if ( ! $is_own && ! $payments->attempts()->open() ) {
			return;
		}
		$status = $is_own && $order->is_paid() ? Payment_Status::of( $payments ) : Payment_Checker::check( $order->get_id(), self::BUDGET_SECONDS );
		$order  = wc_get_order( $order->get_id() );
		// A buyer may have paid with Cedi after choosing another method.
		if ( ! $order instanceof WC_Order || ! Payment_Methods::has_own( $order ) ) {
			return;
		}
		$state = Payment_Status::public_state( $status['state'] );
		if ( 'pending' === $state ) {
			Scripts::enqueue( 'checkout-return' );
		}
		Thank_You_Page::show( self::status_html( $order, $state, $status['message'] ), $order, 'failed' === $state );
	}

	/**
	 * Returns the order of the page; null if the order key is wrong.
	 */
	private static function returned_order(): ?WC_Order {
		$id  = absint( get_query_var( 'order-received' ) );
		$key = (string) filter_input( INPUT_GET, 'key' );
		if ( ! $id ) {
			list( $id, $key ) = explode( '-', (string) filter_input( INPUT_GET, Checkout_Intent::RETURN_ARGUMENT ), 2 ) + array( '', '' );
		}
		$order = absint( $id ) ? wc_get_order( absint( $id ) ) : null;
		return $order instanceof WC_Order && '' !== $order->get_order_key() && hash_equals( $order->get_order_key(), sanitize_text_field( $key ) ) ? $order : null;
	}

	/**
	 * Returns the status for the page, whose script polls while the payment is pending.
	 *
	 * @param WC_Order $order   Order.
	 * @param string   $state   pending, paid or failed.
	 * @param string   $message Message to the buyer.
	 * @return string HTML, escaped.
	 */
	private static function status_html( WC_Order $order, $state, $message ): string {
		$id  = $order->get_id();
		$key = rawurlencode( $order->get_order_key() );
		return sprintf(
			'<span data-cedi-payment data-url="%1$s" data-fallback="%7$s" data-state="%2$s" data-waiting="%3$s" data-late="%4$s" data-offline="%5$s"><span role="status" aria-live="polite">%6$s</span></span>',
			esc_url( Page_Language::add_to( rest_url( "cedi-commerce/v1/orders/$id/payment" ) ) . "&key=$key" ),
			esc_attr( $state ),
			esc_attr__( 'We are checking your payment.', 'cedi-commerce' ),
			esc_attr__( 'The payment has not arrived yet. You may close this page: you will get an e-mail when it does.', 'cedi-commerce' ),
			esc_attr__( 'You are offline. The payment goes on without this page.', 'cedi-commerce' ),
			esc_html( 'pending' === $state ? __( 'We are checking your payment.', 'cedi-commerce' ) : $message ),
			esc_url( Page_Language::add_to( admin_url( 'admin-ajax.php' ) ) . "&action=cedi_commerce_payment&id=$id&key=$key" )
		);
	}
}
