import type { HttpResponse } from '@cedi/mock-server/service'
import { html, raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Html } from './html.js'
import type { Asked, HonoEnv } from './served.js'

/** Inline code, and the hash that the page's policy allows. */
export interface Carried {
  readonly code: string
  readonly hash: string
}

/** A whole page. */
export interface Document {
  readonly title: string
  /** BCP 47. */
  readonly language: string
  readonly dir: 'ltr' | 'rtl'
  readonly style: Carried
  /** A style that the script may add later, or that is there from the start. */
  readonly later?: { readonly style: Carried; readonly isThere: boolean }
  readonly script?: Carried
  /** Attributes of the root, such as what kind of page it is. */
  readonly page?: string
  readonly head?: Child | readonly Child[]
  readonly body: Child | readonly Child[]
  /** JSON that the script reads. */
  readonly data?: unknown
}

/** A page as one text that needs no further request. */
function write({ title, language, dir, style, later, script, page, head, body, data }: Document): Html {
  const json =
    data === undefined ? '' : html`<script type="application/json" id="status">${raw(jsonText(data))}</script>`
  const run = script ? html`<script type="module">${raw(script.code)}</script>` : ''
  const more = later?.isThere ? html`<style>${raw(later.style.code)}</style>` : ''
  const kind = page ? html` data-page="${page}"` : ''
  return html`<!doctype html><html lang="${language}" dir="${dir}"${kind}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><link rel="icon" href="data:,">${head}<style>${raw(style.code)}</style>${more}</head><body>${body}${json}${run}</body></html>`
}

/** JSON that cannot end its element. */
export const jsonText = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c')

/** Answers with a page that no cache stores. */
export function sendDocument<Env extends HonoEnv>(
  c: Asked<Env>,
  document: Document,
  status: number = 200,
): Response | Promise<Response> {
  return c.html(write(document), status as ContentfulStatusCode, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
  })
}

/**
 * Writes a page of the checkout as an answer, with its headers.
 *
 * @decision 0029
 */
export function writeDocument({
  status,
  framedBy,
  ...document
}: Document & {
  readonly status: number
  /** The one origin whose pages may frame it; when missing, nobody may. */
  readonly framedBy?: string | undefined
}): HttpResponse {
  const { style, later, script } = document
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
        `style-src '${style.hash}'${later ? ` '${later.style.hash}'` : ''}`,
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
    body: String(write(document)),
  }
}

/** Redirects a browser with GET, to an address of ours. */
export const seeOther = (location: string): HttpResponse => ({
  status: 303,
  headers: { Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
  body: '',
})
