import { type ParseArgsConfig, parseArgs } from 'node:util'
import { findNearest } from '@cedi/contract/nearest'
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
 * @throws {@link UsageError} for an unknown flag, with the nearest known flag, and for a flag without its value.
 */
export function readFlags(args: readonly string[], options: Options, usage: string): ParsedArgs {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
    return { flags: values as ParsedArgs['flags'], words: positionals }
  } catch (error) {
    const ambiguous = /^Option '(?:-\w, )?(--[^' ]+).*ambiguous/.exec((error as Error).message)?.[1]
    if (ambiguous !== undefined)
      throw new UsageError(`The value of ${ambiguous} begins with a dash. Write ${ambiguous}=VALUE, without a space.`)
    const unknown = /Unknown option '(--?[^']*)'/.exec((error as Error).message)?.[1]
    if (unknown === undefined)
      throw new UsageError(`${(error as Error).message.split('\n')[0]?.split('. ')[0]}. Usage: ${usage}`)
    const suggestion = findNearest(unknown.replace(/^--?/, ''), Object.keys(options))
    throw new UsageError(
      `There is no flag ${unknown}. ${suggestion ? `Did you mean --${suggestion}?` : `Usage: ${usage}`}`,
    )
  }
}

/** Returns the string value of a flag, or undefined if it is not set. */
export function stringFlag({ flags }: ParsedArgs, name: string): string | undefined {
  const value = flags[name]
  return typeof value === 'string' ? value : undefined
}
