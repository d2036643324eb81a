import type { CheckContext } from '../check-context.js'
import { differs, holds, type Line, toVerdict, unknown } from '../line.js'
import { describeResponse, type Exchange, readData, readError, readRecords, toObject } from '../service-client.js'

const product = { name: 'cedi compare', price: 10.5, type: 'service' }
const writes = { id: 'simulate.writes', title: 'a simulated product is not written', source: 'Endpoints, rule 1' }
const created = { id: 'path.createProduct', title: 'POST /api/v1/products', source: 'Endpoints' }

/** Invalid inputs and the expected errors. Each is sent with `X-Service-Simulate: true`. */
const inputs: readonly {
  readonly id: string
  readonly title: string
  readonly source: string
  readonly text: string
  readonly type?: string
  readonly isRight: (answer: Exchange) => boolean
}[] = [
  input('input.unknown-field', 'an unknown field is refused, and named', '0008', { ...product, ammount: 1 }, [
    422,
    'invalid_request',
    'ammount',
  ]),
  input('input.missing-field', 'a missing field is refused, and named', '0008', { price: 1 }, [
    422,
    'invalid_request',
    'name',
  ]),
  {
    ...input('input.third-decimal', 'a third decimal is refused, never rounded', '0004', {}, [
      422,
      'invalid_amount',
      'price',
    ]),
    text: '{"name":"cedi compare","price":10.555}',
  },
  input('input.currency', 'another currency is refused', '0008', { ...product, currency: 'USD' }, [
    422,
    'unsupported_currency',
    'currency',
  ]),
  {
    ...input('input.amount-text', 'an amount may be text', '0004', { ...product, price: '10.50' }, [201]),
    isRight: (answer) => answer.status === 201 && toObject(readData(answer))['price'] === 10.5,
  },
  {
    ...input('input.json', 'what is not JSON is 400 malformed_json', '0005', {}, [400, 'malformed_json']),
    text: '{"name":',
  },
  {
    ...input('input.type', 'another type than JSON is 415', '0005', product, [415, 'unsupported_media_type']),
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
    isRight: (answer) =>
      answer.status === status &&
      (code === undefined || readError(answer).code === code) &&
      (field === undefined || readError(answer).field === field),
  }
}

/** Simulates a product, then invalid inputs. Stops if the service has written the product. */
export async function simulateLines({ service, key }: CheckContext): Promise<{ lines: Line[]; answer?: Exchange }> {
  const before = await service.get('/api/v1/products?limit=100', { key })
  const answer = await service.simulate({ key, text: JSON.stringify(product) })
  if (answer.status === 403) return { lines: [holds(created), unknown(writes, 'The key lacks products:write.')] }
  const isThere =
    answer.status < 500 && answer.status !== 404 && answer.status !== 405 && 'success' in toObject(answer.body)
  const written = await writtenLine({ before, answer }, { service, key })
  const lines = [
    isThere ? holds(created) : differs(created, `Got ${describeResponse(answer)}.`),
    written,
    answerLine(answer),
  ]
  if (written.verdict === 'holds') return { lines: [...lines, ...(await inputLines({ service, key }))], answer }
  const why = written.verdict === 'differs' ? 'simulating writes' : 'nothing shows whether simulating writes'
  return { lines: [...lines, ...inputs.map((one) => unknown(one, `Not tried: ${why}.`))], answer }
}

/**
 * Returns whether the simulated product was written. Other clients may add products concurrently, so a new product counts
 * only if it has the ID or the name.
 */
async function writtenLine(
  { before, answer }: { readonly before: Exchange; readonly answer: Exchange },
  { service, key }: Pick<CheckContext, 'service' | 'key'>,
): Promise<Line> {
  const after = await service.get('/api/v1/products?limit=100', { key })
  const { id } = toObject(readData(answer))
  const read =
    typeof id === 'string' && id !== ''
      ? await service.get(`/api/v1/products/${encodeURIComponent(id)}`, { key })
      : undefined
  const known = new Set(readRecords(before).map((one) => one['id']))
  const isListed =
    before.status === 200 &&
    readRecords(after).some((one) => !known.has(one['id']) && (one['id'] === id || one['name'] === product.name))
  const isRead = read?.status === 200 && toObject(readData(read))['name'] === product.name
  if (isListed || isRead)
    return toVerdict(writes, [
      isListed && 'There is a product more than before. Delete it in the portal.',
      isRead && 'The simulated product can be read.',
    ])
  if (answer.status < 200 || answer.status >= 300)
    return unknown(writes, `Simulating was refused: ${describeResponse(answer)}.`)
  const isSeen = (isList(before) && isList(after)) || read?.status === 404
  return isSeen ? holds(writes) : unknown(writes, 'Neither the products nor the simulated one could be read.')
}

/** Returns whether a response is a list, also in an unknown wrapper object. */
const isList = (exchange: Exchange): boolean =>
  exchange.status === 200 &&
  (Array.isArray(readData(exchange)) || Object.values(toObject(readData(exchange))).some(Array.isArray))

function answerLine(answer: Exchange): Line {
  return toVerdict(
    { id: 'simulate.answer', title: 'simulating answers 201 with a product and says so in a header', source: '0011' },
    [
      answer.status !== 201 && `Got ${describeResponse(answer)}.`,
      answer.headers.get('x-service-simulate') !== 'true' && 'X-Service-Simulate is not repeated.',
    ],
  )
}

async function inputLines({ service, key }: Pick<CheckContext, 'service' | 'key'>): Promise<Line[]> {
  const lines: Line[] = []
  for (const { text, type, isRight, ...statement } of inputs) {
    const answer = await service.simulate({ key, text, headers: type === undefined ? {} : { 'Content-Type': type } })
    const field = readError(answer).field
    lines.push(
      isRight(answer)
        ? holds(statement)
        : differs(statement, `Got ${describeResponse(answer)}${field ? ` for ${field}` : ''}.`),
    )
  }
  return lines
}
