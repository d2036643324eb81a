// npm run pack:all [FOLDER]: packs every published package into a folder (packed by default), and prints the command that
// installs them in another project. Needs a build.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(import.meta.dirname, '..')
const readJson = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'))
const common = readJson(root, 'package.json')

/** Folders of the published packages. */
const folders = readdirSync(join(root, 'packages')).filter((name) => {
  const manifest = join(root, 'packages', name, 'package.json')
  return existsSync(manifest) && !readJson(manifest).private
})

/** Manifests of the published packages. */
export const publishedPackages = folders.map((name) => readJson(root, 'packages', name, 'package.json'))

/** Returns the manifest that is published. The root manifest defines what all packages share. */
function toPublishedManifest(about, name, repository) {
  const { author, engines } = common
  const manifest = { ...about, author, engines: { node: engines.node } }
  for (const key of ['scripts', 'devDependencies']) delete manifest[key]
  if (!repository) return manifest
  return {
    ...manifest,
    repository: { type: 'git', url: `git+${repository}.git`, directory: `packages/${name}` },
    homepage: `${repository}/tree/main/packages/${name}#readme`,
    bugs: { url: `${repository}/issues` },
  }
}

/** Makes the relative links of a README absolute, because npm shows it without the repository. */
const toAbsoluteLinks = (readme, name, repository) =>
  repository
    ? readme.replace(/\]\((?!https?:|#|mailto:)([^)\s]+)\)/g, (_, path) => {
        const url = new URL(path, `${repository}/blob/main/packages/${name}/`)
        return `](${url})`
      })
    : readme

/**
 * Packs every published package as it is published: with the shared fields of its manifest, and a README without relative links.
 *
 * @param {string} folder - Absolute path of the folder for the tarballs.
 * @param {string} [repository] - Address of the repository. Default: `config.repository` of the root manifest.
 * @returns {{ name: string, path: string, files: { path: string }[] }[]} Path of each tarball, and the files in it.
 */
export function packAll(folder, repository = common.config.repository) {
  mkdirSync(folder, { recursive: true })
  const stage = mkdtempSync(join(tmpdir(), 'cedi-stage-'))
  try {
    for (const name of folders) {
      const source = join(root, 'packages', name)
      const about = readJson(source, 'package.json')
      mkdirSync(join(stage, name))
      for (const file of [...about.files, 'LICENSE', 'CHANGELOG.md'].filter((path) => existsSync(join(source, path))))
        cpSync(join(source, file), join(stage, name, file), { recursive: true })
      const manifest = toPublishedManifest(about, name, repository)
      writeFileSync(join(stage, name, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
      const readme = readFileSync(join(source, 'README.md'), 'utf8')
      writeFileSync(join(stage, name, 'README.md'), toAbsoluteLinks(readme, name, repository))
    }
    const args = [
      'pack',
      '--json',
      '--ignore-scripts',
      '--pack-destination',
      folder,
      ...folders.map((name) => `./${name}`),
    ]
    const output = execFileSync('npm', args, { cwd: stage, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return JSON.parse(output).map(({ name, filename, files }) => ({ name, path: join(folder, filename), files }))
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = resolve(
    process.env.INIT_CWD ?? process.cwd(),
    process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? 'packed',
  )
  if (process.argv.includes('--release') && !common.config.repository)
    throw new Error(
      'Set config.repository in package.json to the address of the repository: npm requires it for provenance.',
    )
  // Tarballs of an earlier version.
  rmSync(folder, { recursive: true, force: true })
  const paths = packAll(folder).map(({ path }) => (/[^\w@%+=:,./-]/.test(path) ? `'${path}'` : path))
  console.log(`Packed ${paths.length} packages. Install them in your project:\n\nnpm install ${paths.join(' ')}`)
}
