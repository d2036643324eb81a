// Builds the documentation site into .cache/docs: guides, API reference of every published package, HTTP API reference, decisions, benchmarks.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Application, LogLevel } from 'typedoc'
import { parse } from 'yaml'
import { accessible } from './accessible.mjs'
import { httpApiPages } from './http-api.mjs'
import { benchmarksWithPlots } from './plots.mjs'
import { statedOrChosen } from './stated-or-chosen.mjs'

const root = resolve(import.meta.dirname, '../..')
const docs = join(root, 'docs')
/** What is made from the contract and the benchmarks, before TypeDoc reads it. */
const made = join(docs, '.cache')
const read = (...path) => readFileSync(join(root, ...path), 'utf8')
const write = (path, text) => {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
}

const decisions = readdirSync(join(docs, 'decisions'))
  .filter((file) => /^\d{4}-.+\.md$/.test(file))
  .sort()
  .map((file) => {
    const text = read('docs/decisions', file)
    return {
      number: file.slice(0, 4),
      file,
      title: /^# \d{4}\. (.+)$/m.exec(text)?.[1] ?? file,
      standing: /\*\*(Stated|Partly stated|Chosen)\.?\*\*/.exec(text)?.[1].toLowerCase() ?? 'chosen',
    }
  })
const pages = new Map(decisions.map(({ number, file }) => [number, file]))
const openapi = parse(read('packages/contract/openapi.yaml'))

rmSync(made, { recursive: true, force: true })
for (const [file, text] of httpApiPages(openapi, pages)) write(join(made, 'http-api', file), text)
write(join(made, 'stated-or-chosen.md'), statedOrChosen(openapi, decisions))
write(
  join(made, 'benchmarks.md'),
  `---\ntitle: Benchmarks\n---\n\n${benchmarksWithPlots(
    read('docs/benchmarks.md'),
    JSON.parse(read('docs/benchmarks.json')),
  )
    .replaceAll('](benchmarks.json)', '](../benchmarks.json)')
    .replaceAll('](images/', '](../images/')}`,
)
// A decision is read on its own in the repository; on the site it belongs to a group.
for (const { file } of decisions)
  write(
    join(made, 'decisions', file),
    `---\ntitle: ${file.slice(0, -3).replaceAll('-', ' ')}\ngroup: Decisions\n---\n\n${read('docs/decisions', file)}`,
  )

process.chdir(docs)
const app = await Application.bootstrapWithPlugins({ options: join(docs, 'typedoc.json') })
const isStrict = process.argv.includes('--strict')
const complaints = []
const log = app.logger.log.bind(app.logger)
app.logger.log = (message, level) => {
  // A member of a type that is written in its place is told by what the whole is.
  if (level === LogLevel.Warn && !/\.__type\./.test(message)) complaints.push(message)
  if (level >= LogLevel.Error || (level === LogLevel.Warn && complaints.includes(message))) log(message, level)
}
app.renderer.on('endPage', (page) => {
  page.contents &&= accessible(page.contents)
})
const project = await app.convert()
if (!project || app.logger.hasErrors()) process.exit(1)
app.validate(project)
if (app.logger.hasErrors()) process.exit(1)
await app.generateOutputs(project)
if (isStrict && complaints.length > 0) {
  console.error(`${complaints.length} complaints, and --strict allows none.`)
  process.exit(1)
}
console.log('The site is in .cache/docs')
