// Caches the files of the playground, so that it works offline after the first visit.
import { codeCache } from '../code-cache.js'

/** File names, and a version that changes with any file. Defined by the build. */
declare const __FILES__: readonly string[]
declare const __VERSION__: string

const prefix = (scope: URL): string => `cedi-playground ${scope.pathname} `
const cacheName = (scope: URL): string => prefix(scope) + __VERSION__

/** Caches every file. If one fails, the installation fails, because the playground needs all files. */
export async function cacheFiles(scope: URL): Promise<void> {
  const cache = await caches.open(cacheName(scope))
  // Bypasses the HTTP cache, which may contain files of the previous version.
  await cache.addAll(__FILES__.map((name) => new Request(new URL(name, scope), { cache: 'no-cache' })))
}

/** Deletes caches of older versions. */
export async function deleteOldCaches(scope: URL): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(prefix(scope)) && name !== cacheName(scope)) await caches.delete(name)
}

/** Content-Security-Policy of the worker that runs the visitor's code: only requests to the playground. */
const runPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'"

/** Returns a file from the cache or the network. */
export async function serveFile(scope: URL, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const name = pathname.slice(scope.pathname.length)
  if (name.startsWith('code/')) {
    const code = await (await caches.open(codeCache)).match(request)
    return code ?? new Response('Not found.', { status: 404 })
  }
  const cache = await caches.open(cacheName(scope))
  const cached = await cache.match(name === 'index.html' ? scope : new URL(name, scope))
  if (!cached) return fetch(request)
  if (name !== 'run.js') return cached
  const headers = new Headers(cached.headers)
  headers.set('Content-Security-Policy', runPolicy)
  return new Response(cached.body, { status: cached.status, headers })
}
