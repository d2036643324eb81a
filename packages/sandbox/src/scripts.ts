import type { Answer } from '@cedi/mock-server/service'
import { type BrowserScript, browserScripts } from './generated/browser-scripts.js'

const shared = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
}
const moving = 'public, max-age=300'
const lasting = 'public, max-age=31536000, immutable'

/** Where a script stands for ever. */
const addressOf = ({ name, version }: BrowserScript): string => `/${name.replace('.js', '')}/v${version}.js`

/**
 * The scripts for the pages of merchants: at an address that moves on with each version, and at one that never
 * changes. Both are the file of the npm package, byte for byte.
 *
 * @returns Nothing when there is no script at the path.
 * @source What the service does (public surfaces)
 * @decision 0029
 */
export function scriptAt(path: string): Answer | undefined {
  if (path === '/service/integrity.json') return integrity()
  const script = browserScripts.find((one) => path === `/${one.name}` || path === addressOf(one))
  if (!script) return undefined
  return {
    status: 200,
    headers: {
      ...shared,
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': path === `/${script.name}` ? moving : lasting,
    },
    body: script.code,
  }
}

/** What to write into `integrity` of a script tag with the address that never changes. */
function integrity(): Answer {
  const listed = browserScripts.map((script) => {
    const { name, version, bytes, gzip, integrity } = script
    return [name, { version, url: addressOf(script), bytes, gzip, integrity }] as const
  })
  return {
    status: 200,
    headers: { ...shared, 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': moving },
    body: JSON.stringify(Object.fromEntries(listed)),
  }
}
