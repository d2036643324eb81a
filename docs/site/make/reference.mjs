// Generates the reference of the packages as Markdown with TypeDoc: one page per entry point and one per export.
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, posix } from 'node:path'
import { Application, LogLevel } from 'typedoc'
import { root } from './sources.mjs'

const kindFolders = ['classes', 'enumerations', 'functions', 'interfaces', 'type-aliases', 'variables']

/**
 * Returns the path of a TypeDoc file on the site. `client/fetch/README.md` is an entry point, `service-js/README.md` the only
 * one of its package, `client/fetch/functions/send.md` an export. `client/README.md` only lists entry points, as the
 * hand-written README of the package does.
 *
 * @param packages - Packages with several entry points.
 */
export function toPagePath(file, packages) {
  const [folder, ...rest] = file.replace(/\.md$/, '').split('/')
  const kindIndex = rest.findIndex((name) => kindFolders.includes(name))
  const entryPath = rest.slice(0, kindIndex)
  if (entryPath.length === 0 && kindIndex < 0 && packages.has(folder)) return `reference/${folder}/index.md`
  const name = entryPath.filter((part) => part !== 'index' && part !== 'stores').join('-') || 'api'
  const entry = `reference/${folder}/${name}`
  return kindIndex < 0 ? `${entry}.md` : `${entry}/${rest.slice(kindIndex).join('/')}.md`
}

/** Returns the page of the entry point to which a page belongs. */
const toEntryPage = (page) => `${page.replace(/\.md$/, '').split('/').slice(0, 3).join('/')}.md`

/** Returns the import path of a page: `@cedi/client/fetch`. */
const toImport = (page) => {
  const [, folder, name] = page.replace(/\.md$/, '').split('/')
  return `@cedi/${folder}${name === 'api' ? '' : `/${name.replace('settle-', 'settle/')}`}`
}

/** Headings with a one-line description, which are shown inline. */
const shortHeading =
  /^#{2,6} (Source|Decision|Inherited from|Overrides|Default Value)(?: \{#[^}]*\})?\n\n(?!```)(.+)$/gm

/**
 * Adds a unique ID to every heading. TypeDoc creates IDs of link targets only, some of them twice (links target the first).
 */
function addHeadingIds(text) {
  const seen = new Map()
  const toUniqueId = (id) => {
    const count = seen.get(id) ?? 0
    seen.set(id, count + 1)
    return count === 0 ? id : `${id}--${count}`
  }
  return text
    .split(/(^```[^\n]*\n[\s\S]*?^```$)/m)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replaceAll(
            /^(#{2,6} )(.*?)(?: \{#([^}]+)\})?$|<a id="([^"]+)"><\/a> /gm,
            (_, sign, words, id, anchor) => {
              if (anchor) return seen.has(anchor) ? '' : `<a id="${toUniqueId(anchor)}"></a> `
              return `${sign}${words} {#${toUniqueId(id ?? `of-${words.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')}`)}}`
            },
          ),
    )
    .join('')
}

/** Converts a TypeDoc page: title, links, inline descriptions. */
function convertPage(text, file, { page, packages, decisions }) {
  const toRelative = (target) => posix.relative(posix.dirname(page), target)
  const linkDecisions = (line) =>
    line.replaceAll(/\b\d{4}\b/g, (number) =>
      decisions.has(number) ? `[${number}](${toRelative(`decisions/${decisions.get(number)}`)})` : number,
    )
  const entryPage = toEntryPage(page)
  const toTitle = (kind, name) =>
    page === entryPage
      ? `# ${toImport(page)}`
      : `# ${name}\n\n[\`${toImport(page)}\`](${toRelative(entryPage)}) · ${kind.toLowerCase()}`
  return addHeadingIds(text)
    .replaceAll(/\]\(([^()\s]+?\.md)(#[^()\s]*)?\)/g, (_, path, anchor = '') => {
      const target = posix.join(posix.dirname(file), path)
      return `](${toRelative(toPagePath(target, packages)) || posix.basename(page)}${anchor})`
    })
    .replaceAll(shortHeading, (_, name, line) => `*${name}:* ${name === 'Decision' ? linkDecisions(line) : line}`)
    .replace(/^# (?:([A-Z][\w ]+): )?(.+)$/m, (_, kind, name) => toTitle(kind, name))
}

/**
 * Generates the pages of all packages.
 *
 * @param out - Output folder of TypeDoc.
 * @param decisions - Files of the decisions by number.
 * @returns Texts by path, and the warnings of TypeDoc.
 */
export async function referencePages({ out, decisions }) {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const app = await Application.bootstrapWithPlugins({ options: join(root, 'docs/typedoc.json'), out })
  const warnings = []
  const log = app.logger.log.bind(app.logger)
  app.logger.log = (message, level) => {
    // Members of inline types are described by the whole type.
    if (level === LogLevel.Warn && !/\.__type\./.test(message)) warnings.push(message)
    if (level >= LogLevel.Error) log(message, level)
  }
  const project = await app.convert()
  if (!project || app.logger.hasErrors()) throw new Error('TypeDoc could not read the packages: see above.')
  app.validate(project)
  await app.generateOutputs(project)
  if (app.logger.hasErrors()) throw new Error('TypeDoc could not write the reference: see above.')
  const texts = new Map(
    readdirSync(out, { recursive: true })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((file) => file.includes('/') && file.endsWith('.md'))
      .sort()
      .map((file) => [file, readFileSync(join(out, file), 'utf8')]),
  )
  const packages = new Set(
    [...texts].filter(([, text]) => /^## Modules$/m.test(text)).map(([file]) => posix.dirname(file)),
  )
  const pages = new Map()
  for (const [file, text] of texts) {
    const page = toPagePath(file, packages)
    if (!page.endsWith('/index.md')) pages.set(page, convertPage(text, file, { page, packages, decisions }))
  }
  return { pages, warnings }
}
