// Makes TypeDoc's reference of the packages as Markdown: a page for each entry of a package.
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, posix } from 'node:path'
import { Application, LogLevel } from 'typedoc'
import { root } from './sources.mjs'

/**
 * Returns the path of a TypeDoc file on the site. `client/index.md` and `ledger.md` are a package's own exports. The list of
 * a package's entries is its README, which is written by hand.
 */
function pageOfFile(file) {
  const [folder, ...rest] = file.replace(/\.md$/, '').split('/')
  const name = rest.at(-1)
  if (name === 'README') return `reference/${folder}/index.md`
  return `reference/${folder}/${name === undefined || name === 'index' ? 'api' : name}.md`
}

/** The import for a page: `@cedi/client/fetch`. */
const importOf = (page) => {
  const [, folder, name] = page.replace(/\.md$/, '').split('/')
  return `@cedi/${folder}${name === 'api' ? '' : `/${name}`}`
}

/** A one-line description needs no heading. */
const inLine = /^#{3,6} (Source|Decision|Inherited from|Overrides|Default Value)(?: \{#[^}]*\})?\n\n(?!```)(.+)$/gm

/**
 * Gives every heading a unique id. TypeDoc names those that links lead to, some of them twice (links lead to the
 * first). The ids of the rest are made here, so that none collides.
 */
function named(text) {
  const seen = new Map()
  const once = (id) => {
    const times = seen.get(id) ?? 0
    seen.set(id, times + 1)
    return times === 0 ? id : `${id}--${times}`
  }
  return text
    .split(/(^```[^\n]*\n[\s\S]*?^```$)/m)
    .map((part, at) =>
      at % 2 === 1
        ? part
        : part.replaceAll(
            /^(#{2,6} )(.*?)(?: \{#([^}]+)\})?$|<a id="([^"]+)"><\/a> /gm,
            (_, sign, words, id, anchor) => {
              if (anchor) return seen.has(anchor) ? '' : `<a id="${once(anchor)}"></a> `
              return `${sign}${words} {#${once(id ?? `of-${words.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')}`)}}`
            },
          ),
    )
    .join('')
}

/** A page as TypeDoc wrote it, with the links and the title that it has here. */
function referencePage(text, file, decisions) {
  const page = pageOfFile(file)
  const to = (target) => posix.relative(posix.dirname(page), target)
  const decisionOf = (line) =>
    line.replaceAll(/\b\d{4}\b/g, (number) =>
      decisions.has(number) ? `[${number}](${to(`decisions/${decisions.get(number)}`)})` : number,
    )
  return named(text)
    .replace(/^# .+$/m, `# ${importOf(page)}`)
    .replaceAll(/\]\(([^()\s]+?\.md)(#[^()\s]*)?\)/g, (_, path, anchor = '') => {
      const target = posix.join(posix.dirname(file), path)
      return `](${to(pageOfFile(target)) || posix.basename(page)}${anchor})`
    })
    .replaceAll(inLine, (_, name, line) => `*${name}:* ${name === 'Decision' ? decisionOf(line) : line}`)
}

/**
 * Makes the pages of all packages.
 *
 * @param out - A folder for TypeDoc.
 * @param decisions - The file of each decision, by its number.
 * @returns Texts by their pages, and TypeDoc's warnings.
 */
export async function referencePages({ out, decisions }) {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const app = await Application.bootstrapWithPlugins({ options: join(root, 'docs/typedoc.json'), out })
  const complaints = []
  const log = app.logger.log.bind(app.logger)
  app.logger.log = (message, level) => {
    // The description of an inline type's member is that of the whole.
    if (level === LogLevel.Warn && !/\.__type\./.test(message)) complaints.push(message)
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
    pages.set(pageOfFile(file), referencePage(readFileSync(join(out, file), 'utf8'), file, decisions))
  }
  return { pages, complaints }
}
