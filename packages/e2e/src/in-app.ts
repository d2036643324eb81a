import type { IncomingHttpHeaders } from 'node:http'

/** Path of the script that imitates an in-app browser. */
export const inAppPath = '/in-app.js'

/**
 * Script that imitates the browser of a social app, which has one view: `window.open` returns null, and a link for a new
 * tab replaces the page. A script in each page works in every engine.
 */
export const inAppScript = `window.open = () => null
addEventListener('click', (event) => {
  const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement)
  if (link && link.target === '_blank') link.target = '_top'
}, true)
`

/** Adds the script to a page. */
export const inAppPage = (html: string): string =>
  html.replace(/<html[^>]*>(?:<head[^>]*>)?/i, `$&<script src="${inAppPath}"></script>`)

/** Adds the script to the Content-Security-Policy of a page. */
export const inAppPolicy = (policy: string): string => policy.replace(/script-src /, "script-src 'self' ")

/** Whether a response is an HTML page. */
export const isPage = (headers: IncomingHttpHeaders): boolean => /^text\/html/.test(headers['content-type'] ?? '')
