<?php
/**
 * Runs one or more steps of a walk in a request, with the time of the service instead of this machine's.
 *
 * @package cedi-commerce
 */

use Cedi\Commerce\Checkout\Checkout;
use Cedi\Commerce\Order\Deleted_Order_Handler;
use Cedi\Commerce\Order\Order_Payments;
use Cedi\Commerce\Order\Payment_Checker;
use Cedi\Commerce\Order\Poll_Schedule;
use Cedi\Commerce\Order\Scheduled_Checks;

defined( 'ABSPATH' ) || exit;

/**
 * The time, from a file of the site.
 */
function cedi_walks_time() {
	$file = dirname( WP_CONTENT_DIR ) . '/clock.txt';
	return is_file( $file ) ? (int) file_get_contents( $file ) : time();
}

foreach ( array( 'Checkout', 'Gateway', 'Order', 'Refund', 'Reports', 'Request', 'Rest', 'Settings', 'Support', 'Tools' ) as $cedi_room ) {
	// phpcs:ignore -- a function of a namespace must be declared in that namespace.
	eval( "namespace Cedi\\Commerce\\$cedi_room; function time() { return \\cedi_walks_time(); }" );
}

/**
 * A setting of the shop in the current batch of walks.
 */
function cedi_walks_setting( $name ) {
	$settings = (array) get_option( 'cedi_walks_settings' );
	return isset( $settings[ $name ] ) ? $settings[ $name ] : '';
}

// Statuses of other plugins, in which an order can be paid.
add_action(
	'init',
	static function () {
		register_post_status( 'wc-quote', array( 'label' => 'Quote', 'public' => true ) );
	}
);
add_filter(
	'wc_order_statuses',
	static function ( $statuses ) {
		return $statuses + array( 'wc-quote' => 'Quote' );
	}
);
foreach ( array( 'woocommerce_valid_order_statuses_for_payment', 'woocommerce_valid_order_statuses_for_payment_complete' ) as $cedi_filter ) {
	add_filter(
		$cedi_filter,
		static function ( $statuses ) {
			return 'quote' === cedi_walks_setting( 'status' ) ? array_merge( $statuses, array( 'quote' ) ) : $statuses;
		}
	);
}
// The currency of the shop, which may differ from the currency of the order.
add_filter(
	'pre_option_woocommerce_currency',
	static function ( $value ) {
		return cedi_walks_setting( 'currency' ) ? cedi_walks_setting( 'currency' ) : $value;
	}
);
// A closed REST API. The walks use their own routes.
add_filter(
	'rest_authentication_errors',
	static function ( $error ) {
		$is_lab = false !== strpos( (string) wp_unslash( $_SERVER['REQUEST_URI'] ), '/lab/v1/' );
		return 'closed' === cedi_walks_setting( 'rest' ) && ! $is_lab ? new WP_Error( 'rest_closed', 'Closed.', array( 'status' => 401 ) ) : $error;
	}
);

/**
 * Applies the settings of a batch to its new orders.
 */
function cedi_walks_prepare( array $settings, array $ids ) {
	update_option( 'cedi_walks_settings', $settings );
	foreach ( array( 'woocommerce_calc_taxes', 'woocommerce_prices_include_tax' ) as $option ) {
		update_option( $option, 'yes' === $settings['taxes'] ? 'yes' : 'no' );
	}
	update_option( 'woocommerce_price_num_decimals', $settings['decimals'] );
	foreach ( $ids as $id ) {
		$order = wc_get_order( $id );
		$order->set_customer_id( 'registered' === $settings['buyer'] ? 1 : 0 );
		$order->set_created_via( 'block' === $settings['checkout'] ? 'store-api' : 'checkout' );
		$order->set_status( $settings['status'] );
		$order->save();
	}
}

/**
 * A merchant changes the status of an order on a screen.
 */
function cedi_walks_move( $order, $status ) {
	wp_set_current_user( 1 );
	if ( 'deleted' === $status ) {
		$order->delete( true );
	} elseif ( 'trash' === $status ) {
		$order->delete();
	} else {
		$order->update_status( $status, '', true );
	}
	wp_set_current_user( 0 );
}

/**
 * The buyer places the same order with another method.
 */
function cedi_walks_choose( $order, $method ) {
	if ( ! $order->has_status( array( 'pending', 'failed', 'checkout-draft' ) ) ) {
		return;
	}
	$order->set_payment_method( $method );
	$order->set_payment_method_title( $method );
	$order->save();
	if ( 'stripe' === $method ) {
		$order->update_status( 'on-hold', 'Authorised.' );
	} elseif ( 'cedi_commerce' !== $method ) {
		WC()->payment_gateways()->payment_gateways()[ $method ]->process_payment( $order->get_id() );
	}
}

/**
 * Runs one step. The result includes the order's data before it, which a merchant who deletes the order has seen.
 */
function cedi_walks_step( $id, $action, $value ) {
	if ( 'off' === cedi_walks_setting( 'cron' ) && in_array( $action, array( 'schedule', 'job' ), true ) ) {
		return;
	}
	if ( 'schedule' === $action ) {
		Scheduled_Checks::run( $id );
		return;
	}
	$order = wc_get_order( $id );
	if ( ! $order || $order->has_status( 'trash' ) && 'look' !== $action ) {
		return;
	}
	switch ( $action ) {
		case 'pay':
			Checkout::start( $id );
			break;
		case 'look':
			Payment_Checker::check( $id );
			break;
		case 'choose':
			cedi_walks_choose( $order, $value );
			break;
		case 'total':
			$order->set_total( $value );
			$order->save();
			break;
		case 'cancel':
			if ( $order->has_status( array( 'pending', 'failed' ) ) ) {
				$order->update_status( 'cancelled' );
			}
			break;
		case 'move':
			cedi_walks_move( $order, $value );
			break;
		case 'job':
			// The job reads its orders first, and then asks about each of them.
			if ( $order->has_status( 'pending' ) && apply_filters( 'woocommerce_cancel_unpaid_order', true, $order ) ) {
				wc_get_order( $id )->update_status( 'cancelled' );
			}
	}
}

/**
 * The state of an order.
 */
function cedi_walks_look( $id ) {
	wp_cache_flush();
	$order = wc_get_order( $id );
	if ( ! $order instanceof WC_Order ) {
		return array(
			'isDeleted'      => true,
			'deletedNotices' => (string) wp_json_encode( Deleted_Order_Handler::paid() ),
		);
	}
	$payments = Order_Payments::of( $order );
	return array(
		'isDeleted' => false,
		'status'    => $order->get_status(),
		'method'    => $order->get_payment_method(),
		'paid'      => $order->is_paid(),
		'ref'       => $payments->ref(),
		'state'     => $payments->state(),
		'attempts'  => array_values(
			array_map(
				static function ( $attempt ) {
					return array(
						'token' => $attempt->token(),
						'ref'   => $attempt->ref(),
						'state' => $attempt->state(),
					);
				},
				$payments->attempts()->all()
			)
		),
	);
}

add_action(
	'rest_api_init',
	static function () {
		$routes = array(
			'steps'   => static function ( $request ) {
				// Every worker is a person on a screen, a job or a buyer. All of them see what people do with orders.
				Cedi\Commerce\merchant();
				if ( function_exists( 'wc_load_cart' ) ) {
					wc_load_cart();
				}
				$checks = array();
				foreach ( $request['steps'] as $step ) {
					wp_cache_flush();
					if ( 'after' === $step['action'] ) {
						$checks[ $step['id'] ] = cedi_walks_look( (int) $step['id'] );
					} else {
						cedi_walks_step( (int) $step['id'], $step['action'], isset( $step['value'] ) ? $step['value'] : '' );
					}
				}
				return (object) $checks;
			},
			'reconcile' => static function () {
				Cedi\Commerce\merchant();
				Scheduled_Checks::check_all();
				return array();
			},
			'prepare' => static function ( $request ) {
				cedi_walks_prepare( $request['settings'], $request['ids'] );
				return array();
			},
			'daily'   => static function () {
				Scheduled_Checks::run( Poll_Schedule::ALL_ORDERS );
				return array();
			},
		);
		foreach ( $routes as $name => $callback ) {
			register_rest_route( 'lab/v1', "/$name", array( 'methods' => 'POST', 'callback' => $callback, 'permission_callback' => '__return_true' ) );
		}
	}
);
