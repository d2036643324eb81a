// The attempts of a browser to pay, as one string: in headers, URLs and the storage of pages. A return URL from a bank
// has a pass instead of an attempt.

const separator = ':'

/** Maximum number of attempts that a browser stores. */
const maxAttempts = 5

/** Splits attempts, the latest first. */
export const splitAttempts = (attempts: string): readonly string[] =>
  attempts.split(separator).filter(Boolean).slice(0, maxAttempts)

/**
 * Adds an attempt before the earlier ones. They still identify the browser, because the request of an earlier attempt
 * may have been delayed, and may create the payment.
 *
 * @decision 0029
 */
export const addAttempt = (attempts: string, attempt: string): string =>
  splitAttempts(`${attempt}${separator}${attempts}`).join(separator)

/** Parses attempts. Returns an empty string if they are malformed. */
export const parseAttempts = (text: string | null | undefined): string =>
  text && /^[\w.:-]{1,400}$/.test(text) ? text : ''
