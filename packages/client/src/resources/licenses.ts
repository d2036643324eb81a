import type { LicenseCheck } from '@cedi/contract'
import * as operations from '@cedi/contract/generated/operations'
import { anyCheck, checkOptions, describeValue, stringCheck } from '@cedi/contract/options'
import type { Connection } from '../connection.js'
import { describeOperation } from '../request.js'
import type { CallOptions, RequestDescription } from '../types.js'
import { rejectInput } from '../validation.js'

/** Options of a license check. */
export interface LicenseOptions extends CallOptions {
  /**
   * Installation that checks the key. A new installation uses an activation.
   *
   * @decision 0017
   */
  readonly instance?: string | undefined
}

/** Request description of a license check. */
export type LicenseRequest = RequestDescription<LicenseCheck, 'verifyLicense', 'POST'>

/** Calls of license keys. They need no API key and send none. */
export interface Licenses {
  /**
   * Describes the request that checks a license key. Sends nothing. Uses POST, so the license key is not part of a URL that
   * servers log.
   *
   * @param licenseKey - License key of the buyer.
   * @param options - `instance`, additional headers.
   * @returns `POST /api/licenses/verify`; no scope.
   * @throws TypeError if the config is invalid.
   * @source What the service does ("A public license check"); Authentication, rule 6
   * @decision 0017
   */
  verify(licenseKey: string, options?: LicenseOptions): LicenseRequest
}

/** Creates the license resource of a client. */
export function createLicensesResource(connection: Connection): Licenses {
  return {
    verify(licenseKey, options) {
      if (typeof licenseKey !== 'string') rejectInput('licenseKey', `be a string. Got ${describeValue(licenseKey)}`)
      checkOptions('verifyLicense', options, { instance: stringCheck, headers: anyCheck })
      const { instance, headers } = options ?? {}
      const body = { license_key: licenseKey, ...(instance !== undefined && { instance }) }
      return describeOperation(connection, operations.verifyLicense, { body, options: { headers } })
    },
  }
}
