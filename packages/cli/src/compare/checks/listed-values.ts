import { at, type Description, type Schema } from '../../schema.js'
import { type Line, toVerdict, unknown } from '../line.js'
import { findSchemaPlace } from '../records.js'
import { type Exchange, isSuccess, readField, readRecord, readRecords } from '../service-client.js'

/** List, single records that were read after it, and the same list that was read after them. */
export interface ListedRecords {
  /** Schema of the records. */
  readonly name: string
  readonly list: Exchange
  readonly singles: readonly Exchange[]
  readonly laterList: Exchange
}

type AnyRecord = Readonly<Record<string, unknown>>

const readIdentifier = ({ id, ref }: AnyRecord): unknown => id ?? ref

/**
 * Checks that a record has the same values in a list and when it is read by its identifier. A field that differs between the
 * two lists changed during the comparison, and is left out.
 */
export function checkListedValues(contract: Description, lists: readonly ListedRecords[]): Line {
  const statement = { id: 'list.values', title: 'a listed record equals the single record', source: '0008' }
  let comparedCount = 0
  const wrong = new Set<string>()
  for (const { name, list, singles, laterList } of lists)
    for (const single of singles.filter(isSuccess).map(readRecord)) {
      const isSame = (record: AnyRecord): boolean => readIdentifier(record) === readIdentifier(single)
      const [listed, later] = [readRecords(list).find(isSame), readRecords(laterList).find(isSame)]
      if (listed === undefined || readIdentifier(single) === undefined) continue
      comparedCount++
      for (const field of listDefinedFields(contract, name)) {
        const [inList, inLater, outside] = [listed, later ?? listed, single].map((record) => readField(record, field))
        // A missing field is reported with the fields of the record.
        if (inList === undefined || outside === undefined || !isEqual(inList, inLater)) continue
        if (isEqual(inList, outside)) continue
        wrong.add(`${name}.${field} is ${show(inList)} in the list, and ${show(outside)} outside.`)
      }
    }
  if (comparedCount === 0) return unknown(statement, 'No listed record could be read by its identifier.')
  return toVerdict(statement, [...wrong])
}

const listDefinedFields = (contract: Description, name: string): readonly string[] =>
  Object.keys((at(contract, findSchemaPlace(contract, name)) as Schema).properties ?? {})

/** Compares values. An object may have its members in another order, and members that the contract does not define. */
function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  if (Array.isArray(one) && Array.isArray(other) && one.length !== other.length) return false
  return Object.entries(one).every(
    ([name, value]) => !Object.hasOwn(other, name) || isEqual(value, (other as AnyRecord)[name]),
  )
}

/** Formats a value. Text of people is left out, because reports are shared. */
const show = (value: unknown): string =>
  typeof value === 'string' && !/^[\w.:-]{1,60}$/.test(value)
    ? 'another text'
    : (JSON.stringify(value)?.slice(0, 60) ?? '')
