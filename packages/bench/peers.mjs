import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

/** The top of the repository. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

const folder = join(root, '.cache/bench-peers')

/** The peers, each at one exact version that runs on Node 20, so that two runs measure the same. */
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

/** Installs the peers into `.cache/bench-peers` unless they are there. */
export async function installPeers() {
  const missing = Object.entries(versions).filter(
    ([name, version]) => !existsSync(manifest(name)) || read(manifest(name)).version !== version,
  )
  if (missing.length === 0) return
  console.log(`Installing ${missing.map(([name]) => name).join(', ')} …`)
  mkdirSync(folder, { recursive: true })
  // An own manifest keeps npm from taking the folder for a part of the workspace.
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const flags = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const all = Object.entries(versions).map(([name, version]) => `${name}@${version}`)
  await promisify(execFile)('npm', ['install', '--prefix', folder, ...flags, ...all], { cwd: folder })
}

/** The path of a file of a peer: `msw`, `lib/node/index.mjs`. */
export const peerFile = (name, path) => join(folder, 'node_modules', name, path)

/** Imports a file of a peer. */
export const importPeer = (name, path) => import(pathToFileURL(peerFile(name, path)).href)

/** How many packages npm installs for a peer, itself included. */
export function packageCount(name) {
  const seen = new Set()
  const visit = (home) => {
    if (seen.has(home)) return
    seen.add(home)
    const { dependencies = {}, optionalDependencies = {} } = read(join(home, 'package.json'))
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const found = resolve(home, needed)
      if (found) visit(found)
    }
  }
  visit(join(folder, 'node_modules', name))
  return seen.size
}

/** Where Node finds a package from a package: beside its own dependencies, then further up. */
function resolve(home, name) {
  for (let at = home; at.startsWith(folder); at = join(at, '..')) {
    const candidate = join(at, 'node_modules', name)
    if (existsSync(join(candidate, 'package.json'))) return candidate
  }
  return undefined
}

/** The built file of one of our packages. */
export const builtFile = (name, file) => join(root, 'packages', name, 'dist', file)

/** Imports a built file of one of our packages. */
export const importBuilt = (name, file) => import(pathToFileURL(builtFile(name, file)).href)

/** The names of packages that are not built. */
export const notBuilt = (names) =>
  names.filter((name) => {
    const dist = join(root, 'packages', name, 'dist')
    return !existsSync(dist) || readdirSync(dist).length === 0
  })
