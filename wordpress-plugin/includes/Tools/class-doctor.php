<?php
/**
 * Report on the state of the plugin.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tools;

use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Order_Query;
use Cedi\Commerce\Support\Api_Key;
use Cedi\Commerce\Support\Connection;
use Cedi\Commerce\Support\Known_Scopes;
use Cedi\Commerce\Support\Log;
use Cedi\Commerce\Support\Settings;
use const Cedi\Commerce\VERSION;

defined( 'ABSPATH' ) || exit;

/**
 * One report for Site Health and for the command `doctor`: settings, connection, scopes, schedule, REST API, plugins that may break
 * checkouts, and the last checks. It contains no key and no data of buyers, so merchants can copy it into a request for help.
 */
final class Doctor {
	/** Plugins that delay scripts or store pages, by their main file. */
	const OPTIMIZERS = array(
		'async-javascript/async-javascript.php'      => 'Async JavaScript',
		'autoptimize/autoptimize.php'                => 'Autoptimize',
		'flying-scripts/flying-scripts.php'          => 'Flying Scripts',
		'hummingbird-performance/wp-hummingbird.php' => 'Hummingbird',
		'litespeed-cache/litespeed-cache.php'        => 'LiteSpeed Cache',
		'nitropack/main.php'                         => 'NitroPack',
		'perfmatters/perfmatters.php'                => 'Perfmatters',
		'sg-cachepress/sg-cachepress.php'            => 'SiteGround Optimizer',
		'w3-total-cache/w3-total-cache.php'          => 'W3 Total Cache',
		'wp-optimize/wp-optimize.php'                => 'WP-Optimize',
		'wp-rocket/wp-rocket.php'                    => 'WP Rocket',
		'wp-super-cache/wp-cache.php'                => 'WP Super Cache',
	);

	/**
	 * Returns the report.
	 *
	 * @param bool $has_requests Whether it includes the checks that send requests to the service.
	 * @return list<array{check: string, status: string, detail: string}> Status: good, recommended, critical or info.
	 */
	public static function rows( $has_requests ): array {
		$rows    = array_merge( self::settings(), array( self::health( 'setup', Site_Health::test_setup() ) ) );
		$granted = Known_Scopes::all();
		if ( $has_requests ) {
			$connection = Connection::test();
			$granted    = array_column( $connection['scopes'], 'granted', 'scope' );
			$rows[]     = self::health( 'connection', Site_Health::test_connection( $connection ) );
		}
		$rows[] = self::row( 'scopes', 'info', self::scopes( $granted ) );
		$rows[] = self::health( 'schedule', Site_Health::test_schedule() );
		$rows[] = self::row( 'cron', 'info', self::cron() );
		$rows[] = self::rest();
		$rows[] = self::optimizers();
		if ( function_exists( 'wc_get_orders' ) ) {
			$rows[] = self::health( 'orders', Site_Health::test_orders() );
			$rows[] = self::row( 'last checks', 'info', self::last_checks() );
		}
		return $rows;
	}

	/**
	 * Adds the report to the debug information of Site Health, which merchants copy with one click.
	 *
	 * @param array<string, array> $information Debug information.
	 * @return array<string, array>
	 */
	public static function add_information( $information ) {
		$fields = array();
		foreach ( self::rows( false ) as $row ) {
			$fields[ $row['check'] ] = array(
				'label' => $row['check'],
				'value' => 'info' === $row['status'] ? $row['detail'] : "{$row['status']}: {$row['detail']}",
			);
		}
		$information['cedi-commerce'] = array(
			'label'  => __( 'Cedi Commerce', 'cedi-commerce' ),
			'fields' => $fields,
		);
		return $information;
	}

	/**
	 * Returns the versions and settings.
	 *
	 * @return list<array{check: string, status: string, detail: string}>
	 */
	private static function settings(): array {
		$key      = Api_Key::describe();
		$gateway  = Settings::gateway();
		$versions = array( 'plugin ' . VERSION, 'WordPress ' . get_bloginfo( 'version' ), 'PHP ' . PHP_VERSION );
		if ( defined( 'WC_VERSION' ) ) {
			$versions[] = 'WooCommerce ' . (string) WC_VERSION . ( 'yes' === get_option( 'woocommerce_custom_orders_table_enabled' ) ? ', order tables' : ', orders as posts' );
		}
		return array(
			self::row( 'versions', 'info', implode( ', ', $versions ) ),
			self::row( 'address', 'info', Settings::base_url() ),
			self::row( 'key', 'info', "{$key['source']}, {$key['state']}" ),
			self::row( 'payment method', 'info', ( $gateway['enabled'] ? 'enabled' : 'disabled' ) . ", {$gateway['flow']}, {$gateway['methods']}" ),
		);
	}

	/**
	 * Builds a row.
	 *
	 * @param string $check  Name of the check.
	 * @param string $status Status.
	 * @param string $detail Finding.
	 * @return array{check: string, status: string, detail: string}
	 */
	private static function row( $check, $status, $detail ): array {
		return array(
			'check'  => $check,
			'status' => $status,
			'detail' => Log::hide_key( $detail ),
		);
	}

	/**
	 * Converts a result of Site Health.
	 *
	 * @param string $check  Name of the check.
	 * @param array  $result Result.
	 * @return array{check: string, status: string, detail: string}
	 */
	private static function health( $check, array $result ): array {
		$text = trim( html_entity_decode( wp_strip_all_tags( str_replace( '</p><p>', ' ', $result['description'] ) ), ENT_QUOTES, 'UTF-8' ) );
		return self::row( $check, $result['status'], "{$result['label']}. $text" );
	}

	/**
	 * Lists the scopes of the key.
	 *
	 * @param array<string, bool|null> $granted Scopes, and whether the key has them.
	 */
	private static function scopes( array $granted ): string {
		$scopes = array();
		foreach ( $granted as $scope => $is_granted ) {
			$scopes[] = $scope . ( null === $is_granted ? ' unknown' : ( $is_granted ? ' yes' : ' no' ) );
		}
		return $scopes ? implode( ', ', $scopes ) : 'unknown';
	}

	/**
	 * Returns how the schedule of the site runs.
	 */
	private static function cron(): string {
		$parts = array( function_exists( 'as_schedule_single_action' ) ? 'Action Scheduler' : 'WP-Cron' );
		foreach ( array( 'DISABLE_WP_CRON', 'ALTERNATE_WP_CRON' ) as $name ) {
			if ( defined( $name ) && constant( $name ) ) {
				$parts[] = $name;
			}
		}
		return implode( ', ', $parts );
	}

	/**
	 * Checks whether visitors may use the REST API.
	 *
	 * @return array{check: string, status: string, detail: string}
	 */
	private static function rest(): array {
		$user_id = get_current_user_id();
		wp_set_current_user( 0 );
		$error = rest_get_server()->check_authentication();
		wp_set_current_user( $user_id );
		return is_wp_error( $error )
			? self::row( 'REST API', 'recommended', 'Closed to visitors (' . $error->get_error_code() . '). The order page uses admin-ajax.php, the Checkout block needs the REST API.' )
			: self::row( 'REST API', 'good', 'Open to visitors.' );
	}

	/**
	 * Checks for plugins that delay scripts or store pages.
	 *
	 * @return array{check: string, status: string, detail: string}
	 */
	private static function optimizers(): array {
		$active = array_merge( (array) get_option( 'active_plugins' ), array_keys( (array) get_site_option( 'active_sitewide_plugins' ) ) );
		$found  = array_intersect_key( self::OPTIMIZERS, array_flip( array_map( 'strval', $active ) ) );
		return $found
			? self::row( 'optimisers', 'recommended', implode( ', ', $found ) . '. Exclude service.js and embed.js from delaying and combining, and the cart, checkout and order pages from the page cache.' )
			: self::row( 'optimisers', 'good', 'No known plugin that delays scripts or stores pages.' );
	}

	/**
	 * Returns the last checks of the orders that were checked longest ago.
	 */
	private static function last_checks(): string {
		$parts = array();
		foreach ( Order_Query::unpaid( 5 ) as $id ) {
			$order = wc_get_order( $id );
			if ( $order instanceof \WC_Order ) {
				$time    = Order_Payments::of( $order )->attempts()->last_checked_at();
				$parts[] = "#$id " . ( $time ? gmdate( 'Y-m-d H:i:s', $time ) . ' UTC' : 'never' );
			}
		}
		return $parts ? implode( ', ', $parts ) : 'No order waits for its payment.';
	}
}
