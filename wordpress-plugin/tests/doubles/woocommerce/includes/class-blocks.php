<?php
/**
 * The parts of WooCommerce Blocks and of the feature list that the plugin uses.
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
		abstract public function initialize();
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

		public function is_registered( $name ) {
			return isset( $this->all[ $name ] );
		}
		public function register( $method ) {
			$this->all[ $method->get_name() ] = $method;
		}
		public function get_all_active_registered() {
			return array_filter(
				$this->all,
				static function ( $method ) {
					return $method->is_active();
				}
			);
		}

		/**
		 * The real one does both on every page, long before the cart is read, because scripts depend on the active methods.
		 */
		public function initialize() {
			do_action( 'woocommerce_blocks_payment_method_type_registration', $this );
			foreach ( $this->all as $method ) {
				$method->initialize();
			}
			foreach ( $this->get_all_active_registered() as $method ) {
				$method->get_payment_method_script_handles();
			}
		}
	}
}

namespace Automattic\WooCommerce\Blocks {
	/**
	 * The container of WooCommerce Blocks.
	 */
	final class Package {
		public static function container() {
			static $container;
			if ( null === $container ) {
				$container = new class() {
					/** @var array */
					private $all = array();

					public function get( $name ) {
						if ( ! isset( $this->all[ $name ] ) ) {
							$this->all[ $name ] = new $name();
						}
						return $this->all[ $name ];
					}
				};
			}
			return $container;
		}
	}
}

namespace Automattic\WooCommerce\Caches {
	/**
	 * The order cache of WooCommerce.
	 */
	final class OrderCache {
		public function remove( $id ) {
			do_action( 'wc_double_order_forgotten', $id );
		}
	}
}

namespace Automattic\WooCommerce\Utilities {
	/**
	 * The features that plugins declare.
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
