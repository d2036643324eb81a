<?php
/**
 * One payment.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Service;

/**
 * A payment as the service shows it. A field that is missing or has the wrong type is read as empty.
 *
 * @source Resources and their fields
 */
final class Payment {
	/** The final states of a payment. */
	const OVER = array( 'succeeded', 'failed', 'expired', 'cancelled' );

	/**
	 * The record.
	 *
	 * @var array
	 */
	private $record;

	/**
	 * Reads a record.
	 *
	 * @param array $record As the service gives it.
	 */
	public function __construct( array $record ) {
		$this->record = $record;
	}

	/**
	 * The record as the service gave it.
	 *
	 * @return array
	 */
	public function record(): array {
		return $this->record;
	}

	/**
	 * The reference.
	 *
	 * @return string '' when there is none.
	 */
	public function ref(): string {
		return $this->text( 'ref' );
	}

	/**
	 * The state.
	 *
	 * @return string pending, succeeded, failed, expired, cancelled, or what a newer service says.
	 */
	public function status(): string {
		return $this->text( 'status' );
	}

	/**
	 * Whether the money has come.
	 */
	public function is_succeeded(): bool {
		return 'succeeded' === $this->status();
	}

	/**
	 * Whether the payment changes no more.
	 */
	public function is_over(): bool {
		return in_array( $this->status(), self::OVER, true );
	}

	/**
	 * What the buyer paid.
	 *
	 * @return Money|null Null when it cannot be read.
	 */
	public function amount(): ?Money {
		return Money::parse( isset( $this->record['amount'] ) ? $this->record['amount'] : null );
	}

	/**
	 * The service's fee.
	 *
	 * @return Money|null Null when it cannot be read.
	 */
	public function fee(): ?Money {
		return Money::parse( isset( $this->record['fee'] ) ? $this->record['fee'] : null );
	}

	/**
	 * What is left for the merchant.
	 *
	 * @return Money|null Null when it cannot be read.
	 */
	public function net(): ?Money {
		return Money::parse( isset( $this->record['net'] ) ? $this->record['net'] : null );
	}

	/**
	 * How much of it was refunded.
	 *
	 * @return Money|null Null when it cannot be read.
	 */
	public function refunded(): ?Money {
		return Money::parse( isset( $this->record['refunded_amount'] ) ? $this->record['refunded_amount'] : null );
	}

	/**
	 * The currency.
	 */
	public function currency(): string {
		return $this->text( 'currency' );
	}

	/**
	 * The merchant's metadata.
	 *
	 * @param string $name Such as order_id.
	 * @return string '' when there is nothing.
	 */
	public function metadata( string $name ): string {
		$metadata = isset( $this->record['metadata'] ) && is_array( $this->record['metadata'] ) ? $this->record['metadata'] : array();
		return isset( $metadata[ $name ] ) && is_string( $metadata[ $name ] ) ? $metadata[ $name ] : '';
	}

	/**
	 * Why it failed, in the words of the service.
	 *
	 * @return string '' when it does not say.
	 */
	public function failure(): string {
		return isset( $this->record['failure']['message'] ) && is_string( $this->record['failure']['message'] ) ? $this->record['failure']['message'] : '';
	}

	/**
	 * Reads a text.
	 *
	 * @param string $name The field.
	 */
	private function text( string $name ): string {
		return isset( $this->record[ $name ] ) && is_string( $this->record[ $name ] ) ? $this->record[ $name ] : '';
	}
}
