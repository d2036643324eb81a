import { readBody } from '../http/body.js'
import { type IncomingRequest, readSimulate } from '../http/request.js'
import { type ResponseData, respondWith } from '../http/response.js'
import { fail, type Result, succeed } from '../ledger/index.js'
import type { Context } from '../service/context.js'
import { checkLicense } from '../service/license-check.js'
import { hasBidiControl, isBroken } from '../service/texts.js'
import { licenseRecord } from './serializers.js'

/**
 * Responds to `GET` and `POST /api/licenses/verify`, which need no API key.
 *
 * The license is looked up by the hash of its key, so that the response time does not depend on a partial match.
 *
 * @source What the service does (public surfaces)
 * @decision 0017
 */
export async function verifyLicense(
  context: Context,
  request: IncomingRequest,
  nowMs: number,
): Promise<Result<ResponseData>> {
  const simulate = readSimulate(request)
  if (!simulate.ok) return simulate
  const input = request.method === 'GET' ? readQuery(request) : readBody(request, 'LicenseCheckInput')
  if (!input.ok) return input
  const { license, isValid } = await checkLicense(context, { ...input.value, simulate: simulate.value, nowMs })
  const record = licenseRecord(license, nowMs)
  return respondWith(isValid ? record : { ...record, valid: false })
}

interface LicenseCheck {
  readonly license_key: string
  readonly instance?: string
}

function readQuery({ query }: IncomingRequest): Result<LicenseCheck> {
  const [key, ...otherKeys] = query?.getAll('key') ?? []
  const [instance, ...otherInstances] = query?.getAll('instance') ?? []
  if (!key || otherKeys.length > 0 || key.length > 128)
    return fail('invalid_request', 'key must be one license key of at most 128 characters.', 'key')
  if (
    otherInstances.length > 0 ||
    instance === '' ||
    (instance?.length ?? 0) > 128 ||
    isBroken(instance ?? '') ||
    hasBidiControl(instance ?? '')
  )
    return fail('invalid_request', 'instance must be a name of 1 to 128 characters.', 'instance')
  return succeed({ license_key: key, ...(instance === undefined ? {} : { instance }) })
}
