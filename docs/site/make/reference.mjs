// Generates the reference of the packages as Markdown with TypeDoc, one page per entry point.
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, posix } from 'node:path'
import { Application, LogLevel } from 'typedoc'
import { root } from './sources.mjs'

/**
 * Returns the path of a TypeDoc file on the site. `client/index.md` and `ledger.md` are the main entry points. The
 * hand-written README of a package lists its entry points.
 */
function toPagePath(file) {
  const [folder, ...rest] = file.replace(/\.md$/, '').split('/')
  const name = rest.at(-1)
  if (name === 'README') return `reference/${folder}/index.md`
  return `reference/${folder}/${name === undefined || name === 'index' ? 'api' : name}.md`
}

/** Returns the import path of a page: `@cedi/client/fetch`. */
const toImport = (page) => {
  const [, folder, name] = page.replace(/\.md$/, '').split('/')
  return `@cedi/${folder}${name === 'api' ? '' : `/${name}`}`
}

/** Headings with a one-line description, which are shown inline. */
const shortHeading =
  /^#{3,6} (Source|Decision|Inherited from|Overrides|Default Value)(?: \{#[^}]*\})?\n\n(?!```)(.+)$/gm

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
function convertPage(text, file, decisions) {
  const page = toPagePath(file)
  const toRelative = (target) => posix.relative(posix.dirname(page), target)
  const linkDecisions = (line) =>
    line.replaceAll(/\b\d{4}\b/g, (number) =>
      decisions.has(number) ? `[${number}](${toRelative(`decisions/${decisions.get(number)}`)})` : number,
    )
  return addHeadingIds(text)
    .replace(/^# .+$/m, `# ${toImport(page)}`)
    .replaceAll(/\]\(([^()\s]+?\.md)(#[^()\s]*)?\)/g, (_, path, anchor = '') => {
      const target = posix.join(posix.dirname(file), path)
      return `](${toRelative(toPagePath(target)) || posix.basename(page)}${anchor})`
    })
    .replaceAll(shortHeading, (_, name, line) => `*${name}:* ${name === 'Decision' ? linkDecisions(line) : line}`)
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
  const pages = new Map()
  for (const file of readdirSync(out, { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .sort()) {
    if (!file.endsWith('.md') || /(?:^|\/)(?:README|modules)\.md$/.test(file)) continue
    pages.set(toPagePath(file), convertPage(readFileSync(join(out, file), 'utf8'), file, decisions))
  }
  return { pages, warnings }
}
