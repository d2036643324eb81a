<?php
/**
 * Page of payment requests.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Request;

use Cedi\Commerce\Amount\Form_Settings;
use Cedi\Commerce\Checkout\Checkout;
use Cedi\Commerce\Service\Money;
use Cedi\Commerce\Support\Phone;
use Cedi\Commerce\Support\Price;
use WC_Order;
use WP_Error;

defined( 'ABSPATH' ) || exit;

/**
 * Creates payment requests, for an order or for an amount, and lists them. It works without WooCommerce.
 */
final class Payment_Requests_Page {
	/** Nonce action of the form. */
	const CREATE = 'cedi_commerce_create_request';

	/** Default and maximum lifetime of a link in days. */
	const DEFAULT_DAYS = 7;
	const MAX_DAYS     = 365;

	/** Maximum time for the checks of the list in seconds. */
	const CHECK_SECONDS = 5.0;

	/**
	 * Message about the submitted form; '' for none.
	 *
	 * @var string
	 */
	private static $problem = '';

	/**
	 * Adds the page: to WooCommerce's menu, or to the tools without WooCommerce.
	 */
	public static function add() {
		$parent = class_exists( 'WooCommerce', false ) ? 'woocommerce' : 'tools.php';
		$title  = __( 'Cedi: payment requests', 'cedi-commerce' );
		$hook   = add_submenu_page( $parent, $title, $title, Payment_Requests_Table::capability(), Payment_Requests_Table::SLUG, array( self::class, 'show' ) );
		add_action( "load-$hook", array( self::class, 'handle' ) );
	}

	/**
	 * Handles a submitted form or a withdrawal, before the page is shown.
	 */
	public static function handle() {
		$withdraw = absint( filter_input( INPUT_GET, 'withdraw', FILTER_VALIDATE_INT ) );
		if ( $withdraw > 0 ) {
			check_admin_referer( Payment_Requests_Table::WITHDRAW . $withdraw );
			$problem = self::withdraw( $withdraw );
			if ( $problem ) {
				self::$problem = $problem->get_error_message();
				return;
			}
			wp_safe_redirect( Payment_Requests_Table::url() );
			exit;
		}
		if ( ! filter_has_var( INPUT_POST, '_wpnonce' ) ) {
			return;
		}
		check_admin_referer( self::CREATE );
		$request = self::create( self::posted() );
		if ( is_wp_error( $request ) ) {
			self::$problem = $request->get_error_message();
			return;
		}
		wp_safe_redirect( Payment_Requests_Table::url( array( 'created' => $request->id() ) ) );
		exit;
	}

	/**
	 * Withdraws a request.
	 *
	 * @param int $id ID of the request.
	 * @return WP_Error|null Error for the merchant.
	 */
	public static function withdraw( $id ): ?WP_Error {
		if ( ! current_user_can( Payment_Requests_Table::capability() ) ) {
			return self::forbidden();
		}
		return Request_Checkout::withdraw( $id ) ? null : new WP_Error( 'cedi_commerce_busy', __( 'The buyer is paying at this moment. Try again in a minute.', 'cedi-commerce' ) );
	}

	/**
	 * Returns the error for users without the capability.
	 */
	private static function forbidden(): WP_Error {
		return new WP_Error( 'cedi_commerce_forbidden', __( 'You are not allowed to manage payments.', 'cedi-commerce' ) );
	}

	/**
	 * Returns the submitted fields.
	 *
	 * @return array<string, string>
	 */
	private static function posted(): array {
		$fields = array();
		foreach ( array( 'order', 'amount', 'purpose', 'phone', 'expires' ) as $name ) {
			$fields[ $name ] = Form_Settings::line( filter_input( INPUT_POST, $name, FILTER_UNSAFE_RAW ) );
		}
		return $fields;
	}

	/**
	 * Creates a request.
	 *
	 * @param array<string, string> $fields order, amount, purpose, phone and expires (such as 2026-11-30).
	 * @return Payment_Request|WP_Error Error for the merchant.
	 */
	public static function create( array $fields ) {
		if ( ! current_user_can( Payment_Requests_Table::capability() ) ) {
			return self::forbidden();
		}
		$order = self::payable_order( $fields['order'] );
		if ( is_wp_error( $order ) ) {
			return $order;
		}
		$amount  = $order ? Money::parse( $order->get_total() ) : Money::parse_entered( $fields['amount'] );
		$problem = Checkout::amount_problem( $order ? $order->get_currency() : 'GHS', $amount );
		if ( null === $amount || '' !== $problem ) {
			return new WP_Error( 'cedi_commerce_amount', $problem );
		}
		$purpose = Form_Settings::line( $fields['purpose'] );
		if ( '' === $purpose ) {
			return new WP_Error( 'cedi_commerce_purpose', __( 'Say what the payment is for. The buyer sees it.', 'cedi-commerce' ) );
		}
		$phone = Phone::parse( $fields['phone'] );
		if ( '' === $phone && '' !== $fields['phone'] ) {
			return new WP_Error( 'cedi_commerce_phone', __( 'Enter a Ghanaian mobile number, such as 024 412 3789, or leave it empty and choose the contact in WhatsApp.', 'cedi-commerce' ) );
		}
		$expires_at = self::end_of_day( $fields['expires'] );
		if ( $expires_at <= time() || $expires_at > time() + ( self::MAX_DAYS + 1 ) * DAY_IN_SECONDS ) {
			/* translators: %d: number of days. */
			return new WP_Error( 'cedi_commerce_expires', sprintf( __( 'Choose a last day between today and %d days from now.', 'cedi-commerce' ), self::MAX_DAYS ) );
		}
		$request = Payment_Request::create( $amount, $purpose, $phone, $expires_at, $order ? $order->get_id() : 0 );
		if ( ! $request ) {
			return new WP_Error( 'cedi_commerce_storage', __( 'The request could not be saved. Try again.', 'cedi-commerce' ) );
		}
		Request_Checkout::schedule_expiry( $request );
		return $request;
	}

	/**
	 * Returns the order of a request.
	 *
	 * @param string $id Order ID; '' for none.
	 * @return WC_Order|null|WP_Error Null without an order; error if it cannot be paid.
	 */
	private static function payable_order( $id ) {
		if ( '' === $id ) {
			return null;
		}
		$order = ctype_digit( $id ) && function_exists( 'wc_get_order' ) ? wc_get_order( absint( $id ) ) : null;
		if ( ! $order instanceof WC_Order ) {
			return new WP_Error( 'cedi_commerce_not_found', __( 'There is no such order.', 'cedi-commerce' ) );
		}
		return Payment_Request::is_possible_for( $order ) ? $order : new WP_Error( 'cedi_commerce_not_payable', __( 'This order cannot be paid: it is paid already, or its status does not allow it.', 'cedi-commerce' ) );
	}

	/**
	 * Returns the last second of a day in the time zone of the site.
	 *
	 * @param string $date Date, such as 2026-11-30.
	 * @return int Time; 0 if the date is invalid.
	 */
	private static function end_of_day( $date ): int {
		$day = \DateTimeImmutable::createFromFormat( '!Y-m-d', $date, wp_timezone() );
		return $day && $day->format( 'Y-m-d' ) === $date ? $day->setTime( 23, 59, 59 )->getTimestamp() : 0;
	}

	/**
	 * Shows the page.
	 */
	public static function show() {
		echo '<div class="wrap"><h1>' . esc_html__( 'Cedi: payment requests', 'cedi-commerce' ) . '</h1><p>' . esc_html__( 'Send a link by chat or mail. It stays valid until it is paid or has expired.', 'cedi-commerce' ) . '</p>';
		if ( '' !== self::$problem ) {
			echo '<div class="notice notice-error inline"><p>' . esc_html( self::$problem ) . '</p></div>';
		}
		self::show_created( absint( filter_input( INPUT_GET, 'created', FILTER_VALIDATE_INT ) ) );
		self::show_form();
		$page     = max( 1, absint( filter_input( INPUT_GET, 'paged', FILTER_VALIDATE_INT ) ) );
		$requests = Payment_Request::list_page( $page );
		$deadline = microtime( true ) + self::CHECK_SECONDS;
		foreach ( $requests as $request ) {
			if ( $request->attempts()->open() && microtime( true ) < $deadline ) {
				Request_Checkout::check( $request->id(), $deadline - microtime( true ) );
			}
		}
		Payment_Requests_Table::show( Payment_Request::list_page( $page ), $page );
		echo '</div>';
	}

	/**
	 * Shows the link of a request that can be paid.
	 *
	 * @param int $id ID of the request; 0 for none.
	 */
	public static function show_created( $id ) {
		$request = Payment_Request::find( $id );
		if ( $request && 'open' === $request->state() ) {
			echo '<div class="notice notice-success inline"><p><strong>' . esc_html__( 'The link is ready.', 'cedi-commerce' ) . '</strong></p>';
			Payment_Requests_Table::show_link( $request );
			echo '</div>';
		}
	}

	/**
	 * Shows the form. After an error, it contains the submitted values.
	 */
	private static function show_form() {
		$posted = self::posted();
		$id     = absint( '' === $posted['order'] ? filter_input( INPUT_GET, 'order', FILTER_VALIDATE_INT ) : $posted['order'] );
		$order  = $id > 0 && function_exists( 'wc_get_order' ) ? wc_get_order( $id ) : null;
		$order  = $order instanceof WC_Order ? $order : null;
		if ( $order && '' === self::$problem ) {
			/* translators: 1: name of the shop, 2: number of an order. */
			$posted['purpose'] = sprintf( __( 'Order #%2$s at %1$s', 'cedi-commerce' ), wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES ), $order->get_order_number() );
			$posted['phone']   = Phone::parse( $order->get_billing_phone() );
		}
		if ( '' === $posted['expires'] ) {
			$posted['expires'] = (string) wp_date( 'Y-m-d', time() + self::DEFAULT_DAYS * DAY_IN_SECONDS );
		}
		printf( '<form method="post" action="%1$s" style="max-width:30rem"><input type="hidden" name="_wpnonce" value="%2$s">', esc_url( Payment_Requests_Table::url() ), esc_attr( wp_create_nonce( self::CREATE ) ) );
		if ( $order ) {
			/* translators: 1: number of an order, 2: amount. */
			$text = sprintf( __( 'Order #%1$s: %2$s', 'cedi-commerce' ), $order->get_order_number(), Price::format( Money::parse( $order->get_total() ) ?? Money::of( 0 ) ) );
			printf( '<input type="hidden" name="order" value="%1$d"><p><strong>%2$s</strong></p>', absint( $order->get_id() ), esc_html( $text ) );
		} else {
			self::show_field( 'amount', 'number', __( 'Amount in GH₵', 'cedi-commerce' ), $posted['amount'], true );
		}
		self::show_field( 'purpose', 'text', __( 'What it is for', 'cedi-commerce' ), $posted['purpose'], true );
		self::show_field( 'phone', 'tel', __( 'WhatsApp number (optional)', 'cedi-commerce' ), $posted['phone'], false );
		self::show_field( 'expires', 'date', __( 'Last day to pay', 'cedi-commerce' ), $posted['expires'], true );
		echo '<p><button class="button button-primary">' . esc_html__( 'Create the link', 'cedi-commerce' ) . '</button></p></form>';
	}

	/**
	 * Shows a field with its label.
	 *
	 * @param string $name        Name.
	 * @param string $type        Type of the input.
	 * @param string $label       Label.
	 * @param string $value       Value.
	 * @param bool   $is_required Whether it must be filled in.
	 */
	private static function show_field( $name, $type, $label, $value, $is_required ) {
		printf(
			'<p><label for="cedi-request-%1$s">%2$s</label><br><input class="widefat" id="cedi-request-%1$s" name="%1$s" type="%3$s" value="%4$s"',
			esc_attr( $name ),
			esc_html( $label ),
			esc_attr( $type ),
			esc_attr( $value )
		);
		if ( 'number' === $type ) {
			echo ' min="1" step="0.01" inputmode="decimal"';
		} elseif ( 'date' === $type ) {
			echo ' min="' . esc_attr( (string) wp_date( 'Y-m-d' ) ) . '"';
		} else {
			echo ' maxlength="' . absint( Form_Settings::MAX_LENGTH ) . '"';
		}
		echo esc_attr( $is_required ? ' required' : '' ) . '></p>';
	}
}
