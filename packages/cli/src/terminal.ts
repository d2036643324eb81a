import type { Readable, Writable } from 'node:stream'
import { type Surroundings, UsageError } from './command.js'

/** Where a person types, and where questions are shown. */
interface Terminal {
  readonly input: Readable
  readonly output: Writable
  /** Aborted by Ctrl+C, unless a question is open: then the question gets it. */
  readonly signal: AbortSignal
}

const stopped = (): UsageError => new UsageError('Stopped. Nothing was sent.')

/** Reads what a person types or another program pipes in. Both end with Ctrl+C. */
export const terminalOn = ({ input, output, signal }: Terminal): Pick<Surroundings, 'ask' | 'readInput'> => ({
  async readInput() {
    let text = ''
    const stop = (): void => void input.destroy(stopped())
    signal.addEventListener('abort', stop, { once: true })
    try {
      for await (const piece of input.setEncoding('utf8')) text += piece
    } finally {
      signal.removeEventListener('abort', stop)
    }
    return text
  },
  async ask(question, { isSecret = false } = {}) {
    const { createInterface } = await import('node:readline/promises')
    const { Writable } = await import('node:stream')
    output.write(question)
    const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
    const lines = createInterface({ input, output: isSecret ? silent : output, terminal: true })
    try {
      // Ctrl+C, Ctrl+D and a closed terminal are no answer.
      const closed = new Promise<never>((_, reject) => lines.once('close', () => reject(stopped())))
      return await Promise.race([lines.question('', { signal }), closed])
    } catch {
      if (!isSecret) output.write('\n')
      throw stopped()
    } finally {
      lines.close()
      if (isSecret) output.write('\n')
    }
  },
})
