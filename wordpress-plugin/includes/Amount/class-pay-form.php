<?php
/**
 * Payment form.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Amount;

use Cedi\Commerce\Support\Page_Language;
use Cedi\Commerce\Support\Price;
use Cedi\Commerce\Support\Scripts;
use Cedi\Commerce\Support\Settings;
use const Cedi\Commerce\FILE;

defined( 'ABSPATH' ) || exit;

/**
 * Renders the form of the block and the shortcode, with which buyers pay an amount that they choose: a donation, an offering, a deposit.
 * It works without WooCommerce, and without JavaScript. The markup is the same for every visitor.
 *
 * Shortcode: [cedi_commerce_pay amounts="20, 50, 100" min="5" max="5000" purpose="Offering" label="Give" name="yes"]
 */
final class Pay_Form {
	const NAME = 'cedi-commerce/pay-form';

	/**
	 * Registers the block from block.json; if the scripts are not built, only for rendering.
	 */
	public static function register() {
		if ( \WP_Block_Type_Registry::get_instance()->is_registered( self::NAME ) ) {
			return;
		}
		$folder   = plugin_dir_path( FILE ) . 'build/pay-form-block';
		$is_built = is_readable( "$folder/block.json" ) && Scripts::register( 'pay-form-block' );
		register_block_type( $is_built ? $folder : self::NAME, array( 'render_callback' => array( self::class, 'render_block' ) ) );
		register_block_pattern(
			'cedi-commerce/donation',
			array(
				'title'       => __( 'Donation with suggested amounts', 'cedi-commerce' ),
				'description' => __( 'A heading, a sentence, and a form to pay any amount.', 'cedi-commerce' ),
				'categories'  => array( 'call-to-action' ),
				'content'     => '<!-- wp:group {"layout":{"type":"constrained"}} --><div class="wp-block-group"><!-- wp:heading --><h2 class="wp-block-heading">' . esc_html__( 'Support our work', 'cedi-commerce' )
					. '</h2><!-- /wp:heading --><!-- wp:paragraph --><p>' . esc_html__( 'Give what you like, by mobile money or card.', 'cedi-commerce' )
					. '</p><!-- /wp:paragraph --><!-- wp:cedi-commerce/pay-form {"amounts":"20, 50, 100, 200"} /--></div><!-- /wp:group -->',
			)
		);
	}

	/**
	 * Registers the block and renders the first one of a page.
	 *
	 * @param string               $html  Output of WordPress.
	 * @param array<string, mixed> $block Parsed block.
	 * @return string HTML.
	 */
	public static function render_first( $html, $block ) {
		if ( \WP_Block_Type_Registry::get_instance()->is_registered( self::NAME ) ) {
			return $html;
		}
		self::register();
		return render_block( $block );
	}

	/**
	 * Renders the block.
	 *
	 * @param array<string, mixed> $attributes Attributes.
	 * @return string HTML.
	 */
	public static function render_block( $attributes ) {
		return '<div ' . get_block_wrapper_attributes() . '>' . self::render( (array) $attributes ) . '</div>';
	}

	/**
	 * Renders the form.
	 *
	 * @param array<string, mixed>|string $attributes amounts, min, max, purpose, name, label; '' for none.
	 * @return string Escaped HTML. Visitors see nothing if the form cannot work, editors see the reason.
	 */
	public static function render( $attributes ) {
		$attributes = is_array( $attributes ) ? $attributes : array();
		$settings   = Form_Settings::from_attributes( $attributes, (int) get_the_ID() );
		if ( null === $settings || '' === Settings::base_url() ) {
			$problem = null === $settings
				? __( 'Cedi Commerce: amounts, min and max of this form must be numbers such as 1000 or 12.50, separated by a comma and a space, and max must not be less than min.', 'cedi-commerce' )
				: __( 'Cedi Commerce: the address of the service is not set. Set it in the settings.', 'cedi-commerce' );
			return current_user_can( 'edit_posts' ) ? '<em>' . esc_html( $problem ) . '</em>' : '';
		}
		Scripts::enqueue( 'pay-form' );
		$label = Form_Settings::line( $attributes['label'] ?? '' );
		return sprintf(
			'<form class="cedi-commerce-pay" method="post" action="%1$s" data-cedi-pay-form data-status="%2$s" data-failed="%3$s" data-unfinished="%4$s" data-waiting="%8$s" data-late="%9$s" data-offline="%10$s" style="max-width:28rem"><input type="hidden" name="action" value="cedi_commerce_pay"><input type="hidden" name="form" value="%5$s">%6$s<p><button type="submit" class="wp-element-button">%7$s</button></p><p role="status"></p></form>',
			esc_url( Page_Language::add_to( admin_url( 'admin-post.php' ) ) ),
			esc_url( Page_Language::add_to( admin_url( 'admin-ajax.php' ) ) ),
			esc_attr__( 'The payment could not be started. No money was taken. Please try again.', 'cedi-commerce' ),
			esc_attr__( 'The payment was not finished. If you approved it, wait for the SMS before you pay again.', 'cedi-commerce' ),
			esc_attr( $settings->sign() ),
			self::fields( $settings ),
			esc_html( '' === $label ? __( 'Pay', 'cedi-commerce' ) : $label ),
			esc_attr__( 'We are checking your payment.', 'cedi-commerce' ),
			esc_attr__( 'The payment has not arrived yet. Before you pay again, check the messages on your phone.', 'cedi-commerce' ),
			esc_attr__( 'You are offline. The payment goes on without this page.', 'cedi-commerce' )
		);
	}

	/**
	 * Returns the fields.
	 *
	 * @param Form_Settings $settings Settings of the form.
	 * @return string Escaped HTML.
	 */
	private static function fields( Form_Settings $settings ): string {
		$suggestions = $settings->suggestions();
		$html        = '' === $settings->purpose() ? '' : '<p><strong>' . esc_html( $settings->purpose() ) . '</strong></p>';
		if ( $suggestions ) {
			$html .= '<fieldset style="border:0;margin:0 0 1em;padding:0"><legend>' . esc_html__( 'Amount', 'cedi-commerce' ) . '</legend>';
			foreach ( $suggestions as $position => $amount ) {
				$html .= self::choice( $amount->format(), Price::format( $amount ), 0 === $position );
			}
			$html .= self::choice( 'own', __( 'Another amount', 'cedi-commerce' ), false ) . '</fieldset>';
		}
		/* translators: 1: the smallest amount, 2: the largest amount. */
		$limits = sprintf( __( 'From %1$s to %2$s.', 'cedi-commerce' ), Price::format( $settings->min() ), Price::format( $settings->max() ) );
		$html  .= self::field(
			'amount',
			__( 'Amount in GH₵', 'cedi-commerce' ),
			sprintf( 'type="number" inputmode="decimal" step="0.01" min="%1$s" max="%2$s"%3$s', esc_attr( $settings->min()->format() ), esc_attr( $settings->max()->format() ), $suggestions ? '' : ' required' ),
			$limits
		);
		if ( '' === $settings->purpose() ) {
			$html .= self::field( 'purpose', __( 'What it is for (optional)', 'cedi-commerce' ), 'type="text" maxlength="' . Form_Settings::MAX_LENGTH . '"' );
		}
		if ( $settings->has_name() ) {
			$html .= self::field( 'payer', __( 'Your name (optional)', 'cedi-commerce' ), 'type="text" autocomplete="name" maxlength="' . Form_Settings::MAX_LENGTH . '"' );
		}
		return $html;
	}

	/**
	 * Returns a suggested amount.
	 *
	 * @param string $value      Amount in GH₵, or own.
	 * @param string $label      Label.
	 * @param bool   $is_checked Whether it is selected first.
	 * @return string Escaped HTML.
	 */
	private static function choice( $value, $label, $is_checked ): string {
		return sprintf( '<label style="display:inline-block;margin:.25em 1em .25em 0;white-space:nowrap"><input type="radio" name="choice" value="%1$s"%2$s> %3$s</label>', esc_attr( $value ), $is_checked ? ' checked' : '', esc_html( $label ) );
	}

	/**
	 * Returns a field with its label.
	 *
	 * @param string $name       Name.
	 * @param string $label      Label.
	 * @param string $attributes Escaped attributes.
	 * @param string $help       Text below the field.
	 * @return string Escaped HTML.
	 */
	private static function field( $name, $label, $attributes, $help = '' ): string {
		$id = wp_unique_id( "cedi-commerce-$name-" );
		return sprintf( '<p data-field="%1$s"><label for="%2$s">%3$s</label><br><input id="%2$s" name="%1$s" %4$s style="width:100%%;box-sizing:border-box;min-height:3em;padding:0 .75em;font:inherit">%5$s</p>', esc_attr( $name ), esc_attr( $id ), esc_html( $label ), $attributes, '' === $help ? '' : '<small>' . esc_html( $help ) . '</small>' );
	}
}
