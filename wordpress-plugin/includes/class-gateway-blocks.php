<?php
/**
 * The payment method in the Checkout block.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce;

use Automattic\WooCommerce\Blocks\Payments\Integrations\AbstractPaymentMethodType;

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
	 * Called by WooCommerce before anything else.
	 */
	public function initialize() {
		$this->settings = Settings::gateway();
	}

	/**
	 * Whether buyers are offered the method.
	 *
	 * @return bool
	 */
	public function is_active() {
		return $this->gateway()->is_available();
	}

	/**
	 * The scripts of the method.
	 *
	 * @return string[]
	 */
	public function get_payment_method_script_handles() {
		return Scripts::register( 'checkout-block' ) ? array( 'cedi-commerce-checkout-block' ) : array();
	}

	/**
	 * What the script knows.
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
			'testMode'    => Gateway::is_test(),
			'logos'       => array(),
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
