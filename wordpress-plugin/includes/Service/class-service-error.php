<?php
/**
 * Service error.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Service;

use RuntimeException;

/**
 * Error with the code and message of the service, or UNREACHABLE or INVALID_RESPONSE. It never contains a key.
 *
 * `is_unknown`: the request may have taken effect; `is_lost`: an earlier request may have; `is_transient`: a retry may succeed.
 *
 * @psalm-type Details = array{api_status: int, scope: string, is_unknown: bool, is_transient: bool, is_lost?: bool, field?: string, request_id?: string, retry_after?: int, attempts?: int}
 */
final class Service_Error extends RuntimeException {
	/** The service did not respond, or returned a 5xx status without an envelope. */
	const UNREACHABLE = 'unreachable';

	/** The response is not an envelope. */
	const INVALID_RESPONSE = 'invalid_response';

	/**
	 * Error code.
	 *
	 * @var string
	 */
	private $error_code;

	/**
	 * Details.
	 *
	 * @var array
	 * @psalm-var Details
	 */
	private $details;

	/**
	 * Creates an error.
	 *
	 * @param string $error_code Error code.
	 * @param string $message    Message.
	 * @param array  $details    Details.
	 */
	public function __construct( string $error_code, string $message, array $details ) {
		parent::__construct( $message );
		$this->error_code = $error_code;
		$this->details    = $details;
	}

	/**
	 * Returns the error code of the service or of this class.
	 */
	public function error_code(): string {
		return $this->error_code;
	}

	/**
	 * Returns the details.
	 *
	 * @return array
	 * @psalm-return Details
	 */
	public function details(): array {
		return $this->details;
	}

	/**
	 * Whether the request may have taken effect.
	 */
	public function is_unknown(): bool {
		return ! empty( $this->details['is_unknown'] );
	}

	/**
	 * Whether a retry may succeed.
	 */
	public function is_transient(): bool {
		return ! empty( $this->details['is_transient'] );
	}

	/**
	 * Returns a copy with further details.
	 *
	 * @param array $details Details.
	 * @return self
	 */
	public function with( array $details ): self {
		return new self( $this->error_code, $this->getMessage(), $details + $this->details );
	}
}
