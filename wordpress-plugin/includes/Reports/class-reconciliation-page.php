<?php
/**
 * Reconciliation page.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Reports;

use Cedi\Commerce\Service\Money;
use Cedi\Commerce\Support\Price;
use const Cedi\Commerce\MANAGE_SHOP;

defined( 'ABSPATH' ) || exit;

/**
 * Shows what the shop's orders have earned in each month, and how the sum relates to the balance of the service. The movements can be
 * downloaded as CSV.
 */
final class Reconciliation_Page {
	const SLUG = 'cedi-commerce-reconciliation';

	/** Action and nonce of the download. */
	const DOWNLOAD = 'cedi_commerce_reconciliation';

	/**
	 * Adds the hooks.
	 */
	public static function add() {
		add_action( 'admin_menu', array( self::class, 'add_page' ), 70 );
		add_action( 'admin_post_' . self::DOWNLOAD, array( self::class, 'download' ) );
	}

	/**
	 * Adds the page to WooCommerce's menu.
	 */
	public static function add_page() {
		add_submenu_page( 'woocommerce', __( 'Cedi: reconciliation', 'cedi-commerce' ), __( 'Cedi: reconciliation', 'cedi-commerce' ), MANAGE_SHOP, self::SLUG, array( self::class, 'show' ) );
	}

	/**
	 * Shows the page.
	 */
	public static function show() {
		$lines = Reconciliation::lines();
		echo '<div class="wrap"><h1 class="wp-heading-inline">' . esc_html__( 'Cedi: reconciliation', 'cedi-commerce' ) . '</h1>';
		printf( ' <a class="page-title-action" href="%1$s">%2$s</a><hr class="wp-header-end">', esc_url( wp_nonce_url( admin_url( 'admin-post.php?action=' . self::DOWNLOAD ), self::DOWNLOAD ) ), esc_html__( 'Download as CSV', 'cedi-commerce' ) );
		self::show_months( Reconciliation::months( $lines ) );
		echo '<h2>' . esc_html__( 'Balance of the payment service', 'cedi-commerce' ) . '</h2>';
		self::show_balance( $lines );
		echo '</div>';
	}

	/**
	 * Shows the sums of each month.
	 *
	 * @param array[] $months Result of Reconciliation::months().
	 */
	private static function show_months( array $months ) {
		if ( ! $months ) {
			echo '<p>' . esc_html__( 'No order has been paid with Cedi yet.', 'cedi-commerce' ) . '</p>';
			return;
		}
		$total = array_fill_keys( array( 'payments', 'gross', 'fee', 'refunds', 'net' ), 0 );
		echo '<div style="overflow-x:auto"><table class="widefat striped" style="max-width:60rem"><thead>';
		self::show_row( 'th', array( __( 'Month', 'cedi-commerce' ), __( 'Payments', 'cedi-commerce' ), __( 'Paid by buyers', 'cedi-commerce' ), __( 'Fees', 'cedi-commerce' ), __( 'Refunds', 'cedi-commerce' ), __( 'Earned', 'cedi-commerce' ) ) );
		echo '</thead><tbody>';
		foreach ( $months as $month => $sums ) {
			self::show_sums( (string) wp_date( 'F Y', (int) strtotime( "$month-15" ) ), $sums );
			foreach ( $sums as $name => $value ) {
				$total[ $name ] += $value;
			}
		}
		echo '</tbody><tfoot>';
		self::show_sums( __( 'Total', 'cedi-commerce' ), $total );
		echo '</tfoot></table></div>';
	}

	/**
	 * Shows one row of sums.
	 *
	 * @param string             $label First cell.
	 * @param array<string, int> $sums  Number of payments, and sums in pesewas.
	 */
	private static function show_sums( $label, array $sums ) {
		self::show_row( 'td', array( $label, number_format_i18n( $sums['payments'] ), self::amount( $sums['gross'] ), self::amount( -$sums['fee'] ), self::amount( -$sums['refunds'] ), self::amount( $sums['net'] ) ) );
	}

	/**
	 * Shows a row of cells. All but the first are numbers.
	 *
	 * @param string   $tag   th or td.
	 * @param string[] $cells Plain text.
	 */
	private static function show_row( $tag, array $cells ) {
		echo '<tr>';
		foreach ( array_values( $cells ) as $position => $cell ) {
			$style = 0 === $position ? 'white-space:nowrap' : 'white-space:nowrap;text-align:end';
			if ( 'th' === $tag || 0 === $position ) {
				printf( '<th scope="%1$s" style="%2$s">%3$s</th>', esc_attr( 'th' === $tag ? 'col' : 'row' ), esc_attr( $style ), esc_html( $cell ) );
			} else {
				printf( '<td style="%1$s">%2$s</td>', esc_attr( $style ), esc_html( $cell ) );
			}
		}
		echo '</tr>';
	}

	/**
	 * Shows how the sum of all months relates to the balance.
	 *
	 * @param array[] $lines Movements.
	 */
	private static function show_balance( array $lines ) {
		$result = Reconciliation::compare( $lines );
		if ( is_wp_error( $result ) ) {
			echo '<div class="notice notice-error inline"><p>' . esc_html( $result->get_error_message() ) . '</p></div>';
			return;
		}
		$rows = array(
			array( __( 'Earned by the orders of this shop', 'cedi-commerce' ), $result['earned'] ),
			array( self::difference_label( $result['difference'] ), $result['difference'] ),
			array( __( 'Balance of the payment service', 'cedi-commerce' ), $result['earned'] + $result['difference'] ),
			array( '— ' . __( 'available', 'cedi-commerce' ), $result['available'] ),
			array( '— ' . __( 'not available yet', 'cedi-commerce' ), $result['pending'] ),
			array( '— ' . __( 'reserved for refunds and payouts', 'cedi-commerce' ), $result['reserved'] ),
		);
		echo '<div style="overflow-x:auto"><table class="widefat striped" style="max-width:40rem"><tbody>';
		foreach ( $rows as list( $label, $pesewas ) ) {
			printf( '<tr><th scope="row">%1$s</th><td style="white-space:nowrap;text-align:end">%2$s</td></tr>', esc_html( $label ), esc_html( self::amount( $pesewas ) ) );
		}
		echo '</tbody></table></div>';
		if ( $result['requested'] > 0 ) {
			$text = $result['requested'] <= $result['reserved']
				/* translators: %s: amount. */
				? __( 'Refunds of %s are requested and not paid yet. They are part of the reserved amount.', 'cedi-commerce' )
				/* translators: %s: amount. */
				: __( 'Refunds of %s are requested, and less is reserved: the operator has resolved some of them since the last check, or they were requested with another key, such as a test key.', 'cedi-commerce' );
			echo '<p>' . esc_html( sprintf( $text, self::amount( $result['requested'] ) ) ) . '</p>';
		}
		if ( $result['deleted'] > 0 ) {
			/* translators: %d: number of orders. */
			echo '<p>' . esc_html( sprintf( __( 'Payments of deleted orders, which are not in the months above: %d. Site Health names them.', 'cedi-commerce' ), $result['deleted'] ) ) . '</p>';
		}
	}

	/**
	 * Returns the label of the difference between balance and orders.
	 *
	 * @param int $pesewas Difference.
	 */
	private static function difference_label( $pesewas ): string {
		if ( 0 === $pesewas ) {
			return __( 'Other movements: none', 'cedi-commerce' );
		}
		return $pesewas > 0
			? __( 'Other sales with the same key: buy buttons, your storefront, other sites, less your payouts', 'cedi-commerce' )
			: __( 'Payouts to you, refunds of other sales, and orders paid with another key, less other sales with the same key', 'cedi-commerce' );
	}

	/**
	 * Formats an amount that may be negative.
	 *
	 * @param int $pesewas Amount.
	 */
	private static function amount( $pesewas ): string {
		return ( $pesewas < 0 ? '−' : '' ) . Price::format( Money::of( abs( $pesewas ) ) );
	}

	/**
	 * Sends the movements as CSV.
	 */
	public static function download() {
		if ( ! current_user_can( MANAGE_SHOP ) || ! check_admin_referer( self::DOWNLOAD ) ) {
			wp_die( esc_html__( 'You are not allowed to manage payments.', 'cedi-commerce' ), '', array( 'response' => 403 ) );
		}
		nocache_headers();
		header( 'Content-Type: text/csv; charset=utf-8' );
		header( 'Content-Disposition: attachment; filename="cedi-reconciliation.csv"' );
		foreach ( self::csv_rows( Reconciliation::lines() ) as $row ) {
			echo wp_kses_post( $row . "\r\n" );
		}
		exit;
	}

	/**
	 * Returns the rows of the CSV file. Amounts are in GH₵ with two decimals.
	 *
	 * @param array[] $lines Movements.
	 * @return string[]
	 */
	public static function csv_rows( array $lines ): array {
		$rows = array( 'date,order,kind,gross,fee,net,network,reference' );
		foreach ( $lines as $line ) {
			$net   = ( $line['net'] < 0 ? '-' : '' ) . Money::of( abs( $line['net'] ) )->format();
			$cells = array( wp_date( 'Y-m-d H:i:s', $line['at'] ), $line['order'], $line['kind'], Money::of( $line['gross'] )->format(), Money::of( $line['fee'] )->format(), $net, $line['network'], $line['ref'] );
			// Order numbers of other plugins may contain any character.
			$rows[] = implode( ',', preg_replace( '/[^\w .:#\/-]/', '', array_map( 'strval', $cells ) ) );
		}
		return $rows;
	}
}
