// Prepares a WordPress: from npm by version, from WP_ZIP, or from WP_DIR. Each is created once and cached in .cache.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { unzip } from './unzip.mjs'

export const plugin = resolve(import.meta.dirname, '../..')
export const cache = join(plugin, '.cache')

const builds = '@wp-playground/wordpress-builds@0.9.19'
const sqlite = '@wp-playground/cli@3.1.56'
/** SHA-512 of the packages, as npm's registry published them. */
const integrity = {
  [builds]: 'dlqvh/MJDpE5W68vgPPKUjpip6zMuBh59L3D18ZX+pdwurC4q4ydrTww/3sTMV69BBcoH6kF93YtAtujNC5Mpw==',
  [sqlite]: 'JTxl6djPEM2YRYz/w+BUoyoCvhSGHIjqMi4fMV1b8o1UPNvZatLaS7opo57UsrVElXrfdZwvi6IuyS4LswUx9Q==',
}
/** The WordPress versions that npm has, and the names of their files. */
export const versions = { '6.6-RC3': 'wp-beta', '6.7-alpha': 'wp-nightly' }

/** Creates a folder atomically, so that concurrent runs never read a partial one. */
export function createOnce(folder, create) {
  if (existsSync(folder)) return folder
  const draft = `${folder}.${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  create(draft)
  try {
    renameSync(draft, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    rmSync(draft, { recursive: true, force: true })
  }
  return folder
}

/** Unpacks a part of an npm package, after a check of its recorded hash. `npm run setup:all` does this before the tests. */
function unpackFromNpm(name, folder, parts) {
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, name], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const packed = readdirSync(folder).find((file) => file.endsWith('.tgz'))
  if (!packed) throw new Error(`npm pack returned no ${name}.`)
  const hash = createHash('sha512')
    .update(readFileSync(join(folder, packed)))
    .digest('base64')
  if (hash !== integrity[name]) throw new Error(`${name} has the SHA-512 ${hash}, expected ${integrity[name]}.`)
  execFileSync('tar', ['-xzf', packed, '--strip-components=1', ...parts.map((part) => `package/${part}`)], {
    cwd: folder,
  })
  rmSync(join(folder, packed))
}

/** The database drop-in: WordPress on one file. */
export const sqlitePlugin = () =>
  join(
    createOnce(join(cache, `sqlite-${sqlite.split('@').at(-1)}`), (draft) => {
      unpackFromNpm(sqlite, draft, ['sqlite-database-integration.zip'])
      unzip(join(draft, 'sqlite-database-integration.zip'), draft)
    }),
    'plugin-sqlite-database-integration',
  )

function unpackVersion(version) {
  const name = versions[version]
  if (!name)
    throw new Error(`npm has no WordPress ${version}, only ${Object.keys(versions).join(', ')}. Set WP_DIR or WP_ZIP.`)
  const parts = Object.values(versions).flatMap((each) => [`src/wordpress/${each}.zip`, `public/${each}`])
  const packed = createOnce(join(cache, `builds-${builds.split('@').at(-1)}`), (draft) =>
    unpackFromNpm(builds, draft, parts),
  )
  return createOnce(join(cache, 'wordpress', version), (draft) => {
    // The zip contains the PHP; the folder beside it has the scripts and styles.
    unzip(join(packed, 'src/wordpress', `${name}.zip`), draft)
    cpSync(join(packed, 'public', name), draft, { recursive: true })
  })
}

/** The folder of wp-load.php: the top, or the one folder in a zip of wordpress.org. */
const findRoot = (folder) => [folder, join(folder, 'wordpress')].find((each) => existsSync(join(each, 'wp-load.php')))

const shortHash = (text) => createHash('sha256').update(text).digest('hex').slice(0, 12)

/** Replaces a file atomically, because other sites may be using the folder. */
function configure(file) {
  const config = readFileSync(join(import.meta.dirname, 'wp-config.php'))
  if (existsSync(file) && readFileSync(file).equals(config)) return
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, config)
  renameSync(draft, file)
}

/**
 * Returns the folder of a WordPress. It reads its configuration from the site in `CEDI_SITE`.
 *
 * @param {string} [version] - One of `versions`; `WP_DIR` or `WP_ZIP` take its place.
 */
export function prepareCore(version = '6.6-RC3') {
  const { WP_DIR, WP_ZIP } = process.env
  const folder = WP_ZIP
    ? createOnce(join(cache, 'wordpress', `zip-${shortHash(readFileSync(WP_ZIP))}`), (draft) =>
        unzip(resolve(WP_ZIP), draft),
      )
    : WP_DIR
      ? createOnce(join(cache, 'wordpress', `dir-${shortHash(resolve(WP_DIR))}`), (draft) =>
          cpSync(resolve(WP_DIR), draft, { recursive: true }),
        )
      : unpackVersion(version)
  const top = findRoot(folder)
  if (!top) throw new Error(`${WP_ZIP ?? WP_DIR ?? folder} contains no WordPress: wp-load.php is missing.`)
  configure(join(top, 'wp-config.php'))
  return top
}
