import { differs, holds, type Line, unknown } from '../line.js'
import { getOriginal } from '../names.js'
import { toRoute } from '../operations.js'
import type { RecordCheck } from '../records.js'
import {
  type Exchange,
  findWrapper,
  getIdentifier,
  isRecordInArray,
  isSuccess,
  readData,
  readRecord,
  toObject,
} from '../service-client.js'
import { isNullable } from './contract-fields.js'

/** Records to check. */
export interface SeenRecords {
  readonly listed?: readonly unknown[]
  /** Responses with one record each. Only successes are checked. */
  readonly responses?: readonly Exchange[]
  /** Reason for a missing record. */
  readonly reason?: string | undefined
}

const sources: Readonly<Record<string, string>> = { LicenseCheck: '0017', Failure: '0003', Refund: '0009' }

/** Deviations of errors that `envelope.failure` reports. */
const envelopePattern =
  /^(?:Failure(?:\.(?:success|data)| must NOT)|ErrorDetail\.(?:code|message|request_id) is missing)(?: |\.$)/

/** Checks the fields of all records with one schema. */
export function checkRecords(
  records: RecordCheck,
  name: string,
  { listed = [], responses = [], reason }: SeenRecords,
): Line {
  const statement = { id: `record.${name}`, title: `the fields of ${name}`, source: sources[name] ?? '0008' }
  const wrappers = new Set(
    responses
      .filter(hasData)
      .map(findWrapper)
      .filter((wrapper) => wrapper !== undefined),
  )
  const singles = readSingles(responses)
  const seen = [...listed, ...singles]
  if (seen.length === 0)
    return unknown(
      statement,
      reason ?? responses.find(({ problem }) => problem)?.problem ?? 'No response contained one.',
    )
  const { wrong: wrongFields, extra, actions: ownActions } = records.check(name, seen)
  // The overlay describes the names of the service, but cannot rename the members of the envelope.
  const originals = seen.map((one) => (name === 'Failure' ? withOriginalError(toObject(one)) : getOriginal(one)))
  const actions = originals.some((one, index) => one !== seen[index])
    ? records.check(name, originals).actions
    : ownActions
  const inArrays = new Set(responses.filter(hasData).filter(isRecordInArray).map(toRoute))
  const wrong = [
    ...[...inArrays].map((route) => `${route}: \`data\` is an array with one record, not the record.`),
    ...[...wrappers].map((wrapper) => `${name} is inside \`${wrapper.slice(0, 60)}\`.`),
    ...withPlaces(wrongFields, records, name, { listed, singles }).map((text) => withCount(text, seen)),
  ]
  const notes = withPlaces(extra, records, name, { listed, singles })
  const isEnvelopeOnly = name === 'Failure' && wrong.every((text) => envelopePattern.test(text))
  if (wrong.length > 0 && isEnvelopeOnly)
    return { ...unknown(statement, 'Only members of the envelope differ: see envelope.failure.'), actions }
  const hypothesis = wrong.every(isMissingNullable) ? ['Fields that may be null are left out.'] : []
  if (wrong.length > 0) return differs(statement, [...hypothesis, ...wrong, ...notes].join(' '), actions)
  const allowed = notes.length > 0 ? ['New fields are allowed:', ...notes] : []
  return {
    ...holds(statement, [`${seen.length} checked.`, ...allowed].join(' ')),
    ...(actions.length > 0 && { actions }),
  }
}

/** Returns the envelope of an error, in which the error has the names of the service. */
function withOriginalError(envelope: Readonly<Record<string, unknown>>): object {
  const error = getOriginal(envelope['error'])
  return error === envelope['error'] ? envelope : { ...envelope, error }
}

/** Returns whether a response contains a record. A response without an envelope is reported with the envelope. */
const hasData = (one: Exchange): boolean => isSuccess(one) && 'data' in toObject(one.body)

/** Returns the records of responses with one record each. */
export const readSingles = (responses: readonly Exchange[]): readonly unknown[] =>
  responses.filter(hasData).map((one) => (findWrapper(one) || isRecordInArray(one) ? readRecord(one) : readData(one)))

/** Returns whether a deviation is a missing field that may be null. */
function isMissingNullable(text: string): boolean {
  const [, name = '', field = ''] = /^(\w+)\.(\w+) is missing\b/.exec(text) ?? []
  return isNullable(name, field)
}

/** Adds the number of records without a field, if others have it. */
function withCount(text: string, seen: readonly unknown[]): string {
  const [, field] = /^\w+\.(\w+) is missing\.$/.exec(text) ?? []
  if (field === undefined) return text
  const lacking = seen.filter((record) => !Object.hasOwn(toObject(record), field))
  return lacking.length === seen.length ? text : text.replace(/\.$/, ` in ${lacking.length} of ${seen.length} records.`)
}

/** Adds to each deviation whether only lists or only single records have it, by the records that both contain. */
function withPlaces(
  wrong: readonly string[],
  records: RecordCheck,
  name: string,
  { listed, singles }: { readonly listed: readonly unknown[]; readonly singles: readonly unknown[] },
): string[] {
  const ids = new Set<unknown>(
    singles
      .map(toObject)
      .map(getIdentifier)
      .filter((id) => id !== undefined),
  )
  const inBoth = listed.filter((record) => ids.has(getIdentifier(toObject(record))))
  if (wrong.length === 0 || inBoth.length === 0) return [...wrong]
  const bothIds = new Set(inBoth.map(toObject).map(getIdentifier))
  const describe = (some: readonly unknown[]): ReadonlySet<string> => {
    const { wrong, extra } = records.check(name, some)
    return new Set([...wrong, ...extra])
  }
  const ofLists = describe(inBoth)
  const ofSingles = describe(singles.filter((record) => bothIds.has(getIdentifier(toObject(record)))))
  return wrong.map((text) => {
    if (ofLists.has(text) === ofSingles.has(text)) return text
    return text.replace(/\.$/, ofLists.has(text) ? ', only in lists.' : ', only outside lists.')
  })
}
