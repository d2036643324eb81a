import type { Description, Schema } from '../../schema.js'
import { differs, holds, joinWords, type Line, unknown } from '../line.js'
import { envelopeMembers, getOriginal, listPropertyNames, listRenamed } from '../names.js'
import { findSchemaPlace } from '../records.js'
import { readSingles, type SeenRecords } from './record-lines.js'

/** Spellings of names with several words. */
const spellings = {
  camelCase: /^[a-z][a-z0-9]*(?:[A-Z][A-Za-z0-9]*)+$/,
  PascalCase: /^[A-Z][A-Za-z0-9]*$/,
  'kebab-case': /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/,
} as const

/** Member with another spelling of its name, in the records of one schema. */
interface FoundName {
  readonly owner: string
  readonly name: string
  readonly original: string
}

/**
 * Checks that members have the names of the contract. The other statements are checked under the names of the contract, so
 * only this line reports another spelling.
 *
 * @param records - Records by the name of their schema, and the envelopes.
 */
export function checkMemberNames(
  contract: Description,
  records: Readonly<Record<string, SeenRecords>>,
  envelopes: readonly unknown[],
): Line {
  const statement = { id: 'record.names', title: 'members have the names of the contract', source: '0008' }
  const seen = Object.entries(records)
    .map(([owner, { listed = [], responses = [] }]) => [owner, [...listed, ...readSingles(responses)]] as const)
    .filter(([, some]) => some.length > 0)
  if (seen.length === 0) return unknown(statement, 'No response contained a record.')
  const found = new Map<string, FoundName>()
  const add = (owner: string, names: ReadonlySet<string>, values: readonly unknown[]): void => {
    for (const { name, original } of values.flatMap((value) => listRenamed(value)))
      if (names.has(name)) found.set(`${owner}.${original}`, { owner, name, original })
  }
  for (const [owner, values] of seen) add(owner, listSchemaNames(contract, owner), values)
  // The record of an envelope was checked by itself.
  const members = new Set(envelopeMembers)
  add(
    'Envelope',
    members,
    envelopes.filter((one) => getOriginal(one) !== one),
  )
  if (found.size === 0) return holds(statement)
  return differs(
    statement,
    `${describeNames([...found.values()], seen)} The other statements are checked under these names.`,
  )
}

const listSchemaNames = (contract: Description, name: string): ReadonlySet<string> =>
  listPropertyNames(contract, { $ref: findSchemaPlace(contract, name) } as Schema)

const ownerNames: Readonly<Record<string, string>> = { Failure: 'errors', Envelope: 'the envelope' }
const toOwnerName = (owner: string): string => ownerNames[owner] ?? owner

/** Maximum number of members that the line names. */
const maxNamed = 8

function describeNames(found: readonly FoundName[], seen: readonly (readonly [string, readonly unknown[]])[]): string {
  const spelling = Object.entries(spellings).find(([, pattern]) =>
    found.every(({ original }) => pattern.test(original)),
  )?.[0]
  const owners = [...new Set(found.map(({ owner }) => owner))]
  const isConsistent = seen.every(([, records]) => !records.some(hasContractName))
  if (spelling !== undefined && isConsistent && found.length > 1)
    return `Members are ${spelling}: ${joinWords(describeExamples(found))}, in ${joinWords(owners.map(toOwnerName))}.`
  const texts = found.map(({ owner, name, original }) => `${owner}.${name} has the name ${original.slice(0, 60)}.`)
  return [
    ...texts.slice(0, maxNamed),
    ...(texts.length > maxNamed ? [`${texts.length - maxNamed} more have another name.`] : []),
  ].join(' ')
}

/** Maximum number of names that show the spelling. */
const maxExamples = 3

const describeExamples = (found: readonly FoundName[]): string[] => {
  const texts = [...new Set(found.map(({ name, original }) => `${original} for ${name}`))]
  const more = texts.length - maxExamples
  return [...texts.slice(0, maxExamples), ...(more > 0 ? [`${more} more`] : [])]
}

/** Returns whether a record has a name of several words as the contract spells it. */
const hasContractName = (record: unknown): boolean =>
  Object.keys(Object(getOriginal(record))).some((name) => /^[a-z]+_[a-z_]+$/.test(name))
