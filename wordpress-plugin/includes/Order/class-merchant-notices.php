<?php
/**
 * Notices to merchants.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use Automattic\WooCommerce\Utilities\OrderUtil;
use Cedi\Commerce\Support\Log;

defined( 'ABSPATH' ) || exit;

/**
 * Notifies the merchant by order note and WooCommerce email, and counts the orders that need a decision. An order note alone
 * is easily missed.
 */
final class Merchant_Notices {
	/** Option with the number of orders that need a decision. It is stored because every admin screen shows it. */
	const OPTION = 'cedi_commerce_decision_count';

	/** Key of the email in WooCommerce's list. */
	const EMAIL = 'Cedi_Commerce_Decision';

	/**
	 * Adds an order note, sends the email and updates the count, without changing the status of the order.
	 *
	 * @param Order_Payments $payments Payment data.
	 * @param string         $state    New payment state; '' keeps the current one.
	 * @param string         $note     Message.
	 */
	public static function add( Order_Payments $payments, $state, $note ) {
		$order = $payments->order();
		if ( '' !== $state ) {
			$order->update_meta_data( Order_Payments::STATE, $state );
			$order->save();
		}
		$order->add_order_note( $note );
		self::request_decision( $payments, $note );
		Log::write(
			'warning',
			'An order needs attention.',
			array(
				'order' => $order->get_id(),
				'state' => $payments->state(),
			)
		);
	}

	/**
	 * Adds an order note and sends an email about something that needs no decision.
	 *
	 * @param Order_Payments $payments Payment data.
	 * @param string         $note     Message.
	 */
	public static function inform( Order_Payments $payments, $note ) {
		$order = $payments->order();
		$order->add_order_note( $note );
		self::send_email( $note, $order->get_order_number(), self::order_url( $order ), $order, false );
		Log::write( 'warning', 'The merchant was informed about an order.', array( 'order' => $order->get_id() ) );
	}

	/**
	 * Returns the URL of the list of orders.
	 *
	 * @param string $status Status of the listed orders; '' for all.
	 */
	public static function list_url( $status = '' ): string {
		$has_tables = class_exists( OrderUtil::class ) && OrderUtil::custom_orders_table_usage_is_enabled();
		$url        = $has_tables ? 'admin.php?page=wc-orders' : 'edit.php?post_type=shop_order';
		return '' === $status ? $url : add_query_arg( $has_tables ? 'status' : 'post_status', $status, $url );
	}

	/**
	 * Returns the URL of the order screen, or of the list of the trash: WordPress opens no order that is there.
	 *
	 * @param \WC_Order $order Order.
	 */
	public static function order_url( $order ): string {
		return $order->has_status( 'trash' ) ? admin_url( self::list_url( 'trash' ) ) : $order->get_edit_order_url();
	}

	/**
	 * Sends the email and updates the count.
	 *
	 * @param Order_Payments $payments Payment data.
	 * @param string         $message  Message.
	 */
	public static function request_decision( Order_Payments $payments, $message ) {
		self::update_count();
		self::send( $payments, $message );
	}

	/**
	 * Sends the email about an order.
	 *
	 * @param Order_Payments $payments Payment data.
	 * @param string         $message  Message.
	 */
	public static function send( Order_Payments $payments, $message ) {
		$order = $payments->order();
		self::send_email( $message, $order->get_order_number(), self::order_url( $order ), $order );
		/**
		 * Fires after a merchant was notified about a payment that needs a decision.
		 *
		 * @param \WC_Order $order   Order.
		 * @param string    $message Message to the merchant.
		 */
		do_action( 'cedi_commerce_decision_needed', $order, $message );
	}

	/**
	 * Sends the email. A failure is logged and does not stop the payment.
	 *
	 * @param string         $message        Message.
	 * @param string         $number         Order number.
	 * @param string         $url            URL of the screen for the decision.
	 * @param \WC_Order|null $order          Order; null if it was deleted.
	 * @param bool           $needs_decision Whether the merchant must decide.
	 */
	public static function send_email( $message, $number, $url, $order = null, $needs_decision = true ) {
		try {
			$mailer = WC()->mailer();
			if ( ! isset( $mailer->emails[ self::EMAIL ] ) ) {
				// WooCommerce creates its emails on some pages of visitors, without this one. Adds it when it is sent.
				$mailer->emails = Decision_Email::add( $mailer->emails );
			}
			$emails = $mailer->get_emails();
			if ( isset( $emails[ self::EMAIL ] ) && method_exists( $emails[ self::EMAIL ], 'trigger' ) ) {
				$emails[ self::EMAIL ]->trigger( $message, $number, $url, $order, $needs_decision );
			}
		} catch ( \Throwable $error ) {
			Log::write( 'error', 'The email about a decision could not be sent.', array( 'order' => $number ) );
		}
	}

	/**
	 * Updates the number of orders that need a decision.
	 */
	public static function update_count() {
		$count = count( Order_Query::needing_decision( -1 ) );
		if ( (int) get_option( self::OPTION ) !== $count ) {
			update_option( self::OPTION, $count, true );
		}
	}

	/**
	 * Updates the number when an order with a Cedi payment changes its status.
	 *
	 * @param int    $order_id Order ID.
	 * @param string $from     Previous status.
	 * @param string $to       New status.
	 * @param mixed  $order    Order.
	 */
	public static function on_status_changed( $order_id, $from, $to, $order ) {
		if ( $order instanceof \WC_Order && Order_Payments::of( $order )->has_attempts() ) {
			self::update_count();
		}
	}

	/**
	 * Notifies merchant and buyer that an order with another method is paid.
	 *
	 * @param Order_Payments $payments        Payment data.
	 * @param string         $other_method    Title of the other method.
	 * @param string         $previous_status Previous status of the order.
	 */
	public static function report_changed_method( Order_Payments $payments, $other_method, $previous_status ) {
		$order = $payments->order();
		/* translators: %s: a payment method. */
		$note = sprintf( __( 'The buyer had chosen "%s" and has paid by Cedi: do not collect the money again.', 'cedi-commerce' ), sanitize_text_field( $other_method ) );
		self::inform( $payments, $note );
		if ( $order->get_status() !== $previous_status ) {
			return;
		}
		// WooCommerce sends no email without a status change, and its last email asked the buyer to pay on delivery.
		$emails = WC()->mailer()->get_emails();
		if ( isset( $emails['WC_Email_Customer_Processing_Order'] ) && method_exists( $emails['WC_Email_Customer_Processing_Order'], 'trigger' ) ) {
			$emails['WC_Email_Customer_Processing_Order']->trigger( $order->get_id(), $order );
		}
	}

	/**
	 * Notifies the merchant once that WooCommerce did not complete a received payment. Each check retries.
	 *
	 * @param Order_Payments  $payments Payment data.
	 * @param Payment_Attempt $attempt  Attempt.
	 */
	public static function report_incomplete( Order_Payments $payments, Payment_Attempt $attempt ) {
		if ( $attempt->is_notified() ) {
			return;
		}
		$payments->update_attempt( $attempt, array( 'notified_at' => time() ) );
		/* translators: %s: reference of the payment. */
		self::inform( $payments, sprintf( __( 'The payment %s has arrived, and WooCommerce could not complete the order: another plugin stands in the way. It is tried again by itself; the log of WooCommerce says more.', 'cedi-commerce' ), $attempt->ref() ) );
	}
}
