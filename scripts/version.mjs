// Copies the version of the plugin's package.json to the files of the plugin, and removes the changelogs of private
// packages. With --check it only compares.
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
if (!isCheck) removePrivateChangelogs()
const problems = []

/** Removes the changelogs of private packages and examples. */
function removePrivateChangelogs() {
  for (const parent of ['packages', 'examples'])
    for (const name of readdirSync(join(root, parent))) {
      const manifest = join(root, parent, name, 'package.json')
      if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).private)
        rmSync(join(root, parent, name, 'CHANGELOG.md'), { force: true })
    }
}

/** Returns the changes of this version in the format of a WordPress readme. */
function changelogLines() {
  const file = join(plugin, 'CHANGELOG.md')
  const [, section = ''] = (existsSync(file) ? readFileSync(file, 'utf8') : '').split(/^## /m)
  const lines = [...section.matchAll(/^- (?:[0-9a-f]{7,}: )?(.+)$/gm)].map(([, line]) => `* ${line}`)
  return lines.join('\n') || '* Mended what was wrong.'
}

for (const [file, place] of places) {
  const path = join(plugin, file)
  const text = readFileSync(path, 'utf8')
  const found = place.exec(text)?.[2]
  if (found === undefined) problems.push(`${file} contains no version.`)
  else if (found !== version && isCheck) problems.push(`${file} has ${found}, not ${version}. Run "npm run version".`)
  else if (found === version) continue
  // Entries of released versions stay in the changelog.
  else if (place.source.includes('==') && found !== '0.0.0')
    writeFileSync(
      path,
      text.replace(place, (_, before, old) => `${before}${version} =\n${changelogLines()}\n\n= ${old}`),
    )
  else writeFileSync(path, text.replace(place, `$1${version}`))
}
if (problems.length > 0) console.error(problems.join('\n'))
else console.log(`All files of the plugin have the version ${version}.`)
process.exitCode = problems.length > 0 ? 1 : 0
