// Checks every page of the built site: each link leads to an existing page and heading, nothing is loaded from another
// host, each picture has a text, each page has its Markdown twin and its card, and llms.txt leads to pages. Prints the
// errors.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** Attributes with URLs that a browser loads. */
const fetched =
  /<(?:script|img|iframe|source|link(?=[^>]*rel="(?:stylesheet|icon|preload|modulepreload)"))\b[^>]*?\s(?:src|href)="([^"]*)"/g

const decode = (text) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'")

/** The file for an address of the site. */
function fileOf({ site, base }, from, path) {
  const decoded = decodeURIComponent(path.split('?')[0])
  const file = decoded.startsWith('/')
    ? decoded.startsWith(base) && join(site, decoded.slice(base.length))
    : resolve(dirname(from), decoded)
  if (!file) return undefined
  return existsSync(file) && statSync(file).isDirectory() ? join(file, 'index.html') : file
}

/** Errors in the invisible parts of a page. */
function* unseen(of, page, html) {
  const twin = page.replace(/\.html$/, '.md')
  if (page.endsWith('404.html')) return
  if (!existsSync(twin)) yield 'has no Markdown twin'
  const [, card] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? []
  const path = card && (/^https?:/.test(card) ? new URL(card).pathname : card)
  if (!path || !existsSync(fileOf(of, page, path) ?? '')) yield `has no card: ${card}`
}

/**
 * All errors in a folder's pages, as sentences.
 *
 * @param site - The folder.
 * @param base - The start of every address of the site.
 */
export function brokenLinks(site, base = '/') {
  const of = { site, base }
  const pages = readdirSync(site, { recursive: true })
    // The playground checks itself.
    .filter((file) => file.endsWith('.html') && !file.startsWith('play/'))
    .map((file) => join(site, file))
  const anchors = new Map(
    pages.map((page) => [
      page,
      new Set([...readFileSync(page, 'utf8').matchAll(/\sid="([^"]+)"/g)].map(([, id]) => decode(id))),
    ]),
  )
  const wrong = []
  let links = 0
  for (const page of pages) {
    const html = readFileSync(page, 'utf8')
    const say = (what) => wrong.push(`${relative(site, page)}: ${what}`)
    for (const what of unseen(of, page, html)) say(what)
    for (const [, address] of html.matchAll(fetched))
      if (/^(?:https?:)?\/\//.test(address)) say(`asks another host: ${address}`)
    // The logo is beside the name that it would repeat.
    for (const [tag] of html.matchAll(/<img\b[^>]*>/g))
      if (!/\salt="[^"]+"/.test(tag) && !/\blogo\b/.test(tag)) say(`a picture without words: ${tag}`)
    for (const [, raw] of html.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
      const address = decode(raw)
      if (/^(?:[a-z]+:|\/\/)/i.test(address)) continue
      links++
      const [path = '', anchor] = address.split('#')
      const target = path ? fileOf(of, page, path) : page
      if (!target || !existsSync(target)) say(`leads to no page: ${address}`)
      else if (anchor && anchors.has(target) && !anchors.get(target).has(decodeURIComponent(anchor)))
        say(`leads to no heading: ${address}`)
    }
  }
  for (const [, address] of readFileSync(join(site, 'llms.txt'), 'utf8').matchAll(/\]\(([^)]+)\)/g)) {
    const path = /^https?:/.test(address) ? new URL(address).pathname : address
    if (!existsSync(fileOf(of, join(site, 'llms.txt'), path) ?? '')) wrong.push(`llms.txt leads to no page: ${address}`)
  }
  return { pages: pages.length, links, wrong }
}

if (process.argv[1] === import.meta.filename) {
  const { base } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../.cache/site.json'), 'utf8'))
  const { pages, links, wrong } = brokenLinks(resolve(import.meta.dirname, '../../.cache/docs'), base)
  console.log(wrong.join('\n'))
  console.log(`${pages} pages, ${links} links, ${wrong.length} wrong`)
  process.exitCode = wrong.length > 0 || pages === 0 ? 1 : 0
}
