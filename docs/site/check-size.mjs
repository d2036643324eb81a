// Checks the compressed size of every page with its styles, scripts and fonts. Pictures below the first view load later.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

/** kB of 1,000 bytes. */
const ceilingKb = 120

const site = resolve(import.meta.dirname, '../../.cache/docs')
const { base } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../.cache/site.json'), 'utf8'))
const sizes = new Map()

/** Returns the compressed size of a file; a font is already compressed. */
function sizeOf(file) {
  if (!sizes.has(file)) {
    const bytes = readFileSync(join(site, file))
    const packed = /\.woff2$/.test(file)
      ? bytes
      : brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
    sizes.set(file, packed.length)
  }
  return sizes.get(file)
}

/** Returns the files that a browser loads for a page, including fonts. */
export function firstView(page) {
  const html = readFileSync(join(site, page), 'utf8')
  const named = [
    ...html.matchAll(
      /<(?:script|link(?=[^>]*rel="(?:stylesheet|preload|modulepreload)"))\b[^>]*?\s(?:src|href)="([^"]+)"/g,
    ),
  ].map(([, address]) => address.slice(base.length))
  const fonts = named
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) => [...readFileSync(join(site, file), 'utf8').matchAll(/url\(["']?([^"')]+\.woff2)/g)])
    .map(([, address]) => address.slice(base.length))
  return [...new Set([page, ...named, ...fonts])].map((file) => ({ file, bytes: sizeOf(file) }))
}

if (process.argv[1] === import.meta.filename) {
  const pages = readdirSync(site, { recursive: true }).filter(
    (file) => file.endsWith('.html') && !file.startsWith('play/'),
  )
  const all = pages
    .map((page) => ({ page, kb: firstView(page).reduce((sum, { bytes }) => sum + bytes, 0) / 1000 }))
    .sort((a, b) => b.kb - a.kb)
  const over = all.filter(({ kb }) => kb > ceilingKb)
  for (const { page, kb } of over)
    console.log(
      `${page}: ${kb.toFixed(1)} kB, at most ${ceilingKb}.\n  ${firstView(page)
        .map(({ file, bytes }) => `${bytes} ${file}`)
        .join('\n  ')}`,
    )
  const front = all.find(({ page }) => page === 'index.html')
  console.log(
    `${all.length - over.length} passed, ${over.length} failed: the front page ${front.kb.toFixed(1)} kB of ${ceilingKb}, the largest ${all[0].page} ${all[0].kb.toFixed(1)} kB`,
  )
  process.exitCode = over.length > 0 || all.length === 0 ? 1 : 0
}
