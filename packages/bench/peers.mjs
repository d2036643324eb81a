import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

/** Root folder of the repository. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

const folder = join(root, '.cache/bench-peers')

/** Exact versions of the peers, which run on Node 20. */
export const versions = {
  '@freemius/checkout': '1.4.1',
  '@hubteljs/checkout': '1.1.4',
  '@mockoon/cli': '9.7.0',
  '@octokit/endpoint': '11.0.5',
  '@paystack/inline-js': '2.25.0',
  '@polar-sh/checkout': '0.4.1',
  '@stoplight/prism-cli': '5.14.2',
  'dodopayments-checkout': '1.9.9',
  'json-server': '0.17.4',
  msw: '2.15.0',
  'openapi-fetch': '0.17.0',
}

const manifest = (name) => join(folder, 'node_modules', name, 'package.json')
const read = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** Installs missing peers into `.cache/bench-peers`. */
export async function installPeers() {
  const missing = Object.entries(versions).filter(
    ([name, version]) => !existsSync(manifest(name)) || read(manifest(name)).version !== version,
  )
  if (missing.length === 0) return
  console.log(`Installing ${missing.map(([name]) => name).join(', ')} …`)
  mkdirSync(folder, { recursive: true })
  // With a separate manifest, npm does not treat the folder as part of the workspace.
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const flags = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const specifiers = Object.entries(versions).map(([name, version]) => `${name}@${version}`)
  await promisify(execFile)('npm', ['install', '--prefix', folder, ...flags, ...specifiers], { cwd: folder })
}

/** Returns the path of a file of a peer: `msw`, `lib/node/index.mjs`. */
export const peerFile = (name, path) => join(folder, 'node_modules', name, path)

/** Imports a file of a peer. */
export const importPeer = (name, path) => import(pathToFileURL(peerFile(name, path)).href)

/** Counts the packages that npm installs for a peer, including the peer. */
export function countPackages(name) {
  const visited = new Set()
  const visit = (packageFolder) => {
    if (visited.has(packageFolder)) return
    visited.add(packageFolder)
    const { dependencies = {}, optionalDependencies = {} } = read(join(packageFolder, 'package.json'))
    for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const dependencyFolder = resolve(packageFolder, dependency)
      if (dependencyFolder) visit(dependencyFolder)
    }
  }
  visit(join(folder, 'node_modules', name))
  return visited.size
}

/** Resolves a dependency like Node: in node_modules of the package, then of its parent folders. */
function resolve(packageFolder, name) {
  for (let directory = packageFolder; directory.startsWith(folder); directory = join(directory, '..')) {
    const candidate = join(directory, 'node_modules', name)
    if (existsSync(join(candidate, 'package.json'))) return candidate
  }
  return undefined
}

/** Returns the path of a built file of a Cedi package. */
export const builtFile = (name, file) => join(root, 'packages', name, 'dist', file)

/** Imports a built file of a Cedi package. */
export const importBuilt = (name, file) => import(pathToFileURL(builtFile(name, file)).href)

/** Returns the names of packages without a build. */
export const findUnbuiltPackages = (names) =>
  names.filter((name) => {
    const dist = join(root, 'packages', name, 'dist')
    return !existsSync(dist) || readdirSync(dist).length === 0
  })
