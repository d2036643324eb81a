import type { LicenseRow } from '@cedi/mock-server/internal'
import type { World } from '../world/world.js'
import type { Change, Shadow } from './shadow.js'

/** A license check and its response. */
interface LicenseCheck {
  readonly id: string
  readonly instance: string | undefined
  readonly isSimulated: boolean
  /** License before the request was sent. */
  readonly before: LicenseRow | undefined
  readonly response: {
    readonly valid: boolean
    readonly activations: number | null
    readonly activation_limit: number | null
  }
}

/** Checks the activations of licenses. */
export interface Licenses {
  /** Checks the changes of one plan. */
  check(changes: readonly Change[]): void
  /** Checks the response to a license check. */
  recordLicenseCheck(check: LicenseCheck): void
}

/** Maximum number of instances of a license. @decision 0017 */
const activationLimit = 3

export function createLicenses(world: World, shadow: Shadow): Licenses {
  function checkRow(before: LicenseRow | undefined, { id, status, instances, activations }: LicenseRow): void {
    const text = `${id}: ${activations} activations, ${status}, ${instances.join(', ')}`
    if (new Set(instances).size !== activations || instances.length !== activations)
      world.fail('a license has as many instances as activations', text)
    if (activations > activationLimit) world.fail('a license is not activated above its limit', text)
    if (before?.instances.some((instance) => !instances.includes(instance)))
      world.fail('an activated instance stays activated', text)
    if (before?.status === 'disabled' && activations !== before.activations)
      world.fail('a disabled license is not activated', text)
    if ((status === 'inactive' && activations > 0) || (status === 'active' && activations === 0))
      world.fail('a license is active from its first activation', text)
  }

  return {
    check(changes) {
      for (const { table, before, after } of changes)
        if (table === 'licenses') checkRow(before as never, after as never)
    },
    recordLicenseCheck({ id, instance, isSimulated, before, response }) {
      const after = shadow.licenses.get(id)
      if (!after) return
      const { valid: isValid, activations, activation_limit: limit } = response
      const { status, instances } = after
      const text = `${id} is ${isValid ? 'valid' : 'not valid'} for ${instance}: ${status}, ${instances.join(', ')}`
      if (isValid && before?.status === 'disabled') world.fail('a disabled license is not valid', text)
      const isActivated = instance !== undefined && instances.includes(instance)
      if (isSimulated && isActivated) world.fail('a simulated activation is not stored', text)
      if (isValid && instance !== undefined && !isSimulated && !isActivated)
        world.fail('a valid instance is activated', text)
      const isFull = instance !== undefined && instances.length === activationLimit
      const wasActivated = instance !== undefined && before?.instances.includes(instance)
      if (!isValid && status !== 'disabled' && (!isFull || wasActivated))
        world.fail('an activated instance and a free activation are valid', text)
      const latest = instances.length + (isSimulated ? 1 : 0)
      const isCountWrong = activations === null || activations < (before?.activations ?? 0) || activations > latest
      if (isCountWrong || limit !== activationLimit)
        world.fail('a license check reports the activations', `${text}: ${activations} of ${limit}`)
    },
  }
}
