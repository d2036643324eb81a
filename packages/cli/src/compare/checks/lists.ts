import type { CheckContext } from '../check-context.js'
import { judgeErrors, type RejectedRequest } from '../expected-error.js'
import {
  differs,
  holds,
  judge,
  type LabelledLine,
  type Line,
  mergeLines,
  type Statement,
  toVerdict,
  unknown,
} from '../line.js'
import { toRoute } from '../operations.js'
import { describeResponse, type Exchange, readData, readRecords } from '../service-client.js'
import { checkOrder } from './list-order.js'
import { checkPages, type ListReader, toListPath } from './list-pages.js'
import { readNextPage } from './next-page.js'

const invalidLimits = ['abc', '0', '101', '1.5', '1e1', '-1']

const statements = {
  array: { id: 'list.array', title: 'a list returns an array', source: 'Endpoints, rule 2' },
  limit: {
    id: 'list.limit',
    title: 'limit, a string, is the maximum number of records',
    source: 'Endpoints (Query limit)',
  },
  max: { id: 'list.limit.max', title: 'the maximum of limit is 100', source: '0010' },
  refused: {
    id: 'list.limit.refused',
    title: 'a limit other than a whole number from 1 to 100 is 422',
    source: '0010',
  },
  default: { id: 'list.default', title: 'a page without limit has 20 records', source: '0010' },
  pages: { id: 'list.pages', title: 'following Link with rel="next" returns each record once', source: '0010' },
  parameters: { id: 'list.parameters', title: 'other query parameters are ignored', source: '0010' },
  order: { id: 'list.order', title: 'lists are newest first', source: '0010' },
}

/** Checks lists: arrays, `limit`, pages, order. The maximum of `limit` is checked with products only. */
export async function checkLists(checkContext: CheckContext): Promise<Line[]> {
  const { products, allProducts, orders } = checkContext
  const lists = [products, orders].filter(({ status }) => status === 200)
  if (lists.length === 0) {
    const reason = products.problem ?? `No list could be read: ${describeResponse(products)}.`
    return Object.values(statements).map((statement) => unknown(statement, reason))
  }
  const reader: ListReader = checkContext
  const limitLines = [await checkLimit(reader, allProducts), await checkLimit(reader, orders)]
  return [
    toVerdict(
      statements.array,
      lists.map((one) => !Array.isArray(readData(one)) && describeNonArray(one)),
    ),
    mergeLists(statements.limit, limitLines),
    await checkMaxLimit(checkContext),
    await checkInvalidLimits(
      checkContext,
      [products, orders].filter((_, index) => limitLines[index]?.verdict !== 'differs'),
    ),
    await checkOtherParameters(reader, lists),
    mergeLines(statements.default, [
      checkDefaultLimit(products, allProducts, limitLines[0]?.verdict !== 'differs'),
      checkDefaultLimit(
        await reader.service.get('/api/v1/orders', { key: reader.key }),
        orders,
        limitLines[1]?.verdict !== 'differs',
      ),
    ]),
    mergeLists(statements.pages, [
      await checkPages(statements.pages, reader, allProducts),
      await checkPages(statements.pages, reader, orders),
    ]),
    checkOrder(statements.order, [allProducts, orders]),
  ]
}

/** Merges the lines of several lists. */
const mergeLists = (statement: Statement, lines: readonly Line[]): Line =>
  mergeLines(
    statement,
    lines.map((line) => ({ line })),
  )

function describeNonArray(list: Exchange): string {
  const data = readData(list)
  const path = list.path.split('?')[0]
  if (data === null) return `${path}: \`data\` of an empty list is null, not [].`
  if (typeof data !== 'object') return `${path}: \`data\` is ${data === undefined ? 'missing' : `a ${typeof data}`}.`
  return `${path}: \`data\` is an object with ${Object.keys(data).slice(0, 10).join(', ').slice(0, 100) || 'no members'}.`
}

async function checkLimit({ service, key }: ListReader, list: Exchange): Promise<Line> {
  const path = toListPath(list)
  if (list.problem !== undefined) return unknown(statements.limit, list.problem)
  if (readRecords(list).length < 2) return unknown(statements.limit, `${path} has fewer than two records.`)
  const response = await service.get(`${path}?limit=1`, { key })
  const { length } = readRecords(response)
  return judge(statements.limit, [response], () =>
    length === 1 ? holds(statements.limit) : differs(statements.limit, `${path}?limit=1 returned ${length}.`),
  )
}

async function checkOtherParameters({ service, key }: ListReader, lists: readonly Exchange[]): Promise<Line> {
  const responses: Exchange[] = []
  for (const list of lists) responses.push(await service.get(`${toListPath(list)}?limit=1&other=1`, { key }))
  return judge(statements.parameters, responses, () => {
    const wrong = responses.filter(({ status }) => status !== 200)
    return wrong.length === 0
      ? holds(statements.parameters, `Tried: ${responses.map(({ path }) => path).join(', ')}.`)
      : differs(statements.parameters, wrong.map((one) => `${one.path}: ${describeResponse(one)}, not 200.`).join(' '))
  })
}

async function checkMaxLimit({ service, baseUrl, key, allProducts, maxLimit }: CheckContext): Promise<Line> {
  const statement = statements.max
  if (allProducts.problem !== undefined) return unknown(statement, allProducts.problem)
  if (maxLimit < 100)
    return differs(statement, `The maximum of limit looks like ${maxLimit}: limit=100 is rejected, ${maxLimit} is not.`)
  if (allProducts.status !== 200) return unknown(statement, `Got ${describeResponse(allProducts)}.`)
  const { length } = readRecords(allProducts)
  if (length > 100) return differs(statement, `limit=100 returned ${length} records.`)
  if (length === 100) return holds(statement, 'Tried: GET /api/v1/products.')
  const page = readNextPage(allProducts, baseUrl)
  // A Link to an empty page is reported with the pages.
  const next = page && (await service.get(page.path, { key }))
  return next && readRecords(next).length > 0
    ? differs(statement, `The maximum of limit looks like ${length}: limit=100 returned ${length} records and a Link.`)
    : unknown(statement, `There are only ${length} products, which a smaller maximum could return, too.`)
}

/** @param lists - Lists that observe `limit`. */
async function checkInvalidLimits({ service, key, products }: CheckContext, lists: readonly Exchange[]): Promise<Line> {
  const statement = statements.refused
  if (lists.length === 0) return unknown(statement, `limit has another effect: see ${statements.limit.id}.`)
  const readable = lists.filter(({ status, problem }) => status !== 403 && problem === undefined)
  if (readable.length === 0) return unknown(statement, products.problem ?? 'The key lacks the scopes to read lists.')
  const requests: RejectedRequest[] = []
  for (const path of readable.map(toListPath))
    for (const limit of invalidLimits)
      requests.push({ exchange: await service.get(`${path}?limit=${limit}`, { key }), label: `${path}?limit=${limit}` })
  return judgeErrors(statement, requests, { status: 422, code: 'invalid_request', field: 'limit' })
}

/** @param isLimitObserved - Whether pages have at most `limit` records. */
function checkDefaultLimit(page: Exchange, all: Exchange, isLimitObserved: boolean): LabelledLine {
  const statement = statements.default
  const count = readRecords(all).length
  const line = judge(statement, [page, all], () => {
    const pageSize = readRecords(page).length
    if (page.status !== 200) return unknown(statement, `The list could not be read: ${describeResponse(page)}.`)
    if (pageSize > 20 && !isLimitObserved)
      return unknown(statement, `limit has another effect: see ${statements.limit.id}.`)
    if (pageSize > 20) return differs(statement, `It has ${pageSize}.`)
    if (pageSize < Math.min(count, 20)) return differs(statement, `It has ${pageSize} of ${count}.`)
    return count <= 20 ? unknown(statement, `There are only ${count} records.`) : holds(statement)
  })
  return { label: toRoute(page), line }
}
