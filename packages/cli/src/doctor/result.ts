/** Result of one check. The status `warning` means that a problem may occur later. */
export interface CheckResult {
  /** Stable name for scripts. */
  readonly check: string
  readonly status: 'ok' | 'warning' | 'failed'
  /** Observation, without keys. */
  readonly message: string
  /** Suggested fix, unless the status is `ok`. */
  readonly fix?: string
}

export const ok = (check: string, message: string): CheckResult => ({ check, status: 'ok', message })
export const warning = (check: string, message: string, fix: string): CheckResult => ({
  check,
  status: 'warning',
  message,
  fix,
})
export const failed = (check: string, message: string, fix: string): CheckResult => ({
  check,
  status: 'failed',
  message,
  fix,
})
