import type { CheckContext } from '../check-context.js'
import { differs, holds, judge, type Line, toVerdict, unknown } from '../line.js'
import {
  describeResponse,
  type Exchange,
  isSuccess,
  readData,
  readError,
  readRecord,
  readRecords,
  toObject,
} from '../service-client.js'

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

/** Invalid inputs and the expected errors. Each is sent with `X-Service-Simulate: true`. */
const inputs: readonly {
  readonly id: string
  readonly title: string
  readonly source: string
  readonly text: string
  readonly type?: string
  /** @param plain - Response to the valid product. */
  readonly isExpected: (response: Exchange, plain: Exchange) => boolean
}[] = [
  input('input.unknown-field', 'an unknown field is rejected with its name', '0008', { ...product, ammount: 1 }, [
    422,
    'invalid_request',
    'ammount',
  ]),
  input('input.missing-field', 'a missing field is rejected with its name', '0008', { price: 1 }, [
    422,
    'invalid_request',
    'name',
  ]),
  {
    ...input('input.third-decimal', 'a third decimal is rejected, not rounded', '0004', {}, [
      422,
      'invalid_amount',
      'price',
    ]),
    text: '{"name":"cedi compare","price":10.555}',
  },
  input('input.currency', 'another currency is rejected', '0008', { ...product, currency: 'USD' }, [
    422,
    'unsupported_currency',
    'currency',
  ]),
  {
    ...input('input.amount-text', 'an amount may be a string', '0004', { ...product, price: '10.50' }, [201]),
    isExpected: (response, plain) =>
      isSuccess(response) &&
      response.status === plain.status &&
      readRecord(response)['price'] === readRecord(plain)['price'],
  },
  {
    ...input('input.json', 'invalid JSON is 400 malformed_json', '0005', {}, [400, 'malformed_json']),
    text: '{"name":',
  },
  {
    ...input('input.type', 'a Content-Type other than JSON is 415', '0005', product, [415, 'unsupported_media_type']),
    type: 'text/plain',
  },
]

function input(
  id: string,
  title: string,
  source: string,
  body: object,
  [status, code, field]: readonly [number, string?, string?],
): (typeof inputs)[number] {
  return {
    id,
    title,
    source,
    text: JSON.stringify(body),
    isExpected: (response) =>
      response.status === status &&
      (code === undefined || readError(response).code === code) &&
      (field === undefined || readError(response).field === field),
  }
}

/** Simulates a product, then invalid inputs. Stops if the service has written the product. */
export async function checkSimulation({
  service,
  key,
  maxLimit,
}: CheckContext): Promise<{ lines: Line[]; response?: Exchange }> {
  const before = await service.get(`/api/v1/products?limit=${maxLimit}`, { key })
  const response = await service.simulate({ key, text: JSON.stringify(product) })
  const reasonForNone = response.problem ?? (response.status === 403 ? 'The key lacks products:write.' : undefined)
  if (reasonForNone !== undefined)
    return {
      lines: [createStatement, writesStatement, responseStatement, ...inputs].map((one) => unknown(one, reasonForNone)),
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
  if (writtenLine.verdict === 'holds')
    return { lines: [...lines, ...(await checkInvalidInputs({ service, key }, response))], response }
  const reason =
    writtenLine.verdict === 'differs' ? 'the simulation wrote the product' : 'it is unknown whether a simulation writes'
  return { lines: [...lines, ...inputs.map((one) => unknown(one, `Not tried: ${reason}.`))], response }
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
    response.status !== 201 && `Got ${describeResponse(response)}.`,
    response.headers.get('x-service-simulate') !== 'true' && 'The response has no X-Service-Simulate.',
  ])
}

async function checkInvalidInputs(
  { service, key }: Pick<CheckContext, 'service' | 'key'>,
  plain: Exchange,
): Promise<Line[]> {
  const lines: Line[] = []
  for (const { text, type, isExpected, ...statement } of inputs) {
    const response = await service.simulate({ key, text, headers: type === undefined ? {} : { 'Content-Type': type } })
    lines.push(
      judge(statement, [response], () =>
        isExpected(response, plain) ? holds(statement) : differs(statement, `Got ${describeResponse(response)}.`),
      ),
    )
  }
  return lines
}
