import { type ParseArgsConfig, parseArgs } from 'node:util'
import { describeFlagError } from '@cedi/contract/flag-error'
import { UsageError } from './command.js'

export type Options = NonNullable<ParseArgsConfig['options']>

/** Parsed command line: flags by name, and positional arguments. */
export interface ParsedArgs {
  readonly flags: Readonly<Record<string, string | boolean | readonly string[] | undefined>>
  readonly words: readonly string[]
}

/**
 * Parses flags and positional arguments.
 *
 * @param usage - The command's syntax, for the error.
 * @throws {@link UsageError} for an unknown flag, with the nearest known flag, for a flag without its value, and for a flag
 *   that is set twice, unless it is a list.
 */
export function readFlags(args: readonly string[], options: Options, usage: string): ParsedArgs {
  const { values, positionals, tokens } = parseStrictly(args, options, usage)
  const names = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []))
  const repeated = names.find((name, index) => names.indexOf(name) < index && !options[name]?.multiple)
  // Otherwise the last value would win: a script would create a payment of another amount.
  if (repeated !== undefined) throw new UsageError(`--${repeated} is set twice. Remove one.`)
  return { flags: values as ParsedArgs['flags'], words: positionals }
}

function parseStrictly(args: readonly string[], options: Options, usage: string) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true, tokens: true })
  } catch (error) {
    const command = /^cedi(?: [a-z]+)*/.exec(usage)?.[0] ?? 'cedi'
    throw new UsageError(describeFlagError(command, error, Object.keys(options), `Usage: ${usage}`))
  }
}

/** Returns the string value of a flag, or undefined if it is not set. */
export function stringFlag({ flags }: ParsedArgs, name: string): string | undefined {
  const value = flags[name]
  return typeof value === 'string' ? value : undefined
}
