import { hashText } from '@cedi/ledger'
import type { Answer } from '../answer.js'

/** Text made safe to stand in HTML, between tags and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const style = `:root{color-scheme:light dark;--ink:light-dark(#1d2420,#eef2ee);--paper:light-dark(#fbfaf7,#151916);--card:light-dark(#fff,#1e2420);--line:light-dark(#dcdfd8,#39423c);--brand:light-dark(#0b6b4b,#54c596);--on:light-dark(#fff,#0c1a13)}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;display:grid;min-height:100vh;place-items:center;padding:1rem}
main{background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:1.5rem;width:100%;max-width:26rem}
h1{font-size:1.35rem;line-height:1.25;margin:0 0 1rem}dl{margin:0 0 1rem}dl div{display:flex;justify-content:space-between;gap:1rem;padding:.5rem 0;border-bottom:1px solid var(--line)}dd{margin:0;font-weight:600;text-align:end}
button,.button{display:block;width:100%;min-height:3rem;margin-top:.75rem;padding:.75rem 1rem;border:1px solid var(--brand);border-radius:.75rem;background:var(--brand);color:var(--on);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
button.quiet{background:transparent;color:var(--ink);border-color:var(--line)}:focus-visible{outline:3px solid var(--brand);outline-offset:2px}`

const styleHash = btoa(
  String.fromCharCode(...(hashText(style).match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))),
)

/** A page of its own: no script, no request but itself, no frame around it. */
export const page = (status: number, title: string, body: string): Answer => ({
  status,
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  },
  body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>${body}</main></body></html>`,
})
