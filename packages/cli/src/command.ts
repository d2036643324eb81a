import type { Screen } from '@cedi/mock-server/program'
import type { Transport } from './transport.js'

/** Exit codes. Scripts branch on them, so the numbers stay. @decision 0079 */
export const exitCodes = {
  done: 0,
  /** The service refused. */
  refused: 1,
  /** The command line is wrong. Nothing was sent. */
  usage: 2,
  /** No answer came, or none that says what was done. A write may have been done. */
  noAnswer: 3,
  /** `compare` found a difference. */
  differs: 4,
} as const

/** What a command reads and writes: the process in the program, values in tests. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Where profiles are kept. */
  readonly home: string
  /** Whether a person reads the output and can be asked. */
  readonly isTerminal: boolean
  /** How many characters a line of the screen has. */
  readonly columns: number
  write(text: string): void
  /** For everything but the result: questions, errors. */
  tell(text: string): void
  /** Where a line about what takes long may stand for a while. */
  readonly screen: Screen
  /** All that is piped in. */
  readInput(): Promise<string>
  /** Asks a person; resolves with the answer. A secret is not shown while it is typed. */
  ask(question: string, options?: { readonly isSecret?: boolean }): Promise<string>
  /** Sends a request. */
  readonly transport: Transport
  /** Aborted by Ctrl+C. */
  readonly signal: AbortSignal
}

/** One command of `cedi`. */
export interface Command {
  /**
   * @param args - The words after the command's name.
   * @returns The exit code.
   * @throws {@link UsageError} when the command line is wrong.
   */
  run(args: readonly string[], around: Surroundings): Promise<number>
}

/** The command line is wrong: one line that says what, and what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
