import type { CheckContext } from '../check-context.js'
import { differs, holds, type Line, toVerdict, unknown } from '../line.js'
import { describeResponse, type Exchange, readData, toObject } from '../service-client.js'

/** Checks the public routes: the license check and the scripts. */
export async function checkPublicRoutes({ service }: CheckContext): Promise<{ lines: Line[]; license: Exchange }> {
  const license = await service.check({ text: JSON.stringify({ license_key: 'CEDI-COMPARE-0000' }) })
  const lines = [...checkLicense(license)]
  for (const name of ['service.js', 'embed.js']) lines.push(checkScript(name, await service.get(`/${name}`)))
  return { lines, license }
}

function checkLicense(license: Exchange): Line[] {
  const keyStatement = { id: 'license.key', title: 'the license check needs no key', source: 'Authentication, rule 6' }
  const unknownLicense = {
    id: 'license.answer',
    title: 'an unknown license is 200 with valid false, and null for the rest',
    source: '0017',
  }
  if (license.status === 401 || license.status === 403)
    return [differs(keyStatement, `Got ${describeResponse(license)}.`), unknown(unknownLicense, 'It requires a key.')]
  const { valid, ...rest } = toObject(readData(license))
  return [
    // Any response in the envelope, also an error, shows that the route needs no key.
    license.status < 500 && license.status !== 404 && 'success' in toObject(license.body)
      ? holds(keyStatement)
      : differs(keyStatement, `Got ${describeResponse(license)}.`),
    toVerdict(unknownLicense, [
      license.status !== 200 && `Got ${describeResponse(license)}.`,
      license.status === 200 &&
        (valid !== false || Object.values(rest).some((value) => value !== null)) &&
        `valid is ${valid}, or another field is not null.`,
    ]),
  ]
}

function checkScript(name: string, script: Exchange): Line {
  const statement = {
    id: `script.${name}`,
    title: `/${name} is served to every site, without a key or a cookie`,
    source: 'What the service does',
  }
  const type = script.headers.get('content-type') ?? ''
  return toVerdict(statement, [
    script.status !== 200 && `Got ${script.status}.`,
    script.status === 200 && !/javascript/.test(type) && `It is ${type || 'without a Content-Type'}.`,
    script.status === 200 &&
      script.headers.get('access-control-allow-origin') !== '*' &&
      'Access-Control-Allow-Origin is not *.',
    script.headers.has('set-cookie') && 'It sets a cookie.',
  ])
}
