// Checks the built site: link targets exist, no page loads files from another host, each picture has an alt text, each page
// has a Markdown version and a card, and the targets of llms.txt exist. Prints the errors.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** Attributes with URLs that a browser loads. */
const loadedUrlPattern =
  /<(?:script|img|iframe|source|link(?=[^>]*rel="(?:stylesheet|icon|preload|modulepreload)"))\b[^>]*?\s(?:src|href)="([^"]*)"/g

const decode = (text) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'")

/** Resolves a URL of the site to a file. */
function resolveFile({ site, base }, from, path) {
  const decoded = decodeURIComponent(path.split('?')[0])
  const file = decoded.startsWith('/')
    ? decoded.startsWith(base) && join(site, decoded.slice(base.length))
    : resolve(dirname(from), decoded)
  if (!file) return undefined
  return existsSync(file) && statSync(file).isDirectory() ? join(file, 'index.html') : file
}

/** Yields errors of Markdown version and card. */
function* findHiddenErrors(siteContext, page, html) {
  const markdownFile = page.replace(/\.html$/, '.md')
  if (page.endsWith('404.html')) return
  if (!existsSync(markdownFile)) yield 'has no Markdown version'
  const [, card] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? []
  const path = card && (/^https?:/.test(card) ? new URL(card).pathname : card)
  if (!path || !existsSync(resolveFile(siteContext, page, path) ?? '')) yield `has no card: ${card}`
}

/**
 * Returns the errors of all pages in a folder.
 *
 * @param site - Folder of the site.
 * @param base - Base path of the site.
 */
export function findBrokenLinks(site, base = '/') {
  const siteContext = { site, base }
  const pages = readdirSync(site, { recursive: true })
    // The playground has separate tests.
    .filter((file) => file.endsWith('.html') && !file.startsWith('play/'))
    .map((file) => join(site, file))
  const anchors = new Map(
    pages.map((page) => [
      page,
      new Set([...readFileSync(page, 'utf8').matchAll(/\sid="([^"]+)"/g)].map(([, id]) => decode(id))),
    ]),
  )
  const errors = []
  let links = 0
  for (const page of pages) {
    const html = readFileSync(page, 'utf8')
    const addError = (message) => errors.push(`${relative(site, page)}: ${message}`)
    for (const message of findHiddenErrors(siteContext, page, html)) addError(message)
    for (const [, address] of html.matchAll(loadedUrlPattern))
      if (/^(?:https?:)?\/\//.test(address)) addError(`requests another host: ${address}`)
    // The logo needs no alt text, because the name is beside it.
    for (const [tag] of html.matchAll(/<img\b[^>]*>/g))
      if (!/\salt="[^"]+"/.test(tag) && !/\blogo\b/.test(tag)) addError(`a picture without alt text: ${tag}`)
    for (const [, raw] of html.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
      const address = decode(raw)
      if (/^(?:[a-z]+:|\/\/)/i.test(address)) continue
      links++
      const [path = '', anchor] = address.split('#')
      const target = path ? resolveFile(siteContext, page, path) : page
      if (!target || !existsSync(target)) addError(`links to a missing page: ${address}`)
      else if (anchor && anchors.has(target) && !anchors.get(target).has(decodeURIComponent(anchor)))
        addError(`links to a missing heading: ${address}`)
    }
  }
  for (const [, address] of readFileSync(join(site, 'llms.txt'), 'utf8').matchAll(/\]\(([^)]+)\)/g)) {
    const path = /^https?:/.test(address) ? new URL(address).pathname : address
    if (!existsSync(resolveFile(siteContext, join(site, 'llms.txt'), path) ?? ''))
      errors.push(`llms.txt links to a missing page: ${address}`)
  }
  return { pages: pages.length, links, errors }
}

if (process.argv[1] === import.meta.filename) {
  const { base } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../.cache/site.json'), 'utf8'))
  const { pages, links, errors } = findBrokenLinks(resolve(import.meta.dirname, '../../.cache/docs'), base)
  console.log(errors.join('\n'))
  console.log(`${pages} pages, ${links} links, ${errors.length} wrong`)
  process.exitCode = errors.length > 0 || pages === 0 ? 1 : 0
}
