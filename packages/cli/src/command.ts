import type { Transport } from './transport.js'

/** How the command ends. Scripts branch on it, so these numbers stay. @decision 0079 */
export const exitCodes = {
  done: 0,
  /** The service said no. */
  refused: 1,
  /** The command was given wrong. Nothing was sent. */
  usage: 2,
  /** No answer came. A write may have been done. */
  noAnswer: 3,
  /** `compare` found something that differs. */
  differs: 4,
} as const

/** What a command reads and writes: the process in the program, values in tests. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Where profiles are kept. */
  readonly home: string
  /** Whether a person can be asked, and reads what is written. */
  readonly isTerminal: boolean
  /** How many characters a line of the screen has. */
  readonly columns: number
  write(text: string): void
  /** For what is no result: progress, questions, errors. */
  tell(text: string): void
  /** All that is piped in. */
  readInput(): Promise<string>
  /** Asks a person; resolves with the answer. A secret is not shown while it is typed. */
  ask(question: string, options?: { readonly isSecret?: boolean }): Promise<string>
  /** Sends a request. */
  readonly transport: Transport
  /** Ends with Ctrl+C. */
  readonly signal: AbortSignal
}

/** One command of `cedi`. */
export interface Command {
  /**
   * @param args - What stands behind the name of the command.
   * @returns The exit code.
   * @throws {@link UsageError} when the command was given wrong.
   */
  run(args: readonly string[], around: Surroundings): Promise<number>
}

/** The command was given wrong: one line that says what, and what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
