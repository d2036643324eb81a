/** @jsxImportSource hono/jsx */
import { amountText } from '@cedi/contract/amount-text'
import { hashText, type MerchantRow, type ProductRow } from '@cedi/mock-server/internal'
import { storefrontStyle } from '../../generated/styles.js'
import { Picture } from '../../kit/picture.js'
import { WovenPattern } from '../../kit/woven-pattern.js'
import { fitText, type Line } from './fit-text.js'
import { pictureSize } from './preview.js'

/** Colours of the light theme. */
const colours = new Map(
  [...storefrontStyle.code.matchAll(/--([\w-]+): ?(?:light-dark\((#\w+)|(#\w+))/g)].map(([, name, light, only]) => [
    `var(--${name})`,
    light ?? only ?? '',
  ]),
)

/** Replaces colour variables with their values. The input must not contain text of a merchant. */
const resolveColours = (svg: string): string =>
  svg.replaceAll(/var\(--[\w-]+\)/g, (token) => colours.get(token) ?? '#000')

/** Subject of a picture: a product, or a merchant. */
export interface PictureSubject {
  readonly merchant: MerchantRow
  readonly product?: ProductRow | undefined
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '')

/** Left margin and width of the text, and left edge of the drawing. */
const [margin, textWidth, drawingX] = [70, 640, 770]

/**
 * Renders the picture of a link preview as a self-contained SVG: the name, the price and the shop beside the drawing of
 * the page.
 *
 * @decision 0084
 */
export function pictureSvg({ merchant, product }: PictureSubject): string {
  const name = fitText(product?.name ?? merchant.name, { width: textWidth, sizes: [76, 58, 46], maxLines: 3 })
  const [shop] = fitText(product ? merchant.name : `@${merchant.handle}`, {
    width: textWidth,
    sizes: [36],
    maxLines: 1,
  })
  const [price] = product
    ? fitText(amountText(Number(product.price_pesewas), 'en-GH'), { width: textWidth, sizes: [64, 44], maxLines: 1 })
    : []
  const drawing = String(product ? <Picture product={product} /> : <WovenPattern id={merchant.id} />)
  let y = 150
  const rows = name.map((line) => {
    y += line.size * 1.15
    return row(line, y, '--ink')
  })
  const { width, height } = pictureSize
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Noto Serif" font-weight="600"><rect width="${width}" height="${height}" fill="${resolveColours('var(--paper)')}"/>${resolveColours(positionDrawing(drawing) + band())}${rows.join('')}${price ? row(price, y + 110, '--brand') : ''}${shop ? row(shop, 560, '--soft') : ''}</svg>`
}

/** Positions a drawing of 320 by 120 in the right part of the picture, which is higher than wide. */
function positionDrawing(drawing: string): string {
  const [width, height] = [pictureSize.width - drawingX, pictureSize.height]
  const at = (y: number, drawingHeight: number): string =>
    drawing.replace('<svg ', `<svg fill="none" x="${drawingX}" y="${y}" width="${width}" height="${drawingHeight}" `)
  const [, background] = /<rect width="320" height="120" fill="([^"]+)"/.exec(drawing) ?? []
  // A woven pattern is repeated. A drawing is cropped to its middle 150, and its background extended.
  if (background === undefined) return at(0, height / 2) + at(height / 2, height / 2)
  const drawingHeight = (width * 120) / 150
  return `<rect x="${drawingX}" width="${width}" height="${height}" fill="${background}"/>${at((height - drawingHeight) / 2, drawingHeight)}`
}

const row = ({ text, size }: Line, y: number, colour: string): string =>
  `<text x="${margin}" y="${Math.round(y)}" font-size="${size}" fill="${resolveColours(`var(${colour})`)}">${escapeXml(text)}</text>`

/** Renders the decorative band at the top. */
function band(): string {
  const gold = Array.from({ length: 32 }, (_, index) => `M${index * 24} 0h12v10h-12z`).join('')
  const red = Array.from({ length: 32 }, (_, index) => `M${index * 24 + 12} 10h12v10h-12z`).join('')
  return `<path d="M0 0h${drawingX}v20h-${drawingX}z" fill="var(--brand)"/><path d="${gold}" fill="var(--gold)"/><path d="${red}" fill="var(--bad)"/>`
}

/** Returns a version for the URL of a picture. It changes with the price, because chats cache pictures. */
export const pictureVersion = ({ merchant, product }: PictureSubject): string =>
  hashText(JSON.stringify([merchant.name, product?.name, String(product?.price_pesewas)])).slice(0, 12)
