import { endpointTable } from '@cedi/contract/generated/operations'
import type { Description } from '../../schema.js'
import type { CheckContext } from '../check-context.js'
import { differs, holds, judge, type Line, toVerdict, unknown } from '../line.js'
import { describeResponse, type Exchange, readError, readRecords, toObject } from '../service-client.js'

/** Checks that all operations exist, and the error for an unknown path. */
export async function checkPaths(checkContext: CheckContext, contract: Description): Promise<Line[]> {
  const { service, key } = checkContext
  const unknownPath = await service.get('/api/v1/compare-nothing', { key })
  const wrongMethod = await service.get('/api/v1/checkout/intent', { key })
  const unknownRecord = await service.get('/api/v1/payments/pay_compare000000', { key })
  const isNotFound = (one: Exchange): boolean => one.status === 404 && readError(one).code === 'not_found'
  const pathStatement = {
    id: 'path.unknown',
    title: 'an unknown path is 404 not_found in the envelope',
    source: '0003',
  }
  const methodStatement = { id: 'path.method', title: 'a wrong method is 405 with Allow', source: '0005' }
  const recordStatement = { id: 'record.unknown', title: 'an unknown record is 404 not_found', source: '0005' }
  return [
    ...(await checkOperations(checkContext, contract)),
    judge(pathStatement, [unknownPath], () =>
      toVerdict(pathStatement, [
        !isNotFound(unknownPath) &&
          `Got ${describeResponse(unknownPath)}${unknownPath.body === undefined ? ', which is not JSON' : ''}.`,
      ]),
    ),
    judge(methodStatement, [wrongMethod], () =>
      toVerdict(methodStatement, [
        (wrongMethod.status !== 405 || readError(wrongMethod).code !== 'method_not_allowed') &&
          `Got ${describeResponse(wrongMethod)}.`,
        wrongMethod.status === 405 &&
          !wrongMethod.headers.get('allow')?.includes('POST') &&
          'Allow does not name POST.',
      ]),
    ),
    judge(recordStatement, [unknownRecord], () =>
      unknownRecord.status === 403
        ? unknown(recordStatement, 'The key lacks payments:read.')
        : toVerdict(recordStatement, [!isNotFound(unknownRecord) && `Got ${describeResponse(unknownRecord)}.`]),
    ),
  ]
}

/** Checks each operation of the endpoint table that a read can show. */
async function checkOperations(
  { service, key, balance, products, orders, payments }: CheckContext,
  contract: Description,
): Promise<Line[]> {
  const responses: Record<string, Exchange | undefined> = {
    readBalance: balance,
    listProducts: products,
    listOrders: orders,
    readPayment: payments.find(({ status }) => status === 200) ?? payments[0],
  }
  const readFirst = async (path: string, value: unknown): Promise<Exchange | undefined> =>
    typeof value === 'string' ? service.get(`${path}/${encodeURIComponent(value)}`, { key }) : undefined
  responses['readProduct'] = await readFirst('/api/v1/products', readRecords(products)[0]?.['id'])
  responses['readOrder'] = await readFirst('/api/v1/orders', readRecords(orders)[0]?.['ref'])
  return endpointTable
    .filter(({ id, path }) => id !== 'createProduct' && contract.paths[path] !== undefined)
    .map(({ id, method, path }) => {
      const statement = { id: `path.${id}`, title: `${method} ${path}`, source: 'Endpoints' }
      const exchange = responses[id]
      if (method === 'POST') return unknown(statement, 'Only a write can show it: add --write.')
      if (!exchange) return unknown(statement, 'There is no record to read.')
      if (exchange.problem !== undefined) return unknown(statement, exchange.problem)
      // The service may reject the key before it looks up the path.
      if (exchange.status === 403) return unknown(statement, 'The key lacks the scope.')
      if (exchange.status === 200 && 'data' in toObject(exchange.body)) return holds(statement)
      const actions =
        exchange.status === 404 && !path.includes('{') ? [{ target: `$.paths['${path}']`, remove: true as const }] : []
      return differs(statement, `Got ${describeResponse(exchange)}.`, actions)
    })
}
