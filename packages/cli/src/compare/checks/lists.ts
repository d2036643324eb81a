import type { CheckContext } from '../check-context.js'
import { differs, holds, type Line, toVerdict, unknown } from '../line.js'
import { describeResponse, type Exchange, readData, readError, readRecords } from '../service-client.js'

const invalidLimits = ['abc', '0', '101', '1.5', '1e1', '-1']
const joinIds = (exchange: Exchange): string =>
  readRecords(exchange)
    .map(({ id }) => id)
    .join(' ')

/** Checks lists: arrays, `limit`, pages, order. Uses products, because the service documents their `limit`. */
export async function checkLists(checkContext: CheckContext): Promise<Line[]> {
  const { service, key, products, orders } = checkContext
  const lists = [products, orders].filter(({ status }) => status === 200)
  const array = { id: 'list.array', title: 'a list returns an array', source: 'Endpoints, rule 2' }
  if (lists.length === 0) return [unknown(array, 'No list could be read.')]
  const all = await service.get('/api/v1/products?limit=100', { key })
  const count = readRecords(all).length
  return [
    toVerdict(
      array,
      lists.map((one) => !Array.isArray(readData(one)) && `${one.path.split('?')[0]} does not.`),
    ),
    await checkLimit(checkContext, count),
    await checkInvalidLimits(checkContext),
    checkDefaultLimit(products, count),
    await checkPages(checkContext, all),
    checkOrder(all),
  ]
}

async function checkLimit({ service, key }: CheckContext, count: number): Promise<Line> {
  const statement = {
    id: 'list.limit',
    title: 'limit, a string, is the maximum number of records',
    source: 'Endpoints (Query limit)',
  }
  if (count < 2) return unknown(statement, 'There are fewer than two products.')
  const one = readRecords(await service.get('/api/v1/products?limit=1', { key })).length
  return one === 1 ? holds(statement) : differs(statement, `limit=1 returned ${one}.`)
}

async function checkInvalidLimits({ service, key }: CheckContext): Promise<Line> {
  const deviations: string[] = []
  for (const limit of invalidLimits) {
    const response = await service.get(`/api/v1/products?limit=${limit}`, { key })
    if (response.status !== 422 || readError(response).field !== 'limit')
      deviations.push(`limit=${limit}: ${describeResponse(response)}.`)
  }
  return toVerdict(
    { id: 'list.limit.refused', title: 'a limit other than a whole number from 1 to 100 is 422', source: '0010' },
    deviations,
  )
}

function checkDefaultLimit(products: Exchange, count: number): Line {
  const statement = { id: 'list.default', title: 'a page without limit has 20 records', source: '0010' }
  const pageSize = readRecords(products).length
  if (pageSize > 20) return differs(statement, `It has ${pageSize}.`)
  if (count <= 20) return unknown(statement, `There are only ${count} products.`)
  return pageSize === 20 ? holds(statement) : differs(statement, `It has ${pageSize}.`)
}

/** Returns the cursor of the next page from the `Link` header. */
function readCursor({ headers }: Exchange): string | undefined {
  const query = /<[^>]*\?([^>]*)>\s*;[^,]*rel="?next/i.exec(headers.get('link') ?? '')?.[1]
  return (query && new URLSearchParams(query).get('cursor')) || undefined
}

/** Checks that consecutive small pages equal one large page. */
async function checkPages({ service, key }: CheckContext, all: Exchange): Promise<Line> {
  const statement = {
    id: 'list.pages',
    title: 'following Link with rel="next" returns each record once',
    source: '0010',
  }
  const count = readRecords(all).length
  if (count < 3) return unknown(statement, 'There are fewer than three products.')
  let [cursor, read]: [string | undefined, string] = [undefined, '']
  for (let page = 0; page < 5; page++) {
    const query = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const response: Exchange = await service.get(`/api/v1/products?limit=2${query}`, { key })
    read += `${read && ' '}${joinIds(response)}`
    cursor = readCursor(response)
    if (cursor === undefined && (page + 1) * 2 < count)
      return differs(statement, `Page ${page + 1} of ${Math.ceil(count / 2)} has no Link.`)
    if (cursor === undefined) break
  }
  return `${joinIds(all)} `.startsWith(`${read} `)
    ? holds(statement)
    : differs(statement, 'The pages differ from the whole list.')
}

function checkOrder(all: Exchange): Line {
  const statement = { id: 'list.order', title: 'lists are newest first', source: '0010' }
  const times = readRecords(all).map(({ created_at: at }) => (typeof at === 'number' ? at : Date.parse(String(at))))
  if (new Set(times).size < 2 || times.some(Number.isNaN))
    return unknown(statement, 'All products have the same creation time.')
  return times.every((time, at) => at === 0 || time <= (times[at - 1] as number))
    ? holds(statement)
    : differs(statement, 'It is not.')
}
