<?php
/**
 * Keeps the mails of a site as files beside its pages: the subject, and the text from the second line on.
 *
 * @package cedi-commerce
 */

add_filter(
	'pre_wp_mail',
	static function ( $done, $mail ) {
		file_put_contents( dirname( WP_CONTENT_DIR ) . '/mail-' . md5( $mail['subject'] ) . '.html', $mail['subject'] . "\n" . $mail['message'] );
		return true;
	},
	10,
	2
);
