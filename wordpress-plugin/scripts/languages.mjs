// Makes languages/cedi-commerce.pot, and from each .po beside it what WordPress loads: .mo for PHP, .json for each script.
// With --check it writes nothing, and fails when something is out of date or not translated.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { plugin } from './lab/core.mjs'
import { moOf, parsePo, poOf, stringsOf } from './lab/gettext.mjs'

const folder = join(plugin, 'languages')
const domain = 'cedi-commerce'
const isCheck = process.argv.includes('--check')
const problems = []

const filesOf = (path, pattern) =>
  readdirSync(join(plugin, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => relative(plugin, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()

const sources = [
  'cedi-commerce.php',
  'uninstall.php',
  ...filesOf('includes', /\.php$/),
  ...filesOf('src', /\.(?:tsx?|php|json)$/),
]
const entries = new Map()
for (const file of sources)
  for (const found of stringsOf(file, readFileSync(join(plugin, file), 'utf8'), domain)) {
    const key = `${found.context ?? ''}\u0004${found.text}`
    const known = entries.get(key) ?? { ...found, places: [] }
    known.places.push(`${file}:${found.line}`)
    if (!known.note && found.note) known.note = found.note
    entries.set(key, known)
  }

function put(name, content) {
  const path = join(folder, name)
  const isSame = existsSync(path) && readFileSync(path).equals(Buffer.from(content))
  if (isSame) return
  if (isCheck) problems.push(`languages/${name} is out of date. Run "npm run languages" and commit it.`)
  else writeFileSync(path, content)
}

const list = [...entries.values()]
put(`${domain}.pot`, poOf(list, { language: '' }))
for (const file of readdirSync(folder).filter((name) => name.endsWith('.po'))) {
  const locale = file.slice(domain.length + 1, -3)
  const translated = parsePo(readFileSync(join(folder, file), 'utf8'))
  const missing = list.filter((entry) => !translated.get(`${entry.context ?? ''}\u0004${entry.text}`))
  for (const { text } of missing) problems.push(`languages/${file} does not translate: ${text}`)
  for (const key of translated.keys())
    if (!entries.has(key)) problems.push(`languages/${file} translates what is gone: ${key.slice(1)}`)
  const full = list.map((entry) => ({
    ...entry,
    translation: translated.get(`${entry.context ?? ''}\u0004${entry.text}`) ?? '',
  }))
  for (const { text, translation } of full) {
    const holes = (value) => (value.match(/%(?:\d\$)?[sd]/g) ?? []).sort().join()
    if (translation && holes(text) !== holes(translation))
      problems.push(`languages/${file}: the placeholders differ: ${text}`)
  }
  // Texts that only scripts use are in their files; PHP translates block.json's.
  const ofPhp = full.filter(({ places }) => places.some((place) => !/^src\/.*\.tsx?:/.test(place)))
  put(`${domain}-${locale}.mo`, moOf(ofPhp, { language: locale }))
  // One file for each script, named by its handle: WordPress looks for that name first.
  const scripts = new Set(
    list.flatMap(({ places }) => places.flatMap((place) => /^src\/([\w-]+)\/.*\.tsx?:/.exec(place)?.[1] ?? [])),
  )
  for (const script of scripts) {
    const own = full.filter(({ places }) =>
      places.some((place) => place.startsWith(`src/${script}/`) || /^src\/[\w-]+\.tsx?:/.test(place)),
    )
    const messages = Object.fromEntries(
      own.map(({ context, text, translation }) => [context ? `${context}\u0004${text}` : text, [translation]]),
    )
    const json = {
      domain,
      locale_data: {
        [domain]: { '': { domain, lang: locale, 'plural-forms': 'nplurals=2; plural=(n > 1);' }, ...messages },
      },
    }
    put(`${domain}-${locale}-${domain}-${script}.json`, `${JSON.stringify(json)}\n`)
  }
}
for (const problem of problems) console.error(problem)
console.log(`${list.length} texts, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
