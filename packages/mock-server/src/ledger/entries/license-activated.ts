import { change, notFound } from '../command.js'
import { licenseStatus } from '../license-status.js'
import { makePlan, type Plan } from '../plan.js'
import { fail, type Result, succeed } from '../result.js'
import type { LicenseRow } from '../tables/licenses.js'

/**
 * Plans the activation of a license on an instance. An instance that is already active changes nothing.
 *
 * @param command - The instance: a name chosen by the merchant's software.
 * @returns Errors: `not_found`, `invalid_state` (disabled, expired, or no activations left).
 * @decision 0017
 */
export function licenseActivated(
  command: { readonly instance: string; readonly nowMs: number },
  rows: { license: LicenseRow | undefined },
): Result<Plan<{ license: LicenseRow }>> {
  const { license } = rows
  if (!license) return notFound('license')
  const status = licenseStatus(license, command.nowMs)
  if (status === 'disabled' || status === 'expired')
    return fail('invalid_state', `The license is ${status}. Use another license.`)
  if (license.instances.includes(command.instance)) {
    return succeed(makePlan(license.merchant, {}, { license }))
  }
  if (license.activation_limit !== null && license.activations >= license.activation_limit) {
    return fail(
      'invalid_state',
      `All ${license.activation_limit} activations of the license are used. Use another license.`,
      'instance',
    )
  }
  // The number of activations serves as the version of the list of instances: both only grow.
  const next = change('licenses', license, {
    where: { status: license.status, activations: license.activations },
    set: { status: 'active', instances: [...license.instances, command.instance] },
    add: { activations: 1 },
  })
  return succeed(makePlan(license.merchant, { updates: [next.update] }, { license: next.row }))
}
