import { type BrowserScript, browserScripts } from './generated/browser-scripts.js'
import type { HonoContext } from './kit/hono-env.js'

const commonHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
}
const shortCache = 'public, max-age=300'
const permanentCache = 'public, max-age=31536000, immutable'

/** Returns the permanent path of a script. */
const versionedPath = ({ name, version }: BrowserScript): string => `/${name.replace('.js', '')}/v${version}.js`

/**
 * Responds with a script for merchants' pages, at a path of the latest version or at a permanent path of one version. The
 * script is the file of the npm package, byte for byte.
 *
 * @source What the service does (public surfaces)
 * @decision 0029
 */
export function script(c: HonoContext): Response | Promise<Response> {
  const { path } = c.req
  const found = browserScripts.find(
    (browserScript) => path === `/${browserScript.name}` || path === versionedPath(browserScript),
  )
  if (!found) return c.notFound()
  return c.body(found.code, 200, {
    ...commonHeaders,
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': path === `/${found.name}` ? shortCache : permanentCache,
  })
}

/** `/service/integrity.json`: the `integrity` values for script tags with permanent URLs. */
export function integrity(c: HonoContext): Response {
  const entries = browserScripts.map((script) => {
    const { name, version, bytes, gzip, integrity } = script
    return [name, { version, url: versionedPath(script), bytes, gzip, integrity }] as const
  })
  return c.body(JSON.stringify(Object.fromEntries(entries)), 200, {
    ...commonHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': shortCache,
  })
}
