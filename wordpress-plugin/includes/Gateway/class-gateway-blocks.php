<?php
/**
 * Payment method in the Checkout block.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Gateway;

use Automattic\WooCommerce\Blocks\Package;
use Automattic\WooCommerce\Blocks\Payments\Integrations\AbstractPaymentMethodType;
use Automattic\WooCommerce\Blocks\Payments\PaymentMethodRegistry;
use Cedi\Commerce\Support\Payment_Methods;
use Cedi\Commerce\Support\Scripts;
use Cedi\Commerce\Support\Settings;
use const Cedi\Commerce\CARD_GATEWAY;
use const Cedi\Commerce\GATEWAY;

defined( 'ABSPATH' ) || exit;

/**
 * Adds the gateway to the Checkout block.
 */
final class Gateway_Blocks extends AbstractPaymentMethodType {
	/**
	 * Name of the method.
	 *
	 * @var string
	 */
	protected $name = GATEWAY;

	/**
	 * Gateway.
	 *
	 * @var Gateway|null
	 */
	private $gateway;

	/**
	 * Adds the method to the Checkout block.
	 *
	 * @param \Automattic\WooCommerce\Blocks\Payments\PaymentMethodRegistry $registry Methods.
	 */
	public static function add( $registry ) {
		$registry->register( new self() );
		if ( Payment_Methods::are_separate() ) {
			$registry->register( new self( CARD_GATEWAY ) );
		}
	}

	/**
	 * Creates the method.
	 *
	 * @param string $name GATEWAY, or CARD_GATEWAY for cards alone.
	 */
	public function __construct( $name = GATEWAY ) {
		$this->name = $name;
	}

	/**
	 * Adds the method when a Checkout block is rendered, before the block reads the methods. Registered earlier, it would load its
	 * classes on every page.
	 */
	public static function add_to_page() {
		$registry = Package::container()->get( PaymentMethodRegistry::class );
		if ( ! $registry->is_registered( GATEWAY ) ) {
			self::add( $registry );
			self::enqueue();
		}
	}

	/**
	 * Enqueues the scripts of the method. WooCommerce does not, because the method was registered late.
	 */
	public static function enqueue() {
		foreach ( array_keys( Payment_Methods::CHANNELS ) as $name ) {
			$method = new self( $name );
			if ( $method->is_active() ) {
				array_map( 'wp_enqueue_script', $method->get_payment_method_script_handles() );
			}
		}
	}

	/**
	 * Does nothing, because the settings are read when needed. WooCommerce requires this function.
	 */
	public function initialize() {}

	/**
	 * Whether the method is passed to the page. The cart may change while the page is open: WooCommerce calls
	 * Gateway::is_available() after each change.
	 *
	 * @return bool
	 */
	public function is_active() {
		$is_offered = GATEWAY === $this->name || Payment_Methods::are_separate();
		return $is_offered && 'yes' === $this->gateway()->enabled && '' === $this->gateway()->unavailable_reason();
	}

	/**
	 * Returns the script handles of the method.
	 *
	 * @return non-empty-string[]
	 */
	public function get_payment_method_script_handles() {
		return Scripts::register( 'checkout-block' ) ? array( 'cedi-commerce-checkout-block' ) : array();
	}

	/**
	 * Returns the data for the script.
	 *
	 * @return array{title: string, description: string, supports: string[], testMode: bool, logos: array<int, array{id: string, src: string, alt: string}>, networks: array<int, array{id: string, label: string}>, flow: string}
	 */
	public function get_payment_method_data() {
		$networks = array();
		foreach ( Checkout_Fields::NETWORKS as $id => $label ) {
			$networks[] = compact( 'id', 'label' );
		}
		return array(
			'title'       => $this->gateway()->get_title(),
			'description' => $this->gateway()->get_description(),
			'supports'    => $this->gateway()->supports,
			'testMode'    => Gateway::is_test_mode(),
			'logos'       => Logos::data( $this->gateway()->channel() ),
			'networks'    => 'card' === $this->gateway()->channel() ? array() : $networks,
			'flow'        => Settings::gateway()['flow'],
		);
	}

	/**
	 * Returns the gateway.
	 *
	 * @return Gateway
	 */
	private function gateway() {
		if ( null === $this->gateway ) {
			$this->gateway = new Gateway( $this->name );
		}
		return $this->gateway;
	}
}
