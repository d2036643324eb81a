import { typeInWords } from '@cedi/contract/type-words'
import type { ErrorObject } from 'ajv'
import type { Tool } from './tool.js'

/** Formats a validation error of a tool's arguments. */
export function wrongArgument(
  tool: Tool,
  { instancePath, keyword, params, parentSchema, message }: ErrorObject,
): string {
  const at = instancePath.slice(1).replaceAll('/', '.')
  const within = (name: string) => (at ? `${at}.${name}` : name)
  switch (keyword) {
    case 'required':
      return `${within(params['missingProperty'])} is missing: ${tool.name} needs it. Add it.`
    case 'additionalProperties': {
      const known = Object.keys(parentSchema?.['properties'] ?? {})
      const allowed = known.length > 0 ? `Use one of: ${known.map(within).join(', ')}.` : 'It has no arguments.'
      return `${within(params['additionalProperty'])} is not an argument of ${tool.name}. ${allowed}`
    }
    case 'enum':
      return `${at} must be one of ${(params['allowedValues'] as unknown[]).join(', ')}.`
    case 'type':
      return `${at} must be ${typeInWords(params['type'])}.`
    default:
      return `${at} ${message}.`
  }
}
