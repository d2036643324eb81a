import { codeCache } from '../code-cache.js'
import type { Told } from '../run/told.js'
import { resolved } from './resolved.js'
import { folder } from './service.js'

/** Running code. */
export interface Run {
  /** Stops it at any point. */
  stop(): void
}

/**
 * Runs code in its own worker.
 *
 * @param tell - Called with what it prints, what it calls, and its end: last, and exactly once.
 */
export async function run(code: string, tell: (told: Told) => void): Promise<Run> {
  const id = crypto.randomUUID()
  const address = new URL(`code/${id}.js`, folder)
  const cache = await caches.open(codeCache)
  // The line of an error is the line in the editor.
  await cache.put(
    address,
    new Response(resolved(code), { headers: { 'Content-Type': 'text/javascript; charset=utf-8' } }),
  )
  const worker = new Worker(new URL(`run.js?code=${id}`, folder), { type: 'module' })
  let hasEnded = false
  function end(error?: string): void {
    if (hasEnded) return
    hasEnded = true
    worker.terminate()
    void cache.delete(address)
    tell({ told: 'end', ...(error !== undefined && { error }) })
  }
  worker.onmessage = ({ data }: MessageEvent<Told>) => {
    if (hasEnded) return
    if (data.told === 'end') end(data.error)
    else tell(data)
  }
  worker.onerror = ({ message }) => end(message || 'The code could not be loaded. Load the page again.')
  return { stop: () => end('Stopped.') }
}
