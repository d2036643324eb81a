// Checks package-lock.json: every package has its integrity, every optional one its entry (otherwise "npm ci" refuses
// it), no registry address is in it, and the demo, the first thing people install, stays small.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** More would make a newcomer's first minute too long. */
const mostForDemo = 450

const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8'))
const wrong = []
for (const [path, entry] of Object.entries(packages)) {
  if (/^https?:/.test(entry.resolved ?? '')) wrong.push(`${path} has the address of a registry`)
  if (path.includes('node_modules/') && !entry.link && !entry.integrity && !entry.inBundle)
    wrong.push(`${path} has no integrity`)
  for (const name of Object.keys(entry.optionalDependencies ?? {}))
    if (!entryOf(path, name)) wrong.push(`${path}: ${name} has no entry`)
}

/** Node looks for a package beside its importer, then one folder further up, to the root. */
function entryOf(path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(at.lastIndexOf('/node_modules/'), 0))) {
    const found = `${at ? `${at}/` : ''}node_modules/${name}`
    if (packages[found]) return found
    if (at === '') return undefined
  }
}

/** What `npm ci --workspace` installs for one workspace, on any system: more than on one system, never less. */
function installedFor(workspace) {
  const seen = new Set()
  const waiting = [workspace]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    const entry = packages[path]
    if (entry.link) waiting.push(entry.resolved)
    // npm brings the tools of our own packages too, and peers unless they are optional.
    const peers = Object.keys(entry.peerDependencies ?? {}).filter(
      (name) => !entry.peerDependenciesMeta?.[name]?.optional,
    )
    const tools = path.includes('node_modules/') ? {} : entry.devDependencies
    for (const name of [...Object.keys({ ...entry.dependencies, ...entry.optionalDependencies, ...tools }), ...peers]) {
      const found = entryOf(path, name)
      if (found) waiting.push(found)
    }
  }
  return [...seen].filter((path) => path.includes('node_modules/') && !packages[path].link)
}

const forDemo = installedFor('examples/demo').length
if (forDemo > mostForDemo)
  wrong.push(`the demo installs ${forDemo} packages; at most ${mostForDemo} keep its start short`)

console.log(
  wrong.length > 0
    ? wrong.join('\n')
    : `${Object.keys(packages).length} packages in the lockfile, complete; ${forDemo} for the demo`,
)
process.exitCode = wrong.length > 0 ? 1 : 0
