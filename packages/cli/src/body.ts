import { readFileSync } from 'node:fs'
import { findRoundedNumber } from '@cedi/contract/rounded-number'
import { type CliContext, UsageError } from './command.js'
import type { Options, ParsedArgs } from './flags.js'
import { resolve, type Schema } from './schema.js'

/** Returns one flag per body field: `--card.number` for nested fields, `--metadata.order` for arbitrary names. */
export function bodyFlags(schema: Schema, args: readonly string[]): Options {
  const options: Record<string, Options[string]> = { data: { type: 'string' } }
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const fieldSchema = resolve(field)
    if (fieldSchema.properties)
      for (const inner of Object.keys(fieldSchema.properties)) options[`${name}.${inner}`] = { type: 'string' }
    else if (acceptsAnyName(fieldSchema)) {
      for (const [, flag] of findNestedFlags(name, args)) options[flag] = { type: 'string' }
    } else options[name] = fieldSchema.items ? { type: 'string', multiple: true } : { type: 'string' }
  }
  return options
}

const acceptsAnyName = (schema: Schema): boolean => typeof schema.additionalProperties === 'object'

/** Finds the flags below a field that accepts arbitrary names. */
function findNestedFlags(field: string, args: readonly string[]): readonly (readonly [name: string, flag: string])[] {
  return args
    .map((arg) => /^--([^=]+)/.exec(arg)?.[1] ?? '')
    .filter((flag) => flag.startsWith(`${field}.`))
    .map((flag) => [flag.slice(field.length + 1), flag] as const)
}

/** Builds the body from flags or `--data`. Amounts stay strings, so that the service validates the exact input. */
export async function readBody(schema: Schema, parsedArgs: ParsedArgs, context: CliContext): Promise<unknown> {
  const { flags } = parsedArgs
  const fields = Object.keys(flags).filter((name) =>
    Object.hasOwn(schema.properties ?? {}, name.split('.')[0] as string),
  )
  if (typeof flags['data'] === 'string') {
    if (fields.length > 0) throw new UsageError(`--data is the whole body. Remove --${fields[0]} or --data.`)
    return parseData(flags['data'], context)
  }
  const body: Record<string, unknown> = {}
  for (const flag of fields) {
    const [name = '', ...rest] = flag.split('.')
    const fieldSchema = resolve(schema.properties?.[name] ?? {})
    if (rest.length === 0) body[name] = convertFlag(flag, flags[flag], fieldSchema)
    else {
      const inner = rest.join('.')
      const field =
        fieldSchema.properties?.[inner] ??
        (typeof fieldSchema.additionalProperties === 'object' ? fieldSchema.additionalProperties : {})
      body[name] = { ...(body[name] as object | undefined), [inner]: convertFlag(flag, flags[flag], resolve(field)) }
    }
  }
  return body
}

/** Converts a flag value to the type in the contract. The service rejects any other invalid value. */
function convertFlag(flag: string, value: ParsedArgs['flags'][string], schema: Schema): unknown {
  if (Array.isArray(value)) return value
  const text = String(value)
  const allowedTypes = [schema.type ?? []].flat()
  if (text === 'null' && allowedTypes.includes('null')) return null
  if (allowedTypes.includes('string') || allowedTypes.length === 0) return text
  if (allowedTypes.includes('boolean')) {
    if (text !== 'true' && text !== 'false') throw new UsageError(`--${flag} must be true or false, not "${text}".`)
    return text === 'true'
  }
  if (allowedTypes.includes('integer') || allowedTypes.includes('number')) {
    if (!/^-?\d{1,15}$/.test(text)) throw new UsageError(`--${flag} must be a whole number, not "${text}".`)
    return Number(text)
  }
  return text
}

async function parseData(data: string, context: CliContext): Promise<unknown> {
  let text = data
  if (data === '-') text = await context.readInput()
  else if (data.startsWith('@'))
    try {
      text = readFileSync(data.slice(1), 'utf8')
    } catch (error) {
      throw new UsageError(
        `--data cannot read ${data.slice(1)} (${(error as NodeJS.ErrnoException).code}). Check the path.`,
      )
    }
  if (text.includes('\0'))
    throw new UsageError(
      `--data is not UTF-8, but probably UTF-16. Save ${data === '-' ? 'it' : data.slice(1)} as UTF-8.`,
    )
  // Editors on Windows write a byte order mark, which is not valid JSON.
  const json = text.replace(/^\uFEFF/, '')
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    throw new UsageError(`--data must be JSON, @FILE, or - to read standard input: ${(error as Error).message}`)
  }
  const name = findRoundedNumber(json)
  if (name !== undefined)
    throw new UsageError(`--data: ${name} has too many digits. Write an amount with at most two decimals.`)
  return value
}
