import type { CheckContext } from '../check-context.js'
import { judgeErrors } from '../expected-error.js'
import { differs, holds, type Line, toVerdict, unknown } from '../line.js'
import {
  describeResponse,
  type Exchange,
  isSuccess,
  readData,
  readRecord,
  readRecords,
  type ServiceClient,
  toObject,
} from '../service-client.js'
import { type CreatedRecord, sampleText } from './created-values.js'

/** Price of the simulated product. */
export const simulatedPricePesewas = 1050
export const product: Readonly<Record<string, unknown>> = {
  name: 'cedi compare',
  price: simulatedPricePesewas / 100,
  type: 'service',
}
const writesStatement = {
  id: 'simulate.writes',
  title: 'a simulated product is not written',
  source: 'Endpoints, rule 1',
}
const responseStatement = {
  id: 'simulate.answer',
  title: 'a simulation returns 201 with a product and the header X-Service-Simulate',
  source: '0011',
}
const valueStatement = {
  id: 'simulate.value',
  title: 'another value of X-Service-Simulate than true is 400 invalid_header',
  source: '0011',
}
const createStatement = { id: 'path.createProduct', title: 'POST /api/v1/products', source: 'Endpoints' }

/** Result of the simulations. */
export interface Simulation {
  readonly lines: Line[]
  /** Whether further simulations write nothing. */
  readonly isSafe: boolean
  /** Reason for no further simulation. */
  readonly problem?: string
  /** Response to the valid product. */
  readonly response?: Exchange
  readonly created: readonly CreatedRecord[]
}

/** Simulates a product. A second simulation follows only if the service has not written the first. */
export async function checkSimulation({ service, key, maxLimit }: CheckContext): Promise<Simulation> {
  const before = await service.get(`/api/v1/products?limit=${maxLimit}`, { key })
  const response = await service.simulate({ key, text: JSON.stringify(product) })
  const reasonForNone = response.problem ?? (response.status === 403 ? 'The key lacks products:write.' : undefined)
  if (reasonForNone !== undefined)
    return {
      lines: [createStatement, writesStatement, responseStatement, valueStatement].map((one) =>
        unknown(one, reasonForNone),
      ),
      isSafe: false,
      problem: reasonForNone,
      created: [],
    }
  const body = toObject(response.body)
  const isPresent =
    (isSuccess(response) && 'data' in body) ||
    (response.status < 500 && response.status !== 404 && response.status !== 405 && 'success' in body)
  const writtenLine = await checkWritten({ before, response }, { service, key, maxLimit })
  const lines = [
    isPresent ? holds(createStatement) : differs(createStatement, `Got ${describeResponse(response)}.`),
    writtenLine,
    checkSimulatedResponse(response),
  ]
  const created: CreatedRecord[] = [{ name: 'Product', sent: product, exchange: response }]
  if (writtenLine.verdict === 'holds') {
    const described = { name: product['name'], price: product['price'], description: sampleText }
    const exchange = await service.simulate({ key, text: JSON.stringify(described) })
    lines.push(await checkHeaderValue(service, key))
    created.push({ name: 'Product', sent: described, defaults: { type: 'digital', active: true }, exchange })
    return { lines, isSafe: true, response, created }
  }
  const reason =
    writtenLine.verdict === 'differs' ? 'the simulation wrote the product' : 'it is unknown whether a simulation writes'
  lines.push(unknown(valueStatement, `Not tried: ${reason}.`))
  return { lines, isSafe: false, problem: `Not tried: ${reason}.`, response, created }
}

/** Checks another value of the header. The body is invalid, so that a service that ignores the header writes nothing. */
const checkHeaderValue = async (service: ServiceClient, key: string): Promise<Line> =>
  judgeErrors(
    valueStatement,
    [{ exchange: await service.simulate({ key, text: '{}' }, 'True'), label: 'X-Service-Simulate: True' }],
    { status: 400, code: 'invalid_header' },
  )

/**
 * Returns whether the simulated product was written. Other clients may add products concurrently, so a new product counts
 * only if it has the ID or the name.
 */
async function checkWritten(
  { before, response }: { readonly before: Exchange; readonly response: Exchange },
  { service, key, maxLimit }: Pick<CheckContext, 'service' | 'key' | 'maxLimit'>,
): Promise<Line> {
  const after = await service.get(`/api/v1/products?limit=${maxLimit}`, { key })
  const { id } = readRecord(response)
  const read =
    typeof id === 'string' && id !== ''
      ? await service.get(`/api/v1/products/${encodeURIComponent(id)}`, { key })
      : undefined
  const knownIds = new Set(readRecords(before).map((one) => one['id']))
  const isListed =
    before.status === 200 &&
    readRecords(after).some((one) => !knownIds.has(one['id']) && (one['id'] === id || one['name'] === product.name))
  const isRead = read?.status === 200 && readRecord(read)['name'] === product.name
  if (isListed || isRead)
    return toVerdict(writesStatement, [
      isListed && 'A new product is listed. Delete it in the portal.',
      isRead && 'The simulated product can be read.',
    ])
  if (!isSuccess(response))
    return unknown(writesStatement, `The simulation was rejected: ${describeResponse(response)}.`)
  const isSeen = (isList(before) && isList(after)) || read?.status === 404
  return isSeen
    ? holds(writesStatement)
    : unknown(writesStatement, 'Neither the products nor the simulated one could be read.')
}

/** Returns whether a response is a list, also in an unknown wrapper object. */
const isList = (exchange: Exchange): boolean =>
  exchange.status === 200 &&
  (Array.isArray(readData(exchange)) || Object.values(toObject(readData(exchange))).some(Array.isArray))

function checkSimulatedResponse(response: Exchange): Line {
  const header = response.headers.get('x-service-simulate')
  const hasHeader = header === 'true'
  const line = toVerdict(responseStatement, [
    response.status !== 201 && `Got ${describeResponse(response)}, not 201.`,
    header === null && 'The response has no X-Service-Simulate.',
    header !== null && !hasHeader && `X-Service-Simulate is ${header.slice(0, 60)}, not true.`,
  ])
  const isStatusOnly = response.status !== 201 && isSuccess(response) && hasHeader
  return isStatusOnly ? { ...line, statusOnly: { expected: 201, actual: response.status } } : line
}
