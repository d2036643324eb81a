import { type ParseArgsConfig, parseArgs } from 'node:util'
import { nearest } from '@cedi/contract/nearest'
import { UsageError } from './command.js'

export type Options = NonNullable<ParseArgsConfig['options']>

/** The parsed command line: the flags by name, and the words between them. */
export interface Given {
  readonly flags: Readonly<Record<string, string | boolean | readonly string[] | undefined>>
  readonly words: readonly string[]
}

/**
 * Reads flags and words.
 *
 * @param usage - The command's syntax, for the error.
 * @throws {@link UsageError} for an unknown flag, with the nearest one, and for a flag without its value.
 */
export function readFlags(args: readonly string[], options: Options, usage: string): Given {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
    return { flags: values as Given['flags'], words: positionals }
  } catch (error) {
    const dashed = /^Option '(?:-\w, )?(--[^' ]+).*ambiguous/.exec((error as Error).message)?.[1]
    if (dashed !== undefined)
      throw new UsageError(`The value of ${dashed} begins with a dash. Write ${dashed}=VALUE, without a space.`)
    const unknown = /Unknown option '(--?[^']*)'/.exec((error as Error).message)?.[1]
    if (unknown === undefined)
      throw new UsageError(`${(error as Error).message.split('\n')[0]?.split('. ')[0]}. Usage: ${usage}`)
    const meant = nearest(unknown.replace(/^--?/, ''), Object.keys(options))
    throw new UsageError(`There is no flag ${unknown}. ${meant ? `Did you mean --${meant}?` : `Usage: ${usage}`}`)
  }
}

/** The text of a flag; undefined when it was not given. */
export function textOf({ flags }: Given, name: string): string | undefined {
  const value = flags[name]
  return typeof value === 'string' ? value : undefined
}
