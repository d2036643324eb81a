import { readFileSync } from 'node:fs'
import { type Surroundings, UsageError } from './command.js'
import type { Given, Options } from './flags.js'
import { resolve, type Schema } from './schema.js'

/** The flags of a body: one for each field, `--card.number` for a nested one, `--metadata.order` for free names. */
export function flagsOfBody(schema: Schema, args: readonly string[]): Options {
  const options: Record<string, Options[string]> = { data: { type: 'string' } }
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const own = resolve(field)
    if (own.properties)
      for (const inner of Object.keys(own.properties)) options[`${name}.${inner}`] = { type: 'string' }
    else if (isFree(own)) {
      for (const [, flag] of namedBelow(name, args)) options[flag] = { type: 'string' }
    } else options[name] = own.items ? { type: 'string', multiple: true } : { type: 'string' }
  }
  return options
}

const isFree = (schema: Schema): boolean => typeof schema.additionalProperties === 'object'

/** The free names given below a field, each with its flag. */
function namedBelow(field: string, args: readonly string[]): readonly (readonly [name: string, flag: string])[] {
  return args
    .map((arg) => /^--([^=]+)/.exec(arg)?.[1] ?? '')
    .filter((flag) => flag.startsWith(`${field}.`))
    .map((flag) => [flag.slice(field.length + 1), flag] as const)
}

/** Builds the body from flags or `--data`. Amounts in flags stay strings, so that the service validates what was typed. */
export async function readBody(schema: Schema, given: Given, around: Surroundings): Promise<unknown> {
  const { flags } = given
  const fields = Object.keys(flags).filter((name) =>
    Object.hasOwn(schema.properties ?? {}, name.split('.')[0] as string),
  )
  if (typeof flags['data'] === 'string') {
    if (fields.length > 0) throw new UsageError(`--data is the whole body: leave out --${fields[0]}, or --data.`)
    return parseData(flags['data'], around)
  }
  const body: Record<string, unknown> = {}
  for (const flag of fields) {
    const [name = '', ...rest] = flag.split('.')
    const own = resolve(schema.properties?.[name] ?? {})
    if (rest.length === 0) body[name] = convert(flag, flags[flag], own)
    else {
      const inner = rest.join('.')
      const field =
        own.properties?.[inner] ?? (typeof own.additionalProperties === 'object' ? own.additionalProperties : {})
      body[name] = { ...(body[name] as object | undefined), [inner]: convert(flag, flags[flag], resolve(field)) }
    }
  }
  return body
}

/** A command-line text in the type that the contract wants. What does not fit is left for the service to refuse. */
function convert(flag: string, value: Given['flags'][string], schema: Schema): unknown {
  if (Array.isArray(value)) return value
  const text = String(value)
  const types = [schema.type ?? []].flat()
  if (text === 'null' && types.includes('null')) return null
  if (types.includes('string') || types.length === 0) return text
  if (types.includes('boolean')) {
    if (text !== 'true' && text !== 'false') throw new UsageError(`--${flag} must be true or false, not "${text}".`)
    return text === 'true'
  }
  if (types.includes('integer') || types.includes('number')) {
    if (!/^-?\d{1,15}$/.test(text)) throw new UsageError(`--${flag} must be a whole number, not "${text}".`)
    return Number(text)
  }
  return text
}

async function parseData(data: string, around: Surroundings): Promise<unknown> {
  let text = data
  if (data === '-') text = await around.readInput()
  else if (data.startsWith('@'))
    try {
      text = readFileSync(data.slice(1), 'utf8')
    } catch (error) {
      throw new UsageError(
        `--data cannot read ${data.slice(1)} (${(error as NodeJS.ErrnoException).code}). Check the path.`,
      )
    }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`--data must be JSON, @FILE or - for what is piped in: ${(error as Error).message}`)
  }
}
