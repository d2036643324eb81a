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
  const id = crypto.randomUUID()
  const address = new URL(`code/${id}.js`, folder)
  const cache = await caches.open(codeCache)
  // Line numbers of errors match the editor.
  await cache.put(
    address,
    new Response(resolveImports(code), { headers: { 'Content-Type': 'text/javascript; charset=utf-8' } }),
  )
  const worker = new Worker(new URL(`run.js?code=${id}`, folder), { type: 'module' })
  let hasEnded = false
  function end(error?: string): void {
    if (hasEnded) return
    hasEnded = true
    worker.terminate()
    void cache.delete(address)
    onMessage({ type: 'end', ...(error !== undefined && { error }) })
  }
  worker.onmessage = ({ data }: MessageEvent<RunMessage>) => {
    if (hasEnded) return
    if (data.type === 'end') end(data.error)
    else onMessage(data)
  }
  worker.onerror = ({ message }) => end(message || 'The code could not be loaded. Load the page again.')
  return { stop: () => end('Stopped.') }
}
