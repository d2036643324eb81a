import type { IncomingHttpHeaders } from 'node:http'

/** Where an in-app browser's pages find its script. */
export const inAppPath = '/in-app.js'

/**
 * Imitates the browser inside a social app: there is one view and no tab beside it. `window.open` returns nothing, and
 * a link for a new tab replaces the view. It runs as a script in each page, so it works the same in every engine.
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

/** The page's policy, which also allows the script. */
export const inAppPolicy = (policy: string): string => policy.replace(/script-src /, "script-src 'self' ")

/** Whether an answer is a page. */
export const isPage = (headers: IncomingHttpHeaders): boolean => /^text\/html/.test(headers['content-type'] ?? '')
