import { existsSync, readdirSync, readFileSync } from 'node:fs'
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

/** Lists the @cedi packages of the project in a folder. All packages are released together, with one version. */
function checkPackages(folder: string): CheckResult {
  const found = findPackages(folder)
  const own = `@cedi/cli ${version()}`
  if (found.length === 0) return ok('packages', `${own}; no other @cedi packages in this folder`)
  const message = `${own}; this folder: ${found.map(({ name, version }) => `${name} ${version}`).join(', ')}`
  const isOneVersion = new Set(found.map(({ version }) => version)).size === 1
  return isOneVersion
    ? ok('packages', message)
    : warning('packages', message, 'Install the same version of all @cedi packages: they are released together.')
}

interface InstalledPackage {
  readonly name: string
  readonly version: string
}

/** Reads the manifests in the nearest `node_modules/@cedi`. */
function findPackages(folder: string): readonly InstalledPackage[] {
  const scope = join(folder, 'node_modules', '@cedi')
  if (existsSync(scope))
    return readdirSync(scope)
      .sort()
      .flatMap((name) => readPackage(join(scope, name, 'package.json')) ?? [])
  return dirname(folder) === folder ? [] : findPackages(dirname(folder))
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
