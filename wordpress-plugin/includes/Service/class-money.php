<?php
/**
 * Money.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Service;

/**
 * An amount in pesewas. GH₵ with two decimals is only its input and output format.
 */
final class Money {
	/** Minimum amount of a payment. */
	const MIN_PESEWAS = 100;

	/** Maximum amount of a payment. */
	const MAX_PESEWAS = 100000000;

	/**
	 * Amount in pesewas.
	 *
	 * @var int
	 */
	private $pesewas;

	/**
	 * Creates an amount; use of() or parse().
	 *
	 * @param int $pesewas Amount in pesewas.
	 */
	private function __construct( int $pesewas ) {
		$this->pesewas = $pesewas;
	}

	/**
	 * Creates an amount.
	 *
	 * @param int $pesewas Amount in pesewas.
	 * @return self
	 */
	public static function of( int $pesewas ): self {
		return new self( $pesewas );
	}

	/**
	 * Parses an amount that a person has entered. "1.500" is one thousand five hundred in some countries, so it is invalid.
	 *
	 * @param string $text Input.
	 * @return self|null Null if it is invalid.
	 */
	public static function parse_entered( string $text ): ?self {
		return preg_match( '/[.,]\d{3,}$/D', $text ) ? null : self::parse( $text );
	}

	/**
	 * Parses an amount in GH₵.
	 *
	 * @param mixed $amount Number or string, such as 25, 25.5, "25.50" or "25.500".
	 * @return self|null Null if it is invalid: a sign, an exponent or a nonzero third decimal.
	 */
	public static function parse( $amount ): ?self {
		if ( is_float( $amount ) ) {
			// Six decimals keep a third decimal and remove rounding errors. In PHP 7, a cast depends on the locale.
			$amount = number_format( $amount, 6, '.', '' );
		}
		if ( ! is_int( $amount ) && ! is_string( $amount ) ) {
			return null;
		}
		if ( ! preg_match( '/^(\d{1,12})(?:\.(\d{1,2})0*)?$/D', (string) $amount, $match ) ) {
			return null;
		}
		return new self( 100 * (int) $match[1] + (int) str_pad( isset( $match[2] ) ? $match[2] : '', 2, '0' ) );
	}

	/**
	 * Returns the amount in pesewas.
	 */
	public function pesewas(): int {
		return $this->pesewas;
	}

	/**
	 * Whether both amounts are equal.
	 *
	 * @param self|null $other Other amount; null is not equal to any amount.
	 */
	public function equals( ?self $other ): bool {
		return null !== $other && $other->pesewas === $this->pesewas;
	}

	/**
	 * Whether the service accepts a payment of this amount.
	 *
	 * @source Limits
	 */
	public function can_be_paid(): bool {
		return $this->pesewas >= self::MIN_PESEWAS && $this->pesewas <= self::MAX_PESEWAS;
	}

	/**
	 * Formats the amount for the service.
	 *
	 * @return string GH₵ with two decimals, such as "25.50".
	 */
	public function format(): string {
		return sprintf( '%d.%02d', intdiv( $this->pesewas, 100 ), $this->pesewas % 100 );
	}
}
