import type { Screen } from '@cedi/sandbox/cli'
import type { Transport } from './transport.js'

/** Exit codes. Scripts depend on the numbers. @decision 0079 */
export const exitCodes = {
  success: 0,
  /** The service rejected the request. */
  rejected: 1,
  /** The command line is wrong. Nothing was sent. */
  usage: 2,
  /** No response, one that does not show the result, or no output. A write may have been executed. */
  unknownResult: 3,
  /** `compare` found a difference, or `examine` a violated invariant. */
  differs: 4,
} as const

/** Input and output of a command: the process in the program, plain values in tests. */
export interface CliContext {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The home directory, which contains the profiles. */
  readonly home: string
  /** The working directory. */
  readonly folder: string
  /** Whether the command can prompt the user. */
  readonly isTerminal: boolean
  /** Terminal width in characters. */
  readonly columns: number
  /**
   * Writes the result to standard output.
   *
   * @param retryHint - Written to standard error if the output fails: how to repeat the command safely.
   */
  write(text: string, retryHint?: string): void
  /** Writes messages and errors to standard error. */
  log(text: string): void
  /** Output for a temporary progress line. */
  readonly screen: Screen
  /** Reads standard input to its end. */
  readInput(): Promise<string>
  /** Prompts the user. A secret is not echoed. */
  ask(question: string, options?: { readonly isSecret?: boolean }): Promise<string>
  /** Sends a request. */
  readonly transport: Transport
  /** Aborted by Ctrl+C. */
  readonly signal: AbortSignal
}

/** One command of `cedi`. */
export interface Command {
  /**
   * @param args - The arguments after the command's name.
   * @returns The exit code.
   * @throws {@link UsageError} when the command line is wrong.
   */
  run(args: readonly string[], context: CliContext): Promise<number>
}

/** Error in the command line. The message is one line with the problem and the fix. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
