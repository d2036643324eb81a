import { type LicenseRow, licenseActivated } from '../ledger/index.js'
import type { Context } from './context.js'
import { execute } from './execute.js'
import { runDueEvents } from './outcomes/events.js'
import { sha256Hex } from './secrets.js'

/** A license check. */
export interface LicenseCheckRequest {
  readonly license_key: string
  /** The installation to activate; without it, none is activated. */
  readonly instance?: string | undefined
  readonly simulate: boolean
  readonly nowMs: number
}

/**
 * Finds a license by its key's hash, so that the time does not reveal how much of a guess was right. If an installation
 * is named, activates the license there.
 *
 * @returns The license, if it exists; it is not valid on one installation too many.
 * @decision 0017
 */
export async function checkLicense(
  context: Context,
  { license_key, instance, simulate, nowMs }: LicenseCheckRequest,
): Promise<{ readonly license: LicenseRow | undefined; readonly isValid: boolean }> {
  const { store } = context
  const where = { key_hash: sha256Hex(license_key) }
  const [row] = await store.list('licenses', null, { limit: 1, where })
  if (!row) return { license: undefined, isValid: true }
  const { merchant, id } = row
  await runDueEvents(context, merchant, nowMs)
  if (instance === undefined) return { license: await store.get('licenses', merchant, id), isValid: true }
  const activation = await execute<{ license: LicenseRow }>(context, {
    merchant,
    simulate,
    plan: async (reader) =>
      licenseActivated({ instance, nowMs }, { license: await reader.get('licenses', merchant, id) }),
  })
  const plannedLicense =
    simulate && activation.ok && !activation.value.isReplay ? activation.value.records.license : undefined
  return { license: plannedLicense ?? (await store.get('licenses', merchant, id)), isValid: activation.ok }
}
