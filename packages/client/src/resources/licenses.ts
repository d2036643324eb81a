import type { LicenseCheck } from '@cedi/contract'
import * as operations from '@cedi/contract/generated/operations'
import { describeRequest, type Over, type Resource, type Target } from '../request.js'
import type { CallOptions, PublicConfig, RequestDescription } from '../types.js'

/** What a license check takes. */
export interface LicenseOptions extends CallOptions {
  /**
   * The installation that asks; a new one uses up an activation.
   *
   * @decision 0017
   */
  readonly instance?: string
}

/** The description of a license check. */
export type DescribeLicense = RequestDescription<LicenseCheck, 'verifyLicense', 'POST'>

/** License keys: the one call that needs no API key and sends none. */
export interface Licenses {
  /**
   * Describes the request that checks a license key. Nothing is sent. It is a POST, so that the license key
   * does not end in an address, and with it in logs.
   *
   * @param licenseKey - The license key that a buyer was given.
   * @param options - `instance`, headers of your own.
   * @returns `POST /api/licenses/verify`; no scope.
   * @throws TypeError when the base address or a header is of the wrong form.
   * @source What the service does ("A public license check"); Authentication, rule 6
   * @decision 0017
   */
  verify(licenseKey: string, options?: LicenseOptions): DescribeLicense
}

/** {@link Licenses.verify} over a config. Nothing is sent. */
export const verifyLicense: Over<Licenses['verify'], PublicConfig | Target> = (config, licenseKey, options) =>
  describeRequest(config, operations.verifyLicense, {
    body: { license_key: licenseKey, ...(options?.instance !== undefined && { instance: options.instance }) },
    options,
  })

/** The call of licenses, over a config. */
export const licenses: Resource<Licenses, PublicConfig | Target> = { verify: verifyLicense }
