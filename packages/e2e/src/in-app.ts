import type { IncomingHttpHeaders } from 'node:http'

/** Where the pages of an in-app browser find what makes it one. */
export const inAppPath = '/in-app.js'

/**
 * What the browser inside a social app does: there is one view and no tab beside it. `window.open` gives nothing, and a
 * link for a new tab takes the view. It runs as a script of each page, so that it works alike in every engine.
 */
export const inAppScript = `window.open = () => null
addEventListener('click', (event) => {
  const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement)
  if (link && link.target === '_blank') link.target = '_top'
}, true)
`

/** A page as an in-app browser shows it. */
export const inAppPage = (html: string): string =>
  html.replace(/<html[^>]*>(?:<head[^>]*>)?/i, `$&<script src="${inAppPath}"></script>`)

/** The policy of a page, with room for the script. */
export const inAppPolicy = (policy: string): string => policy.replace(/script-src /, "script-src 'self' ")

/** Whether an answer is a page. */
export const isPage = (headers: IncomingHttpHeaders): boolean => /^text\/html/.test(headers['content-type'] ?? '')
