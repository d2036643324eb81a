<?php
/**
 * Settings page.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Settings;

use Cedi\Commerce\Support\Scripts;
use const Cedi\Commerce\GATEWAY;
use const Cedi\Commerce\MANAGE_SHOP;

defined( 'ABSPATH' ) || exit;

/**
 * Shows the same screen under Settings > Cedi Commerce and in the payment settings of WooCommerce.
 */
final class Settings_Page {
	const SLUG = 'cedi-commerce';

	/**
	 * Adds the page.
	 */
	public static function add() {
		$capability = current_user_can( 'manage_options' ) ? 'manage_options' : MANAGE_SHOP;
		add_options_page( __( 'Cedi Commerce', 'cedi-commerce' ), __( 'Cedi Commerce', 'cedi-commerce' ), $capability, self::SLUG, array( self::class, 'show' ) );
	}

	/**
	 * Adds a link to the list of plugins.
	 *
	 * @param string[] $links Links.
	 * @return string[]
	 */
	public static function add_link( $links ) {
		array_unshift( $links, '<a href="' . esc_url( self::url() ) . '">' . esc_html__( 'Settings', 'cedi-commerce' ) . '</a>' );
		return $links;
	}

	/**
	 * Returns the URL of the page.
	 */
	public static function url() {
		return admin_url( 'options-general.php?page=' . self::SLUG );
	}

	/**
	 * Returns the URL of the screen in WooCommerce; '' without WooCommerce.
	 */
	public static function woocommerce_url() {
		return class_exists( 'WooCommerce', false ) ? admin_url( 'admin.php?page=wc-settings&tab=checkout&section=' . GATEWAY ) : '';
	}

	/**
	 * Shows the page.
	 */
	public static function show() {
		echo '<div class="wrap"><h1>' . esc_html__( 'Cedi Commerce', 'cedi-commerce' ) . '</h1>';
		self::show_root( 'settings' );
		echo '</div>';
	}

	/**
	 * Shows the root element of the screen.
	 *
	 * @param string $page settings or woocommerce.
	 */
	public static function show_root( $page ) {
		$is_built = Scripts::enqueue( 'settings', true );
		printf(
			'<div id="cedi-commerce-settings" data-page="%1$s" data-other="%2$s"><p>%3$s</p></div>',
			esc_attr( $page ),
			esc_url( 'settings' === $page ? self::woocommerce_url() : self::url() ),
			esc_html( $is_built ? __( 'Loading the settings…', 'cedi-commerce' ) : __( 'The screens of the plugin are not built: run "npm run build" in its folder.', 'cedi-commerce' ) )
		);
	}
}
