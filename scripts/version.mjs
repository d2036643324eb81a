// Writes the version of the plugin's package.json, which changesets raises, into the places where WordPress reads it. With --check it compares.
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const plugin = join(root, 'wordpress-plugin')
const { version } = JSON.parse(readFileSync(join(plugin, 'package.json'), 'utf8'))
const places = [
  ['cedi-commerce.php', /^( \* Version: +)(\S+)$/m],
  ['includes/namespace.php', /^(const VERSION = ')([^']+)/m],
  ['readme.txt', /^(Stable tag: )(\S+)$/m],
]
const wrong = []
for (const [file, place] of places) {
  const path = join(plugin, file)
  const text = readFileSync(path, 'utf8')
  const found = place.exec(text)?.[2]
  if (found === undefined) wrong.push(`${file} names no version.`)
  else if (found !== version && process.argv.includes('--check'))
    wrong.push(`${file} says ${found}, package.json ${version}: run "npm run version".`)
  else if (found !== version) writeFileSync(path, text.replace(place, `$1${version}`))
}
if (wrong.length > 0) console.error(wrong.join('\n'))
else console.log(`the plugin is ${version} everywhere`)
process.exitCode = wrong.length > 0 ? 1 : 0
