// Builds the documentation site into .cache/docs: guides, HTTP API, package references, decisions, benchmarks, error
// texts. Optional environment variables: CEDI_DOCS_URL, the URL of the site; CEDI_REPOSITORY, the URL of the repository.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'vitepress'
import { parse } from 'yaml'
import { withButtonBuilder } from './make/button-builder.mjs'
import { withCallGroups } from './make/calls.mjs'
import { errorPages } from './make/errors.mjs'
import { httpApiPages } from './make/http-api.mjs'
import { withInstallGroups } from './make/installs.mjs'
import { createLinkRewriter } from './make/links.mjs'
import { withPlayground } from './make/playground.mjs'
import { referencePages } from './make/reference.mjs'
import { createSidebars } from './make/sidebar.mjs'
import { descriptionOf, pageOf, plainWords, read, root, titleOf } from './make/sources.mjs'
import { renderDecisions } from './make/stated-or-chosen.mjs'
import { writeMarkdownFiles } from './make/twins.mjs'

const buildFolder = join(root, 'docs/.cache')
const out = join(root, '.cache/docs')
const isStrict = process.argv.includes('--strict')
const problems = []

const write = (path, text) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** Reads the settings from environment variables. */
function readSettings({ CEDI_DOCS_URL: address, CEDI_REPOSITORY: repository }) {
  const url = address && new URL(address.endsWith('/') ? address : `${address}/`)
  return { url: url?.href, base: url?.pathname ?? '/', repository: repository?.replace(/\/$/, '') }
}

/** Decisions: number, file, title, and whether the service partly specifies it. */
const decisions = readdirSync(join(root, 'docs/decisions'))
  .filter((file) => /^\d{4}-.+\.md$/.test(file))
  .sort()
  .map((file) => {
    const text = read('docs/decisions', file)
    return {
      number: file.slice(0, 4),
      file,
      title: /^# \d{4}\. (.+)$/m.exec(text)?.[1] ?? file,
      status: text.includes('**Partly specified.**') ? 'partly specified' : 'decision',
    }
  })

/** Collects the text and source file of every page by path. */
async function collectPages(changeLinks) {
  const openapi = parse(read('packages/contract/openapi.yaml'))
  const files = new Map(decisions.map(({ number, file }) => [number, file]))
  const pages = new Map()
  const play = hasPlayground ? `${base}play/` : ''
  const add = (page, source, text) =>
    pages.set(page, {
      source,
      text: withPlayground(withButtonBuilder(text), page, play).replace(/^- \[ \] /gm, '- ☐ '),
    })
  for (const [source, page] of pageOf) {
    if (!existsSync(join(root, source))) continue
    const linked = changeLinks(read(source), source, page)
    add(page, source, withInstallGroups(page.startsWith('guides/') ? withCallGroups(linked) : linked))
  }
  for (const [file, text] of httpApiPages(openapi, files, play))
    add(`http-api/${file}`, 'packages/contract/openapi.yaml', text)
  add('stated-or-chosen.md', 'packages/contract/openapi.yaml', renderDecisions(openapi, decisions))
  for (const [page, text] of errorPages(openapi)) add(page, 'packages/contract/openapi.yaml', text)
  const reference = await referencePages({ out: join(buildFolder, 'reference'), decisions: files })
  problems.push(...reference.warnings)
  for (const [page, text] of reference.pages) add(page, undefined, text)
  return pages
}

const playground = join(root, 'packages/playground/dist')
const hasPlayground = existsSync(join(playground, 'index.html'))

/** Creates the front matter of a page for VitePress. */
const frontMatter = (fields) =>
  `---\n${Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
    .join('')}`

const { url, base, repository } = readSettings(process.env)
rmSync(join(buildFolder, 'pages'), { recursive: true, force: true })
const assets = new Map()
const changeLinks = createLinkRewriter({ repository, asset: (file, copy) => assets.set(copy, file) })
const pages = await collectPages(changeLinks)
for (const [page, entry] of pages) {
  const title = plainWords(titleOf(entry.text) || page)
  const firstSentence = page === 'index.md' ? /^description: (.+)$/m.exec(entry.text)[1] : descriptionOf(entry.text)
  // VitePress writes the description into an attribute without escaping quotes.
  const description = firstSentence.replaceAll('"', "'")
  Object.assign(entry, { title, description })
  const ownFrontMatter = /^---\n([\s\S]*?)\n---\n/.exec(entry.text)
  const frontMatterFields =
    page === 'index.md' ? ownFrontMatter[1].replaceAll(/^(?:title|description): .+\n/gm, '') : ''
  const head = frontMatter({
    title,
    description,
    source: entry.source,
    editLink: entry.source ? undefined : false,
    // Pages of exports are not in the sidebar, which determines these links.
    ...(page.split('/').length > 3 ? { prev: false, next: false } : {}),
  })
  write(
    join(buildFolder, 'pages', page),
    `${head}${frontMatterFields}\n---\n\n${entry.text.slice(ownFrontMatter?.[0].length ?? 0)}`,
  )
}
for (const [copy, file] of assets) {
  // VitePress copies pictures and gives them permanent names; other files keep their own names.
  const target = join(buildFolder, 'pages', /\.(?:png|svg)$/.test(copy) ? '' : 'public', copy)
  mkdirSync(dirname(target), { recursive: true })
  cpSync(join(root, file), target)
}
const titles = new Map([...pages].map(([page, { title }]) => [page, title]))
const { sidebarsByPath, unlistedPages } = createSidebars(titles)
problems.push(...unlistedPages.map((page) => `${page} is not in the sidebar. Add it to docs/site/make/sidebar.mjs.`))
write(join(buildFolder, 'site.json'), JSON.stringify({ base, url, repository, sidebar: sidebarsByPath, hasPlayground }))
write(join(buildFolder, 'pages/public/icon.svg'), read('docs/site/look/icon.svg'))

rmSync(out, { recursive: true, force: true })
await build(join(root, 'docs/site'))
const toPagePath = (link) => `${link.slice(1).replace(/(?:^|(?<=\/))$/, 'index')}.md`
const sections = sidebarsByPath['/'].map(({ text, items }) => [
  text,
  items.map(({ link }) => toPagePath(link)).filter((page) => pages.has(page)),
])
writeMarkdownFiles({ out, pages, sections, base: url ?? base })
if (hasPlayground) cpSync(playground, join(out, 'play'), { recursive: true })

for (const problem of problems) console.error(problem)
if (isStrict && problems.length > 0) {
  console.error(`${problems.length} problems. Fix them: --strict allows none.`)
  process.exit(1)
}
console.log(`The site is in .cache/docs: ${pages.size} pages`)
