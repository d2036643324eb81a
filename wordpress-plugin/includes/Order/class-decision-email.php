<?php
/**
 * Email about a payment that needs a decision.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use WC_Email;
use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Notifies the merchant. Recipient, subject, heading and additional text are settings of WooCommerce.
 */
final class Decision_Email extends WC_Email {
	/**
	 * Message.
	 *
	 * @var string
	 */
	private $message = '';

	/**
	 * URL of the screen for the decision.
	 *
	 * @var string
	 */
	private $url = '';

	/**
	 * Whether the merchant must decide.
	 *
	 * @var bool
	 */
	private $needs_decision = true;

	/**
	 * Creates the email.
	 */
	public function __construct() {
		$this->id           = 'cedi_commerce_decision';
		$this->title        = __( 'Payment needs a decision', 'cedi-commerce' );
		$this->description  = __( 'Sent to the shop when a payment needs a decision: a second payment, another amount, money for an order that was cancelled or deleted.', 'cedi-commerce' );
		$this->placeholders = array( '{order_number}' => '' );
		parent::__construct();
		$this->recipient = $this->get_option( 'recipient', get_option( 'admin_email' ) );
	}

	/**
	 * Adds the email to WooCommerce's list.
	 *
	 * @param WC_Email[] $emails Emails.
	 * @return WC_Email[]
	 */
	public static function add( $emails ) {
		// The value of Merchant_Notices::EMAIL, as a literal because that class depends on this one.
		$emails['Cedi_Commerce_Decision'] = new self();
		return $emails;
	}

	/**
	 * Adds the recipient to the default settings.
	 */
	public function init_form_fields() {
		parent::init_form_fields();
		$recipient         = array(
			'title'       => __( 'Recipient(s)', 'cedi-commerce' ),
			'type'        => 'text',
			'description' => __( 'Addresses, separated by commas.', 'cedi-commerce' ),
			'placeholder' => (string) get_option( 'admin_email' ),
			'default'     => '',
		);
		$this->form_fields = array_merge( array_slice( $this->form_fields, 0, 1 ), compact( 'recipient' ), array_slice( $this->form_fields, 1 ) );
	}

	/**
	 * Returns the default subject.
	 *
	 * @return string
	 */
	public function get_default_subject() {
		/* translators: {order_number} stays as it is. */
		return __( 'Payment needs a decision: order {order_number}', 'cedi-commerce' );
	}

	/**
	 * Returns the default heading.
	 *
	 * @return string
	 */
	public function get_default_heading() {
		return __( 'Payment needs a decision', 'cedi-commerce' );
	}

	/**
	 * Returns the subject: the merchant's, if a decision is needed.
	 *
	 * @return string
	 */
	public function get_subject() {
		/* translators: {order_number} stays as it is. */
		return $this->needs_decision ? parent::get_subject() : $this->format_string( __( 'About the payment of order {order_number}', 'cedi-commerce' ) );
	}

	/**
	 * Returns the heading: the merchant's, if a decision is needed.
	 *
	 * @return string
	 */
	public function get_heading() {
		return $this->needs_decision ? parent::get_heading() : __( 'About a payment', 'cedi-commerce' );
	}

	/**
	 * Sends the email.
	 *
	 * @param string        $message        Message.
	 * @param string        $number         Order number.
	 * @param string        $url            URL of the screen for the decision.
	 * @param WC_Order|null $order          Order; null if it was deleted.
	 * @param bool          $needs_decision Whether the merchant must decide.
	 */
	public function trigger( $message, $number, $url, $order = null, $needs_decision = true ) {
		$this->setup_locale();
		$this->object                         = null === $order ? false : $order;
		$this->message                        = $message;
		$this->url                            = $url;
		$this->needs_decision                 = $needs_decision;
		$this->placeholders['{order_number}'] = "#$number";
		if ( $this->is_enabled() && $this->get_recipient() ) {
			$this->send( $this->get_recipient(), $this->get_subject(), $this->get_content(), $this->get_headers(), $this->get_attachments() );
		}
		$this->restore_locale();
	}

	/**
	 * Returns the HTML content.
	 *
	 * @return string
	 */
	public function get_content_html() {
		$text = '<p>' . esc_html( $this->message ) . '</p><p><a href="' . esc_url( $this->url ) . '">' . ( $this->needs_decision ? esc_html__( 'Decide', 'cedi-commerce' ) : esc_html__( 'Open the order', 'cedi-commerce' ) ) . '</a></p>';
		return (string) WC()->mailer()->wrap_message( $this->get_heading(), $text . wp_kses_post( wpautop( $this->get_additional_content() ) ) );
	}

	/**
	 * Returns the plain text content.
	 *
	 * @return string
	 */
	public function get_content_plain() {
		return $this->get_heading() . "\n\n" . $this->message . "\n\n" . $this->url . "\n\n" . wp_strip_all_tags( $this->get_additional_content() );
	}
}
