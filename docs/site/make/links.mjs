// Turns a text's links in the repository into links of the site: to a file's page, to a copied picture, or to the file
// in the online repository.
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { pageOf, root } from './sources.mjs'

/**
 * @param repository - The repository's address; undefined when unknown.
 * @param asset - Called for each file to copy: where it is, and where it goes on the site.
 * @returns A function that changes the links of one text.
 */
export function linkChanger({ repository, asset }) {
  /** The link from a page to a file of the repository; undefined when it is not online. */
  function target(page, file) {
    const found = pageOf.get(file) ?? pageOf.get(posix.join(file, 'README.md'))
    if (found) return posix.relative(posix.dirname(page), found) || basename(found)
    if (!existsSync(join(root, file))) throw new Error(`${page}: there is no ${file}`)
    const isFolder = statSync(join(root, file)).isDirectory()
    if (file === 'docs/guides') return posix.relative(posix.dirname(page), 'index.md')
    if (!isFolder && /\.(?:png|svg|json)$/.test(file) && file.startsWith('docs/')) {
      const copy = file.slice('docs/'.length)
      asset(file, copy)
      return posix.relative(posix.dirname(page), copy)
    }
    return repository && `${repository}/${isFolder ? 'tree' : 'blob'}/main/${file}`
  }
  return (text, source, page) => {
    const change = (whole, mark, words, address, title = '') => {
      if (/^(?:[a-z]+:|#|\/)/i.test(address)) return whole
      const [path, anchor] = address.split('#')
      const to = target(page, posix.join(dirname(source), path).replace(/\/$/, ''))
      if (!to) return words
      const relative = /^(?:https?:|\.)/.test(to) ? to : `./${to}`
      return `${mark}[${words}](${relative}${anchor ? `#${anchor}` : ''}${title})`
    }
    // A link's text may contain code, so links are searched in whole lines outside blocks.
    return text
      .split(/(^ *```[^\n]*\n[\s\S]*?^ *```$)/m)
      .map((part, at) =>
        at % 2 === 1 ? part : part.replaceAll(/(!?)\[((?:`[^`]*`|[^[\]`])*)\]\(([^()\s]+)( "[^"]*")?\)/g, change),
      )
      .join('')
  }
}
