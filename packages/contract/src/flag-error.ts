import { describeUnknownName } from './options.js'

/**
 * Describes an error of `parseArgs` of `node:util` in one line.
 *
 * @param owner - The command.
 * @param known - Names of its flags, without dashes.
 * @param hint - Sentence that shows where its flags are described.
 */
export function describeFlagError(owner: string, error: unknown, known: readonly string[], hint: string): string {
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
