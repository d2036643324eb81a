<?php
/**
 * Table of payment requests.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Request;

use Cedi\Commerce\Support\Price;
use WC_Order;
use const Cedi\Commerce\EDIT_ORDERS;

defined( 'ABSPATH' ) || exit;

/**
 * Shows payment requests on their page and in a box on the order screen.
 */
final class Payment_Requests_Table {
	const SLUG = 'cedi-commerce-requests';

	/** Nonce action of a withdrawal, followed by the ID of the request. */
	const WITHDRAW = 'cedi_commerce_withdraw_request';

	/**
	 * Returns the capability to request payments.
	 */
	public static function capability(): string {
		return class_exists( 'WooCommerce', false ) ? EDIT_ORDERS : 'manage_options';
	}

	/**
	 * Returns the URL of the page.
	 *
	 * @param array $arguments Arguments, such as the order.
	 */
	public static function url( array $arguments = array() ): string {
		return add_query_arg( array( 'page' => self::SLUG ) + $arguments, admin_url( class_exists( 'WooCommerce', false ) ? 'admin.php' : 'tools.php' ) );
	}

	/**
	 * Adds the box to the order screen.
	 *
	 * @param string            $screen Screen ID.
	 * @param \WP_Post|WC_Order $edited Post or order on the screen.
	 */
	public static function add_box( $screen, $edited ) {
		$order = self::order( $edited );
		if ( $order && $order->get_id() > 0 && current_user_can( self::capability() ) && Payment_Request::is_possible_for( $order ) ) {
			add_meta_box( 'cedi-commerce-request', __( 'Cedi payment request', 'cedi-commerce' ), array( self::class, 'show_box' ), $screen, 'side' );
		}
	}

	/**
	 * Returns the order on a screen.
	 *
	 * @param mixed $edited Post or order on the screen.
	 */
	private static function order( $edited ): ?WC_Order {
		$order = $edited instanceof \WP_Post && 'shop_order' === $edited->post_type ? wc_get_order( $edited->ID ) : $edited;
		return $order instanceof WC_Order ? $order : null;
	}

	/**
	 * Shows the box: the open requests of the order and the link to create one.
	 *
	 * @param \WP_Post|WC_Order $edited Post or order on the screen.
	 */
	public static function show_box( $edited ) {
		$order = self::order( $edited );
		if ( ! $order ) {
			return;
		}
		foreach ( Payment_Request::list_page( 1, $order->get_id() ) as $request ) {
			if ( 'open' === $request->state() ) {
				self::show_link( $request );
			}
		}
		printf( '<p><a class="button" href="%1$s">%2$s</a></p>', esc_url( self::url( array( 'order' => $order->get_id() ) ) ), esc_html__( 'Request the payment by link', 'cedi-commerce' ) );
	}

	/**
	 * Returns the URL that opens WhatsApp with a message to the buyer.
	 *
	 * @param Payment_Request $request Request.
	 */
	public static function whatsapp_url( Payment_Request $request ): string {
		/* translators: 1: name of the shop, 2: amount, 3: purpose, 4: link. */
		$text = sprintf( __( '%1$s asks you to pay %2$s for "%3$s". You can pay here by mobile money or card: %4$s', 'cedi-commerce' ), wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES ), Price::format( $request->amount() ), $request->purpose(), $request->url() );
		// Without a number, WhatsApp lets the merchant choose a contact.
		return 'https://wa.me/' . ( '' === $request->phone() ? '' : '233' . substr( $request->phone(), 1 ) ) . '?text=' . rawurlencode( $text );
	}

	/**
	 * Shows the link of a request and the button for WhatsApp.
	 *
	 * @param Payment_Request $request Request.
	 */
	public static function show_link( Payment_Request $request ) {
		printf(
			'<p><input class="widefat" type="url" readonly aria-label="%1$s" value="%2$s"></p><p><a class="button button-primary" target="_blank" rel="noopener noreferrer" href="%3$s">%4$s</a></p>',
			esc_attr__( 'Link', 'cedi-commerce' ),
			esc_url( $request->url() ),
			esc_url( self::whatsapp_url( $request ) ),
			esc_html__( 'Send on WhatsApp', 'cedi-commerce' )
		);
	}

	/**
	 * Shows the table.
	 *
	 * @param Payment_Request[] $requests Requests, newest first.
	 * @param int               $page     Page of the list, from 1.
	 */
	public static function show( array $requests, $page ) {
		if ( $requests ) {
			echo '<h2>' . esc_html__( 'Requests', 'cedi-commerce' ) . '</h2><div style="overflow-x:auto"><table class="widefat striped"><thead><tr>';
			foreach ( array( __( 'What it is for', 'cedi-commerce' ), __( 'Amount', 'cedi-commerce' ), __( 'Status', 'cedi-commerce' ) ) as $label ) {
				echo '<th scope="col">' . esc_html( $label ) . '</th>';
			}
			echo '</tr></thead><tbody>';
			foreach ( $requests as $request ) {
				self::show_row( $request );
			}
			echo '</tbody></table></div>';
		}
		echo '<p>';
		if ( $page > 1 ) {
			printf( '<a href="%1$s">%2$s</a> ', esc_url( self::url( array( 'paged' => $page - 1 ) ) ), esc_html__( 'Newer', 'cedi-commerce' ) );
		}
		if ( Payment_Request::PAGE_SIZE === count( $requests ) ) {
			printf( '<a href="%1$s">%2$s</a>', esc_url( self::url( array( 'paged' => $page + 1 ) ) ), esc_html__( 'Older', 'cedi-commerce' ) );
		}
		echo '</p>';
	}

	/**
	 * Shows the row of a request.
	 *
	 * @param Payment_Request $request Request.
	 */
	private static function show_row( Payment_Request $request ) {
		echo '<tr><td style="min-width:8rem"><strong>' . esc_html( $request->purpose() ) . '</strong>';
		if ( 'open' === $request->state() ) {
			printf(
				'<br><a href="%1$s">%2$s</a> | <a target="_blank" rel="noopener noreferrer" href="%3$s">%4$s</a> | <a href="%5$s">%6$s</a>',
				esc_url( self::url( array( 'created' => $request->id() ) ) ),
				esc_html__( 'Show the link', 'cedi-commerce' ),
				esc_url( self::whatsapp_url( $request ) ),
				esc_html__( 'Send on WhatsApp', 'cedi-commerce' ),
				esc_url( wp_nonce_url( self::url( array( 'withdraw' => $request->id() ) ), self::WITHDRAW . $request->id() ) ),
				esc_html__( 'Cancel the link', 'cedi-commerce' )
			);
		}
		printf(
			'</td><td style="white-space:nowrap">%1$s</td><td>%2$s<br>%3$s: %4$s</td></tr>',
			esc_html( Price::format( $request->amount() ) ),
			esc_html( self::status( $request ) ),
			esc_html__( 'Last day to pay', 'cedi-commerce' ),
			esc_html( (string) wp_date( get_option( 'date_format' ), $request->expires_at() ) )
		);
	}

	/**
	 * Returns the status of a request for the merchant.
	 *
	 * @param Payment_Request $request Request.
	 */
	public static function status( Payment_Request $request ): string {
		$labels = array(
			'open'     => __( 'not paid yet', 'cedi-commerce' ),
			'pending'  => __( 'waits for the approval of the buyer', 'cedi-commerce' ),
			/* translators: %s: reference of the payment. */
			'paid'     => '' === $request->ref() ? __( 'paid', 'cedi-commerce' ) : sprintf( __( 'paid (%s)', 'cedi-commerce' ), $request->ref() ),
			'refunded' => __( 'refunded', 'cedi-commerce' ),
			'review'   => __( 'check it: a payment differs from the request, or it was paid twice', 'cedi-commerce' ),
			'closed'   => __( 'expired or cancelled', 'cedi-commerce' ),
		);
		return $labels[ $request->state() ];
	}
}
