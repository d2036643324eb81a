// Which package may import which (docs/decisions/0001). Prints every arrow that points the wrong way.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const allowed = {
  contract: [],
  ledger: [],
  client: ['contract'],
  'service-js': ['contract'],
  'embed-js': ['contract', 'service-js'],
  'mock-server': ['contract', 'ledger'],
  sandbox: ['contract', 'ledger', 'mock-server', 'service-js', 'embed-js'],
}
/** What may be written in the source of a published package besides the arrows above. */
const libraries = {
  contract: [],
  ledger: ['@noble/hashes', 'pg', '@electric-sql/pglite'],
  client: [],
  'service-js': [],
  'embed-js': [],
  'mock-server': ['@noble/hashes', 'msw', 'node:'],
  sandbox: ['@noble/hashes', 'node:'],
}

const filesOf = (folder) => {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(
        (entry) =>
          entry.isFile() && /\.(?:ts|tsx|mts|js|mjs)$/.test(entry.name) && !entry.parentPath.endsWith('generated'),
      )
      .map((entry) => join(entry.parentPath, entry.name))
  } catch {
    return []
  }
}
const imports =
  /(?:^\s*(?:import|export)\b[^'";]*?\bfrom\s*|^\s*import\s*|\bimport\s*\(\s*|\brequire\(\s*)['"]([^'"\n]+)['"]/gm

const wrong = []
let arrows = 0
for (const [name, targets] of Object.entries(allowed)) {
  const folder = join(root, 'packages', name)
  for (const file of [...filesOf(join(folder, 'src')), ...filesOf(join(folder, 'test'))]) {
    const isTest = /\.test(?:-d)?\.ts$/.test(file) || file.includes(`${sep}test${sep}`)
    for (const [, target] of readFileSync(file, 'utf8')
      .replace(/^\s*(?:\/\/|\*).*$/gm, '')
      .matchAll(imports)) {
      arrows++
      const own = target.match(/^@cedi\/([\w-]+)/)?.[1]
      const path = resolve(file, '..', target)
      // A test may start what another package's scripts start, and the browsers.
      const isScript =
        isTest &&
        (path === join(root, 'scripts/browsers.mjs') ||
          targets.some((one) => path.startsWith(join(root, 'packages', one, 'scripts') + sep)) ||
          // The sandbox is tried with the callers of the mock server, on its transports too.
          (name === 'sandbox' && path.startsWith(join(root, 'packages/mock-server') + sep)))
      const inside = !target.startsWith('.') || path.startsWith(folder + sep) || isScript
      const library = isTest || libraries[name].some((known) => target === known || target.startsWith(known))
      const fine = own ? own === name || targets.includes(own) : target.startsWith('.') ? inside : library
      if (!fine) wrong.push(`${relative(root, file)}: ${name} must not import ${target}`)
    }
  }
}
for (const folder of ['packages', 'wordpress-plugin'])
  for (const file of filesOf(join(root, folder)).filter((path) => !/node_modules|dist/.test(path)))
    if (
      /from ['"](?:@cedi\/(?:e2e|bench|example)|(?:\.\.\/)+(?:examples|docs)\/)/.test(readFileSync(file, 'utf8')) &&
      !/packages.(?:e2e|bench)/.test(file)
    )
      wrong.push(`${relative(root, file)}: nothing points back at examples, docs, e2e or bench`)

console.log(wrong.length > 0 ? wrong.join('\n') : `${arrows} imports, every arrow points the right way`)
process.exitCode = wrong.length > 0 ? 1 : 0
