import { findNearest } from '@cedi/contract/nearest'
import type { ValidationError } from '@cedi/contract/validate'
import { shortened } from './texts.js'

/** A check generated from `schemas.json`: the function, and a sentence for each place, by its path. */
export interface Checked {
  readonly validate: ((value: unknown) => boolean) & { errors?: readonly ValidationError[] | null }
  readonly rules: Readonly<Record<string, { readonly must: string; readonly names?: readonly string[] }>>
}

/**
 * Returns an error message for an invalid value.
 *
 * @param name - The value's name, such as `fault`; places in it are `fault.status`, `merchants[0].id`.
 * @returns Undefined when it matches the schema.
 */
export function problemOf({ validate, rules }: Checked, value: unknown, name: string): string | undefined {
  if (validate(value)) return undefined
  const [error] = validate.errors ?? []
  if (!error) return `${name} is not valid. Check its fields.`
  const { instancePath, keyword, params } = error
  const rule = ruleOf(rules, instancePath)
  const within = (member: unknown) =>
    placeOf(`${instancePath}/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`)
  if (keyword === 'required') return `${within(params['missingProperty'])} is missing. Add it.`
  if (keyword === 'additionalProperties' && rule?.names) {
    const unknown = String(params['additionalProperty'])
    const meant = findNearest(unknown, rule.names)
    return meant
      ? `${within(unknown)} is not known. Did you mean ${meant}?`
      : `${within(unknown)} is not known. Use one of ${rule.names.join(', ')}.`
  }
  return `${placeOf(instancePath) || name} must be ${rule?.must ?? 'something else'}.`
}

/** The sentence for a place, or for the value that contains it. */
function ruleOf(rules: Checked['rules'], path: string): Checked['rules'][string] | undefined {
  for (let at = path.replace(/\/\d+(?=\/|$)/g, '/*'); ; at = at.slice(0, at.lastIndexOf('/'))) {
    const rule = Object.hasOwn(rules, at) ? rules[at] : undefined
    if (rule || at === '') return rule
  }
}

/** Writes `/merchants/0/id` as `merchants[0].id`. Of an invented name only the start is repeated. */
export const placeOf = (path: string): string =>
  path
    .slice(1)
    .split('/')
    .map((part) => shortened(part.replaceAll('~1', '/').replaceAll('~0', '~'), 40))
    .map((part, at) => (/^\d+$/.test(part) && at > 0 ? `[${part}]` : at === 0 ? part : `.${part}`))
    .join('')
