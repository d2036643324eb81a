// Runs the tools of WordPress's reviewers on the zip that merchants install, and counts the findings. The tools are passed
// as options, which the printed table lists. Fails on a finding, on an invalid tool, and without a tool.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { plugin } from './lab/core.mjs'
import { createSite } from './lab/site.mjs'
import { unzip } from './lab/unzip.mjs'
import { openPhpcs } from './standards/phpcs.mjs'

/** Maximum number of exceptions in comments. */
const maxExceptions = 5
const flags = {
  'plugin-check': 'the folder of Plugin Check, with its vendor folder',
  phpcs: 'the folder of PHP_CodeSniffer',
  standards:
    'the folders of WordPress-Coding-Standards, PHPCSUtils, PHPCSExtra and PHPCompatibility, separated as in PATH',
}
const { values } = parseArgs({
  options: Object.fromEntries(Object.keys(flags).map((flag) => [flag, { type: 'string' }])),
})
const variable = (flag) => `CHECK_${flag.toUpperCase().replace('-', '_')}`
const optionValue = (flag) => values[flag] ?? process.env[variable(flag)]

// npm runs scripts in the folder of the package: resolve paths relative to the caller's folder.
process.chdir(process.env.INIT_CWD ?? process.cwd())
const workFolder = mkdtempSync(join(tmpdir(), 'cedi-standards-'))
const folder = join(workFolder, 'cedi-commerce')

/** Plugin Check in its own WordPress, because its runtime checks change the site. */
async function checkPlugin(directory) {
  const from = resolve(directory)
  const main = join(from, 'plugin.php')
  if (!existsSync(main) || !/^ \* Plugin Name: Plugin Check/m.test(readFileSync(main, 'utf8')))
    throw new Error(`${directory} is not Plugin Check.`)
  if (!existsSync(join(from, 'vendor/autoload.php')))
    throw new Error(`${directory} has no vendor/autoload.php: run "composer install --no-dev" there.`)
  const site = await createSite({ version: '6.7-alpha', woocommerce: false, active: false })
  try {
    const plugins = join(site.folder, 'wp-content/plugins')
    const script = join(import.meta.dirname, 'standards/plugin-check.php')
    rmSync(join(plugins, 'cedi-commerce'))
    cpSync(folder, join(plugins, 'cedi-commerce'), { recursive: true })
    cpSync(from, join(plugins, 'plugin-check'), { recursive: true })
    // A copy, because PHP includes a file only once, and this file is both the script and a plugin.
    cpSync(script, join(site.folder, 'wp-content/mu-plugins/plugin-check.php'))
    await site.activate('cedi-commerce/cedi-commerce.php', 'plugin-check/plugin.php')
    const { version, checks, runtime, findings } = JSON.parse(await site.php(script, site.core))
    if (!(runtime > 0)) throw new Error(`Plugin Check ran ${checks} checks, and none of those at runtime.`)
    return { version: `${version}, ${checks} checks, ${runtime} at runtime`, findings }
  } finally {
    await site.remove()
  }
}

function findExceptions() {
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.php'))
  const found = files.flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        /phpcs:(?:ignore|disable)|psalm-suppress/.test(line) ? `${file}:${at + 1} ${line.trim()}` : [],
      ),
  )
  return { version: `${found.length}, at most ${maxExceptions}`, findings: found.length > maxExceptions ? found : [] }
}

/** @type {[string, string, string[], () => Promise<{ version: string, findings: string[] } | undefined>][]} */
const checks = [
  ['Plugin Check', 'Plugin Check', ['plugin-check'], () => checkPlugin(optionValue('plugin-check'))],
  ...[
    ['coding standard', 'WordPress'],
    ['PHP 7.4 and newer', 'PHPCompatibility'],
  ].map(([check, standard]) => [
    check,
    'PHP_CodeSniffer',
    ['phpcs', 'standards'],
    async () => {
      const phpcs = await openPhpcs(optionValue('phpcs'), optionValue('standards'))
      if (!phpcs.hasStandard(standard)) throw new Error(`There is no standard ${standard} in --standards.`)
      return { version: phpcs.version(standard), findings: await phpcs.check(standard, folder) }
    },
  ]),
  ['exceptions', 'phpcs:ignore, phpcs:disable', [], async () => findExceptions()],
]

const rows = []
const findings = []
let hasTool = false
try {
  if (!existsSync(join(plugin, 'build/settings/index.js')))
    throw new Error('Nothing is built: run "npm run build" first.')
  execFileSync('node', [join(plugin, 'scripts/zip.mjs')], { stdio: ['ignore', 'ignore', 'inherit'] })
  unzip(join(plugin, 'dist/cedi-commerce.zip'), workFolder)
  for (const [check, tool, needs, run] of checks) {
    const missing = needs.filter((flag) => !optionValue(flag))
    if (missing.length > 0) {
      rows.push({ check, tool, version: 'not given', findings: '–' })
      continue
    }
    hasTool ||= needs.length > 0
    const result = await run().catch((error) => ({ version: 'failed', findings: [`${tool}: ${error.message}`] }))
    rows.push({ check, tool, version: result.version, findings: result.findings.length })
    findings.push(...result.findings.map((text) => `${check}: ${text.replaceAll(`${folder}/`, '')}`))
  }
} finally {
  rmSync(workFolder, { recursive: true, force: true })
}
console.table(rows)
for (const [flag, description] of Object.entries(flags))
  if (!optionValue(flag)) console.log(`not given: --${flag} or ${variable(flag)}, ${description}`)
for (const finding of findings) console.log(finding)
if (!hasTool) console.log('No tool was given: nothing was checked.')
process.exitCode = findings.length > 0 || !hasTool ? 1 : 0
