import type { LicenseRow, LicenseStatus } from './tables/licenses.js'

/**
 * The status of a license at a moment: what is stored, or `expired` once its time has passed.
 *
 * @param license - The row.
 * @param nowMs - Epoch milliseconds.
 * @decision 0017
 */
export function licenseStatus(license: LicenseRow, nowMs: number): LicenseStatus {
  if (license.status === 'disabled') return 'disabled'
  return license.expires_ms !== null && license.expires_ms <= nowMs ? 'expired' : license.status
}
