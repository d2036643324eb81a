// Maps files of the repository to pages of the site. build.mjs adds the generated pages (operations, errors).
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../../..')
export const read = (...path) => readFileSync(join(root, ...path), 'utf8')

const markdownIn = (folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .sort()

/** The packages whose README is on the site, in reading order. */
export const packageNames = [
  'client',
  'mock-server',
  'sandbox',
  'service-js',
  'embed-js',
  'cli',
  ...readdirSync(join(root, 'packages')).sort(),
].filter((name, index, all) => all.indexOf(name) === index && existsSync(join(root, 'packages', name, 'README.md')))

/** Pages by their source file: `docs/guides/popup.md` becomes `guides/popup.md`. */
export const pageOf = new Map([
  ['docs/index.md', 'index.md'],
  ['docs/benchmarks.md', 'benchmarks.md'],
  ['docs/scope.md', 'scope.md'],
  ...markdownIn('docs/guides').map((name) => [`docs/guides/${name}`, `guides/${name}`]),
  ...markdownIn('docs/decisions').map((name) => [
    `docs/decisions/${name}`,
    `decisions/${name === 'README.md' ? 'index.md' : name}`,
  ]),
  ...packageNames.map((name) => [`packages/${name}/README.md`, `reference/${name}/index.md`]),
  ['packages/e2e/THREATS.md', 'threats.md'],
  ['examples/README.md', 'examples.md'],
  ['CONTRIBUTING.md', 'contributing.md'],
  ['SECURITY.md', 'security.md'],
])

/** Pages that build.mjs generates, by the file that a text in docs/ would link to. */
for (const page of ['errors.md', 'stated-or-chosen.md', 'http-api/index.md']) pageOf.set(`docs/${page}`, page)

/** The first heading of a page. */
export const titleOf = (text) =>
  /^title: *(.+)$/m.exec(/^---\n[\s\S]*?\n---/.exec(text)?.[0] ?? '')?.[1] ?? headingOf(text)
const headingOf = (text) => plainWords(/^# (.+)$/m.exec(text)?.[1] ?? '')

/** A line of Markdown as plain text. */
export const plainWords = (text) =>
  text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\\([<>_*|[\]])/g, '$1')
    .replaceAll(/`|\*\*|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)/g, '')
    .trim()

/** The first paragraph of text, cut at the end of a sentence if it is long: for search engines, cards and lists. */
export function descriptionOf(text) {
  const body = text.replace(/^---\n[\s\S]*?\n---\n/, '').replaceAll(/```[\s\S]*?```/g, '')
  const paragraph =
    body
      .split(/\n{2,}/)
      .find((part) => /^(?![#|<!:>[-]|\d+\.|`[^`]+`$|The key needs|It needs no key|\*\*Partly)\S/.test(part.trim())) ??
    ''
  const words = plainWords(paragraph.replaceAll(/\s+/g, ' ')).replace(/^Decision\. /, '')
  if (words.length <= 180) return words.replace(/:$/, '.')
  const cut = words.slice(0, 180)
  const end = cut.lastIndexOf('. ')
  return end > 60 ? cut.slice(0, end + 1) : `${cut.slice(0, cut.lastIndexOf(' '))} …`
}
