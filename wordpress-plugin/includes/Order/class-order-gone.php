<?php
/**
 * An order that is no more.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Order;

use RuntimeException;

defined( 'ABSPATH' ) || exit;

/**
 * Thrown when an order was deleted for good while somebody works on it.
 */
final class Order_Gone extends RuntimeException {}
