import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { CliContext } from '../command.js'
import { describeProxy } from '../connection.js'
import { version } from '../version.js'
import { type CheckResult, ok, warning } from './result.js'

/** Minimum supported version of Node, the same as `engines` in package.json. */
const minNode = [20, 19] as const

/** Checks the version of Node, the installed packages, and the environment variables of TLS. */
export const checkMachine = (context: CliContext): CheckResult[] => [
  checkNode(process.versions.node),
  checkPackages(context.folder),
  checkTls(context.environment),
]

/** Checks a version of Node. */
export function checkNode(nodeVersion: string): CheckResult {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number)
  const isSupported = major > minNode[0] || (major === minNode[0] && minor >= minNode[1])
  const message = `Node ${nodeVersion}`
  return isSupported
    ? ok('node', message)
    : warning('node', message, `Install Node ${minNode.join('.')} or newer: the packages are tested with it.`)
}

/** Resolves the manifest of a package from a folder. Yarn PnP replaces the resolution of Node. */
type ResolveManifest = (folder: string, name: string) => string

const resolveManifest: ResolveManifest = (folder, name) =>
  createRequire(join(folder, 'package.json')).resolve(`${name}/package.json`)

/** Lists the @cedi packages of the project in a folder. All packages are released together, with one version. */
export function checkPackages(folder: string, resolve: ResolveManifest = resolveManifest): CheckResult {
  const found = findPackages(folder, resolve)
  const own = `@cedi/cli ${version()}`
  if (found.length === 0 && findUp(folder, '.pnp.cjs') && !process.versions['pnp'])
    return warning(
      'packages',
      `${own}; this folder uses Yarn PnP`,
      'Run "yarn cedi doctor", which can read its packages.',
    )
  if (found.length === 0) return ok('packages', `${own}; no other @cedi packages in this folder`)
  const message = `${own}; this folder: ${found.map(({ name, version }) => `${name} ${version}`).join(', ')}`
  const isOneVersion = new Set(found.map(({ version }) => version)).size === 1
  return isOneVersion
    ? ok('packages', message)
    : warning('packages', message, 'Install the same version of all @cedi packages: they are released together.')
}

/** Returns the nearest folder that contains a file or a folder. */
function findUp(folder: string, name: string): string | undefined {
  if (existsSync(join(folder, name))) return folder
  return dirname(folder) === folder ? undefined : findUp(dirname(folder), name)
}

interface InstalledPackage {
  readonly name: string
  readonly version: string
}

/** Reads the manifests in the nearest `node_modules/@cedi`. Without one, reads those of the dependencies. */
function findPackages(folder: string, resolve: ResolveManifest): readonly InstalledPackage[] {
  const parent = findUp(folder, 'node_modules/@cedi')
  if (parent) {
    const scope = join(parent, 'node_modules', '@cedi')
    return readdirSync(scope)
      .sort()
      .flatMap((name) => readPackage(join(scope, name, 'package.json')) ?? [])
  }
  const project = findUp(folder, 'package.json')
  if (!project) return []
  return listDependencies(join(project, 'package.json')).flatMap((name) => {
    try {
      return readPackage(resolve(project, name)) ?? []
    } catch {
      return []
    }
  })
}

/** Lists the @cedi dependencies in a manifest. */
function listDependencies(file: string): readonly string[] {
  try {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(file, 'utf8'))
    return Object.keys({ ...dependencies, ...devDependencies })
      .filter((name) => name.startsWith('@cedi/'))
      .sort()
  } catch {
    return []
  }
}

/** Reads a manifest. Returns undefined for a private package, and for a folder that an installation left incomplete. */
function readPackage(file: string): InstalledPackage | undefined {
  try {
    const { name, version, private: isPrivate } = JSON.parse(readFileSync(file, 'utf8'))
    return isPrivate ? undefined : { name, version }
  } catch {
    return undefined
  }
}

function checkTls(environment: CliContext['environment']): CheckResult {
  if (environment['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
    return warning(
      'tls',
      'NODE_TLS_REJECT_UNAUTHORIZED is 0: any server can read the key',
      'Unset it, and name the certificate of a private authority in NODE_EXTRA_CA_CERTS.',
    )
  const authority = environment['NODE_EXTRA_CA_CERTS']
  return ok('tls', authority ? 'certificates are verified, also with NODE_EXTRA_CA_CERTS' : 'certificates are verified')
}

/** Checks the proxy in the environment variables, which `cedi` does not use. */
export function checkProxy(url: string, context: CliContext): CheckResult {
  const text = describeProxy(url, context).trim()
  if (text === '') return ok('proxy', 'none is needed')
  const [message = '', fix = ''] = text.split('. ')
  return warning('proxy', message, fix)
}
