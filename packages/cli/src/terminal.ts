import type { Readable, Writable } from 'node:stream'
import { type CliContext, exitCodes, UsageError } from './command.js'

/** Streams for prompts and piped input. */
interface Terminal {
  readonly input: Readable
  readonly output: Writable
  /** Aborted by Ctrl+C, except during a prompt, which handles Ctrl+C itself. */
  readonly signal: AbortSignal
}

const createStopError = (): UsageError => new UsageError('Stopped. Nothing was sent.')

/** Prompts the user, or reads piped input. Ctrl+C ends both. */
export const createTerminal = ({ input, output, signal }: Terminal): Pick<CliContext, 'ask' | 'readInput'> => ({
  async readInput() {
    let text = ''
    const stop = (): void => void input.destroy(createStopError())
    signal.addEventListener('abort', stop, { once: true })
    try {
      for await (const chunk of input.setEncoding('utf8')) text += chunk
    } finally {
      signal.removeEventListener('abort', stop)
    }
    return text
  },
  async ask(question, { isSecret = false } = {}) {
    const { createInterface } = await import('node:readline/promises')
    const { Writable } = await import('node:stream')
    output.write(question)
    const mutedOutput = new Writable({ write: (_chunk, _encoding, done) => done() })
    const lines = createInterface({ input, output: isSecret ? mutedOutput : output, terminal: true })
    try {
      // Ctrl+C, Ctrl+D and a closed terminal cancel the prompt.
      const closing = new Promise<never>((_, reject) => lines.once('close', () => reject(createStopError())))
      return await Promise.race([lines.question('', { signal }), closing])
    } catch {
      if (!isSecret) output.write('\n')
      throw createStopError()
    } finally {
      lines.close()
      if (isSecret) output.write('\n')
    }
  },
})

/** Streams of the output, and the end of the process. */
interface Output {
  readonly output: Writable
  readonly errors: Writable
  /** Ends the process with an exit code. */
  exit(code: number): void
}

/** Writes to standard output, and ends the process if the output fails, for example because the disk is full. */
export function createOutput({ output, errors, exit }: Output): Pick<CliContext, 'write'> {
  let hint = ''
  output.on('error', (error: NodeJS.ErrnoException) => {
    // A program such as `head` may close the pipe, which is an error only after a write to the service.
    if (error.code === 'EPIPE' && hint === '') return exit(exitCodes.success)
    errors.write(`cedi: the output could not be written (${error.code}).\n${hint}`)
    exit(exitCodes.unknownResult)
  })
  return {
    write(text, retryHint = '') {
      hint = retryHint
      output.write(text)
    },
  }
}

/** Returns a signal that aborts when the process receives a signal to end. A second Ctrl+C or SIGTERM ends the process immediately. */
export function createStopSignal(process: Pick<NodeJS.Process, 'on' | 'once' | 'exit'>): AbortSignal {
  const stopController = new AbortController()
  const stop = (): void => stopController.abort()
  // A terminal that closes may send SIGHUP twice, and the command must still print the key of its write.
  process.on('SIGHUP', stop)
  for (const [name, status] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.once(name, () => {
      stop()
      process.once(name, () => process.exit(status))
    })
  return stopController.signal
}
