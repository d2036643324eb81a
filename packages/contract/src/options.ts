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
/** Check of an `AbortSignal`, also of another realm or a polyfill. */
export const signalCheck: OptionCheck = {
  requirement: 'be an AbortSignal',
  accepts: (value) => typeof (value as { readonly addEventListener?: unknown } | null)?.addEventListener === 'function',
}
export const objectCheck: OptionCheck = {
  requirement: 'be an object',
  accepts: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}
/** Creates a check for a value of a list. */
export const oneOfCheck = (...values: readonly string[]): OptionCheck => ({
  requirement: `be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`,
  accepts: (value) => values.includes(value as string),
})

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

/** An invalid member of an object. */
export interface MemberProblem {
  /** The member; undefined if the object itself is invalid. */
  readonly name?: string
  readonly message: string
}

/**
 * Finds the first invalid member of an object: an unknown name, a missing member, or a value of the wrong type. An
 * undefined member counts as absent.
 *
 * @param owner - Name of the function or route that receives the object.
 * @param kind - Kind of the members: `option`.
 * @param required - Names of the members that must be set.
 * @returns Undefined if the object is valid. The message does not contain strings of the object, because a member may be
 *   a key. An unknown name has the nearest known name.
 */
export function findMemberProblem(
  owner: string,
  kind: string,
  value: unknown,
  checks: OptionChecks,
  required: readonly string[] = [],
): MemberProblem | undefined {
  const members = value as Readonly<Record<string, unknown>>
  const names = Object.keys(checks)
  if (!objectCheck.accepts(value) || (!isPlainObject(members) && names.every((name) => members[name] === undefined)))
    return { message: `The ${kind}s of ${owner} must be an object. Got ${describeValue(value)}.` }
  for (const name of Object.keys(members))
    if (!names.includes(name)) return { name, message: describeUnknownName(owner, kind, name, names) }
  for (const name of names) {
    const { requirement, accepts } = checks[name] as OptionCheck
    if (members[name] === undefined) {
      if (required.includes(name))
        return {
          name,
          message: `${owner} needs the ${kind} ${name}. Set it, and check the variable that it comes from.`,
        }
    } else if (!accepts(members[name]))
      return { name, message: `${name} must ${requirement}. Got ${describeValue(members[name])}.` }
  }
  return
}

/** Returns whether an object is a literal. A Map, a list of headers or a date has no options, but also no unknown name. */
function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  // The prototype of a literal of another realm is not this realm's Object.prototype.
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/**
 * Validates an options object. Undefined counts as no options.
 *
 * @param owner - Name of the function that receives the options. The error contains it.
 * @throws TypeError that names the option, as {@link findMemberProblem} describes it.
 */
export function checkOptions(
  owner: string,
  options: unknown,
  checks: OptionChecks,
  required: readonly string[] = [],
  kind = 'option',
): void {
  if (options === undefined && required.length === 0) return
  const problem = findMemberProblem(owner, kind, options, checks, required)
  if (problem) throw new TypeError(problem.message)
}

/**
 * Describes an unknown name, with the nearest known name.
 *
 * @param choices - Sentence for a name that is not similar to any other.
 */
export function describeUnknownName(
  owner: string,
  kind: string,
  name: string,
  knownNames: readonly string[],
  choices: string = knownNames.length > 0 ? `Use one of: ${knownNames.join(', ')}.` : 'It has none.',
): string {
  const suggestion = findNearest(name, knownNames)
  return `${owner} has no ${kind} ${name.slice(0, 40)}. ${suggestion ? `Did you mean ${suggestion}?` : choices}`
}

/** Throws a TypeError for an unknown name, as {@link describeUnknownName} describes it. */
export function rejectName(owner: string, kind: string, name: string, knownNames: readonly string[]): never {
  throw new TypeError(describeUnknownName(owner, kind, name, knownNames))
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
