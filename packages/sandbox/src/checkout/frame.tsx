/** @jsxImportSource hono/jsx */
import type { HttpResponse, IncomingRequest } from '@cedi/mock-server/internal'
import { storeLanguage } from '../kit/languages/store.js'
import { checkoutPage } from './page.js'
import { wordingOf } from './views.js'

const originPattern = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/

/** Parses an origin as browsers write it. Returns undefined for anything else, such as `null`. */
export function parseOrigin(text: string | null | undefined): string | undefined {
  if (!text || text.length > 255 || !originPattern.test(text) || !URL.canParse(text)) return undefined
  return new URL(text).origin === text ? text : undefined
}

/**
 * `GET /checkout?o=`: the checkout page that the popup frames. It contains no intent, because the shop page sends the
 * client token over a `MessagePort`. Only pages of the origin in its URL may frame it.
 *
 * @decision 0029
 */
export function framePage({ query, headers }: IncomingRequest): HttpResponse {
  const origins = query?.getAll('o') ?? []
  const framedBy = origins.length === 1 ? parseOrigin(origins[0]) : undefined
  const { tag, words } = storeLanguage(query, headers.get('accept-language'))
  const response = checkoutPage({
    code: framedBy ? 200 : 400,
    page: 'frame',
    title: 'Cedi',
    wording: wordingOf(tag),
    model: { state: framedBy ? 'loading' : 'blocked', merchant: '', pesewas: 0, nowMs: 0, inFrame: true },
    framedBy,
    body: (
      <noscript>
        <p>{words.noScript}</p>
      </noscript>
    ),
  })
  // The body depends on the language only; a header contains the origin.
  return { ...response, isShared: true }
}
