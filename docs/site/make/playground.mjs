// Adds the playground, if it is built: a frame on the front page and links on other pages.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from './sources.mjs'

/** Files that a first visit downloads. The worker contains all other files. */
const initialFiles = ['index.html', 'page.js', 'worker.js']

/** Returns the compressed size of the playground in kB, rounded to tens. */
const measureSizeKb = () =>
  initialFiles
    .map((name) => gzipSync(readFileSync(join(root, 'packages/playground/dist', name))).length)
    .reduce((sum, bytes) => sum + bytes / 10_000, 0)
    .toFixed() * 10

/** Playground scenarios of guides, as URL fragments. */
const scenarios = {
  'guides/take-a-payment.md': ['pay', 'Pay with MTN, and watch the ledger'],
  'guides/checkout.md': ['pay', 'Open this checkout and pay'],
  'guides/popup.md': ['pay', 'Open the popup and pay'],
  'guides/buy-button.md': ['pay', 'Press a buy button'],
  'guides/test-every-outcome.md': ['decline', 'Let a payment fail'],
  'guides/errors.md': ['decline', 'Let a payment fail'],
  'guides/refunds.md': ['refund', 'Ask for a refund, and pay it as the operator'],
  'guides/portal.md': ['refund', 'Ask for a refund, and pay it as the operator'],
  'guides/ledger.md': ['refund', 'Watch the entries of a payment and its refund'],
  'guides/idempotency-and-retries.md': ['call=payments.create', 'Send the same payment twice'],
}

// VitePress does not rewrite a link with a target, so the link must contain the base path.
const renderLink = (playgroundPath, label, hash) => `[Try it: ${label}](${playgroundPath}#${hash}){target="_self"}`

const renderFrame = (playgroundPath) =>
  [
    '## Try it here',
    '',
    'The whole service runs in your browser: a shop, a checkout, a ledger. No account, and no real money.',
    `It takes about ${measureSizeKb()} kB, once, and works without a network afterwards.`,
    '',
    `<div class="play"><iframe src="${playgroundPath}" title="The playground: a shop, its ledger and the code" loading="lazy"></iframe></div>`,
    '',
    `[Open it on a separate page](${playgroundPath}){target="_self"}`,
  ].join('\n')

/**
 * @param text - A page.
 * @param page - Its path.
 * @param playgroundPath - Path of the playground, such as `/play/`; undefined without one.
 */
export function withPlayground(text, page, playgroundPath) {
  if (!playgroundPath) return text.replace('<!-- playground -->\n\n', '')
  if (page === 'index.md') return text.replace('<!-- playground -->', renderFrame(playgroundPath))
  const [hash, label] = scenarios[page] ?? []
  // Below the paragraph that introduces the page.
  return hash ? text.replace(/^(# .+\n\n(?:[^\n]+\n)+)/m, `$1\n${renderLink(playgroundPath, label, hash)}\n`) : text
}

/** Renders the link below a call of the HTTP API. */
export const tryCall = (playgroundPath, name) =>
  renderLink(playgroundPath, 'the same call in your browser', `call=${name}`)
