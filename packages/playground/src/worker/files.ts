// Serves the files of the playground. The worker contains them, so that it works offline after the first visit.
import { codeCache } from '../code-cache.js'

/** Contents by file name; the page has the empty name. Defined by the build. */
declare const __FILES__: Readonly<Record<string, string>>

/** Content-Security-Policy of the worker that runs the visitor's code: only requests to the playground. */
const runPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'"

/** Returns a file that the worker contains, the visitor's code from the cache, or another file from the network. */
export async function serveFile(scope: URL, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const name = pathname.slice(scope.pathname.length).replace(/^index\.html$/, '')
  if (name.startsWith('code/')) {
    const code = await (await caches.open(codeCache)).match(request)
    return code ?? new Response('Not found.', { status: 404 })
  }
  if (!Object.hasOwn(__FILES__, name)) return fetch(request)
  const type = name === '' ? 'text/html' : 'text/javascript'
  return new Response(__FILES__[name], {
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      ...(name === 'run.js' && { 'Content-Security-Policy': runPolicy }),
    },
  })
}
