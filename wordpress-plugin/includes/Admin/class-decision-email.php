<?php
/**
 * The e-mail about a payment that needs a decision.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Admin;

use Cedi\Commerce\Order\Decisions;
use WC_Email;
use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Goes to the merchant. WooCommerce's e-mail settings change its recipient, subject, heading and additional text.
 */
final class Decision_Email extends WC_Email {
	/**
	 * What has happened.
	 *
	 * @var string
	 */
	private $text = '';

	/**
	 * Where to decide it.
	 *
	 * @var string
	 */
	private $url = '';

	/**
	 * Makes the e-mail.
	 */
	public function __construct() {
		$this->id           = 'cedi_commerce_decision';
		$this->title        = __( 'Payment needs a decision', 'cedi-commerce' );
		$this->description  = __( 'Sent to the shop when money came by Cedi that somebody has to decide about: a second payment, another amount, money for an order that was cancelled or deleted.', 'cedi-commerce' );
		$this->placeholders = array( '{order_number}' => '' );
		parent::__construct();
		$this->recipient = $this->get_option( 'recipient', get_option( 'admin_email' ) );
	}

	/**
	 * Adds the e-mail to those of WooCommerce.
	 *
	 * @param WC_Email[] $emails The e-mails.
	 * @return WC_Email[]
	 */
	public static function add( $emails ) {
		$emails[ Decisions::EMAIL ] = new self();
		return $emails;
	}

	/**
	 * The usual e-mail settings, and the recipient.
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
	 * The subject, unless the merchant has changed it.
	 *
	 * @return string
	 */
	public function get_default_subject() {
		/* translators: {order_number} stays as it is. */
		return __( 'Payment needs a decision: order {order_number}', 'cedi-commerce' );
	}

	/**
	 * The heading, unless the merchant has changed it.
	 *
	 * @return string
	 */
	public function get_default_heading() {
		return __( 'Payment needs a decision', 'cedi-commerce' );
	}

	/**
	 * Sends the e-mail.
	 *
	 * @param string        $text   What has happened.
	 * @param string        $number The number of the order.
	 * @param string        $url    Where it can be decided.
	 * @param WC_Order|null $order  The order; null when it has gone.
	 */
	public function trigger( $text, $number, $url, $order = null ) {
		$this->setup_locale();
		$this->object                         = null === $order ? false : $order;
		$this->text                           = $text;
		$this->url                            = $url;
		$this->placeholders['{order_number}'] = "#$number";
		if ( $this->is_enabled() && $this->get_recipient() ) {
			$this->send( $this->get_recipient(), $this->get_subject(), $this->get_content(), $this->get_headers(), $this->get_attachments() );
		}
		$this->restore_locale();
	}

	/**
	 * The e-mail as HTML.
	 *
	 * @return string
	 */
	public function get_content_html() {
		$text = '<p>' . esc_html( $this->text ) . '</p><p><a href="' . esc_url( $this->url ) . '">' . esc_html__( 'Decide', 'cedi-commerce' ) . '</a></p>';
		return (string) WC()->mailer()->wrap_message( $this->get_heading(), $text . wp_kses_post( wpautop( $this->get_additional_content() ) ) );
	}

	/**
	 * The e-mail as plain text.
	 *
	 * @return string
	 */
	public function get_content_plain() {
		return $this->get_heading() . "\n\n" . $this->text . "\n\n" . $this->url . "\n\n" . wp_strip_all_tags( $this->get_additional_content() );
	}
}
