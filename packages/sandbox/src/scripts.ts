import { type BrowserScript, browserScripts } from './generated/browser-scripts.js'
import type { Asked } from './kit/served.js'

const shared = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
}
const moving = 'public, max-age=300'
const lasting = 'public, max-age=31536000, immutable'

/** The permanent address of a script. */
const addressOf = ({ name, version }: BrowserScript): string => `/${name.replace('.js', '')}/v${version}.js`

/**
 * The scripts for merchants' pages: at an address that follows each version, and at one that never changes. Both are
 * the npm package's file, byte for byte.
 *
 * @source What the service does (public surfaces)
 * @decision 0029
 */
export function script(c: Asked): Response | Promise<Response> {
  const { path } = c.req
  const found = browserScripts.find((one) => path === `/${one.name}` || path === addressOf(one))
  if (!found) return c.notFound()
  return c.body(found.code, 200, {
    ...shared,
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': path === `/${found.name}` ? moving : lasting,
  })
}

/** `/service/integrity.json`: the `integrity` value for a script tag with the permanent address. */
export function integrity(c: Asked): Response {
  const listed = browserScripts.map((script) => {
    const { name, version, bytes, gzip, integrity } = script
    return [name, { version, url: addressOf(script), bytes, gzip, integrity }] as const
  })
  return c.body(JSON.stringify(Object.fromEntries(listed)), 200, {
    ...shared,
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': moving,
  })
}
