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
			esc_url( $order->get_checkout_order_received_url() ),
			esc_attr( $prefill['phone'] ),
			esc_attr( $prefill['network'] ),
			esc_attr__( 'The payment was not finished. No money was taken.', 'cedi-commerce' ),
			esc_url( $attempt->url() ),
			esc_html__( 'Pay now', 'cedi-commerce' )
		);
	}

	/**
	 * Checks the payment and shows its status.
	 *
	 * @param int $order_id Order ID. WooCommerce has verified the order key.
	 */
	public static function show_status( $order_id ) {
		$order = wc_get_order( $order_id );
		if ( ! $order instanceof WC_Order || ! $order->get_meta( Payment_Attempts::META ) ) {
			return;
		}
		if ( ! Payment_Methods::has_own( $order ) && ! self::is_paid_despite_other_method( $order ) ) {
			return;
		}
		$status = $order->is_paid() ? Payment_Status::of( Order_Payments::of( $order ) ) : Payment_Checker::check( $order_id, self::BUDGET_SECONDS );
		$state  = Payment_Status::public_state( $status['state'] );
		if ( 'pending' === $state ) {
			Scripts::enqueue( 'checkout-return' );
		}
		$html = sprintf(
			'<span data-cedi-payment data-url="%1$s" data-fallback="%7$s" data-state="%2$s" data-waiting="%3$s" data-late="%4$s" data-offline="%5$s"><span role="status" aria-live="polite">%6$s</span></span>',
			esc_url( Page_Language::add_to( rest_url( "cedi-commerce/v1/orders/$order_id/payment" ) ) . '&key=' . rawurlencode( $order->get_order_key() ) ),
			esc_attr( $state ),
			esc_attr__( 'We are checking your payment.', 'cedi-commerce' ),
			esc_attr__( 'The payment has not arrived yet. You may close this page: you will get a mail when it does.', 'cedi-commerce' ),
			esc_attr__( 'You are offline. The payment goes on without this page.', 'cedi-commerce' ),
			esc_html( 'pending' === $state ? __( 'We are checking your payment.', 'cedi-commerce' ) : $status['message'] ),
			esc_url( Page_Language::add_to( admin_url( 'admin-ajax.php' ) ) . "&action=cedi_commerce_payment&id=$order_id&key=" . rawurlencode( $order->get_order_key() ) )
		);
		Thank_You_Page::add_status( $html, $order->has_status( 'failed' ) || 'failed' === $state );
	}

	/**
	 * Whether a buyer has paid with Cedi after choosing another method. WooCommerce read the order earlier and is going to show
	 * the instructions of the other method.
	 *
	 * @param WC_Order $order Order.
	 */
	private static function is_paid_despite_other_method( WC_Order $order ) {
		if ( ! Order_Payments::of( $order )->attempts()->open() ) {
			return false;
		}
		Payment_Checker::check( $order->get_id(), self::BUDGET_SECONDS );
		$current = wc_get_order( $order->get_id() );
		if ( ! $current instanceof WC_Order || ! Payment_Methods::has_own( $current ) ) {
			return false;
		}
		add_filter( 'woocommerce_thankyou_order_received_text', array( Thank_You_Page::class, 'correct_method' ), 5, 2 );
		return true;
	}
}
