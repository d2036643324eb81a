import { findNearest } from '@cedi/contract/nearest'
import type { ValidationError } from '@cedi/contract/validate'
import { truncate } from './texts.js'

/** A check generated from `schemas.json`: the validator, and a requirement for each path. */
export interface SchemaCheck {
  readonly validate: ((value: unknown) => boolean) & { errors?: readonly ValidationError[] | null }
  readonly rules: Readonly<Record<string, { readonly must: string; readonly names?: readonly string[] }>>
}

/**
 * Returns an error message for an invalid value.
 *
 * @param name - Name of the value, such as `fault`; paths in it are `fault.status`, `merchants[0].id`.
 * @returns Undefined if the value is valid.
 */
export function findProblem({ validate, rules }: SchemaCheck, value: unknown, name: string): string | undefined {
  if (validate(value)) return undefined
  const [error] = validate.errors ?? []
  if (!error) return `${name} is not valid. Check its fields.`
  const { instancePath, keyword, params } = error
  const rule = findRule(rules, instancePath)
  const memberPath = (member: unknown) =>
    formatPath(`${instancePath}/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`)
  if (keyword === 'required') return `${memberPath(params['missingProperty'])} is missing. Add it.`
  if (keyword === 'additionalProperties' && rule?.names) {
    const unknown = String(params['additionalProperty'])
    const suggestion = findNearest(unknown, rule.names)
    return suggestion
      ? `${memberPath(unknown)} is not known. Did you mean ${suggestion}?`
      : `${memberPath(unknown)} is not known. Use one of ${rule.names.join(', ')}.`
  }
  return `${formatPath(instancePath) || name} must be ${rule?.must ?? 'something else'}.`
}

/** Returns the requirement for a path, or for the closest parent with one. */
function findRule(rules: SchemaCheck['rules'], path: string): SchemaCheck['rules'][string] | undefined {
  for (let index = path.replace(/\/\d+(?=\/|$)/g, '/*'); ; index = index.slice(0, index.lastIndexOf('/'))) {
    const rule = Object.hasOwn(rules, index) ? rules[index] : undefined
    if (rule || index === '') return rule
  }
}

/** Formats `/merchants/0/id` as `merchants[0].id`. Long names are truncated. */
export const formatPath = (path: string): string =>
  path
    .slice(1)
    .split('/')
    .map((part) => truncate(part.replaceAll('~1', '/').replaceAll('~0', '~'), 40))
    .map((part, index) => (/^\d+$/.test(part) && index > 0 ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('')
