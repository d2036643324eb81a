import { findNearest } from './nearest.js'

/** Check of one option. */
export interface OptionCheck {
  /** End of the sentence "name must …". */
  readonly requirement: string
  /** Returns whether a value is valid. */
  accepts(value: unknown): boolean
}

/** Checks of an options object, by the name of the option. */
export type OptionChecks = Readonly<Record<string, OptionCheck>>

export const stringCheck: OptionCheck = {
  requirement: 'be a string',
  accepts: (value) => typeof value === 'string',
}
export const booleanCheck: OptionCheck = {
  requirement: 'be true or false',
  accepts: (value) => typeof value === 'boolean',
}
export const functionCheck: OptionCheck = {
  requirement: 'be a function',
  accepts: (value) => typeof value === 'function',
}
export const objectCheck: OptionCheck = {
  requirement: 'be an object',
  accepts: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}
/** Accepts every value. Used if the caller validates the option. */
export const anyCheck: OptionCheck = { requirement: '', accepts: () => true }

/** Creates a check for whole numbers in a range. */
export const integerCheck = (min: number, max: number): OptionCheck => ({
  requirement: `be a whole number from ${min} to ${max}`,
  accepts: (value) => Number.isInteger(value) && (value as number) >= min && (value as number) <= max,
})

/** Check for a time in ms that timers of all platforms accept. A longer time would end after 1 ms. */
export const timerMsCheck: OptionCheck = {
  requirement: 'be a whole number of ms from 0 to 2147483647',
  accepts: (value) => integerCheck(0, 2_147_483_647).accepts(value),
}

/**
 * Validates an options object: its type, its member names, and the types of the known members. An undefined
 * option counts as absent.
 *
 * @param owner - Name of the function that receives the options. The error contains it.
 * @param options - The options. Undefined if there are none.
 * @param checks - Check of each known option.
 * @param required - Names of the options that must be set.
 * @throws TypeError that names the option, with the nearest known name for an unknown one. It does not contain strings,
 *   because an option may be a key.
 */
export function checkOptions(
  owner: string,
  options: unknown,
  checks: OptionChecks,
  required: readonly string[] = [],
): void {
  if (options === undefined && required.length === 0) return
  if (!objectCheck.accepts(options))
    throw new TypeError(`The options of ${owner} must be an object. Got ${describeValue(options)}.`)
  const values = options as Readonly<Record<string, unknown>>
  const names = Object.keys(checks)
  for (const name of Object.keys(values)) if (!names.includes(name)) rejectName(owner, 'option', name, names)
  for (const name of names) {
    const value = values[name]
    const { requirement, accepts } = checks[name] as OptionCheck
    if (value === undefined && required.includes(name))
      throw new TypeError(`${owner} needs the option ${name}. Set it, and check the variable that it comes from.`)
    if (value !== undefined && !accepts(value))
      throw new TypeError(`${name} must ${requirement}. Got ${describeValue(value)}.`)
  }
}

/**
 * Throws an error for an unknown name, with the nearest known name.
 *
 * @param owner - Name of the function or object that does not have it.
 * @param kind - Kind of the name: `option`.
 * @throws TypeError always.
 */
export function rejectName(owner: string, kind: string, name: string, knownNames: readonly string[]): never {
  const suggestion = findNearest(name, knownNames)
  const choices = knownNames.length > 0 ? `Use one of: ${knownNames.join(', ')}.` : `It has none.`
  throw new TypeError(
    `${owner} has no ${kind} ${name.slice(0, 40)}. ${suggestion ? `Did you mean ${suggestion}?` : choices}`,
  )
}

/** Describes a value for an error, without the content of strings and objects. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return `${value}`
  if (Array.isArray(value)) return 'an array'
  if (typeof value !== 'object') return value === '' ? 'an empty string' : `a ${typeof value}`
  if (typeof (value as { readonly then?: unknown }).then === 'function') return 'a promise. Await it first'
  const prototype: { readonly constructor?: unknown } | null = Object.getPrototypeOf(value)
  const type = prototype?.constructor
  return typeof type === 'function' && type !== Object ? `an object of the class ${type.name}` : 'an object'
}
