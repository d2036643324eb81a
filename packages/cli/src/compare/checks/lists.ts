import type { CheckContext } from '../check-context.js'
import { judgeErrors, type RejectedRequest } from '../expected-error.js'
import { differs, holds, judge, type Line, mergeLines, type Statement, toVerdict, unknown } from '../line.js'
import { describeResponse, type Exchange, readData, readField, readRecords, toObject } from '../service-client.js'
import { type NextPage, readNextPage } from './next-page.js'

const invalidLimits = ['abc', '0', '101', '1.5', '1e1', '-1']
const readIds = (exchange: Exchange): readonly unknown[] => readRecords(exchange).map(({ id, ref }) => id ?? ref)
const isEqual = (left: readonly unknown[], right: readonly unknown[]): boolean =>
  left.length === right.length && left.every((id, at) => id === right[at])

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

/** Checks lists: arrays, `limit`, pages, order. The maximum and the default of `limit` are checked with products only. */
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
    checkDefaultLimit(products, readRecords(allProducts).length),
    mergeLists(statements.pages, [await checkPages(reader, allProducts), await checkPages(reader, orders)]),
    checkOrder([allProducts, orders]),
  ]
}

/** Client and parameters for reading lists. */
type ListReader = Pick<CheckContext, 'service' | 'baseUrl' | 'key' | 'maxLimit'>

const toListPath = ({ path }: Exchange): string => path.split('?')[0] as string

/** Merges the lines of several lists. */
const mergeLists = (statement: Statement, lines: readonly Line[]): Line =>
  mergeLines(
    statement,
    lines.map((line) => ({ line })),
  )

function describeNonArray(list: Exchange): string {
  const data = readData(list)
  const path = list.path.split('?')[0]
  if (typeof data !== 'object' || data === null)
    return `${path}: \`data\` is ${data === undefined ? 'missing' : typeof data}.`
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

function checkDefaultLimit(products: Exchange, count: number): Line {
  const statement = statements.default
  return judge(statement, [products], () => {
    const pageSize = readRecords(products).length
    if (pageSize > 20) return differs(statement, `It has ${pageSize}.`)
    if (pageSize < Math.min(count, 20)) return differs(statement, `It has ${pageSize} of ${count}.`)
    if (count <= 20) return unknown(statement, `There are only ${count} products.`)
    return holds(statement, 'Tried: GET /api/v1/products.')
  })
}

/** Maximum number of pages to read. */
const maxPages = 5

/** Checks that consecutive small pages equal one large page. @param whole - The large page. */
async function checkPages(reader: ListReader, whole: Exchange): Promise<Line> {
  const { service, baseUrl, key, maxLimit } = reader
  const statement = statements.pages
  if (whole.problem !== undefined) return unknown(statement, whole.problem)
  const path = toListPath(whole)
  const allIds = readIds(whole)
  if (allIds.length < 3) return unknown(statement, `${path} has fewer than three records.`)
  const repeatedCount = allIds.length - new Set(allIds).size
  if (repeatedCount > 0) return differs(statement, `${path} repeats ${repeatedCount} of ${allIds.length} records.`)
  const pageSize = Math.max(2, Math.ceil(allIds.length / maxPages))
  const pageCount = Math.ceil(allIds.length / pageSize)
  let next: NextPage | undefined
  const wrongLinks = new Set<string>()
  const read: unknown[] = []
  let hasShortPage = false
  for (let page = 1; page <= pageCount && read.length < allIds.length; page++) {
    const response: Exchange = await service.get(next?.path ?? `${path}?limit=${pageSize}`, { key })
    if (response.problem !== undefined) return unknown(statement, response.problem)
    const name = `${path}: page ${page} of ${pageCount}`
    if (response.status !== 200) return differs(statement, `${name} is ${describeResponse(response)}.`)
    const ids = readIds(response)
    read.push(...ids)
    next = readNextPage(response, baseUrl)
    for (const text of next?.wrong ?? []) wrongLinks.add(text)
    hasShortPage ||= ids.length < pageSize && page < pageCount && next !== undefined
    if (next === undefined && page < pageCount && read.length < allIds.length) {
      const found = response.headers.has('link') ? 'has a Link without a next cursor' : 'has no Link'
      return differs(statement, `${name} ${found}.${await findOtherPaging(reader, allIds, response)}`)
    }
  }
  const knownIds = new Set(allIds)
  if (read.some((id) => !knownIds.has(id)))
    return unknown(statement, `${path} has other records now: they changed during the comparison.`)
  // A full list may continue after the records that were read.
  const isComplete = allIds.length < maxLimit && read.length >= allIds.length
  return toVerdict(statement, [
    ...wrongLinks,
    describePageDeviation(path, next === undefined ? allIds : allIds.slice(0, read.length), read),
    hasShortPage && `${path}?limit=${pageSize} returned fewer records and a Link.`,
    isComplete && next !== undefined && `${path}: the last page has a Link.`,
  ])
}

/** Describes the difference between the records of the pages and those of the whole list. */
function describePageDeviation(
  path: string,
  expected: readonly unknown[],
  read: readonly unknown[],
): string | undefined {
  const unique = new Set(read)
  const repeatedCount = read.length - unique.size
  if (repeatedCount > 0) return `The pages of ${path} repeat ${repeatedCount} of ${read.length} records.`
  const missingCount = expected.filter((id) => !unique.has(id)).length
  if (missingCount > 0) return `The pages of ${path} lack ${missingCount} of ${expected.length} records.`
  return isEqual(expected, read)
    ? undefined
    : `The pages of ${path} have the records in another order than the whole list.`
}

/** Tries other ways to read the second page. */
async function findOtherPaging(
  { service, key }: ListReader,
  allIds: readonly unknown[],
  firstPage: Exchange,
): Promise<string> {
  const size = readIds(firstPage).length
  const candidates: Record<string, string> = {
    'page=2': 'Pages look like page numbers',
    [`offset=${size}`]: 'Pages look like offsets',
    [`starting_after=${encodeURIComponent(String(allIds[size - 1]))}`]: 'Pages look like they follow a record ID',
  }
  for (const [name, cursor] of listBodyCursors(firstPage))
    candidates[`cursor=${encodeURIComponent(cursor)}`] = `Pages look like they follow ${name} of the body`
  for (const [query, hypothesis] of Object.entries(candidates)) {
    const ids = readIds(await service.get(`${toListPath(firstPage)}?limit=${size}&${query}`, { key }))
    if (ids.length > 0 && isEqual(ids, allIds.slice(size, size * 2)))
      return ` ${hypothesis}: ${query} returns the next records.`
  }
  return ''
}

/** Returns the fields of a list's body that may contain the cursor of the next page, with their names. */
function listBodyCursors({ body }: Exchange): (readonly [name: string, cursor: string])[] {
  const owners = [body, ...Object.values(toObject(body))].map(toObject).filter((owner) => !Array.isArray(owner))
  return owners
    .flatMap(Object.entries)
    .filter(
      (entry): entry is [string, string] =>
        /next|cursor/i.test(entry[0]) && typeof entry[1] === 'string' && entry[1].length <= 500,
    )
    .slice(0, 3)
}

function checkOrder(lists: readonly Exchange[]): Line {
  const statement = statements.order
  const readable = lists.filter(({ problem }) => problem === undefined)
  return judge(statement, readable.length > 0 ? readable : lists, () => {
    const shown = readable.filter((list) => new Set(readTimes(list)).size > 1)
    if (shown.length === 0) return unknown(statement, 'All records have the same creation time.')
    return toVerdict(
      statement,
      shown.map((list) => {
        const times = readTimes(list)
        const isNewestFirst = times.every((time, index) => index === 0 || time <= (times[index - 1] as number))
        return !isNewestFirst && `${list.path.split('?')[0]} is not.`
      }),
    )
  })
}

/** Reads the creation times of a list; none if one is missing or malformed. */
function readTimes(list: Exchange): readonly number[] {
  const times = readRecords(list)
    .map((record) => readField(record, 'created_at'))
    .map((at) => (typeof at === 'number' ? at : Date.parse(String(at))))
  return times.some(Number.isNaN) ? [] : times
}
