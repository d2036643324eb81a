import type { CheckContext } from '../check-context.js'
import { differs, holds, type Line, toVerdict, unknown } from '../line.js'
import { describeResponse, type Exchange, readData, readError, readRecords } from '../service-client.js'

const refusedLimits = ['abc', '0', '101', '1.5', '1e1', '-1']
const idsOf = (exchange: Exchange): string =>
  readRecords(exchange)
    .map(({ id }) => id)
    .join(' ')

/** Checks lists: arrays, `limit`, pages, order. Uses products, because the service documents their `limit`. */
export async function listLines(checkContext: CheckContext): Promise<Line[]> {
  const { service, key, products, orders } = checkContext
  const lists = [products, orders].filter(({ status }) => status === 200)
  const array = { id: 'list.array', title: 'a list gives an array', source: 'Endpoints, rule 2' }
  if (lists.length === 0) return [unknown(array, 'No list could be read.')]
  const all = await service.get('/api/v1/products?limit=100', { key })
  const count = readRecords(all).length
  return [
    toVerdict(
      array,
      lists.map((one) => !Array.isArray(readData(one)) && `${one.path.split('?')[0]} does not.`),
    ),
    await limitLine(checkContext, count),
    await refusedLine(checkContext),
    defaultLine(products, count),
    await pagesLine(checkContext, all),
    orderLine(all),
  ]
}

async function limitLine({ service, key }: CheckContext, count: number): Promise<Line> {
  const statement = {
    id: 'list.limit',
    title: 'limit, as text, says how many there are at most',
    source: 'Endpoints (Query limit)',
  }
  if (count < 2) return unknown(statement, 'There are fewer than two products.')
  const one = readRecords(await service.get('/api/v1/products?limit=1', { key })).length
  return one === 1 ? holds(statement) : differs(statement, `limit=1 gave ${one}.`)
}

async function refusedLine({ service, key }: CheckContext): Promise<Line> {
  const wrong: string[] = []
  for (const limit of refusedLimits) {
    const answer = await service.get(`/api/v1/products?limit=${limit}`, { key })
    if (answer.status !== 422 || readError(answer).field !== 'limit')
      wrong.push(`limit=${limit}: ${describeResponse(answer)}.`)
  }
  return toVerdict(
    { id: 'list.limit.refused', title: 'a limit that is no whole number from 1 to 100 is 422', source: '0010' },
    wrong,
  )
}

function defaultLine(products: Exchange, count: number): Line {
  const statement = { id: 'list.default', title: 'without limit a page has 20', source: '0010' }
  const seen = readRecords(products).length
  if (seen > 20) return differs(statement, `It has ${seen}.`)
  if (count <= 20) return unknown(statement, `There are only ${count} products.`)
  return seen === 20 ? holds(statement) : differs(statement, `It has ${seen}.`)
}

/** Returns the cursor of the next page from the `Link` header. */
function cursorOf({ headers }: Exchange): string | undefined {
  const query = /<[^>]*\?([^>]*)>\s*;[^,]*rel="?next/i.exec(headers.get('link') ?? '')?.[1]
  return (query && new URLSearchParams(query).get('cursor')) || undefined
}

/** Checks that consecutive small pages equal one large page. */
async function pagesLine({ service, key }: CheckContext, all: Exchange): Promise<Line> {
  const statement = { id: 'list.pages', title: 'Link with rel="next" leads through all, none twice', source: '0010' }
  const count = readRecords(all).length
  if (count < 3) return unknown(statement, 'There are fewer than three products.')
  let [cursor, read]: [string | undefined, string] = [undefined, '']
  for (let page = 0; page < 5; page++) {
    const query = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const answer: Exchange = await service.get(`/api/v1/products?limit=2${query}`, { key })
    read += `${read && ' '}${idsOf(answer)}`
    cursor = cursorOf(answer)
    if (cursor === undefined && (page + 1) * 2 < count)
      return differs(statement, `Page ${page + 1} of ${Math.ceil(count / 2)} has no Link.`)
    if (cursor === undefined) break
  }
  return `${idsOf(all)} `.startsWith(`${read} `)
    ? holds(statement)
    : differs(statement, 'The pages are not the list in pieces.')
}

function orderLine(all: Exchange): Line {
  const statement = { id: 'list.order', title: 'the newest is first', source: '0010' }
  const times = readRecords(all).map(({ created_at: at }) => (typeof at === 'number' ? at : Date.parse(String(at))))
  if (new Set(times).size < 2 || times.some(Number.isNaN))
    return unknown(statement, 'All products are of the same time.')
  return times.every((time, at) => at === 0 || time <= (times[at - 1] as number))
    ? holds(statement)
    : differs(statement, 'It is not.')
}
