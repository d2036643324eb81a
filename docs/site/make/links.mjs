// Rewrites relative links between files of the repository to links of the site: to a page, a copied picture, or a file in
// the online repository.
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { pageOf, root } from './sources.mjs'

/**
 * @param repository - URL of the repository; undefined if unknown.
 * @param asset - Called with source and target of each file to copy.
 * @returns A function that rewrites the links of a text.
 */
export function createLinkRewriter({ repository, asset }) {
  /** Returns the link from a page to a file; undefined if the file is not online. */
  function resolveTarget(page, file) {
    const target = pageOf.get(file) ?? pageOf.get(posix.join(file, 'README.md'))
    if (target) return posix.relative(posix.dirname(page), target) || basename(target)
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
    const rewriteLink = (match, prefix, text, address, title = '') => {
      // The packages may not be on npm yet, and their READMEs are pages of the site.
      const [, packageName] = /^https:\/\/www\.npmjs\.com\/package\/@cedi\/([\w-]+)$/.exec(address) ?? []
      if (!packageName && /^(?:[a-z]+:|#|\/)/i.test(address)) return match
      const [path, anchor] = address.split('#')
      const file = packageName ? `packages/${packageName}/README.md` : posix.join(dirname(source), path)
      const destination = resolveTarget(page, file.replace(/\/$/, ''))
      if (!destination) return text
      const relative = /^(?:https?:|\.)/.test(destination) ? destination : `./${destination}`
      return `${prefix}[${text}](${relative}${anchor ? `#${anchor}` : ''}${title})`
    }
    // Code blocks are skipped. Inline code in a link text is supported.
    return text
      .split(/(^ *```[^\n]*\n[\s\S]*?^ *```$)/m)
      .map((part, index) =>
        index % 2 === 1
          ? part
          : part.replaceAll(/(!?)\[((?:`[^`]*`|[^[\]`])*)\]\(([^()\s]+)( "[^"]*")?\)/g, rewriteLink),
      )
      .join('')
  }
}
