import { codeCache } from '../code-cache.js'
import type { RunMessage } from '../run/run-message.js'
import { resolveImports } from './resolve-imports.js'
import { folder } from './service.js'

/** Handle of running code. */
export interface Run {
  /** Terminates the worker. */
  stop(): void
}

/**
 * Runs code in a new worker.
 *
 * @param onMessage - Called for each output and API call, and exactly once, last, for the end.
 */
export async function run(code: string, onMessage: (type: RunMessage) => void): Promise<Run> {
  const codeUrl = new URL(`code/${crypto.randomUUID()}.js`, folder).href
  // The worker starts while the code is stored.
  const worker = new Worker(new URL('run.js', folder), { type: 'module' })
  const opening = caches.open(codeCache)
  let hasEnded = false
  function end(error?: string): void {
    if (hasEnded) return
    hasEnded = true
    worker.terminate()
    opening.then((cache) => cache.delete(codeUrl)).catch(() => {})
    onMessage({ type: 'end', ...(error !== undefined && { error }) })
  }
  worker.onmessage = ({ data }: MessageEvent<RunMessage>) => {
    if (hasEnded) return
    if (data.type === 'end') end(data.error)
    else onMessage(data)
  }
  worker.onerror = ({ message }) => end(message || 'The code could not be loaded. Load the page again.')
  try {
    const cache = await opening
    // Line numbers of errors match the editor.
    await cache.put(
      codeUrl,
      new Response(resolveImports(code), { headers: { 'Content-Type': 'text/javascript; charset=utf-8' } }),
    )
    worker.postMessage(codeUrl)
  } catch (error) {
    end(`The browser could not store the code: ${(error as Error).message}`)
  }
  return { stop: () => end('Stopped.') }
}
