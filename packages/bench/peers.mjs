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
  '@octokit/endpoint': '11.0.5',
  '@paystack/inline-js': '2.25.0',
  '@polar-sh/checkout': '0.4.1',
  '@stoplight/prism-cli': '5.14.2',
  'dodopayments-checkout': '1.9.9',
  'json-server': '0.17.4',
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
