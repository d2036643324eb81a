/** @jsxImportSource hono/jsx */
import { encode } from 'uqr'
import type { Html } from '../kit/html.js'
import { fill } from '../kit/languages/words.js'
import type { PreviewPage } from './preview.js'

interface SharingProps extends PreviewPage {
  /** Text of a message before the URL. */
  readonly title: string
  /** First step for a visitor who scanned the poster. */
  readonly first: string
}

/**
 * Ways to share a page: a button, a QR code, and in print the steps to pay. The button opens the share menu of the phone
 * if the browser supports it, and is a WhatsApp link otherwise.
 *
 * @decision 0030
 */
export function Sharing({ address, title, first, language: { words } }: SharingProps): Html {
  return (
    <aside class="share">
      <QrCode text={address} label={words.qrCode} />
      <div class="ways">
        <bdi class="address" dir="ltr">
          {address.replace(/^https?:\/\//, '')}
        </bdi>
        <button type="button" class="quiet" hidden data-share={address} data-title={title}>
          {words.share}
        </button>
        <a class="button quiet" href={toWhatsAppUrl(`${title}\n${address}`)} rel="noreferrer">
          {words.sendByWhatsApp}
        </a>
      </div>
      <ol>
        {[words.scanStep, fill(first, { buy: words.buy }), words.payWith, words.approveStep].map((step) => (
          <li>{step}</li>
        ))}
      </ol>
    </aside>
  )
}

/** Returns a URL that opens WhatsApp with a message. `URLSearchParams` accepts lone surrogates in a name. */
const toWhatsAppUrl = (text: string): string =>
  `https://wa.me/?${new URLSearchParams({ text }).toString().replaceAll('+', '%20')}`

/** Width of the white border, in modules. */
const margin = 4

/** A QR code as one path, with a line for each run of dark modules. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }): Html {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const runs = data.flatMap((row, y) => {
    const line = row.map((isDark) => (isDark ? '#' : ' ')).join('')
    return [...line.matchAll(/#+/g)].map(({ index, 0: run }) => `M${index} ${y}h${run.length}`)
  })
  const totalSize = size + 2 * margin
  return (
    <svg class="qr" viewBox={`${-margin} ${-margin - 0.5} ${totalSize} ${totalSize}`} role="img" aria-label={label}>
      <path d={runs.join('')} />
    </svg>
  )
}
