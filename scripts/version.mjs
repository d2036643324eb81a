// Writes the version of the plugin's package.json, which changesets raises, to the places where WordPress reads it, and removes
// changelogs that nobody reads. With --check it compares.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const plugin = join(root, 'wordpress-plugin')
const { version } = JSON.parse(readFileSync(join(plugin, 'package.json'), 'utf8'))
const places = [
  ['cedi-commerce.php', /^( \* Version: +)(\S+)$/m],
  ['includes/namespace.php', /^(const VERSION = ')([^']+)/m],
  ['readme.txt', /^(Stable tag: )(\S+)$/m],
  ['readme.txt', /^(== Changelog ==\n\n= )(\S+)/m],
  ['readme.txt', /^(== Upgrade Notice ==\n\n= )(\S+)/m],
]
const isCheck = process.argv.includes('--check')
if (!isCheck) forgetPrivate()
const wrong = []

/** Nobody upgrades what is not published: examples and tools keep no list of changes. */
function forgetPrivate() {
  const folders = ['packages', 'examples'].flatMap((at) =>
    readdirSync(join(root, at)).map((name) => join(root, at, name)),
  )
  for (const folder of folders) {
    const about = join(folder, 'package.json')
    if (existsSync(about) && JSON.parse(readFileSync(about, 'utf8')).private)
      rmSync(join(folder, 'CHANGELOG.md'), { force: true })
  }
}

/** What changesets wrote about this version, as lines of a WordPress readme. */
function news() {
  const file = join(plugin, 'CHANGELOG.md')
  const [, section = ''] = (existsSync(file) ? readFileSync(file, 'utf8') : '').split(/^## /m)
  const lines = [...section.matchAll(/^- (?:[0-9a-f]{7,}: )?(.+)$/gm)].map(([, line]) => `* ${line}`)
  return lines.join('\n') || '* Mended what was wrong.'
}

for (const [file, place] of places) {
  const path = join(plugin, file)
  const text = readFileSync(path, 'utf8')
  const found = place.exec(text)?.[2]
  if (found === undefined) wrong.push(`${file} names no version.`)
  else if (found !== version && isCheck)
    wrong.push(`${file} says ${found}, package.json ${version}: run "npm run version".`)
  else if (found === version) continue
  // Released versions stay in the list of changes; the first entry is there from the start.
  else if (place.source.includes('==') && found !== '0.0.0')
    writeFileSync(
      path,
      text.replace(place, (_, before, old) => `${before}${version} =\n${news()}\n\n= ${old}`),
    )
  else writeFileSync(path, text.replace(place, `$1${version}`))
}
if (wrong.length > 0) console.error(wrong.join('\n'))
else console.log(`the plugin is ${version} everywhere`)
process.exitCode = wrong.length > 0 ? 1 : 0
