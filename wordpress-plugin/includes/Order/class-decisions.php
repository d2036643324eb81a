<?php
/**
 * What merchants have to decide.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use Cedi\Commerce\Support\Log;

defined( 'ABSPATH' ) || exit;

/**
 * Tells merchants where they look: by a WooCommerce e-mail, and by a count beside their orders. A note alone would go
 * unnoticed.
 */
final class Decisions {
	/** How many orders wait for a decision. It is read on every merchant screen, so it is stored, not counted. */
	const OPTION = 'cedi_commerce_decisions';

	/** The e-mail's name in WooCommerce. */
	const EMAIL = 'Cedi_Commerce_Decision';

	/**
	 * Asks a merchant to decide.
	 *
	 * @param Order_Payments $payments What the order knows.
	 * @param string         $text     What has happened.
	 */
	public static function ask( Order_Payments $payments, $text ) {
		self::recount();
		self::inform( $payments, $text );
	}

	/**
	 * Tells a merchant something by e-mail.
	 *
	 * @param Order_Payments $payments What the order knows.
	 * @param string         $text     What has happened.
	 */
	public static function inform( Order_Payments $payments, $text ) {
		$order = $payments->order();
		self::send( $text, $order->get_order_number(), $order->get_edit_order_url(), $order );
		/**
		 * Fires when a merchant was told about money that needs a decision.
		 *
		 * @param \WC_Order $order The order.
		 * @param string    $text  What has happened.
		 */
		do_action( 'cedi_commerce_decision_needed', $order, $text );
	}

	/**
	 * Sends the e-mail. If that fails, the payment still goes on.
	 *
	 * @param string         $text   What has happened.
	 * @param string         $number The number of the order.
	 * @param string         $url    Where it can be decided.
	 * @param \WC_Order|null $order  The order; null when it has gone.
	 */
	public static function send( $text, $number, $url, $order = null ) {
		try {
			$mails = WC()->mailer()->get_emails();
			if ( isset( $mails[ self::EMAIL ] ) && method_exists( $mails[ self::EMAIL ], 'trigger' ) ) {
				$mails[ self::EMAIL ]->trigger( $text, $number, $url, $order );
			}
		} catch ( \Throwable $error ) {
			Log::write( 'error', 'The e-mail about a decision could not be sent.', array( 'order' => $number ) );
		}
	}

	/**
	 * Counts the orders that wait for a decision again.
	 */
	public static function recount() {
		$count = count( Order_Query::undecided( -1 ) );
		if ( (int) get_option( self::OPTION ) !== $count ) {
			update_option( self::OPTION, $count, true );
		}
	}

	/**
	 * Counts again when an order that had something to decide moves.
	 *
	 * @param int    $order_id The order.
	 * @param string $from     The status before.
	 * @param string $to       The status now.
	 * @param mixed  $order    The order.
	 */
	public static function recount_for( $order_id, $from, $to, $order ) {
		if ( $order instanceof \WC_Order && Order_Payments::of( $order )->is_begun() ) {
			self::recount();
		}
	}
}
