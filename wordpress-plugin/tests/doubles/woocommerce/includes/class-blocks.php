<?php
/**
 * What WooCommerce Blocks and the features list show of themselves.
 *
 * @package cedi-commerce
 */

namespace Automattic\WooCommerce\Blocks\Payments\Integrations {
	defined( 'ABSPATH' ) || exit;

	/**
	 * The base of a payment method in the Checkout block.
	 */
	abstract class AbstractPaymentMethodType {
		/** @var string */
		protected $name = '';
		/** @var array */
		protected $settings = array();

		public function get_name() {
			return $this->name;
		}
		public function initialize() {}
		public function is_active() {
			return true;
		}
		public function get_payment_method_script_handles() {
			return array();
		}
		public function get_payment_method_data() {
			return array();
		}
	}
}

namespace Automattic\WooCommerce\Blocks\Payments {
	/**
	 * The payment methods of the Checkout block.
	 */
	final class PaymentMethodRegistry {
		/** @var array */
		public $all = array();

		public function register( $method ) {
			$method->initialize();
			$this->all[ $method->get_name() ] = $method;
		}
	}
}

namespace Automattic\WooCommerce\Caches {
	/**
	 * What WooCommerce remembers of orders.
	 */
	final class OrderCache {
		public function remove( $id ) {
			do_action( 'wc_double_order_forgotten', $id );
		}
	}
}

namespace Automattic\WooCommerce\Utilities {
	/**
	 * What plugins declare.
	 */
	final class FeaturesUtil {
		/** @var array */
		public static $declared = array();

		public static function declare_compatibility( $feature, $file, $is_compatible = true ) {
			self::$declared[ $feature ][ plugin_basename( $file ) ] = $is_compatible;
			return true;
		}

		public static function get_compatible_features_for_plugin( $plugin ) {
			$found = array(
				'compatible'   => array(),
				'incompatible' => array(),
			);
			foreach ( self::$declared as $feature => $plugins ) {
				if ( isset( $plugins[ $plugin ] ) ) {
					$found[ $plugins[ $plugin ] ? 'compatible' : 'incompatible' ][] = $feature;
				}
			}
			return $found;
		}
	}
}
