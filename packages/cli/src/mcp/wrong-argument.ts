import { typeInWords } from '@cedi/contract/type-words'
import type { ErrorObject } from 'ajv'
import type { Tool } from './tool.js'

/** Formats a validation error of a tool's arguments. */
export function formatArgumentError(
  tool: Tool,
  { instancePath, keyword, params, parentSchema, message }: ErrorObject,
): string {
  const path = instancePath.slice(1).replaceAll('/', '.')
  const toPath = (name: string) => (path ? `${path}.${name}` : name)
  switch (keyword) {
    case 'required':
      return `${toPath(params['missingProperty'])} is missing: ${tool.name} needs it. Add it.`
    case 'additionalProperties': {
      const knownNames = Object.keys(parentSchema?.['properties'] ?? {})
      const allowed =
        knownNames.length > 0 ? `Use one of: ${knownNames.map(toPath).join(', ')}.` : 'It has no arguments.'
      return `${toPath(params['additionalProperty'])} is not an argument of ${tool.name}. ${allowed}`
    }
    case 'enum':
      return `${path} must be one of ${(params['allowedValues'] as unknown[]).join(', ')}.`
    case 'type':
      return `${path} must be ${typeInWords(params['type'])}.`
    default:
      return `${path} ${message}.`
  }
}
