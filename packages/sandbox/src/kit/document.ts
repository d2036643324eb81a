import type { Answer } from '@cedi/mock-server/service'
import { escapeHtml, toHtml } from './html.js'
import type { Child } from './tree.js'

/** Code that a page carries with it, and the hash that its policy lets through. */
interface Carried {
  readonly code: string
  readonly hash: string
}

/** A whole page. */
export interface Document {
  readonly status: number
  readonly title: string
  /** BCP 47. */
  readonly language: string
  readonly dir: 'ltr' | 'rtl'
  readonly style: Carried
  readonly script?: Carried
  /** Attributes of the root, such as what kind of page it is. */
  readonly page?: string
  readonly head?: readonly Child[]
  readonly body: readonly Child[]
  /** JSON that the script reads. */
  readonly data?: unknown
  /** The one origin whose pages may frame it; nobody's when it is left out. */
  readonly framedBy?: string | undefined
}

/**
 * Writes a page: one answer that needs no other, that nobody may frame unless it says so, and that runs nothing but
 * its own script.
 *
 * @decision 0029
 */
export function writeDocument(document: Document): Answer {
  const { status, title, language, dir, style, script, page, head = [], body, data, framedBy } = document
  const json = data === undefined ? '' : `<script type="application/json" id="status">${jsonText(data)}</script>`
  const html = `<!doctype html><html lang="${escapeHtml(language)}" dir="${dir}"${page ? ` data-page="${page}"` : ''}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><link rel="icon" href="data:,">${toHtml(...head)}<style>${style.code}</style></head><body>${toHtml(...body)}${json}${script ? `<script type="module">${script.code}</script>` : ''}</body></html>`
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
        `style-src '${style.hash}'`,
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
    body: html,
  }
}

/** JSON that cannot end the element that it stands in. */
const jsonText = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c')

/** Sends a browser on with GET. The address is one of ours. */
export const seeOther = (location: string): Answer => ({
  status: 303,
  headers: { Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
  body: '',
})
