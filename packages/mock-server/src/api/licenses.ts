import { done, type Outcome, refused } from '../http/answer.js'
import { readBody } from '../http/body.js'
import { readSimulate } from '../http/headers.js'
import type { IncomingRequest } from '../http/request.js'
import type { Context } from '../service/context.js'
import { checkLicense } from '../service/license-check.js'
import { isBroken, turnsDirection } from '../service/texts.js'
import { licenseRecord } from './wire.js'

/**
 * `GET` and `POST /api/licenses/verify`: whether a license key is good. It needs no API key.
 *
 * The key is looked up by its hash, so that the time does not reveal how much of a guess was right.
 *
 * @source What the service does (public surfaces)
 * @decision 0017
 */
export async function verifyLicense(context: Context, request: IncomingRequest, nowMs: number): Promise<Outcome> {
  if (request.method !== 'GET' && request.method !== 'POST') {
    const { refusal } = refused('method_not_allowed', 'This method is not possible here. Send GET or POST.') as {
      refusal: { code: 'method_not_allowed'; message: string }
    }
    return { ok: false, refusal: { ...refusal, headers: { Allow: 'GET, POST' } } }
  }
  const simulate = readSimulate(request)
  if (typeof simulate !== 'boolean') return { ok: false, refusal: simulate }
  const asked = request.method === 'GET' ? fromQuery(request) : readBody(request, 'LicenseCheckInput')
  if (!asked.ok) return asked
  const { license, isValid } = await checkLicense(context, { ...asked.value, simulate, nowMs })
  const record = licenseRecord(license, nowMs)
  return done(isValid ? record : { ...record, valid: false })
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
