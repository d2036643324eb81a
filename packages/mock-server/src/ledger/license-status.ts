import type { LicenseRow, LicenseStatus } from './tables/licenses.js'

/**
 * Returns the status of a license at a time: the stored status, or `expired` after its expiry.
 *
 * @param license - The row.
 * @param nowMs - Epoch milliseconds.
 * @decision 0017
 */
export function licenseStatus(license: LicenseRow, nowMs: number): LicenseStatus {
  if (license.status === 'disabled') return 'disabled'
  return license.expires_ms !== null && license.expires_ms <= nowMs ? 'expired' : license.status
}
