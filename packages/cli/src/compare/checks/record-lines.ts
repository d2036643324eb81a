import { differs, holds, type Line, unknown } from '../line.js'
import type { RecordCheck } from '../records.js'
import {
  type Exchange,
  findWrapper,
  isSuccess,
  readData,
  readField,
  readRecord,
  readRecords,
  toObject,
} from '../service-client.js'

/** Records to check. */
interface SeenRecords {
  readonly listed?: readonly unknown[]
  /** Responses with one record each. Only successes are checked. */
  readonly responses?: readonly Exchange[]
  /** Reason for a missing record. */
  readonly reason?: string | undefined
}

const sources: Readonly<Record<string, string>> = { LicenseCheck: '0017', Failure: '0003', Refund: '0009' }

/** Checks the fields of all records with one schema. */
export function checkRecords(
  records: RecordCheck,
  name: string,
  { listed = [], responses = [], reason = 'No response contained one.' }: SeenRecords,
): Line {
  const statement = { id: `record.${name}`, title: `the fields of ${name}`, source: sources[name] ?? '0008' }
  // A response without an envelope is reported with the envelope.
  const successes = responses.filter((one) => isSuccess(one) && 'data' in toObject(one.body))
  const wrappers = new Set(successes.map(findWrapper).filter((wrapper) => wrapper !== undefined))
  const singles = successes.map((one) => (findWrapper(one) ? readRecord(one) : readData(one)))
  const seen = [...listed, ...singles]
  if (seen.length === 0) return unknown(statement, reason)
  const { wrong: wrongFields, extra, actions } = records.check(name, seen)
  const wrong = [
    ...[...wrappers].map((wrapper) => `${name} is inside \`${wrapper.slice(0, 60)}\`.`),
    ...withPlaces(wrongFields, records, name, { listed, singles }).map((text) => withCount(text, seen)),
  ]
  const notes = withPlaces(extra, records, name, { listed, singles })
  if (wrong.length > 0) return differs(statement, [...wrong, ...notes].join(' '), actions)
  const allowed = notes.length > 0 ? ['New fields are allowed:', ...notes] : []
  return {
    ...holds(statement, [`${seen.length} checked.`, ...allowed].join(' ')),
    ...(notes.length > 0 && { actions }),
  }
}

/** Adds the number of records without a field, if others have it. */
function withCount(text: string, seen: readonly unknown[]): string {
  const [, field] = /^\w+\.(\w+) is missing\.$/.exec(text) ?? []
  if (field === undefined) return text
  const lacking = seen.filter((record) => !Object.hasOwn(toObject(record), field))
  return lacking.length === seen.length ? text : text.replace(/\.$/, ` in ${lacking.length} of ${seen.length} records.`)
}

const readIdentifier = (record: unknown): unknown => {
  const { id, ref } = toObject(record)
  return id ?? ref
}

/** Adds to each deviation whether only lists or only single records have it, by the records that both contain. */
function withPlaces(
  wrong: readonly string[],
  records: RecordCheck,
  name: string,
  { listed, singles }: { readonly listed: readonly unknown[]; readonly singles: readonly unknown[] },
): string[] {
  const ids = new Set<unknown>(singles.map(readIdentifier).filter((id) => id !== undefined))
  const inBoth = listed.filter((record) => ids.has(readIdentifier(record)))
  if (wrong.length === 0 || inBoth.length === 0) return [...wrong]
  const bothIds = new Set(inBoth.map(readIdentifier))
  const describe = (some: readonly unknown[]): ReadonlySet<string> => {
    const { wrong, extra } = records.check(name, some)
    return new Set([...wrong, ...extra])
  }
  const ofLists = describe(inBoth)
  const ofSingles = describe(singles.filter((record) => bothIds.has(readIdentifier(record))))
  return wrong.map((text) => {
    if (ofLists.has(text) === ofSingles.has(text)) return text
    return text.replace(/\.$/, ofLists.has(text) ? ', only in lists.' : ', only outside lists.')
  })
}

/** Fields that may change between two requests. */
const volatileFields = ['status', 'stock', 'refunded_amount', 'receipt_url']

/** Checks that a record has the same values in a list and when it is read by its identifier. */
export function checkListedValues(
  pairs: readonly { readonly name: string; readonly list: Exchange; readonly single: Exchange | undefined }[],
): Line {
  const statement = { id: 'list.values', title: 'a listed record equals the single record', source: '0008' }
  const compared = pairs.flatMap(({ name, list, single }) => {
    if (single === undefined || !isSuccess(single)) return []
    const [listed] = readRecords(list)
    return listed === undefined ? [] : [{ name, listed, single: readRecord(single) }]
  })
  if (compared.length === 0) return unknown(statement, 'No listed record could be read by its identifier.')
  const wrong = compared.flatMap(({ name, listed, single }) =>
    Object.keys(listed)
      // A missing field is reported with the fields of the record.
      .filter((field) => readField(single, field) !== undefined && !volatileFields.includes(field))
      .filter((field) => JSON.stringify(listed[field]) !== JSON.stringify(readField(single, field)))
      .map(
        (field) =>
          `${name}.${field.slice(0, 60)} is ${show(listed[field])} in the list, and ${show(single[field])} outside.`,
      ),
  )
  return wrong.length === 0 ? holds(statement) : differs(statement, wrong.join(' '))
}

/** Formats a value. Text of people is left out, because reports are shared. */
const show = (value: unknown): string =>
  typeof value === 'string' && !/^[\w.:-]{1,60}$/.test(value)
    ? 'another text'
    : (JSON.stringify(value)?.slice(0, 60) ?? '')
