<?php
/**
 * What went wrong.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Service;

use RuntimeException;

/**
 * A refusal in the service's own code and words, or UNREACHABLE or UNREADABLE. It never contains a key.
 */
final class Problem extends RuntimeException {
	/** No answer came, or only one that says that the service is down. */
	const UNREACHABLE = 'unreachable';

	/** The answer is not an envelope. */
	const UNREADABLE = 'bad_answer';

	/**
	 * The code.
	 *
	 * @var string
	 */
	private $problem;

	/**
	 * What else is known.
	 *
	 * @var array
	 */
	private $details;

	/**
	 * Makes a problem.
	 *
	 * @param string $problem The code.
	 * @param string $message For people.
	 * @param array  $details api_status, scope, field, request_id, retry_after, tries; is_unknown, is_passing, is_lost.
	 */
	public function __construct( string $problem, string $message, array $details ) {
		parent::__construct( $message );
		$this->problem = $problem;
		$this->details = $details;
	}

	/**
	 * The code: of the service, or one of this class.
	 */
	public function problem(): string {
		return $this->problem;
	}

	/**
	 * What else is known.
	 *
	 * @return array
	 */
	public function details(): array {
		return $this->details;
	}

	/**
	 * Whether the effect may still have happened.
	 */
	public function is_unknown(): bool {
		return ! empty( $this->details['is_unknown'] );
	}

	/**
	 * Whether asking again can help.
	 */
	public function is_passing(): bool {
		return ! empty( $this->details['is_passing'] );
	}

	/**
	 * Makes the same problem with further details.
	 *
	 * @param array $more The details.
	 * @return self
	 */
	public function with( array $more ): self {
		return new self( $this->problem, $this->getMessage(), $more + $this->details );
	}
}
