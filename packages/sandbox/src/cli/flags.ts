import { type ParseArgsConfig, parseArgs } from 'node:util'
import { describeUnknownName } from '@cedi/contract/options'

/** Options of `parseArgs` of `node:util`. */
export type FlagOptions = NonNullable<ParseArgsConfig['options']>

/** A command line with flags. */
export interface CommandLine {
  readonly args: readonly string[]
  /** Flags that the command has. */
  readonly options: FlagOptions
  /** The command, for errors. */
  readonly command: string
  /** Sentence that shows where the flags are described. */
  readonly hint: string
}

/** Parsed command line: flags by name, and positional arguments. */
export interface ParsedFlags {
  readonly flags: Readonly<Record<string, string | boolean | readonly string[] | undefined>>
  readonly words: readonly string[]
  /** Flags that are set, as they were written: `--port`. */
  readonly setFlags: readonly { readonly name: string; readonly rawName: string }[]
}

/** An invalid command line, with a message of one line. */
export class FlagError extends Error {
  override readonly name = 'FlagError'
}

/**
 * Parses the flags and positional arguments of a command.
 *
 * @throws {@link FlagError} for an unknown flag, with the nearest known flag, for a flag without its value, and for a flag
 *   that is set twice, unless it is a list.
 */
export function parseFlags({ args, options, command, hint }: CommandLine): ParsedFlags {
  const { values, positionals, tokens } = parseStrictly({ args, options, command, hint })
  const setFlags = tokens.flatMap((token) =>
    token.kind === 'option' ? [{ name: token.name, rawName: token.rawName }] : [],
  )
  const names = setFlags.map(({ name }) => name)
  const repeated = names.find((name, index) => names.indexOf(name) < index && !options[name]?.multiple)
  // Otherwise the last value would win: a script would create a payment of another amount.
  if (repeated !== undefined) throw new FlagError(`--${repeated} is set twice. Remove one.`)
  return { flags: values as ParsedFlags['flags'], words: positionals, setFlags }
}

function parseStrictly({ args, options, command, hint }: CommandLine) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true, tokens: true })
  } catch (error) {
    throw new FlagError(describeFlagError(command, error, Object.keys(options), hint))
  }
}

/**
 * Describes an error of `parseArgs` of `node:util` in one line.
 *
 * @param owner - The command.
 * @param known - Names of its flags, without dashes.
 * @param hint - Sentence that shows where its flags are described.
 */
function describeFlagError(owner: string, error: unknown, known: readonly string[], hint: string): string {
  const { message } = error as Error
  const ambiguous = /^Option '(?:-\w, )?(--[^' ]+)/.exec(message)?.[1]
  if (ambiguous !== undefined && message.includes('ambiguous'))
    return `The value of ${ambiguous} begins with a dash. Write ${ambiguous}=VALUE, without a space.`
  const unknown = /Unknown option '(--?[^']*)'/.exec(message)?.[1]
  if (unknown === undefined) return `${message.split('\n')[0]?.split('. ')[0]}. ${hint}`
  return describeUnknownFlag(owner, unknown, known, hint)
}

/** Describes a flag that a command does not have, with the nearest one. The parameters are as above. */
export const describeUnknownFlag = (owner: string, flag: string, known: readonly string[], hint: string): string =>
  describeUnknownName(
    owner,
    'flag',
    flag,
    known.map((name) => `--${name}`),
    hint,
  )
