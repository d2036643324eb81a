// Preview pictures of links in chats: the title of the page on a pattern, rendered without a browser.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { initWasm, Resvg } from '@resvg/resvg-wasm'

const require = createRequire(import.meta.url)
const width = 1200
const height = 630
const escapeXml = (titleLines) => titleLines.replace(/[&<>]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c])

/** Wraps text at a maximum number of characters. */
function wrapText(titleLines, maxLength) {
  const lines = ['']
  for (const word of titleLines.split(' '))
    if (`${lines.at(-1)} ${word}`.trim().length <= maxLength) lines[lines.length - 1] = `${lines.at(-1)} ${word}`.trim()
    else lines.push(word)
  return lines.slice(0, 4)
}

/** Returns a card as SVG, in the colours of the hosted pages (light). */
function cardSvg(title, subtitle, colours) {
  const pattern = Array.from({ length: 50 }, (_, index) => {
    const x = index * 24
    return `<rect x="${x}" y="0" width="12" height="10" fill="${colours.gold}"/><rect x="${x + 12}" y="10" width="12" height="10" fill="${colours.bad}"/>`
  }).join('')
  const titleLines = wrapText(title, title.length > 60 ? 30 : 24)
  const size = titleLines.length > 2 ? 68 : 84
  const rows = titleLines.map(
    (line, index) =>
      `<text x="80" y="${220 + index * size * 1.2}" font-size="${size}" font-weight="600" fill="${colours.ink}">${escapeXml(line)}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Noto Serif"><rect width="100%" height="100%" fill="${colours.paper}"/><rect width="100%" height="20" fill="${colours.brand}"/>${pattern}${rows.join('')}<text x="80" y="560" font-size="34" fill="${colours.brand}" font-weight="600">Cedi</text><text x="180" y="560" font-size="34" fill="${colours.soft}">${escapeXml(subtitle)}</text></svg>`
}

let font
/** Renders a card, or returns the cached one for the same SVG. */
async function renderPng(svg, cache) {
  const cachedFile = join(cache, `${createHash('sha256').update(svg).digest('hex').slice(0, 32)}.png`)
  if (existsSync(cachedFile)) return readFileSync(cachedFile)
  if (!font) {
    await initWasm(readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')))
    font = readFileSync(require.resolve('@expo-google-fonts/noto-serif/600SemiBold/NotoSerif_600SemiBold.ttf'))
  }
  const rendered = new Resvg(svg, {
    font: { fontBuffers: [font], loadSystemFonts: false, defaultFontFamily: 'Noto Serif' },
  }).render()
  const image = Buffer.from(rendered.asPng())
  mkdirSync(cache, { recursive: true })
  writeFileSync(cachedFile, image)
  return image
}

/**
 * Renders a card for each name.
 *
 * @param cards - Title and subtitle by file name.
 */
export async function writeCards({ out, cache, cards, colours }) {
  for (const [name, { title, subtitle }] of cards) {
    const path = join(out, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, await renderPng(cardSvg(title, subtitle, colours), cache))
  }
}
