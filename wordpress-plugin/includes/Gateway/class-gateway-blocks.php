<?php
/**
 * The payment method in the Checkout block.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Gateway;

use Automattic\WooCommerce\Blocks\Package;
use Automattic\WooCommerce\Blocks\Payments\Integrations\AbstractPaymentMethodType;
use Automattic\WooCommerce\Blocks\Payments\PaymentMethodRegistry;
use Cedi\Commerce\Support\Scripts;
use Cedi\Commerce\Support\Settings;
use const Cedi\Commerce\GATEWAY;

defined( 'ABSPATH' ) || exit;

/**
 * The same method as on the classic checkout, described by the same class.
 */
final class Gateway_Blocks extends AbstractPaymentMethodType {
	/**
	 * The name of the method.
	 *
	 * @var string
	 */
	protected $name = GATEWAY;

	/**
	 * The method itself.
	 *
	 * @var Gateway|null
	 */
	private $gateway;

	/**
	 * Adds the method to the Checkout block.
	 *
	 * @param \Automattic\WooCommerce\Blocks\Payments\PaymentMethodRegistry $registry The methods.
	 */
	public static function add( $registry ) {
		$registry->register( new self() );
	}

	/**
	 * Adds the method to a page with a Checkout block, before its blocks ask for the methods.
	 */
	public static function add_to_page() {
		$registry = Package::container()->get( PaymentMethodRegistry::class );
		if ( ! $registry->is_registered( GATEWAY ) ) {
			self::add( $registry );
			add_action( 'woocommerce_blocks_checkout_enqueue_data', array( self::class, 'enqueue' ) );
		}
	}

	/**
	 * Loads the method's scripts: the block was rendered before the method was there, and does not ask for them.
	 */
	public static function enqueue() {
		$method = new self();
		if ( $method->is_active() ) {
			array_map( 'wp_enqueue_script', $method->get_payment_method_script_handles() );
		}
	}

	/**
	 * WooCommerce requires it: the method reads its settings when needed.
	 */
	public function initialize() {}

	/**
	 * Whether the page needs to know the method. A cart may change while the page stays open. The block asks at every
	 * change whether its amount can be paid, and WooCommerce answers with Gateway::is_available().
	 *
	 * @return bool
	 */
	public function is_active() {
		return 'yes' === $this->gateway()->enabled && '' === $this->gateway()->why_not();
	}

	/**
	 * The scripts of the method.
	 *
	 * @return non-empty-string[]
	 */
	public function get_payment_method_script_handles() {
		return Scripts::register( 'checkout-block' ) ? array( 'cedi-commerce-checkout-block' ) : array();
	}

	/**
	 * The script's data.
	 *
	 * @return array
	 */
	public function get_payment_method_data() {
		$networks = array();
		foreach ( Gateway::NETWORKS as $id => $label ) {
			$networks[] = compact( 'id', 'label' );
		}
		return array(
			'title'       => $this->gateway()->get_title(),
			'description' => $this->gateway()->get_description(),
			'supports'    => $this->gateway()->supports,
			'testMode'    => Gateway::is_test_mode(),
			'logos'       => Logos::data(),
			'networks'    => $networks,
			'flow'        => Settings::gateway()['flow'],
		);
	}

	/**
	 * The method.
	 *
	 * @return Gateway
	 */
	private function gateway() {
		if ( null === $this->gateway ) {
			$this->gateway = new Gateway();
		}
		return $this->gateway;
	}
}
