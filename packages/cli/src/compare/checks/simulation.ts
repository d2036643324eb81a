import type { CheckContext } from '../check-context.js'
import { type ExpectedError, judgeError } from '../expected-error.js'
import { differs, holds, judge, type Line, type Statement, toVerdict, unknown } from '../line.js'
import {
  describeResponse,
  type Exchange,
  isSuccess,
  readData,
  readRecord,
  readRecords,
  toObject,
} from '../service-client.js'
import { type CreatedRecord, sampleText } from './created-values.js'

/** Price of the simulated product. */
export const simulatedPricePesewas = 1050
const product = { name: 'cedi compare', price: simulatedPricePesewas / 100, type: 'service' }
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
const createStatement = { id: 'path.createProduct', title: 'POST /api/v1/products', source: 'Endpoints' }

interface InvalidInput extends Statement {
  readonly text: string
  readonly type?: string
  readonly expected: ExpectedError
}

const amountText = { id: 'input.amount-text', title: 'an amount may be a string', source: '0004' }

/** Invalid inputs and the expected errors. Each is sent with `X-Service-Simulate: true`. */
const invalidInputs: readonly InvalidInput[] = [
  {
    ...{ id: 'input.unknown-field', title: 'an unknown field is rejected with its name', source: '0008' },
    text: JSON.stringify({ ...product, ammount: 1 }),
    expected: { status: 422, code: 'invalid_request', field: 'ammount' },
  },
  {
    ...{ id: 'input.missing-field', title: 'a missing field is rejected with its name', source: '0008' },
    text: '{"price":1}',
    expected: { status: 422, code: 'invalid_request', field: 'name' },
  },
  {
    ...{ id: 'input.third-decimal', title: 'a third decimal is rejected, not rounded', source: '0004' },
    text: '{"name":"cedi compare","price":10.555}',
    expected: { status: 422, code: 'invalid_amount', field: 'price' },
  },
  {
    ...{ id: 'input.currency', title: 'another currency is rejected', source: '0008' },
    text: JSON.stringify({ ...product, currency: 'USD' }),
    expected: { status: 422, code: 'unsupported_currency', field: 'currency' },
  },
  {
    ...{ id: 'input.json', title: 'invalid JSON is 400 malformed_json', source: '0005' },
    text: '{"name":',
    expected: { status: 400, code: 'malformed_json' },
  },
  {
    ...{ id: 'input.type', title: 'a Content-Type other than JSON is 415', source: '0005' },
    text: JSON.stringify(product),
    type: 'text/plain',
    expected: { status: 415, code: 'unsupported_media_type' },
  },
]

const inputStatements: readonly Statement[] = [...invalidInputs, amountText].map(({ id, title, source }) => ({
  id,
  title,
  source,
}))

/** Result of the simulations. */
interface Simulation {
  readonly lines: Line[]
  /** Response to the valid product. */
  readonly response?: Exchange
  readonly created: readonly CreatedRecord[]
}

/** Simulates a product, then invalid inputs. Stops if the service has written the product. */
export async function checkSimulation({ service, key, maxLimit }: CheckContext): Promise<Simulation> {
  const before = await service.get(`/api/v1/products?limit=${maxLimit}`, { key })
  const response = await service.simulate({ key, text: JSON.stringify(product) })
  const reasonForNone = response.problem ?? (response.status === 403 ? 'The key lacks products:write.' : undefined)
  if (reasonForNone !== undefined)
    return {
      lines: [createStatement, writesStatement, responseStatement, ...inputStatements].map((one) =>
        unknown(one, reasonForNone),
      ),
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
    const described = { ...product, description: sampleText }
    const exchange = await service.simulate({ key, text: JSON.stringify(described) })
    created.push({ name: 'Product', sent: described, exchange })
    return { lines: [...lines, ...(await checkInputs({ service, key }, response))], response, created }
  }
  const reason =
    writtenLine.verdict === 'differs' ? 'the simulation wrote the product' : 'it is unknown whether a simulation writes'
  return {
    lines: [...lines, ...inputStatements.map((one) => unknown(one, `Not tried: ${reason}.`))],
    response,
    created,
  }
}

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
  return toVerdict(responseStatement, [
    response.status !== 201 && `Got ${describeResponse(response)}, not 201.`,
    response.headers.get('x-service-simulate') !== 'true' && 'The response has no X-Service-Simulate.',
  ])
}

async function checkInputs({ service, key }: Pick<CheckContext, 'service' | 'key'>, plain: Exchange): Promise<Line[]> {
  const lines: Line[] = []
  for (const { text, type, expected, ...statement } of invalidInputs) {
    const response = await service.simulate({ key, text, headers: type === undefined ? {} : { 'Content-Type': type } })
    lines.push(judgeError(statement, response, expected))
  }
  const response = await service.simulate({ key, text: JSON.stringify({ ...product, price: '10.50' }) })
  const isSame = response.status === plain.status && readRecord(response)['price'] === readRecord(plain)['price']
  lines.push(
    judge(amountText, [response], () =>
      isSuccess(response) && isSame
        ? holds(amountText)
        : differs(amountText, `Got ${describeResponse(response)} for "10.50", and ${plain.status} for 10.5.`),
    ),
  )
  return lines
}
