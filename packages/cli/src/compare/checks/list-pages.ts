import { differs, type Line, type Statement, toVerdict, unknown } from '../line.js'
import {
  describeResponse,
  type Exchange,
  getIdentifier,
  readRecords,
  type ServiceClient,
  toObject,
} from '../service-client.js'
import { type NextPage, readNextPage } from './next-page.js'

/** Client and parameters for reading lists. */
export interface ListReader {
  readonly service: ServiceClient
  readonly baseUrl: string
  readonly key: string
  readonly maxLimit: number
}

export const toListPath = ({ path }: Exchange): string => path.split('?')[0] as string
const readIds = (exchange: Exchange): readonly unknown[] => readRecords(exchange).map(getIdentifier)
const isEqual = (left: readonly unknown[], right: readonly unknown[]): boolean =>
  left.length === right.length && left.every((id, at) => id === right[at])

/** Number of pages that a list is divided into. */
const plannedPages = 5
/** Maximum number of pages to read: a service that repeats records has more pages. */
const maxPages = 10

/** Pages of a list, read by their Links. */
interface ReadPages {
  readonly pages: readonly Exchange[]
  readonly wrongLinks: ReadonlySet<string>
  /** Whether a Link names a page that was read already. */
  readonly isCycle: boolean
}

/**
 * Checks that consecutive small pages equal one large page.
 *
 * @param statement - Statement on pages.
 * @param whole - The large page.
 */
export async function checkPages(statement: Statement, reader: ListReader, whole: Exchange): Promise<Line> {
  if (whole.problem !== undefined) return unknown(statement, whole.problem)
  const path = toListPath(whole)
  const allIds = readIds(whole)
  if (allIds.length < 3) return unknown(statement, `${path} has fewer than three records.`)
  const repeated = listRepeated(allIds)
  if (repeated.length > 0) return differs(statement, `${path} repeats ${describeIds(repeated, allIds.length)}.`)
  const pageSize = Math.max(2, Math.ceil(allIds.length / plannedPages))
  const isWhole = await isWholeList(reader, whole)
  const { pages, wrongLinks, isCycle } = await readPages(reader, `${path}?limit=${pageSize}`, allIds, isWhole)
  const last = pages.at(-1) as Exchange
  if (last.problem !== undefined) return unknown(statement, last.problem)
  const pageCount = Math.ceil(allIds.length / pageSize)
  if (last.status !== 200)
    return differs(statement, `${path}: page ${pages.length} of ${pageCount} is ${describeResponse(last)}.`)
  const read = pages.flatMap(readIds)
  const known = new Set(allIds)
  if (read.some((id) => !known.has(id)))
    return unknown(statement, `${path} has other records now: they changed during the comparison.`)
  // Each page repeats the records that it has more than limit.
  if (
    isEqual(
      pages.flatMap((page) => readIds(page).slice(0, pageSize)),
      allIds,
    ) &&
    read.length > allIds.length
  )
    return unknown(statement, 'Pages have more records than limit: see list.limit.')
  const hasEnded = readNextPage(last, reader.baseUrl) === undefined
  // Pages that omit other records may be fewer, too.
  const isStart = read.length < allIds.length && isEqual(read, allIds.slice(0, read.length))
  if (hasEnded && isWhole && pages.length < pageCount && isStart) {
    const found = last.headers.has('link') ? 'has a Link without a next cursor' : 'has no Link'
    const hypothesis = pages.length === 1 ? await findOtherPaging(reader, allIds, last) : ''
    return differs(statement, `${path}: page ${pages.length} of ${pageCount} ${found}.${hypothesis}`)
  }
  return toVerdict(statement, [
    ...wrongLinks,
    isCycle && describeCycle(path, pages, new Set(read).size === allIds.length),
    !isCycle &&
      describeRecords(path, isWhole && hasEnded ? allIds : allIds.slice(0, allIds.indexOf(read.at(-1)) + 1), read),
    describeShortPages(path, pageSize, pages),
    !isCycle && pages.length > 1 && readIds(last).length === 0 && `${path}: the last page has a Link to an empty page.`,
  ])
}

/** Returns whether a list contains all records. A full list may continue, unless its Link names an empty page. */
async function isWholeList({ service, baseUrl, key, maxLimit }: ListReader, list: Exchange): Promise<boolean> {
  if (readIds(list).length >= maxLimit) return false
  const next = readNextPage(list, baseUrl)
  return next === undefined || readIds(await service.get(next.path, { key })).length === 0
}

/** Follows the Links until there is none, or until the records of a list that continues were read. */
async function readPages(
  { service, baseUrl, key }: ListReader,
  firstPath: string,
  allIds: readonly unknown[],
  isWhole: boolean,
): Promise<ReadPages> {
  const pages: Exchange[] = []
  const wrongLinks = new Set<string>()
  const readPaths = new Set<string>()
  let readCount = 0
  for (let next: NextPage | { readonly path: string } | undefined = { path: firstPath }; next !== undefined; ) {
    if (readPaths.has(next.path)) return { pages, wrongLinks, isCycle: true }
    readPaths.add(next.path)
    const page: Exchange = await service.get(next.path, { key })
    pages.push(page)
    readCount += readIds(page).length
    if (page.status !== 200 || pages.length === maxPages || (!isWhole && readCount >= allIds.length)) break
    const found = readNextPage(page, baseUrl)
    for (const text of found?.wrong ?? []) wrongLinks.add(text)
    next = found
  }
  return { pages, wrongLinks, isCycle: false }
}

/** Describes a Link to a page that was read already. */
function describeCycle(path: string, pages: readonly Exchange[], isComplete: boolean): string {
  const [first, second] = pages
  if (first !== undefined && second !== undefined && isEqual(readIds(first), readIds(second)))
    return `${path}: page 2 has the same records as page 1, so cursor looks ignored.`
  return isComplete
    ? `${path}: the last page has a Link to a page before it.`
    : `${path}: the Link of page ${pages.length} names a page before it.`
}

/** Describes the difference between the records of the pages and those of the whole list. */
function describeRecords(path: string, expected: readonly unknown[], read: readonly unknown[]): string | undefined {
  const repeated = listRepeated(read)
  const omitted = expected.filter((id) => !read.includes(id))
  const wrong = [
    ...(repeated.length > 0 ? [`repeat ${describeIds(repeated, expected.length)}`] : []),
    ...(omitted.length > 0 ? [`omit ${describeIds(omitted, expected.length)}`] : []),
  ]
  if (wrong.length > 0) return `The pages of ${path} ${wrong.join(', and ')}.`
  return isEqual(expected, read)
    ? undefined
    : `The pages of ${path} have the records in another order than the whole list.`
}

const listRepeated = (ids: readonly unknown[]): readonly unknown[] => [
  ...new Set(ids.filter((id, index) => ids.indexOf(id) !== index)),
]

/** Maximum number of identifiers that a sentence names. */
const maxNamed = 3

/** Returns the number of records with the first identifiers: `4 of 9 records (prd_1, prd_2, prd_3 and 1 more)`. */
function describeIds(ids: readonly unknown[], count: number): string {
  const named = ids
    .slice(0, maxNamed)
    .map((id) => String(id).slice(0, 60))
    .join(', ')
  const more = ids.length > maxNamed ? ` and ${ids.length - maxNamed} more` : ''
  return `${ids.length} of ${count} records (${named}${more})`
}

/** Describes pages with fewer records than `limit` and a Link. */
function describeShortPages(path: string, pageSize: number, pages: readonly Exchange[]): string | undefined {
  const lastFilled = pages.findLastIndex((page) => readIds(page).length > 0)
  const short = pages.findIndex((page, index) => readIds(page).length < pageSize && index < lastFilled)
  if (short === -1) return undefined
  const { length } = readIds(pages[short] as Exchange)
  return `Pages of ${path} have fewer records than limit although more follow: page ${short + 1} has ${length} of ${pageSize}.`
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
  for (const [name, cursor] of [...listBodyCursors(firstPage), ...listHeaderCursors(firstPage)])
    candidates[`cursor=${encodeURIComponent(cursor)}`] = `Pages look like they follow ${name}`
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
    .map(([name, cursor]) => [`${name} of the body`, cursor] as const)
}

/** Headers in which other services send the cursor of the next page. */
const cursorHeaders = ['X-Next-Cursor', 'X-Cursor', 'X-Next-Page', 'Next-Cursor']

/** Returns the headers that may contain the cursor of the next page. */
const listHeaderCursors = ({ headers }: Exchange): (readonly [name: string, cursor: string])[] =>
  cursorHeaders.flatMap((name) => {
    const cursor = headers.get(name)
    return cursor && cursor.length <= 500 ? [[`the header ${name}`, cursor] as const] : []
  })
