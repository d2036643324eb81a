// Psalm, with the signatures of WordPress, WooCommerce and WP-CLI: their sources, or stubs of them.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { findPart } from '../../../scripts/system-packages.mjs'

const run = promisify(execFile)

/** 1 is the strictest. */
const level = 3

const element = (tag, path) => `<${tag} name="${path}"/>`

/** Returns the parts of Psalm's configuration for a path. */
function signaturesIn(path) {
  const resolveInside = (name) => join(path, name)
  if (!existsSync(path)) throw new Error(`${path} does not exist.`)
  if (statSync(path).isFile()) return { stubs: [element('file', path)] }
  if (existsSync(resolveInside('wp-includes/class-wp-error.php')))
    return {
      sources: [
        element('directory', resolveInside('wp-includes')),
        element('directory', resolveInside('wp-admin/includes')),
      ],
      // Defines functions of WordPress again, without arguments.
      ignored: [element('file', resolveInside('wp-admin/includes/noop.php'))],
    }
  if (existsSync(resolveInside('php/class-wp-cli.php')))
    return {
      sources: [element('directory', resolveInside('php'))],
      // Defines WP_CLI as true, which is wrong for pages.
      ignored: [element('file', resolveInside('php/wp-cli.php'))],
    }
  if (existsSync(resolveInside('woocommerce.php')))
    return {
      sources: ['includes', 'src'].map((name) => element('directory', resolveInside(name))),
      stubs: [element('file', resolveInside('woocommerce.php'))],
    }
  const stubs = readdirSync(path).filter((name) => name.endsWith('-stubs.php'))
  if (stubs.length === 0)
    throw new Error(`${path} contains neither WordPress, WooCommerce nor WP-CLI, nor stubs of them.`)
  return { stubs: stubs.map((name) => element('file', resolveInside(name))) }
}

/**
 * Finds every error in the types of a folder.
 *
 * @param {string} psalm - The program of Psalm, or its phar.
 * @param {string} signatures - Folders or files, separated as in `PATH`.
 * @param {string} folder - The plugin.
 * @param {string} work - A folder for the configuration.
 */
export async function checkTypes(psalm, signatures, folder, work) {
  const { php } = findPart('php')
  const found = signatures
    .split(delimiter)
    .filter(Boolean)
    .map((each) => signaturesIn(resolve(each)))
  const all = (part) => found.flatMap((each) => each[part] ?? []).join('')
  mkdirSync(work, { recursive: true })
  const config = join(work, 'psalm.xml')
  // The plugin is written for 7.4. A function of WordPress called inside a namespace is the global one.
  writeFileSync(
    config,
    `<psalm errorLevel="${level}" phpVersion="7.4" findUnusedCode="false" ensureOverrideAttribute="false" allFunctionsGlobal="true" allConstantsGlobal="true" xmlns="https://getpsalm.org/schema/config">
<projectFiles>${element('directory', folder)}</projectFiles>
<extraFiles>${all('sources')}<ignoreFiles allowMissingFiles="true">${all('ignored')}</ignoreFiles></extraFiles>
<stubs>${all('stubs')}${element('file', join(import.meta.dirname, 'signatures.php'))}</stubs>
</psalm>
`,
  )
  const call = (...args) =>
    run(php, ['-d', 'memory_limit=4G', resolve(psalm), ...args], { cwd: work, maxBuffer: 1 << 28 })
  const { stdout: versionOutput } = await call('--version')
  const version = /^Psalm (\d[^\s@]*)/.exec(versionOutput)?.[1]
  if (!version) throw new Error(`${psalm} is not Psalm. Its version output: ${versionOutput}`)
  const flags = ['--no-cache', '--threads=1', '--scan-threads=1', '--no-progress', '--no-suggestions', '--monochrome']
  // The exit code is 2 if there are errors.
  const { stdout } = await call(`--config=${config}`, ...flags, '--output-format=json').catch((error) =>
    error.code === 2 && error.stdout ? error : Promise.reject(error),
  )
  const findings = JSON.parse(stdout).filter(({ severity }) => severity === 'error')
  return {
    version: `${version}, level ${level}`,
    findings: findings.map(
      ({ file_path, line_from, type, message }) => `error ${file_path}:${line_from} ${type}: ${message}`,
    ),
  }
}
