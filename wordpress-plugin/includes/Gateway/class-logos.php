<?php
/**
 * Logos of networks and cards.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Gateway;

defined( 'ABSPATH' ) || exit;

/**
 * Returns the logos as inline SVG, so that a checkout loads no file. The drawings are our own; the trademarks belong to their
 * owners.
 */
final class Logos {
	const PLATE = '<rect x=".5" y=".5" width="37" height="23" rx="4" fill="#%1$s" stroke="#%2$s"/>';
	const WORD  = '<text x="19" y="%4$s" text-anchor="middle" textLength="%5$s" lengthAdjust="spacingAndGlyphs" font-family="sans-serif" font-weight="700" font-size="%6$s" fill="#%3$s">%7$s</text>';

	/**
	 * Returns all logos.
	 *
	 * @return array<string, array{label: string, svg: string}> Logos by network.
	 */
	public static function all() {
		$logos = array(
			'mtn'        => array(
				'label' => 'MTN MoMo',
				'svg'   => self::draw( sprintf( self::PLATE . self::WORD, 'ffcb05', 'c99f00', '003d58', 16, 30, 11, 'MoMo' ) ),
			),
			'telecel'    => array(
				'label' => 'Telecel Cash',
				'svg'   => self::draw( sprintf( self::PLATE . self::WORD, 'd9001b', 'a80015', 'fff', 15, 32, 9, 'telecel' ) ),
			),
			'airteltigo' => array(
				'label' => 'AT Money',
				'svg'   => self::draw( sprintf( self::PLATE . self::WORD, 'fff', 'c3c4c7', '1b3f94', 17, 20, 14, 'A<tspan fill="#d9001b">T</tspan>' ) ),
			),
			'visa'       => array(
				'label' => 'Visa',
				'svg'   => self::draw( sprintf( self::PLATE . self::WORD, 'fff', 'c3c4c7', '1a1f71', 16, 28, 12, 'VISA' ) ),
			),
			'mastercard' => array(
				'label' => 'Mastercard',
				'svg'   => self::draw( sprintf( self::PLATE, 'fff', 'c3c4c7' ) . '<circle cx="15" cy="12" r="7" fill="#e0001b"/><circle cx="23" cy="12" r="7" fill="#f7a11b" fill-opacity=".85"/>' ),
			),
		);
		/**
		 * Filters the logos of networks and cards beside the payment method, on both checkouts.
		 *
		 * @param array $logos Logos by network, each with label (text) and svg (markup, printed unescaped).
		 */
		return (array) apply_filters( 'cedi_commerce_logos', $logos );
	}

	/**
	 * Returns the logos of a channel.
	 *
	 * @param string $channel mobile_money, card, or '' for all.
	 * @return array<string, array{label: string, svg: string}> Logos by network.
	 */
	private static function of_channel( $channel ) {
		$cards = array_flip( array( 'visa', 'mastercard' ) );
		if ( '' === $channel ) {
			return self::all();
		}
		return 'card' === $channel ? array_intersect_key( self::all(), $cards ) : array_diff_key( self::all(), $cards );
	}

	/**
	 * Returns the logos as markup with text alternatives.
	 *
	 * @param string $channel mobile_money, card, or '' for all.
	 * @return string HTML.
	 */
	public static function markup( $channel = '' ) {
		$html = '';
		foreach ( self::of_channel( $channel ) as $logo ) {
			$html .= '<span role="img" aria-label="' . esc_attr( $logo['label'] ) . '" style="display:inline-block;margin-inline-start:4px;vertical-align:middle">' . $logo['svg'] . '</span>';
		}
		return $html;
	}

	/**
	 * Returns the logos for a script.
	 *
	 * @param string $channel mobile_money, card, or '' for all.
	 * @return array<int, array{id: string, src: string, alt: string}>
	 */
	public static function data( $channel = '' ) {
		$rows = array();
		foreach ( self::of_channel( $channel ) as $id => $logo ) {
			$rows[] = array(
				'id'  => $id,
				'src' => 'data:image/svg+xml,' . rawurlencode( $logo['svg'] ),
				'alt' => $logo['label'],
			);
		}
		return $rows;
	}

	/**
	 * Returns an SVG of 38 × 24 pixels.
	 *
	 * @param string $inner Content of the SVG.
	 * @return string
	 */
	private static function draw( $inner ) {
		return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 38 24" width="38" height="24" aria-hidden="true" focusable="false">' . $inner . '</svg>';
	}
}
