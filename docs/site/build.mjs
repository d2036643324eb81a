// Builds the documentation site into .cache/docs: guides, HTTP API, package references, decisions, benchmarks, error
// texts. CEDI_DOCS_URL is the site's address (its path starts every link), CEDI_REPOSITORY the address where pages are
// edited. Both are optional.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { build } from 'vitepress'
import { parse } from 'yaml'
import { withCallGroups } from './make/calls.mjs'
import { writeCards } from './make/cards.mjs'
import { errorsPage } from './make/errors.mjs'
import { httpApiPages } from './make/http-api.mjs'
import { withInstallGroups } from './make/installs.mjs'
import { linkChanger } from './make/links.mjs'
import { withPlayground } from './make/playground.mjs'
import { benchmarksWithPlots } from './make/plots.mjs'
import { referencePages } from './make/reference.mjs'
import { sidebars } from './make/sidebar.mjs'
import { descriptionOf, pageOf, plainWords, read, root, titleOf } from './make/sources.mjs'
import { statedOrChosen } from './make/stated-or-chosen.mjs'
import { lightColours } from './make/tokens.mjs'
import { writeTwins } from './make/twins.mjs'

const made = join(root, 'docs/.cache')
const out = join(root, '.cache/docs')
const isStrict = process.argv.includes('--strict')
const complaints = []

const write = (path, text) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** The settings from the environment. */
function settings({ CEDI_DOCS_URL: address, CEDI_REPOSITORY: repository }) {
  const url = address && new URL(address.endsWith('/') ? address : `${address}/`)
  return { url: url?.href, base: url?.pathname ?? '/', repository: repository?.replace(/\/$/, '') }
}

/** The decisions: number, file, title, and whether the service states it. */
const decisions = readdirSync(join(root, 'docs/decisions'))
  .filter((file) => /^\d{4}-.+\.md$/.test(file))
  .sort()
  .map((file) => {
    const text = read('docs/decisions', file)
    return {
      number: file.slice(0, 4),
      file,
      title: /^# \d{4}\. (.+)$/m.exec(text)?.[1] ?? file,
      standing: text.includes('**Partly specified.**') ? 'partly specified' : 'decision',
    }
  })

/** Every page: its text by its path, and its source file. */
async function pagesOfSite(changeLinks) {
  const openapi = parse(read('packages/contract/openapi.yaml'))
  const files = new Map(decisions.map(({ number, file }) => [number, file]))
  const pages = new Map()
  const play = hasPlayground ? `${base}play/` : ''
  const add = (page, source, text) =>
    pages.set(page, { source, text: withPlayground(text, page, play).replace(/^- \[ \] /gm, '- ☐ ') })
  for (const [source, page] of pageOf) {
    if (!existsSync(join(root, source))) continue
    const text =
      source === 'docs/benchmarks.md'
        ? benchmarksWithPlots(read(source), JSON.parse(read('docs/benchmarks.json')))
        : read(source)
    const linked = changeLinks(text, source, page)
    add(page, source, withInstallGroups(page.startsWith('guides/') ? withCallGroups(linked) : linked))
  }
  for (const [file, text] of httpApiPages(openapi, files, play))
    add(`http-api/${file}`, 'packages/contract/openapi.yaml', text)
  add('stated-or-chosen.md', 'packages/contract/openapi.yaml', statedOrChosen(openapi, decisions))
  add('errors.md', 'packages/contract/openapi.yaml', errorsPage(openapi))
  const reference = await referencePages({ out: join(made, 'reference'), decisions: files })
  complaints.push(...reference.complaints)
  for (const [page, text] of reference.pages) add(page, undefined, text)
  return pages
}

const playground = join(root, 'packages/playground/dist')
const hasPlayground = existsSync(join(playground, 'index.html'))

/** A page's front matter for VitePress. */
const frontMatter = (fields) =>
  `---\n${Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
    .join('')}`

/** The preview picture of a page: one for each guide, and one for each other part. */
function cardOf(page, title) {
  const part = posix.dirname(page)
  if (part === 'decisions') return ['cards/decisions.png', { title: 'What was decided, and why', under: 'Decisions' }]
  if (part === 'http-api')
    return ['cards/http-api.png', { title: 'The HTTP API, with every answer', under: 'Reference' }]
  if (part.startsWith('reference/')) {
    const name = part.split('/')[1]
    return [`cards/reference-${name}.png`, { title: `@cedi/${name}`, under: 'Reference' }]
  }
  if (page === 'index.md')
    return [
      'cards/index.png',
      { title: 'Take payments in Ghana cedis', under: 'Mobile money and cards, and a sandbox of it all' },
    ]
  return [
    `cards/${page.replace(/\.md$/, '.png').replaceAll('/', '-')}`,
    { title, under: part === 'guides' ? 'Guide' : 'Documentation' },
  ]
}

const { url, base, repository } = settings(process.env)
rmSync(join(made, 'pages'), { recursive: true, force: true })
const assets = new Map()
const changeLinks = linkChanger({ repository, asset: (file, copy) => assets.set(copy, file) })
const pages = await pagesOfSite(changeLinks)
const cards = new Map()
for (const [page, entry] of pages) {
  const title = plainWords(titleOf(entry.text) || page)
  const description = page === 'index.md' ? /^description: (.+)$/m.exec(entry.text)[1] : descriptionOf(entry.text)
  const [card, about] = cardOf(page, title)
  cards.set(card, about)
  Object.assign(entry, { title, description })
  const own = /^---\n([\s\S]*?)\n---\n/.exec(entry.text)
  const kept = page === 'index.md' ? own[1].replaceAll(/^(?:title|description): .+\n/gm, '') : ''
  const head = frontMatter({
    title,
    description,
    source: entry.source,
    editLink: entry.source ? undefined : false,
    card,
    cardWords: about.title,
  })
  write(join(made, 'pages', page), `${head}${kept}\n---\n\n${entry.text.slice(own?.[0].length ?? 0)}`)
}
for (const [copy, file] of assets) {
  // VitePress copies pictures and gives them permanent names; other files keep their own names.
  const target = join(made, 'pages', /\.(?:png|svg)$/.test(copy) ? '' : 'public', copy)
  mkdirSync(dirname(target), { recursive: true })
  cpSync(join(root, file), target)
}
const titles = new Map([...pages].map(([page, { title }]) => [page, title]))
const { of: sidebar, others } = sidebars(titles)
complaints.push(...others.map((page) => `${page} has no place at the side: put it into docs/site/make/sidebar.mjs`))
write(join(made, 'site.json'), JSON.stringify({ base, url, repository, sidebar, hasPlayground }))
write(join(made, 'pages/public/icon.svg'), read('docs/site/look/icon.svg'))

rmSync(out, { recursive: true, force: true })
await build(join(root, 'docs/site'))
await writeCards({ out, cache: join(made, 'cards'), cards, colours: lightColours() })
const pathOf = (link) => `${link.slice(1).replace(/(?:^|(?<=\/))$/, 'index')}.md`
const sections = sidebar['/'].map(({ text, items }) => [
  text,
  items.map(({ link }) => pathOf(link)).filter((page) => pages.has(page)),
])
writeTwins({ out, pages, sections, base: url ?? base })
if (hasPlayground) cpSync(playground, join(out, 'play'), { recursive: true })

for (const complaint of complaints) console.error(complaint)
if (isStrict && complaints.length > 0) {
  console.error(`${complaints.length} complaints, and --strict allows none.`)
  process.exit(1)
}
console.log(`The site is in .cache/docs: ${pages.size} pages, ${cards.size} cards`)
