// PHP_CodeSniffer with WordPress's standard, and with the one that knows PHP versions.
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { findPart } from '../../../scripts/system-packages.mjs'
import { plugin } from '../lab/core.mjs'

const run = promisify(execFile)
const execOptions = { maxBuffer: 1 << 28 }

/** The newest release that a standard mentions: a clone of its repository may be newer. */
function findVersion(folders, name) {
  const folder = folders.find((each) => existsSync(join(each, name)))
  const log = folder && join(folder, 'CHANGELOG.md')
  const release = log && existsSync(log) && /^##+ \[?v?(\d+\.\d+[\w.-]*)/m.exec(readFileSync(log, 'utf8'))
  return release ? `${name} ${release[1]} or later` : `${name}, of unknown version`
}

/**
 * Finds PHP_CodeSniffer and its standards.
 *
 * @param {string} directory - Where `bin/phpcs` is.
 * @param {string} [standards] - Folders with standards, separated as in `PATH`.
 * @throws Error if a folder is invalid.
 */
export async function openPhpcs(directory, standards = '') {
  const { php } = findPart('php')
  const program = join(resolve(directory), 'bin/phpcs')
  if (!existsSync(program)) throw new Error(`${directory} is not PHP_CodeSniffer: bin/phpcs is missing.`)
  const folders = standards
    .split(delimiter)
    .filter(Boolean)
    .map((each) => resolve(each))
  const phpcs = (...args) =>
    run(php, [program, '--runtime-set', 'installed_paths', folders.join(','), ...args], execOptions)
  const { stdout: versionOutput } = await phpcs('--version')
  const { stdout: standardsOutput } = await phpcs('-i')
  return {
    hasStandard: (name) => new RegExp(String.raw`\b${name}\b`).test(standardsOutput),
    version: (name) => `${/version (\S+)/.exec(versionOutput)?.[1]}, ${findVersion(folders, name)}`,
    /** Every error and warning about the PHP in a folder. */
    async check(standard, folder) {
      const ruleset = standard === 'WordPress' ? join(plugin, 'phpcs.xml.dist') : standard
      const flags = ['--report=json', '--extensions=php', '--runtime-set', 'testVersion', '7.4-', '-q']
      // The exit code is 1 or 2 if there are findings.
      const { stdout } = await phpcs(`--standard=${ruleset}`, ...flags, `--basepath=${folder}`, folder).catch(
        (error) => (error.code === 1 || error.code === 2 ? error : Promise.reject(error)),
      )
      const { files } = JSON.parse(stdout)
      if (Object.keys(files).length < 30) throw new Error(`phpcs has checked only ${stdout}`)
      return Object.entries(files).flatMap(([file, { messages }]) =>
        messages.map(
          ({ type, line, source, message }) => `${type.toLowerCase()} ${file}:${line} ${source}: ${message}`,
        ),
      )
    },
  }
}
