import type { CheckContext } from '../check-context.js'
import { differs, holds, type Line, toVerdict, unknown } from '../line.js'
import { describeResponse, type Exchange, readError } from '../service-client.js'

const listed = ['/api/v1/balance', '/api/v1/products?limit=1', '/api/v1/orders?limit=1', '/api/v1/payments/pay_compare']

/** Checks the errors for a missing key, an invalid key, and a key that lacks a scope. */
export async function keyLines({ service, narrowKey, balance, products, orders }: CheckContext): Promise<Line[]> {
  const none = await service.get('/api/v1/balance')
  const wrong = await service.get('/api/v1/balance', { key: 'no-such-key' })
  const missing = { id: 'key.missing', title: 'no key is 401', source: 'Authentication, rule 4' }
  const named = { id: 'key.missing.code', title: 'no key is missing_api_key, with WWW-Authenticate', source: '0005' }
  const bad = { id: 'key.wrong', title: 'an unknown key is 401 invalid_api_key', source: '0005' }
  return [
    none.status === 401 ? holds(missing) : differs(missing, `Got ${describeResponse(none)}.`),
    toVerdict(named, [
      readError(none).code !== 'missing_api_key' && `Got ${describeResponse(none)}.`,
      !none.headers.has('www-authenticate') && 'There is no WWW-Authenticate.',
    ]),
    wrong.status === 401 && readError(wrong).code === 'invalid_api_key'
      ? holds(bad)
      : differs(bad, `Got ${describeResponse(wrong)}.`),
    scopeLine(await refusedFor(narrowKey, service, [balance, products, orders])),
  ]
}

/** Checks the responses to a key that lacks a scope: the narrow key, or the main key. */
async function refusedFor(
  narrowKey: string | undefined,
  service: CheckContext['service'],
  seen: readonly Exchange[],
): Promise<Exchange[]> {
  const refused = seen.filter(({ status }) => status === 403)
  if (narrowKey === undefined) return refused
  for (const path of listed) {
    const exchange = await service.get(path, { key: narrowKey })
    // This payment does not exist, so a key with the scope receives 404.
    if (exchange.status >= 400 && readError(exchange).code !== 'not_found') refused.push(exchange)
  }
  return refused
}

function scopeLine(refused: readonly Exchange[]): Line {
  const statement = {
    id: 'key.scope',
    title: 'a missing scope is insufficient_scope',
    source: 'Authentication, rule 5',
  }
  if (refused.length === 0)
    return unknown(statement, 'This key was refused nothing. Put one that lacks a scope into CEDI_NARROW_API_KEY.')
  const [first] = refused as [Exchange]
  return toVerdict({ ...statement, title: `${statement.title}, with 403 (0005)` }, [
    refused.some((one) => readError(one).code !== 'insufficient_scope' || one.status !== 403) &&
      `Got ${describeResponse(first)}.`,
  ])
}
