// Preview pictures of links in chats: the title of the page on a pattern, rendered without a browser.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { initWasm, Resvg } from '@resvg/resvg-wasm'

const require = createRequire(import.meta.url)
const width = 1200
const height = 630
const escapeXml = (text) => text.replace(/[&<>]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c])

/** Wraps text at a maximum number of characters. */
function lines(text, most) {
  const found = ['']
  for (const word of text.split(' '))
    if (`${found.at(-1)} ${word}`.trim().length <= most) found[found.length - 1] = `${found.at(-1)} ${word}`.trim()
    else found.push(word)
  return found.slice(0, 4)
}

/** Returns a card as SVG, in the colours of the hosted pages (light). */
function cardSvg(title, under, colours) {
  const cloth = Array.from({ length: 50 }, (_, at) => {
    const x = at * 24
    return `<rect x="${x}" y="0" width="12" height="10" fill="${colours.gold}"/><rect x="${x + 12}" y="10" width="12" height="10" fill="${colours.bad}"/>`
  }).join('')
  const text = lines(title, title.length > 60 ? 30 : 24)
  const size = text.length > 2 ? 68 : 84
  const rows = text.map(
    (line, at) =>
      `<text x="80" y="${220 + at * size * 1.2}" font-size="${size}" font-weight="600" fill="${colours.ink}">${escapeXml(line)}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Noto Serif"><rect width="100%" height="100%" fill="${colours.paper}"/><rect width="100%" height="20" fill="${colours.brand}"/>${cloth}${rows.join('')}<text x="80" y="560" font-size="34" fill="${colours.brand}" font-weight="600">Cedi</text><text x="180" y="560" font-size="34" fill="${colours.soft}">${escapeXml(under)}</text></svg>`
}

let font
/** Renders a card, or returns the cached one for the same SVG. */
async function png(svg, cache) {
  const kept = join(cache, `${createHash('sha256').update(svg).digest('hex').slice(0, 32)}.png`)
  if (existsSync(kept)) return readFileSync(kept)
  if (!font) {
    await initWasm(readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')))
    font = readFileSync(require.resolve('@expo-google-fonts/noto-serif/600SemiBold/NotoSerif_600SemiBold.ttf'))
  }
  const drawn = new Resvg(svg, {
    font: { fontBuffers: [font], loadSystemFonts: false, defaultFontFamily: 'Noto Serif' },
  }).render()
  const image = Buffer.from(drawn.asPng())
  mkdirSync(cache, { recursive: true })
  writeFileSync(kept, image)
  return image
}

/**
 * Renders a card for each name.
 *
 * @param cards - Title and subtitle by file name.
 */
export async function writeCards({ out, cache, cards, colours }) {
  for (const [name, { title, under }] of cards) {
    const path = join(out, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, await png(cardSvg(title, under, colours), cache))
  }
}
