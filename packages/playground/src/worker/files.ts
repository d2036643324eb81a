// The playground's own files, so that it works without a network from the second visit on.
import { codeCache } from '../code-cache.js'

/** The build's files beside the worker, and a name that changes with any of them. */
declare const __FILES__: readonly string[]
declare const __VERSION__: string

const prefix = (scope: URL): string => `cedi-playground ${scope.pathname} `
const cacheName = (scope: URL): string => prefix(scope) + __VERSION__

/** Stores every file. If one fails, the installation fails, because half a playground is useless. */
export async function keepFiles(scope: URL): Promise<void> {
  const cache = await caches.open(cacheName(scope))
  // Loads this version's files, not what the browser has cached of the last one.
  await cache.addAll(__FILES__.map((name) => new Request(new URL(name, scope), { cache: 'no-cache' })))
}

/** Deletes the files of older versions. Other caches stay. */
export async function forgetOld(scope: URL): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(prefix(scope)) && name !== cacheName(scope)) await caches.delete(name)
}

/** The worker that runs the visitor's code may call only the playground. */
const closed = "default-src 'none'; script-src 'self'; connect-src 'self'"

/** A file: from the cache, or from the network. */
export async function answerFile(scope: URL, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const name = pathname.slice(scope.pathname.length)
  if (name.startsWith('code/')) {
    const code = await (await caches.open(codeCache)).match(request)
    return code ?? new Response('There is no such code.', { status: 404 })
  }
  const cache = await caches.open(cacheName(scope))
  const kept = await cache.match(name === 'index.html' ? scope : new URL(name, scope))
  if (!kept) return fetch(request)
  if (name !== 'run.js') return kept
  const headers = new Headers(kept.headers)
  headers.set('Content-Security-Policy', closed)
  return new Response(kept.body, { status: kept.status, headers })
}
