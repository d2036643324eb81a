<?php
/**
 * E-mails, with their own settings, and a subject and a heading that merchants can change.
 *
 * @package cedi-commerce
 */

defined( 'ABSPATH' ) || exit;

/**
 * The base of every e-mail.
 */
class WC_Email {
	/** @var string */
	public $id = '';
	/** @var string */
	public $title = '';
	/** @var string */
	public $description = '';
	/** @var string */
	public $recipient = '';
	/** @var array */
	public $placeholders = array();
	/** @var array */
	public $form_fields = array();
	/** @var object|null */
	public $object;
	/** @var string */
	public $enabled = 'yes';
	/** @var array Read once, as the real one does: what is saved later is known to the next request. */
	public $settings = array();

	public function __construct() {
		$this->init_form_fields();
		$this->init_settings();
		$this->enabled = $this->get_option( 'enabled', 'yes' );
	}
	public function init_settings() {
		$stored_settings = get_option( "woocommerce_{$this->id}_settings" );
		$this->settings  = is_array( $stored_settings ) ? $stored_settings : array();
	}
	public function init_form_fields() {
		$this->form_fields = array_fill_keys( array( 'enabled', 'subject', 'heading', 'additional_content', 'email_type' ), array() );
	}
	public function get_option( $key, $empty_value = null ) {
		return isset( $this->settings[ $key ] ) && '' !== $this->settings[ $key ] ? $this->settings[ $key ] : $empty_value;
	}
	public function is_enabled() {
		return apply_filters( "woocommerce_email_enabled_$this->id", 'yes' === $this->enabled, $this->object, $this );
	}
	public function get_recipient() {
		return implode( ', ', array_filter( array_map( 'trim', explode( ',', apply_filters( "woocommerce_email_recipient_$this->id", $this->recipient, $this->object, $this ) ) ), 'is_email' ) );
	}
	public function get_subject() {
		return strtr( $this->get_option( 'subject', $this->get_default_subject() ), $this->placeholders );
	}
	public function get_heading() {
		return strtr( $this->get_option( 'heading', $this->get_default_heading() ), $this->placeholders );
	}
	public function format_string( $text ) {
		return str_replace( array_keys( $this->placeholders ), array_values( $this->placeholders ), $text );
	}
	public function get_default_subject() {
		return '';
	}
	public function get_default_heading() {
		return '';
	}
	public function get_additional_content() {
		return (string) $this->get_option( 'additional_content', '' );
	}
	public function get_content() {
		return 'plain' === $this->get_option( 'email_type', 'html' ) ? $this->get_content_plain() : $this->get_content_html();
	}
	public function get_content_html() {
		return '';
	}
	public function get_content_plain() {
		return '';
	}
	public function get_headers() {
		return '';
	}
	public function get_attachments() {
		return array();
	}
	public function setup_locale() {}
	public function restore_locale() {}
	public function send( $to, $subject, $message, $headers, $attachments ) {
		return wp_mail( $to, $subject, $message, $headers, $attachments );
	}
}
