<?php
/**
 * Amounts of money.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Service;

/**
 * One amount: whole pesewas inside, GH₵ with two decimals outside. Nobody calculates with GH₵.
 */
final class Money {
	/** The smallest payment of the service, in pesewas. */
	const LEAST_PESEWAS = 100;

	/** The largest payment of the service, in pesewas. */
	const MOST_PESEWAS = 100000000;

	/**
	 * The amount.
	 *
	 * @var int
	 */
	private $pesewas;

	/**
	 * Only of() and parse() make amounts.
	 *
	 * @param int $pesewas The amount.
	 */
	private function __construct( int $pesewas ) {
		$this->pesewas = $pesewas;
	}

	/**
	 * Makes an amount.
	 *
	 * @param int $pesewas The amount.
	 * @return self
	 */
	public static function of( int $pesewas ): self {
		return new self( $pesewas );
	}

	/**
	 * Reads an amount in GH₵.
	 *
	 * @param mixed $amount A number or text: 25, 25.5, "25.50", "25.500".
	 * @return self|null The amount; null when it is anything else: a sign, an exponent, a third decimal that counts.
	 */
	public static function parse( $amount ): ?self {
		if ( is_float( $amount ) ) {
			// Six decimals show a third one, and hide that 19.99 is not exact. A cast would write a comma in some
			// locales of PHP 7.
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
	 * The amount as a whole number.
	 *
	 * @return int Pesewas.
	 */
	public function pesewas(): int {
		return $this->pesewas;
	}

	/**
	 * Whether it is the same amount: one pesewa more or less is another.
	 *
	 * @param self|null $other Another amount; null is none, and equals nothing.
	 */
	public function equals( ?self $other ): bool {
		return null !== $other && $other->pesewas === $this->pesewas;
	}

	/**
	 * Whether the service takes a payment of this amount.
	 *
	 * @source Limits
	 */
	public function can_be_paid(): bool {
		return $this->pesewas >= self::LEAST_PESEWAS && $this->pesewas <= self::MOST_PESEWAS;
	}

	/**
	 * Writes the amount as the service reads it.
	 *
	 * @return string GH₵ with two decimals: "25.50".
	 */
	public function format(): string {
		return sprintf( '%d.%02d', intdiv( $this->pesewas, 100 ), $this->pesewas % 100 );
	}
}
