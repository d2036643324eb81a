// npm run setup:all: installs what `npm run test:all` needs. Debian packages are installed in one transaction, as root on
// Debian or Ubuntu; elsewhere the commands are printed. Then the WordPress builds and npm packages of the suites are
// downloaded to .cache, so that no suite downloads anything.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { installedProjects } from './npm-cache.mjs'
import { installParts, partNames } from './system-packages.mjs'

const root = resolve(import.meta.dirname, '..')
let failed = 0

/** Runs a step up to three times, and prints the reason of each failure. */
async function attempt(title, step) {
  for (let count = 1; count <= 3; count++) {
    try {
      await step()
      console.log(`ok    ${title}`)
      return
    } catch (error) {
      console.error(`${title} failed, attempt ${count} of 3: ${error.message}`)
    }
  }
  failed++
}

/** Installs packages once into a temporary folder, which stores them in the npm cache. */
function download({ folder, dependencies, overrides }) {
  mkdirSync(folder, { recursive: true })
  const project = mkdtempSync(join(folder, 'cedi-setup-'))
  try {
    writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, dependencies, overrides }))
    const args = [
      'install',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--force',
      '--cache',
      join(root, '.cache/npm'),
    ]
    const { status, stderr, error } = spawnSync('npm', args, {
      cwd: project,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    })
    if (error) throw error
    if (status !== 0) throw new Error(stderr)
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
}

await attempt('system packages', async () => {
  const missing = await installParts(partNames)
  for (const { title, command } of missing) console.log(`${title} is missing. Install it: ${command}`)
})
await attempt('WordPress builds', async () => {
  const { prepareCore, sqlitePlugin, versions } = await import('../wordpress-plugin/scripts/lab/core.mjs')
  for (const version of Object.keys(versions)) prepareCore(version)
  sqlitePlugin()
})
for (const project of installedProjects({ outside: tmpdir(), inside: join(root, '.cache') }))
  await attempt(`npm packages of ${project.title}`, () => download(project))
process.exitCode = failed > 0 ? 1 : 0
