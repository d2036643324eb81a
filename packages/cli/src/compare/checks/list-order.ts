import { judge, type Line, type Statement, toVerdict, unknown } from '../line.js'
import { type Exchange, readField, readRecords } from '../service-client.js'
import { parseTime } from './times.js'

/** Checks that lists are newest first. Names the order of a list that is not. */
export function checkOrder(statement: Statement, lists: readonly Exchange[]): Line {
  const readable = lists.filter(({ problem }) => problem === undefined)
  return judge(statement, readable.length > 0 ? readable : lists, () => {
    const shown = readable.filter((list) => new Set(readTimes(list)).size > 1)
    if (shown.length === 0)
      return unknown(
        statement,
        readable.some((list) => readTimes(list).length > 1)
          ? 'All records have the same creation time.'
          : 'No list shows two creation times.',
      )
    return toVerdict(
      statement,
      shown.map((list) => {
        const times = readTimes(list)
        const path = list.path.split('?')[0]
        if (isAscending([...times].reverse())) return false
        if (isAscending(times)) return `${path} is oldest first.`
        const order = findOrder(list)
        return order === undefined
          ? `${path} has the records in no recognizable order.`
          : `${path} is sorted by ${order}.`
      }),
    )
  })
}

const isAscending = (values: readonly (string | number)[]): boolean =>
  values.every((value, index) => index === 0 || value >= (values[index - 1] as string | number))

/** Reads the creation times of a list; none if one is missing or malformed. */
function readTimes(list: Exchange): readonly number[] {
  const times = readRecords(list).map((record) => parseTime(readField(record, 'created_at')))
  return times.every((time) => time !== undefined) ? times : []
}

/** Returns the field that a list is sorted by, with the direction: `name, ascending`. */
function findOrder(list: Exchange): string | undefined {
  const records = readRecords(list)
  for (const field of Object.keys(records[0] ?? {})) {
    const values = records.map((record) => record[field])
    // Two values are in one of both orders by chance.
    if (new Set(values).size < 3 || !values.every(isSortable)) continue
    for (const sorted of [values, values.map(toLowerCase)]) {
      if (isAscending(sorted)) return `${field.slice(0, 60)}, ascending`
      if (isAscending([...sorted].reverse())) return `${field.slice(0, 60)}, descending`
    }
  }
  return undefined
}

const isSortable = (value: unknown): value is string | number => ['string', 'number'].includes(typeof value)
const toLowerCase = (value: string | number): string | number =>
  typeof value === 'string' ? value.toLowerCase() : value
