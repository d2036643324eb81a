import type { LicenseCheck } from '@cedi/contract'
import { connect, describe } from '../request.js'
import type { CallOptions, Config, PublicConfig, RequestDescription } from '../types.js'

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

/** {@link Licenses.verify} over a plain config, for bundles that call little. Nothing is sent. */
export const verifyLicense = (
  config: PublicConfig | Config,
  licenseKey: string,
  options?: LicenseOptions,
): DescribeLicense => {
  const {
    headers: { Authorization, ...headers },
    ...described
  } = describe(
    '/api/licenses/verify',
    undefined,
    'verifyLicense',
    connect({ ...config, dangerouslyAllowBrowser: true, apiKey: 'apiKey' }),
    options,
    'POST',
    undefined,
    JSON.stringify({ license_key: licenseKey, instance: options?.instance }),
  ) as DescribeLicense
  return Object.freeze({ headers: Object.freeze(headers), ...described }) as never
}
