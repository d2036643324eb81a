import { at, type Description, type Schema } from '../../schema.js'
import { type Line, toVerdict, unknown } from '../line.js'
import { findSchemaPlace } from '../records.js'
import {
  type Exchange,
  getIdentifier,
  isSuccess,
  readField,
  readRecord,
  readRecords,
  toObject,
} from '../service-client.js'

/** List, single records that were read after it, and the same list that was read after them. */
interface ListedRecords {
  /** Schema of the records. */
  readonly name: string
  readonly list: Exchange
  readonly singles: readonly Exchange[]
  readonly laterList: Exchange
}

type AnyRecord = Readonly<Record<string, unknown>>

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
      const isSame = (record: AnyRecord): boolean => getIdentifier(record) === getIdentifier(single)
      const [listed, later] = [readRecords(list).find(isSame), readRecords(laterList).find(isSame)]
      if (listed === undefined || getIdentifier(single) === undefined) continue
      comparedCount++
      for (const field of listDefinedFields(contract, name)) {
        const [inList, inLater, outside] = [listed, later ?? listed, single].map((record) => readField(record, field))
        if (listDeviations('', inList, inLater).length > 0) continue
        for (const text of listDeviations(`${name}.${field}`, inList, outside)) wrong.add(text)
      }
    }
  if (comparedCount === 0) return unknown(statement, 'No listed record could be read by its identifier.')
  return toVerdict(statement, [...wrong])
}

const listDefinedFields = (contract: Description, name: string): readonly string[] =>
  Object.keys((at(contract, findSchemaPlace(contract, name)) as Schema).properties ?? {})

/**
 * Compares values, one sentence for each difference. A missing field is reported with the fields of the record, and objects
 * may have their members in another order.
 */
function listDeviations(name: string, inList: unknown, outside: unknown): readonly string[] {
  if (inList === undefined || outside === undefined || inList === outside) return []
  const areObjects = [inList, outside].every((value) => typeof value === 'object' && value !== null)
  const [listed, single] = [toObject(inList), toObject(outside)]
  const isOtherLength = Array.isArray(inList) && Array.isArray(outside) && inList.length !== outside.length
  if (areObjects && !isOtherLength)
    return Object.keys(listed).flatMap((field) => listDeviations(`${name}.${field}`, listed[field], single[field]))
  const [listedText, singleText] = [show(inList), show(outside)]
  return listedText === singleText
    ? [`${name} has one value in the list, and another outside.`]
    : [`${name} is ${listedText} in the list, and ${singleText} outside.`]
}

/** Formats a value. Text of people is left out, because reports are shared. */
const show = (value: unknown): string => {
  if (Array.isArray(value)) return `an array of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'an object'
  return typeof value === 'string' && !/^[\w.:-]{1,60}$/.test(value) ? 'a text' : JSON.stringify(value).slice(0, 60)
}
