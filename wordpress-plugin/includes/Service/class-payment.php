<?php
/**
 * Payment.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Service;

/**
 * Payment resource of the service. A field that is missing or has the wrong type is empty.
 *
 * @source Resources and their fields
 */
final class Payment {
	/** Final statuses of a payment. */
	const FINAL_STATUSES = array( 'succeeded', 'failed', 'expired', 'cancelled' );

	/**
	 * Fields of the resource.
	 *
	 * @var array<string, mixed>
	 */
	private $data;

	/**
	 * Creates a payment.
	 *
	 * @param array<string, mixed> $data Fields of the resource.
	 */
	public function __construct( array $data ) {
		$this->data = $data;
	}

	/**
	 * Returns the fields of the resource.
	 *
	 * @return array<string, mixed>
	 */
	public function to_array(): array {
		return $this->data;
	}

	/**
	 * Returns the reference; '' if it is missing.
	 */
	public function ref(): string {
		return $this->string( 'ref' );
	}

	/**
	 * Returns the status: pending, succeeded, failed, expired, cancelled, or a value of a newer service.
	 */
	public function status(): string {
		return $this->string( 'status' );
	}

	/**
	 * Whether the payment was received.
	 */
	public function is_succeeded(): bool {
		return 'succeeded' === $this->status();
	}

	/**
	 * Whether the status is final.
	 */
	public function is_final(): bool {
		return in_array( $this->status(), self::FINAL_STATUSES, true );
	}

	/**
	 * Returns the amount; null if it is invalid.
	 */
	public function amount(): ?Money {
		return Money::parse( isset( $this->data['amount'] ) ? $this->data['amount'] : null );
	}

	/**
	 * Returns the fee of the service; null if it is invalid.
	 */
	public function fee(): ?Money {
		return Money::parse( isset( $this->data['fee'] ) ? $this->data['fee'] : null );
	}

	/**
	 * Returns the net amount for the merchant; null if it is invalid.
	 */
	public function net(): ?Money {
		return Money::parse( isset( $this->data['net'] ) ? $this->data['net'] : null );
	}

	/**
	 * Returns the refunded amount; null if it is invalid.
	 */
	public function refunded(): ?Money {
		return Money::parse( isset( $this->data['refunded_amount'] ) ? $this->data['refunded_amount'] : null );
	}

	/**
	 * Returns the currency.
	 */
	public function currency(): string {
		return $this->string( 'currency' );
	}

	/**
	 * Returns the network of the buyer: mtn, telecel, airteltigo, visa, mastercard, or a value of a newer service.
	 */
	public function network(): string {
		return $this->string( 'network' );
	}

	/**
	 * Returns the time at which the payment was received; 0 if it is missing.
	 */
	public function paid_at(): int {
		return (int) strtotime( $this->string( 'paid_at' ) );
	}

	/**
	 * Returns a metadata value.
	 *
	 * @param string $name Key, such as order_id.
	 * @return string '' if it is missing.
	 */
	public function metadata( string $name ): string {
		$metadata = isset( $this->data['metadata'] ) && is_array( $this->data['metadata'] ) ? $this->data['metadata'] : array();
		return isset( $metadata[ $name ] ) && is_string( $metadata[ $name ] ) ? $metadata[ $name ] : '';
	}

	/**
	 * Returns the failure message of the service; '' if it is missing.
	 */
	public function failure_message(): string {
		return isset( $this->data['failure']['message'] ) && is_string( $this->data['failure']['message'] ) ? $this->data['failure']['message'] : '';
	}

	/**
	 * Returns a string field.
	 *
	 * @param string $name Field.
	 */
	private function string( string $name ): string {
		return isset( $this->data[ $name ] ) && is_string( $this->data[ $name ] ) ? $this->data[ $name ] : '';
	}
}
