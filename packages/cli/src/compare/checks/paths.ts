import { endpointTable } from '@cedi/contract/generated/operations'
import type { CheckContext } from '../check-context.js'
import { differs, holds, type Line, toVerdict, unknown } from '../line.js'
import { describeResponse, type Exchange, readError, readRecords, toObject } from '../service-client.js'

/** Checks that all operations exist, and the error for an unknown path. */
export async function checkPaths(checkContext: CheckContext): Promise<Line[]> {
  const { service, key } = checkContext
  const unknownPath = await service.get('/api/v1/compare-nothing', { key })
  const wrongMethod = await service.get('/api/v1/checkout/intent', { key })
  const unknownRecord = await service.get('/api/v1/payments/pay_compare000000', { key })
  const isNotFound = (one: Exchange): boolean => one.status === 404 && readError(one).code === 'not_found'
  return [
    ...(await checkOperations(checkContext)),
    toVerdict({ id: 'path.unknown', title: 'an unknown path is 404 not_found in the envelope', source: '0003' }, [
      !isNotFound(unknownPath) &&
        `Got ${describeResponse(unknownPath)}${unknownPath.body === undefined ? ', which is not JSON' : ''}.`,
    ]),
    toVerdict({ id: 'path.method', title: 'a wrong method is 405 with Allow', source: '0005' }, [
      (wrongMethod.status !== 405 || readError(wrongMethod).code !== 'method_not_allowed') &&
        `Got ${describeResponse(wrongMethod)}.`,
      wrongMethod.status === 405 && !wrongMethod.headers.get('allow')?.includes('POST') && 'Allow does not name POST.',
    ]),
    toVerdict({ id: 'record.unknown', title: 'an unknown record is 404 not_found', source: '0005' }, [
      unknownRecord.status !== 403 && !isNotFound(unknownRecord) && `Got ${describeResponse(unknownRecord)}.`,
    ]),
  ]
}

/** Checks each operation of the endpoint table. A path that rejects the key exists. */
async function checkOperations({ service, key, balance, products, orders, payments }: CheckContext): Promise<Line[]> {
  const responses: Record<string, Exchange | undefined> = {
    readBalance: balance,
    listProducts: products,
    listOrders: orders,
    readPayment: payments[0],
  }
  const readFirst = async (path: string, value: unknown): Promise<Exchange | undefined> =>
    typeof value === 'string' ? service.get(`${path}/${encodeURIComponent(value)}`, { key }) : undefined
  responses['readProduct'] = await readFirst('/api/v1/products', readRecords(products)[0]?.['id'])
  responses['readOrder'] = await readFirst('/api/v1/orders', readRecords(orders)[0]?.['ref'])
  return endpointTable
    .filter(({ id }) => id !== 'createProduct')
    .map(({ id, method, path }) => {
      const statement = { id: `path.${id}`, title: `${method} ${path}`, source: 'Endpoints' }
      const exchange = responses[id]
      if (method === 'POST') return unknown(statement, 'Only a write can show it: add --write.')
      if (!exchange) return unknown(statement, 'There is no record to read.')
      const isPresent = exchange.status === 403 || (exchange.status === 200 && 'data' in toObject(exchange.body))
      if (isPresent) return holds(statement)
      const actions =
        exchange.status === 404 && !path.includes('{') ? [{ target: `$.paths['${path}']`, remove: true as const }] : []
      return differs(statement, `Got ${describeResponse(exchange)}.`, actions)
    })
}
