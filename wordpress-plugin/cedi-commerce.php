<?php
/**
 * Plugin Name:          Cedi Commerce
 * Description:          Takes payments in Ghana cedis by mobile money and card: a buy button for any page, and a payment method for WooCommerce.
 * Version:              0.1.0
 * Requires at least:    6.6
 * Requires PHP:         7.4
 * WC requires at least: 8.4
 * WC tested up to:      10.5
 * Author:               Cedi
 * License:              GPL-2.0-or-later
 * License URI:          https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain:          cedi-commerce
 * Domain Path:          /languages
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce;

defined( 'ABSPATH' ) || exit;

const VERSION = '0.1.0';
const FILE    = __FILE__;

spl_autoload_register(
	static function ( $name ) {
		if ( 0 === strpos( $name, __NAMESPACE__ . '\\' ) ) {
			$file = strtolower( str_replace( '_', '-', substr( $name, strlen( __NAMESPACE__ ) + 1 ) ) );
			require __DIR__ . "/includes/class-$file.php";
		}
	}
);

require __DIR__ . '/includes/namespace.php';
bootstrap();
