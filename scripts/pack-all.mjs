// npm run pack:all [FOLDER]: packs every published package into a folder (packed by default), and prints the command that
// installs them in another project. Needs a build.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(import.meta.dirname, '..')

/** Manifests of the published packages. */
export const publishedPackages = readdirSync(join(root, 'packages'))
  .map((name) => JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')))
  .filter((about) => !about.private)

/**
 * Packs every published package as npm publishes it.
 *
 * @param {string} folder - Absolute path of the folder for the tarballs.
 * @returns {{ name: string, path: string, files: { path: string }[] }[]} Path of each tarball, and the files in it.
 */
export function packAll(folder) {
  mkdirSync(folder, { recursive: true })
  const workspaces = publishedPackages.map(({ name }) => `--workspace=${name}`)
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder, ...workspaces]
  const output = execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  return JSON.parse(output).map(({ name, filename, files }) => ({ name, path: join(folder, filename), files }))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = resolve(process.env.INIT_CWD ?? process.cwd(), process.argv[2] ?? 'packed')
  // Tarballs of an earlier version.
  rmSync(folder, { recursive: true, force: true })
  const paths = packAll(folder).map(({ path }) => (/[^\w@%+=:,./-]/.test(path) ? `'${path}'` : path))
  console.log(`Packed ${paths.length} packages. Install them in your project:\n\nnpm install ${paths.join(' ')}`)
}
