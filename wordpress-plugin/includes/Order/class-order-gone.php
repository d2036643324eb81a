<?php
/**
 * A deleted order.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use RuntimeException;

defined( 'ABSPATH' ) || exit;

/**
 * Thrown when an order is deleted permanently while somebody works on it.
 */
final class Order_Gone extends RuntimeException {}
