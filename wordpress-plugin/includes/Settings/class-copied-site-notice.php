<?php
/**
 * Notice on a copied site.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Settings;

use Cedi\Commerce\Gateway\Gateway;
use Cedi\Commerce\Support\Site;
use const Cedi\Commerce\MANAGE_SHOP;

defined( 'ABSPATH' ) || exit;

/**
 * Asks on a copy of a site whether it may take payments. With a live key one click is not enough: the key must be saved again, so
 * that a staging site never charges buyers.
 */
final class Copied_Site_Notice {
	const ACTION = 'cedi_commerce_confirm_site';

	/**
	 * Adds the hooks.
	 */
	public static function add() {
		add_action( 'admin_notices', array( self::class, 'show' ) );
		add_action( 'admin_post_' . self::ACTION, array( self::class, 'handle_action' ) );
	}

	/**
	 * Shows the notice.
	 */
	public static function show() {
		if ( ! Site::is_copy() || ! self::can_manage() ) {
			return;
		}
		/* translators: %s: address of a site. */
		$text = sprintf( __( 'Cedi Commerce: this site is a copy of %s, or it has moved. It takes no payments and changes no orders.', 'cedi-commerce' ), Site::original() );
		if ( defined( 'WP_HOME' ) ) {
			/* translators: 1: a constant in wp-config.php, 2: address of a site. */
			$text .= ' ' . sprintf( __( 'The address comes from %1$s in wp-config.php: %2$s', 'cedi-commerce' ), 'WP_HOME', WP_HOME );
		}
		echo '<div class="notice notice-warning"><p><strong>' . esc_html( $text ) . '</strong></p><p>';
		if ( Gateway::is_test_mode() ) {
			printf( '<a class="button" href="%1$s">%2$s</a>', esc_url( wp_nonce_url( admin_url( 'admin-post.php?action=' . self::ACTION ), self::ACTION ) ), esc_html__( 'Take test payments on this site', 'cedi-commerce' ) );
		} else {
			printf( '<a href="%1$s">%2$s</a>', esc_url( Settings_Page::url() ), esc_html__( 'If the shop has moved here, save the live API key again. A key in wp-config.php must be moved to the settings.', 'cedi-commerce' ) );
		}
		echo '</p></div>';
	}

	/**
	 * Handles the confirmation.
	 */
	public static function handle_action() {
		check_admin_referer( self::ACTION );
		if ( ! self::can_manage() || ! Gateway::is_test_mode() ) {
			wp_die( esc_html__( 'You are not allowed to manage payments.', 'cedi-commerce' ), '', array( 'response' => 403 ) );
		}
		Site::confirm();
		$back = wp_get_referer();
		wp_safe_redirect( false === $back ? admin_url() : $back );
		exit;
	}

	/**
	 * Whether the user may set up the shop.
	 */
	private static function can_manage() {
		return current_user_can( 'manage_options' ) || current_user_can( MANAGE_SHOP );
	}
}
