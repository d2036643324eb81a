// Every package of the lockfile has its integrity, every optional one its entry (or "npm ci" refuses it), and no address of a registry is in it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8'))
const wrong = []
for (const [path, entry] of Object.entries(packages)) {
  if (/^https?:/.test(entry.resolved ?? '')) wrong.push(`${path} has the address of a registry`)
  if (path.includes('node_modules/') && !entry.link && !entry.integrity && !entry.inBundle)
    wrong.push(`${path} has no integrity`)
  for (const name of Object.keys(entry.optionalDependencies ?? {}))
    if (!hasEntry(path, name)) wrong.push(`${path}: ${name} has no entry`)
}

/** Node looks for a package beside its user, then one folder further up, to the root. */
function hasEntry(path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(at.lastIndexOf('/node_modules/'), 0))) {
    if (packages[`${at ? `${at}/` : ''}node_modules/${name}`]) return true
    if (at === '') return false
  }
}

console.log(wrong.length > 0 ? wrong.join('\n') : `${Object.keys(packages).length} packages in the lockfile, complete`)
process.exitCode = wrong.length > 0 ? 1 : 0
