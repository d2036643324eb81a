import { typeInWords } from '@cedi/contract/type-words'
import type { ErrorObject } from 'ajv'
import type { Tool } from './tool.js'

/** What is wrong with the arguments of a tool, and what to do, in one sentence or two. */
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
      const taken = known.length > 0 ? `There are ${known.map(within).join(', ')}.` : 'It takes none.'
      return `${within(params['additionalProperty'])} is no argument of ${tool.name}. ${taken}`
    }
    case 'enum':
      return `${at} must be one of ${(params['allowedValues'] as unknown[]).join(', ')}.`
    case 'type':
      return `${at} must be ${typeInWords(params['type'])}.`
    default:
      return `${at} ${message}.`
  }
}
