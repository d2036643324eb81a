<?php
/**
 * Plugin Name:          Cedi Commerce
 * Description:          Takes payments in Ghana cedis by mobile money and card: a buy button for any page, and a payment method for WooCommerce.
 * Version:              0.0.0
 * Requires at least:    6.6
 * Requires PHP:         7.4
 * WC requires at least: 8.4
 * WC tested up to:      11.0
 * Author:               Cedi
 * License:              GPL-2.0-or-later
 * License URI:          https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain:          cedi-commerce
 * Domain Path:          /languages
 * Update URI:           false
 *
 * @package cedi-commerce
 */

defined( 'ABSPATH' ) || exit;

require __DIR__ . '/includes/namespace.php';
Cedi\Commerce\bootstrap();

/**
 * A buy button, for themes.
 *
 * @param array $attributes product (the slug), handle, label, showPrice, variation (button or card), mode.
 * @return string HTML, escaped; '' when the product cannot be named.
 */
function cedi_commerce_button( array $attributes ) {
	return Cedi\Commerce\Button\Button::render( $attributes );
}
