import { licenseActivated } from '@cedi/ledger'
import { done, type Outcome, refused } from '../http/answer.js'
import { readBody } from '../http/body.js'
import { readSimulate } from '../http/headers.js'
import type { IncomingRequest } from '../http/request.js'
import { carryOut } from '../service/carry-out.js'
import type { Context } from '../service/context.js'
import { runDueEvents } from '../service/outcomes/events.js'
import { sha256Hex } from '../service/secrets.js'
import { isBroken, turnsDirection } from '../service/texts.js'
import { licenseRecord } from './wire.js'

/**
 * `GET` and `POST /api/licenses/verify`: whether a license key is good. It needs no API key.
 *
 * The key is looked up by its hash, so that the time does not tell how much of a guess was right.
 *
 * @source What the service does (public surfaces)
 * @decision 0017
 */
export async function verifyLicense(context: Context, request: IncomingRequest, nowMs: number): Promise<Outcome> {
  if (request.method !== 'GET' && request.method !== 'POST') {
    const { refusal } = refused('method_not_allowed', 'Send GET or POST.') as {
      refusal: { code: 'method_not_allowed'; message: string }
    }
    return { ok: false, refusal: { ...refusal, headers: { Allow: 'GET, POST' } } }
  }
  const simulate = readSimulate(request)
  if (typeof simulate !== 'boolean') return { ok: false, refusal: simulate }
  const asked = request.method === 'GET' ? fromQuery(request) : readBody(request, 'LicenseCheckInput')
  if (!asked.ok) return asked
  const { license_key, instance } = asked.value
  const where = { key_hash: sha256Hex(license_key) }
  const [row] = await context.store.list('licenses', null, { limit: 1, where })
  if (!row) return done(licenseRecord(undefined, nowMs))
  await runDueEvents(context, row.merchant, nowMs)
  if (instance === undefined)
    return done(licenseRecord(await context.store.get('licenses', row.merchant, row.id), nowMs))
  const { store } = context
  const activated = await carryOut(context, {
    merchant: row.merchant,
    simulate,
    plan: async (reader) =>
      licenseActivated({ instance, nowMs }, { license: await reader.get('licenses', row.merchant, row.id) }),
  })
  const license =
    simulate && activated.ok && !activated.replayed
      ? activated.records.license
      : await store.get('licenses', row.merchant, row.id)
  const after = licenseRecord(license, nowMs)
  // A good key on one installation too many is not valid there.
  return done(activated.ok ? after : { ...after, valid: false })
}

type Asked = { ok: true; value: { license_key: string; instance?: string } } | (Outcome & { ok: false })

function fromQuery({ query }: IncomingRequest): Asked {
  const [key, ...more] = query?.getAll('key') ?? []
  const [instance, ...others] = query?.getAll('instance') ?? []
  if (!key || more.length > 0 || key.length > 128)
    return refused('invalid_request', 'key must be one license key of at most 128 characters.', 'key') as Outcome & {
      ok: false
    }
  if (
    others.length > 0 ||
    instance === '' ||
    (instance?.length ?? 0) > 128 ||
    isBroken(instance ?? '') ||
    turnsDirection(instance ?? '')
  )
    return refused('invalid_request', 'instance must be a name of 1 to 128 characters.', 'instance') as Outcome & {
      ok: false
    }
  return { ok: true, value: { license_key: key, ...(instance === undefined ? {} : { instance }) } }
}
