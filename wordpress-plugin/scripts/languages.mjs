// Writes languages/cedi-commerce.pot and, for each .po file, what WordPress loads: .mo for PHP, .json for each script.
// With --check it writes nothing, and fails if a file is out of date or a string is not translated.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { mo, po } from 'gettext-parser'
import { plugin } from './lab/core.mjs'
import { extractStrings } from './lab/extract-strings.mjs'

const folder = join(plugin, 'languages')
const domain = 'cedi-commerce'
const contentType = 'text/plain; charset=utf-8'
const pluralForms = 'nplurals=2; plural=(n > 1);'
const isCheck = process.argv.includes('--check')
const problems = []

const findFiles = (path, pattern) =>
  readdirSync(join(plugin, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => relative(plugin, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()

/** Groups messages by context and id, as gettext-parser expects them. */
function toCatalog(messages, headers) {
  const translations = { '': {} }
  for (const message of messages) {
    translations[message.msgctxt] ??= {}
    translations[message.msgctxt][message.msgid] = message
  }
  return { charset: 'utf-8', headers, translations }
}

function update(name, content) {
  const path = join(folder, name)
  const isSame = existsSync(path) && readFileSync(path).equals(Buffer.from(content))
  if (isSame) return
  if (isCheck) problems.push(`languages/${name} is out of date. Run "npm run languages" and commit it.`)
  else writeFileSync(path, content)
}

const sources = [
  'cedi-commerce.php',
  'uninstall.php',
  ...findFiles('includes', /\.php$/),
  ...findFiles('src', /\.(?:tsx?|php|json)$/),
]
const messagesByKey = new Map()
for (const file of sources)
  for (const { text, plural, context = '', note } of extractStrings(
    file,
    readFileSync(join(plugin, file), 'utf8'),
    domain,
  )) {
    const key = `${context}\u0004${text}`
    const message = messagesByKey.get(key) ?? { msgctxt: context, msgid: text, msgstr: [''], files: new Set() }
    if (plural) Object.assign(message, { msgid_plural: plural, msgstr: ['', ''] })
    message.files.add(file)
    message.note ??= note
    messagesByKey.set(key, message)
  }

const messages = [...messagesByKey.values()].map(({ files, note, ...message }) => ({
  ...message,
  files: [...files],
  comments: { reference: [...files].join(' '), extracted: note && `translators: ${note}` },
}))
const headers = {
  'Project-Id-Version': 'Cedi Commerce',
  'MIME-Version': '1.0',
  'Content-Type': contentType,
  'Content-Transfer-Encoding': '8bit',
  Language: '',
  'Plural-Forms': pluralForms,
  'X-Domain': domain,
}
update(`${domain}.pot`, po.compile(toCatalog(messages, headers), { foldLength: 0 }))
for (const file of readdirSync(folder).filter((name) => name.endsWith('.po'))) {
  const locale = file.slice(domain.length + 1, -3)
  const { translations } = po.parse(readFileSync(join(folder, file)))
  for (const { msgctxt = '', msgid } of Object.values(translations).flatMap(Object.values))
    if (msgid && !messagesByKey.has(`${msgctxt}\u0004${msgid}`))
      problems.push(`languages/${file} translates a string that no longer exists: ${msgid}`)
  const translated = messages.map((message) => ({
    ...message,
    msgstr: translations[message.msgctxt]?.[message.msgid]?.msgstr ?? [''],
  }))
  const placeholders = (text) => (text.match(/%(?:\d\$)?[sd]/g) ?? []).sort().join()
  for (const { msgid, msgid_plural: plural, msgstr } of translated) {
    if (msgstr.some((text) => !text) || msgstr.length !== (plural ? 2 : 1))
      problems.push(`languages/${file} does not translate: ${msgid}`)
    else if (msgstr.some((text) => placeholders(text) !== placeholders(msgid)))
      problems.push(`languages/${file}: the placeholders differ: ${msgid}`)
    if (locale === 'fr_FR' && msgstr.some((text) => / [:;?!»]|« |\d %(?!\d)|n° /.test(text)))
      problems.push(`languages/${file}: a no-break space is missing: ${msgstr[0]}`)
  }
  // Strings that only scripts use are in the .json files. PHP translates those of block.json.
  const phpMessages = translated.filter(({ files }) => files.some((name) => !/^src\/.*\.tsx?$/.test(name)))
  const moHeaders = { 'Content-Type': contentType, Language: locale, 'Plural-Forms': pluralForms }
  update(`${domain}-${locale}.mo`, mo.compile(toCatalog(phpMessages, moHeaders)))
  // One file per script, named by its handle: WordPress checks for that name first.
  const scripts = new Set(
    messages.flatMap(({ files }) => files.flatMap((name) => /^src\/([\w-]+)\/.*\.tsx?$/.exec(name)?.[1] ?? [])),
  )
  for (const script of scripts) {
    const scriptMessages = translated.filter(({ files }) =>
      files.some((name) => name.startsWith(`src/${script}/`) || /^src\/[\w-]+\.tsx?$/.test(name)),
    )
    const localeData = Object.fromEntries(
      scriptMessages.map(({ msgctxt, msgid, msgstr }) => [msgctxt ? `${msgctxt}\u0004${msgid}` : msgid, msgstr]),
    )
    const json = {
      domain,
      locale_data: { [domain]: { '': { domain, lang: locale, 'plural-forms': pluralForms }, ...localeData } },
    }
    update(`${domain}-${locale}-${domain}-${script}.json`, `${JSON.stringify(json)}\n`)
  }
}
for (const problem of problems) console.error(problem)
console.log(`${messages.length} strings, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
