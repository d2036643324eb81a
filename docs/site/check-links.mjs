// Looks at every page of the built site: each link leads to a page and to a heading that are there, nothing is asked of another host, each
// picture has words. Prints what is wrong.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** The attributes that a browser follows by itself. */
const fetched =
  /<(?:script|img|iframe|source|link(?=[^>]*rel="(?:stylesheet|icon|preload)"))\b[^>]*?\s(?:src|href)="([^"]*)"/g

const decode = (text) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'")

/** Everything wrong with the pages of a folder, as sentences. */
export function brokenLinks(site) {
  const pages = readdirSync(site, { recursive: true })
    .filter((file) => file.endsWith('.html'))
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
    for (const [, address] of html.matchAll(fetched))
      if (/^(?:https?:)?\/\//.test(address)) say(`asks another host: ${address}`)
    for (const [tag] of html.matchAll(/<img\b[^>]*>/g))
      if (!/\salt="[^"]+"/.test(tag)) say(`a picture without words: ${tag}`)
    for (const [, raw] of html.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
      const address = decode(raw)
      if (/^(?:[a-z]+:|\/\/)/i.test(address)) continue
      links++
      const [path = '', anchor] = address.split('#')
      let target = path ? resolve(dirname(page), decodeURIComponent(path.split('?')[0])) : page
      if (existsSync(target) && statSync(target).isDirectory()) target = join(target, 'index.html')
      if (!existsSync(target)) say(`leads to no page: ${address}`)
      else if (anchor && anchors.has(target) && !anchors.get(target).has(decodeURIComponent(anchor)))
        say(`leads to no heading: ${address}`)
    }
  }
  return { pages: pages.length, links, wrong }
}

if (process.argv[1] === import.meta.filename) {
  const { pages, links, wrong } = brokenLinks(resolve(import.meta.dirname, '../../.cache/docs'))
  console.log(wrong.join('\n'))
  console.log(`${pages} pages, ${links} links, ${wrong.length} wrong`)
  process.exitCode = wrong.length > 0 || pages === 0 ? 1 : 0
}
