<?php
/**
 * Settings of a payment form.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Amount;

use Cedi\Commerce\Service\Money;

defined( 'ABSPATH' ) || exit;

/**
 * Limits and texts of one form. The page contains the settings with a signature, so that a page from a cache works and a buyer
 * cannot change the limits.
 */
final class Form_Settings {
	/** Maximum number of suggested amounts. */
	const MAX_SUGGESTIONS = 8;

	/** Maximum length of purpose and name in characters. */
	const MAX_LENGTH = 100;

	/**
	 * Suggested amounts in pesewas, smallest and largest amount, purpose ('' if the buyer enters it), whether the form has a field for
	 * the name, and the ID of the page.
	 *
	 * @var array{amounts: list<int>, min: int, max: int, purpose: string, name: bool, page: int}
	 */
	private $values;

	/**
	 * Creates settings.
	 *
	 * @param array $values Valid values.
	 */
	private function __construct( array $values ) {
		$this->values = $values;
	}

	/**
	 * Creates settings from the attributes of a block or shortcode. Suggested amounts outside the limits are left out. A comma between
	 * two digits does not separate amounts, because it may separate thousands or decimals.
	 *
	 * @param array<string, mixed> $attributes amounts (such as "20, 50, 100"), min, max, purpose, name.
	 * @param int                  $page       ID of the page; 0 for none.
	 * @return self|null Null if an amount is invalid or the largest is less than the smallest.
	 */
	public static function from_attributes( array $attributes, $page ): ?self {
		$min     = self::limit( $attributes['min'] ?? '', Money::MIN_PESEWAS );
		$max     = self::limit( $attributes['max'] ?? '', Money::MAX_PESEWAS );
		$purpose = $attributes['purpose'] ?? '';
		$amounts = array();
		foreach ( (array) preg_split( '/\s*(?:;|(?<!\d),|,(?!\d))\s*/', trim( is_string( $attributes['amounts'] ?? '' ) ? $attributes['amounts'] ?? '' : '' ), -1, PREG_SPLIT_NO_EMPTY ) as $text ) {
			$amounts[] = Money::parse( $text );
		}
		if ( null === $min || null === $max || in_array( null, $amounts, true ) || $max->pesewas() < $min->pesewas() ) {
			return null;
		}
		$suggested = array();
		foreach ( array_filter( $amounts ) as $amount ) {
			if ( $amount->pesewas() >= $min->pesewas() && $amount->pesewas() <= $max->pesewas() ) {
				$suggested[] = $amount->pesewas();
			}
		}
		return new self(
			array(
				'amounts' => array_slice( array_values( array_unique( $suggested ) ), 0, self::MAX_SUGGESTIONS ),
				'min'     => $min->pesewas(),
				'max'     => $max->pesewas(),
				// WordPress stores the text of a shortcode as HTML.
				'purpose' => self::line( is_string( $purpose ) ? html_entity_decode( $purpose, ENT_QUOTES, 'UTF-8' ) : '' ),
				'name'    => filter_var( $attributes['name'] ?? true, FILTER_VALIDATE_BOOLEAN ),
				'page'    => absint( $page ),
			)
		);
	}

	/**
	 * Parses a limit. It stays within what the service accepts.
	 *
	 * @param mixed $value   Amount in GH₵; '' or 0 for the limit of the service.
	 * @param int   $pesewas Limit of the service.
	 * @return Money|null Null if it is invalid.
	 */
	private static function limit( $value, $pesewas ): ?Money {
		if ( '' === $value || 0 === $value || '0' === $value ) {
			return Money::of( $pesewas );
		}
		$money = Money::parse( is_string( $value ) ? trim( $value ) : $value );
		return null === $money || ! $money->can_be_paid() ? null : $money;
	}

	/**
	 * Returns a line of plain text with at most MAX_LENGTH characters. Unlike sanitize_text_field(), it keeps "<" and "%", so the text must
	 * be escaped for HTML.
	 *
	 * @param mixed $text Input.
	 */
	public static function line( $text ): string {
		$text = wp_check_invalid_utf8( is_string( $text ) ? $text : '' );
		return mb_substr( trim( (string) preg_replace( '/[\s\p{Cc}]+/u', ' ', $text ) ), 0, self::MAX_LENGTH );
	}

	/**
	 * Returns the settings with their signature, for a field of the form.
	 */
	public function sign(): string {
		$json = (string) wp_json_encode( $this->values );
		return rawurlencode( $json ) . '.' . self::signature( $json );
	}

	/**
	 * Reads signed settings.
	 *
	 * @param string $text Value of the field.
	 * @return self|null Null if the signature is wrong.
	 */
	public static function read( $text ): ?self {
		$position = strrpos( $text, '.' );
		$json     = rawurldecode( (string) substr( $text, 0, (int) $position ) );
		if ( ! $position || ! hash_equals( self::signature( $json ), (string) substr( $text, $position + 1 ) ) ) {
			return null;
		}
		$values = json_decode( $json, true );
		return is_array( $values ) ? new self( $values ) : null;
	}

	/**
	 * Signs a text. The secrets of a network belong to all its sites, so the signature contains the site.
	 *
	 * @param string $json Settings as JSON.
	 */
	private static function signature( $json ): string {
		return wp_hash( 'cedi-commerce pay form ' . get_current_blog_id() . " $json", 'auth' );
	}

	/**
	 * Returns the suggested amounts.
	 *
	 * @return Money[]
	 */
	public function suggestions(): array {
		return array_map( array( Money::class, 'of' ), $this->values['amounts'] );
	}

	/**
	 * Returns the smallest amount.
	 */
	public function min(): Money {
		return Money::of( $this->values['min'] );
	}

	/**
	 * Returns the largest amount.
	 */
	public function max(): Money {
		return Money::of( $this->values['max'] );
	}

	/**
	 * Whether an amount may be paid.
	 *
	 * @param Money $money Amount.
	 */
	public function allows( Money $money ): bool {
		return $money->pesewas() >= $this->values['min'] && $money->pesewas() <= $this->values['max'];
	}

	/**
	 * Returns the purpose; '' if the buyer enters it.
	 */
	public function purpose(): string {
		return $this->values['purpose'];
	}

	/**
	 * Whether the form has a field for the name.
	 */
	public function has_name(): bool {
		return $this->values['name'];
	}

	/**
	 * Returns the ID of the page; 0 for none.
	 */
	public function page(): int {
		return $this->values['page'];
	}
}
