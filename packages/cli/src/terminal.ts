import type { Readable, Writable } from 'node:stream'
import { type CliContext, UsageError } from './command.js'

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
