import type { CheckContext } from '../check-context.js'
import { differs, holds, judge, type Line, toVerdict, unknown } from '../line.js'
import {
  describeResponse,
  type Exchange,
  isSuccess,
  readData,
  readField,
  readRecord,
  toObject,
} from '../service-client.js'

/** Checks the public routes: the license check and the scripts. */
export async function checkPublicRoutes({ service }: CheckContext): Promise<{ lines: Line[]; license: Exchange }> {
  const license = await service.check({ text: JSON.stringify({ license_key: 'CEDI-COMPARE-0000' }) })
  // A route rejects an empty body in another way than an unknown license, also if both are an error.
  const emptyBody = license.status === 404 ? await service.check({ text: '{}' }) : undefined
  const read = await service.get('/api/licenses/verify?key=CEDI-COMPARE-0000')
  const lines = [...checkLicense(license, emptyBody), checkLicenseRead(license, read)]
  const scripts: (readonly [name: string, script: Exchange])[] = []
  for (const name of ['service.js', 'embed.js']) scripts.push([name, await service.get(`/${name}`)])
  // A service without any script may serve the API alone.
  const servesScripts = scripts.some(([, script]) => isSuccess(script))
  for (const [name, script] of scripts) lines.push(checkScript(name, script, servesScripts))
  return { lines, license }
}

const withoutEnvelope = 'The response has no envelope: see envelope.success.'

function checkLicense(license: Exchange, emptyBody: Exchange | undefined): Line[] {
  const keyStatement = { id: 'license.key', title: 'the license check needs no key', source: 'Authentication, rule 6' }
  const unknownLicense = {
    id: 'license.answer',
    title: 'an unknown license is 200 with valid false, and null for the rest',
    source: '0017',
  }
  if (license.problem !== undefined)
    return [unknown(keyStatement, license.problem), unknown(unknownLicense, license.problem)]
  if (license.status === 401 || license.status === 403)
    return [differs(keyStatement, `Got ${describeResponse(license)}.`), unknown(unknownLicense, 'It requires a key.')]
  if (license.status === 404) return checkMissingLicense({ keyStatement, unknownLicense }, license, emptyBody)
  // The responses are reported with the envelope.
  if (isSuccess(license) && !('data' in toObject(license.body)) && 'valid' in toObject(license.body))
    return [unknown(keyStatement, withoutEnvelope), unknown(unknownLicense, withoutEnvelope)]
  return [
    // A success, and any error in the envelope, shows that the route needs no key.
    (isSuccess(license) && 'data' in toObject(license.body)) ||
    (license.status < 500 && 'success' in toObject(license.body))
      ? holds(keyStatement)
      : differs(keyStatement, `Got ${describeResponse(license)}.`),
    toVerdict(
      unknownLicense,
      license.status === 200 ? describeLicense(license) : [`Got ${describeResponse(license)}.`],
    ),
  ]
}

/** Fields of a license check that are null for an unknown license. Other fields are allowed. */
const nullFields = ['status', 'product_id', 'activation_limit', 'activations', 'expires_at']

/** Describes the fields that differ from those of an unknown license. A missing field is reported with the record. */
function describeLicense(license: Exchange): string[] {
  const record = readRecord(license)
  const show = (value: unknown): string => JSON.stringify(value)?.slice(0, 60) ?? 'missing'
  return [
    ...(record['valid'] === false ? [] : [`valid is ${show(record['valid'])}, not false.`]),
    ...nullFields
      .map((field) => [field, readField(record, field) ?? null] as const)
      .filter(([, value]) => value !== null)
      .map(([field, value]) => `${field} is ${show(value)}, not null.`),
  ]
}

/** Checks that GET and POST return the same result. */
function checkLicenseRead(license: Exchange, read: Exchange): Line {
  const statement = { id: 'license.read', title: 'GET and POST of the license check are equal', source: '0017' }
  if (isSuccess(license) && !('data' in toObject(license.body))) return unknown(statement, withoutEnvelope)
  // Two equal errors do not show a result.
  if (!isSuccess(license) && license.status === read.status)
    return unknown(statement, `Both are errors (${read.status}).`)
  return judge(statement, [license, read], () =>
    toVerdict(statement, [
      license.status !== read.status && `GET is ${describeResponse(read)}, and POST is ${describeResponse(license)}.`,
      license.status === read.status &&
        JSON.stringify(readData(license)) !== JSON.stringify(readData(read)) &&
        'GET and POST return other values.',
    ]),
  )
}

/** Distinguishes a 404 for an unknown license from a missing route by the response to an empty body. */
function checkMissingLicense(
  { keyStatement, unknownLicense }: Readonly<Record<'keyStatement' | 'unknownLicense', Parameters<typeof holds>[0]>>,
  license: Exchange,
  emptyBody: Exchange | undefined,
): Line[] {
  if (emptyBody?.status === 400 || emptyBody?.status === 422)
    return [
      holds(keyStatement),
      differs(unknownLicense, `An unknown license is ${describeResponse(license)}, not 200 with valid false.`),
    ]
  return [
    differs(keyStatement, `Got ${describeResponse(license)}: the route looks missing.`),
    unknown(unknownLicense, 'The route looks missing.'),
  ]
}

function checkScript(name: string, script: Exchange, servesScripts: boolean): Line {
  const statement = {
    id: `script.${name}`,
    title: `/${name} is served to every site, without a key or a cookie`,
    source: 'What the service does',
  }
  const type = script.headers.get('content-type') ?? ''
  return judge(statement, [script], () => {
    if (script.status === 404)
      return servesScripts
        ? differs(statement, 'It is not served (404), and the other script is.')
        : unknown(statement, 'It is not served (404).')
    const policy = script.headers.get('cross-origin-resource-policy') ?? 'cross-origin'
    return toVerdict(statement, [
      script.status !== 200 && `Got ${script.status}.`,
      script.status === 200 && !/javascript/i.test(type) && `It is ${type || 'without a Content-Type'}.`,
      script.status === 200 &&
        script.headers.get('access-control-allow-origin') !== '*' &&
        'Access-Control-Allow-Origin is not * (decision 0027).',
      script.status === 200 &&
        policy.trim().toLowerCase() !== 'cross-origin' &&
        `Cross-Origin-Resource-Policy is ${policy.slice(0, 40)}: browsers block it in pages of other sites.`,
      script.headers.has('set-cookie') && 'It sets a cookie (decision 0027).',
    ])
  })
}
