import type { HttpResponse } from '@cedi/mock-server/internal'
import { html, raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { HonoContext, HonoEnv } from './hono-env.js'
import type { Html } from './html.js'

/** Inline code, and its hash for the Content-Security-Policy. */
export interface InlineCode {
  readonly code: string
  readonly hash: string
}

/** Contents of an HTML document. */
export interface Document {
  readonly title: string
  /** BCP 47 tag. */
  readonly language: string
  readonly dir: 'ltr' | 'rtl'
  readonly style: InlineCode
  /** Style that the script may add later, or that is included from the start. */
  readonly deferred?: { readonly style: InlineCode; readonly isIncluded: boolean }
  readonly script?: InlineCode
  /** Value of the attribute `data-page` of the root element. */
  readonly page?: string
  readonly head?: Child | readonly Child[]
  readonly body: Child | readonly Child[]
  /** Data for the script, as JSON. */
  readonly data?: unknown
}

/** Renders a self-contained document, which needs no further request. */
function renderDocument({ title, language, dir, style, deferred, script, page, head, body, data }: Document): Html {
  const json =
    data === undefined ? '' : html`<script type="application/json" id="status">${raw(toInlineJson(data))}</script>`
  const scriptElement = script ? html`<script type="module">${raw(script.code)}</script>` : ''
  const deferredStyle = deferred?.isIncluded ? html`<style>${raw(deferred.style.code)}</style>` : ''
  const kind = page ? html` data-page="${page}"` : ''
  return html`<!doctype html><html lang="${language}" dir="${dir}"${kind}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><link rel="icon" href="data:,">${head}<style>${raw(style.code)}</style>${deferredStyle}</head><body>${body}${json}${scriptElement}</body></html>`
}

/** Serializes JSON for a script element. Escapes `<`, so that the JSON cannot close the element. */
export const toInlineJson = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c')

/** Responds with a document that is not cached. */
export function sendDocument<Env extends HonoEnv>(
  c: HonoContext<Env>,
  document: Document,
  status: number = 200,
): Response | Promise<Response> {
  return c.html(renderDocument(document), status as ContentfulStatusCode, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
  })
}

/**
 * Creates the response for a document of the checkout, with its security headers.
 *
 * @decision 0029
 */
export function writeDocument({
  status,
  framedBy,
  ...document
}: Document & {
  readonly status: number
  /** Origin that may frame the document. Without it, framing is forbidden. */
  readonly framedBy?: string | undefined
}): HttpResponse {
  const { style, deferred, script } = document
  const framing: Record<string, string> = framedBy
    ? { 'Cross-Origin-Embedder-Policy': 'require-corp', 'Cross-Origin-Resource-Policy': 'cross-origin' }
    : { 'Cross-Origin-Resource-Policy': 'same-origin', 'X-Frame-Options': 'DENY' }
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': [
        "default-src 'none'",
        `style-src '${style.hash}'${deferred ? ` '${deferred.style.hash}'` : ''}`,
        `script-src ${script ? `'${script.hash}'` : "'none'"}`,
        "connect-src 'self'",
        'img-src data:',
        "form-action 'self'",
        "base-uri 'none'",
        `frame-ancestors ${framedBy ?? "'none'"}`,
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ].join('; '),
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      ...framing,
    },
    body: String(renderDocument(document)),
  }
}

/** Creates a 303 redirect to a URL of this service. */
export const seeOther = (location: string): HttpResponse => ({
  status: 303,
  headers: { Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
  body: '',
})
