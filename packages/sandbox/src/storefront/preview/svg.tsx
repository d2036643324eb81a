/** @jsxImportSource hono/jsx */
import { amountText } from '@cedi/contract/amount-text'
import { hashText, type MerchantRow, type ProductRow } from '@cedi/ledger'
import { storefrontStyle } from '../../generated/styles.js'
import { Cloth } from '../../kit/cloth.js'
import { Picture } from '../../kit/picture.js'
import { fitted, type Line } from './fitted.js'
import { pictureSize } from './preview.js'

/** The colours of the light: a picture is the same for everybody. */
const colours = new Map(
  [...storefrontStyle.code.matchAll(/--([\w-]+): ?(?:light-dark\((#\w+)|(#\w+))/g)].map(([, name, light, only]) => [
    `var(--${name})`,
    light ?? only ?? '',
  ]),
)

/** With colours in place of their names. Never with a text of a merchant in it, which may look like one. */
const painted = (svg: string): string => svg.replaceAll(/var\(--[\w-]+\)/g, (token) => colours.get(token) ?? '#000')

/** What a picture shows: a product of a merchant, or the merchant. */
export interface Shown {
  readonly merchant: MerchantRow
  readonly product?: ProductRow | undefined
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (one) => escapes[one] ?? '')

/** The left of the picture is for words, the right for the product. */
const [margin, room, cut] = [70, 640, 770]

/**
 * The picture of a link as SVG: the name, the price and the shop beside the drawing of the page. Words are its only text;
 * it asks for nothing.
 *
 * @decision 0084
 */
export function pictureSvg({ merchant, product }: Shown): string {
  const name = fitted(product?.name ?? merchant.name, { room, sizes: [76, 58, 46], mostLines: 3 })
  const [shop] = fitted(product ? merchant.name : `@${merchant.handle}`, { room, sizes: [36], mostLines: 1 })
  const [price] = product
    ? fitted(amountText(Number(product.price_pesewas), 'en-GH'), { room, sizes: [64, 44], mostLines: 1 })
    : []
  const drawing = String(product ? <Picture product={product} /> : <Cloth id={merchant.id} />)
  let y = 150
  const rows = name.map((line) => {
    y += line.size * 1.15
    return row(line, y, '--ink')
  })
  const { width, height } = pictureSize
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Noto Serif" font-weight="600"><rect width="${width}" height="${height}" fill="${painted('var(--paper)')}"/>${painted(beside(drawing) + band())}${rows.join('')}${price ? row(price, y + 110, '--brand') : ''}${shop ? row(shop, 560, '--soft') : ''}</svg>`
}

/** The drawing of the page, which is 320 by 120, on a side that is higher than wide. */
function beside(drawing: string): string {
  const [width, height] = [pictureSize.width - cut, pictureSize.height]
  const at = (y: number, high: number): string =>
    drawing.replace('<svg ', `<svg fill="none" x="${cut}" y="${y}" width="${width}" height="${high}" `)
  const [, ground] = /<rect width="320" height="120" fill="([^"]+)"/.exec(drawing) ?? []
  // Cloth goes on for ever; of our own drawings the middle 150 matter, and their ground goes on.
  if (ground === undefined) return at(0, height / 2) + at(height / 2, height / 2)
  const high = (width * 120) / 150
  return `<rect x="${cut}" width="${width}" height="${height}" fill="${ground}"/>${at((height - high) / 2, high)}`
}

const row = ({ text, size }: Line, y: number, colour: string): string =>
  `<text x="${margin}" y="${Math.round(y)}" font-size="${size}" fill="${painted(`var(${colour})`)}">${escapeXml(text)}</text>`

/** The woven edge, as on top of every page. */
function band(): string {
  const gold = Array.from({ length: 32 }, (_, at) => `M${at * 24} 0h12v10h-12z`).join('')
  const red = Array.from({ length: 32 }, (_, at) => `M${at * 24 + 12} 10h12v10h-12z`).join('')
  return `<path d="M0 0h${cut}v20h-${cut}z" fill="var(--brand)"/><path d="${gold}" fill="var(--gold)"/><path d="${red}" fill="var(--bad)"/>`
}

/** A short name for what a picture shows: a chat keeps what it has seen, and another price is another picture. */
export const versionOf = ({ merchant, product }: Shown): string =>
  hashText(JSON.stringify([merchant.name, product?.name, String(product?.price_pesewas)])).slice(0, 12)
