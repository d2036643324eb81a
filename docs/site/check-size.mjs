// Checks the compressed size of every page with its styles, scripts and fonts. Images below the fold are lazy-loaded,
// so images are not counted.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

/** kB of 1,000 bytes. */
const ceilingKb = 120

const site = resolve(import.meta.dirname, '../../.cache/docs')
const { base } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../.cache/site.json'), 'utf8'))
const sizes = new Map()

/** Returns the compressed size of a file; a font is already compressed. */
function measureFile(file) {
  if (!sizes.has(file)) {
    const bytes = readFileSync(join(site, file))
    const isCompressed = /\.woff2$/.test(file)
      ? bytes
      : brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
    sizes.set(file, isCompressed.length)
  }
  return sizes.get(file)
}

/** Returns the files that a browser loads for a page, including fonts. */
export function listInitialFiles(page) {
  const html = readFileSync(join(site, page), 'utf8')
  const linkedFiles = [
    ...html.matchAll(
      /<(?:script|link(?=[^>]*rel="(?:stylesheet|preload|modulepreload)"))\b[^>]*?\s(?:src|href)="([^"]+)"/g,
    ),
  ].map(([, url]) => url.slice(base.length))
  const fonts = linkedFiles
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) => [...readFileSync(join(site, file), 'utf8').matchAll(/url\(["']?([^"')]+\.woff2)/g)])
    .map(([, url]) => url.slice(base.length))
  return [...new Set([page, ...linkedFiles, ...fonts])].map((file) => ({ file, bytes: measureFile(file) }))
}

if (process.argv[1] === import.meta.filename) {
  const pages = readdirSync(site, { recursive: true }).filter(
    (file) => file.endsWith('.html') && !file.startsWith('play/'),
  )
  const pageSizes = pages
    .map((page) => ({ page, kb: listInitialFiles(page).reduce((sum, { bytes }) => sum + bytes, 0) / 1000 }))
    .sort((a, b) => b.kb - a.kb)
  const oversizedPages = pageSizes.filter(({ kb }) => kb > ceilingKb)
  for (const { page, kb } of oversizedPages)
    console.log(
      `${page}: ${kb.toFixed(1)} kB, at most ${ceilingKb}.\n  ${listInitialFiles(page)
        .map(({ file, bytes }) => `${bytes} ${file}`)
        .join('\n  ')}`,
    )
  const frontPage = pageSizes.find(({ page }) => page === 'index.html')
  console.log(
    `${pageSizes.length - oversizedPages.length} passed, ${oversizedPages.length} failed: the front page ${frontPage.kb.toFixed(1)} kB of ${ceilingKb}, the largest ${pageSizes[0].page} ${pageSizes[0].kb.toFixed(1)} kB`,
  )
  process.exitCode = oversizedPages.length > 0 || pageSizes.length === 0 ? 1 : 0
}
