<?php
/**
 * Setup checklist.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Settings;

use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Order_Query;
use Cedi\Commerce\Support\Api_Key;
use Cedi\Commerce\Support\Settings;
use const Cedi\Commerce\MANAGE_SHOP;

defined( 'ABSPATH' ) || exit;

/**
 * Shows three steps to the first payment on the dashboard, in the list of plugins and above the settings, until all are done or a
 * user dismisses the checklist.
 */
final class Setup_Checklist {
	/** Option that exists while the checklist is shown. */
	const OPTION = 'cedi_commerce_setup_checklist';
	const ACTION = 'cedi_commerce_dismiss_checklist';

	/**
	 * Adds the hooks.
	 */
	public static function add() {
		add_action( 'admin_notices', array( self::class, 'show' ) );
		add_action( 'admin_post_' . self::ACTION, array( self::class, 'dismiss' ) );
	}

	/**
	 * Whether the user may set up the shop.
	 */
	private static function can_manage() {
		return current_user_can( 'manage_options' ) || current_user_can( MANAGE_SHOP );
	}

	/**
	 * Shows the checklist.
	 */
	public static function show() {
		$screen = function_exists( 'get_current_screen' ) ? get_current_screen() : null;
		if ( ! $screen || ! in_array( $screen->id, array( 'dashboard', 'plugins', 'settings_page_cedi-commerce' ), true ) || ! get_option( self::OPTION ) || ! self::can_manage() ) {
			return;
		}
		$steps = self::steps();
		if ( ! in_array( false, array_column( $steps, 'is_done' ), true ) ) {
			delete_option( self::OPTION );
			return;
		}
		echo '<div class="notice notice-info"><p><strong>' . esc_html__( 'Cedi Commerce: three steps to your first payment', 'cedi-commerce' ) . '</strong></p><ol>';
		foreach ( $steps as $step ) {
			printf(
				'<li><span class="dashicons dashicons-%1$s" aria-hidden="true"></span> <a href="%2$s">%3$s</a> <strong>%4$s</strong></li>',
				esc_attr( $step['is_done'] ? 'yes-alt' : 'marker' ),
				esc_url( $step['url'] ),
				esc_html( $step['text'] ),
				esc_html( $step['is_done'] ? __( 'Done', 'cedi-commerce' ) : '' )
			);
		}
		printf(
			'</ol><p><a href="%1$s">%2$s</a></p></div>',
			esc_url( wp_nonce_url( admin_url( 'admin-post.php?action=' . self::ACTION ), self::ACTION ) ),
			esc_html__( 'Do not show this again', 'cedi-commerce' )
		);
	}

	/**
	 * Returns the steps.
	 *
	 * @return array<int, array{text: string, url: string, is_done: bool}>
	 */
	public static function steps() {
		$has_shop = class_exists( 'WooCommerce', false );
		return array(
			array(
				'text'    => __( 'Connect the site: the address of the service, and your API key.', 'cedi-commerce' ),
				'url'     => Settings_Page::url(),
				'is_done' => '' !== Settings::base_url() && 'ok' === Api_Key::describe()['state'],
			),
			array(
				'text'    => $has_shop ? __( 'Offer mobile money and cards at the checkout, or put a buy button on a page.', 'cedi-commerce' ) : __( 'Put a buy button on a page.', 'cedi-commerce' ),
				'url'     => $has_shop ? Settings_Page::url() : admin_url( 'post-new.php?post_type=page' ),
				'is_done' => Settings::gateway()['enabled'] || self::has_button(),
			),
			array(
				'text'    => __( 'Buy something yourself. In test mode no money moves.', 'cedi-commerce' ),
				'url'     => home_url( '/' ),
				'is_done' => $has_shop && array() !== Order_Query::with_meta( Order_Payments::STATE, 'paid', 1 ),
			),
		);
	}

	/**
	 * Whether a page has a buy button.
	 */
	private static function has_button(): bool {
		foreach ( array( 'wp:cedi-commerce/buy-button', '[cedi_commerce_button' ) as $search ) {
			$query = array(
				's'              => $search,
				'search_columns' => array( 'post_content' ),
				'post_type'      => array( 'page', 'post' ),
				'post_status'    => 'publish',
				'posts_per_page' => 1,
				'fields'         => 'ids',
				'no_found_rows'  => true,
			);
			if ( get_posts( $query ) ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Dismisses the checklist.
	 */
	public static function dismiss() {
		check_admin_referer( self::ACTION );
		if ( ! self::can_manage() ) {
			wp_die( esc_html__( 'You are not allowed to manage payments.', 'cedi-commerce' ), '', array( 'response' => 403 ) );
		}
		delete_option( self::OPTION );
		$back = wp_get_referer();
		wp_safe_redirect( false === $back ? admin_url() : $back );
		exit;
	}
}
