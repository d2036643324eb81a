import { FlagError, type FlagOptions, type ParsedFlags, parseFlags } from '@cedi/sandbox/cli'
import { UsageError } from './command.js'

export type { FlagOptions as Options, ParsedFlags as ParsedArgs } from '@cedi/sandbox/cli'

/**
 * Parses the flags and positional arguments of a `cedi` command.
 *
 * @param usage - The command's syntax, for the error.
 * @throws {@link UsageError} if they are invalid.
 */
export function readFlags(args: readonly string[], options: FlagOptions, usage: string): ParsedFlags {
  const command = /^cedi(?: [a-z]+)*/.exec(usage)?.[0] ?? 'cedi'
  try {
    return parseFlags({ args, options, command, hint: `Usage: ${usage}` })
  } catch (error) {
    if (error instanceof FlagError) throw new UsageError(error.message)
    throw error
  }
}

/** Returns the string value of a flag, or undefined if it is not set. */
export function stringFlag({ flags }: ParsedFlags, name: string): string | undefined {
  const value = flags[name]
  return typeof value === 'string' ? value : undefined
}
