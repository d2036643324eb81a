// Finds and installs the system programs that tests need.
//   node scripts/system-packages.mjs chromium php postgres
// On Debian and Ubuntu, root installs what is missing in one apt-get transaction. Elsewhere the command is printed.
import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const isExecutable = (file) => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
const foldersOnPath = () => (process.env.PATH ?? '').split(delimiter).filter(Boolean)
const onPath = (name) =>
  foldersOnPath()
    .map((folder) => join(folder, name))
    .find(isExecutable)
const foldersIn = (folder, pattern) => {
  try {
    return readdirSync(folder)
      .filter((name) => pattern.test(name))
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}
const output = (command, ...args) => {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return undefined
  }
}

/** The headless shell renders like the full browser, with two thirds of the CPU time. */
const headlessShell = '/usr/lib/chromium/chromium-headless-shell'
const chromiumFiles = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]
const chromiumNames = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
]

function locateChromium() {
  const isFull = process.env.CEDI_CHROMIUM === 'full'
  const full = () => chromiumNames.map(onPath).find(Boolean) ?? chromiumFiles.find((file) => existsSync(file))
  return !isFull && existsSync(headlessShell) ? headlessShell : full()
}

function locateWebkit() {
  const libraries = foldersIn('/usr/lib', /-linux-gnu$/)
  const browser = ['4.1', '6.0', '4.0']
    .flatMap((version) => libraries.map((folder) => join(folder, `webkit2gtk-${version}/MiniBrowser`)))
    .find((file) => existsSync(file))
  const driver = onPath('WebKitWebDriver')
  const display = onPath('Xvfb')
  return driver && browser && display ? { driver, browser, display } : undefined
}

/** Returns the folder of the newest version. */
function locatePostgres() {
  const versions = foldersIn('/usr/lib/postgresql', /^\d+$/)
    .sort((one, other) => Number(other.split('/').pop()) - Number(one.split('/').pop()))
    .map((folder) => join(folder, 'bin'))
  const folders = [...foldersOnPath(), ...versions, '/opt/homebrew/opt/postgresql/bin', '/usr/local/pgsql/bin']
  return folders.find((folder) => ['postgres', 'initdb'].every((name) => isExecutable(join(folder, name))))
}

const phpExtensions = ['curl', 'dom', 'intl', 'mbstring', 'mysqli', 'pdo_sqlite', 'sodium', 'tokenizer', 'xml']

function locatePhp() {
  const php = process.env.PHP_PATH ?? onPath('php')
  const phpunit = process.env.PHPUNIT_PATH ?? onPath('phpunit')
  if (!php || !phpunit) return undefined
  const extensions = new Set(output(php, '-m')?.toLowerCase().split('\n'))
  return phpExtensions.every((name) => extensions.has(name)) ? { php, phpunit } : undefined
}

function locateMariadb() {
  const server = isExecutable('/usr/sbin/mariadbd') ? '/usr/sbin/mariadbd' : onPath('mariadbd')
  return server && onPath('mariadb-install-db') ? server : undefined
}

/** Parts by name: the Debian packages, the environment variable that overrides the path, and the lookup. */
const parts = {
  chromium: {
    title: 'Chromium',
    debian: `${process.env.CEDI_CHROMIUM === 'full' ? 'chromium' : 'chromium-headless-shell'} fonts-dejavu-core`,
    variable: 'CHROMIUM_PATH',
    locate: locateChromium,
  },
  firefox: {
    title: 'Firefox',
    debian: 'firefox-esr fonts-dejavu-core',
    variable: 'FIREFOX_PATH',
    locate: () => onPath('firefox-esr') ?? onPath('firefox'),
  },
  webkit: { title: 'WebKitGTK', debian: 'webkit2gtk-driver xvfb fonts-dejavu-core', locate: locateWebkit },
  postgres: { title: 'PostgreSQL', debian: 'postgresql procps', variable: 'POSTGRES_BIN', locate: locatePostgres },
  php: {
    title: 'PHP 8 with PHPUnit',
    debian: 'php-cli php-sqlite3 php-mysql php-xml php-mbstring php-curl php-intl phpunit',
    locate: locatePhp,
  },
  mariadb: { title: 'MariaDB', debian: 'mariadb-server', locate: locateMariadb },
  openssl: { title: 'OpenSSL', debian: 'openssl', locate: () => onPath('openssl') },
}

/** Names of all parts. */
export const partNames = Object.keys(parts)

function partOf(name) {
  const part = parts[name]
  if (!part) throw new Error(`There is no part "${name}". The parts are ${partNames.join(', ')}.`)
  return part
}

function locate(name) {
  const { variable, locate } = partOf(name)
  const path = variable && process.env[variable]
  if (path && !existsSync(path)) throw new Error(`${variable} is ${path}, which does not exist.`)
  return path || locate()
}

const debianPackages = (names) => [...new Set(names.flatMap((name) => partOf(name).debian.split(' ')))]

/**
 * Returns where a part is: a path, or an object of paths.
 *
 * @param name - One of `partNames`.
 * @throws Error with the command that installs it.
 */
export function findPart(name) {
  const found = locate(name)
  if (found) return found
  const { title, variable } = partOf(name)
  const other = variable ? `, or set ${variable}` : ''
  throw new Error(`${title} was not found. Install it (Debian: apt-get install ${partOf(name).debian})${other}.`)
}

/** Returns the parts that are missing, each with its title and the command that installs it. */
export const missingParts = (names) =>
  names
    .filter((name) => !locate(name))
    .map((name) => ({ name, title: partOf(name).title, command: `apt-get install ${partOf(name).debian}` }))

const canInstall = () =>
  process.getuid?.() === 0 &&
  onPath('apt-get') !== undefined &&
  /^ID(?:_LIKE)?=.*\b(?:debian|ubuntu)\b/m.test(
    existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '',
  )

/** Runs apt-get, which waits up to five minutes for a lock that another process holds; the list lock ignores that wait. */
async function aptGet(...args) {
  for (let attempt = 1; ; attempt++) {
    try {
      execFileSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], {
        stdio: ['ignore', 'ignore', 'pipe'],
        // Only the programs are needed: RUNLEVEL=1 keeps a database from starting as a system service.
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
      })
      return
    } catch (error) {
      const isLocked = /Could not get lock|Unable to (?:lock|acquire)/.test(String(error.stderr))
      if (!isLocked || attempt === 60) throw new Error(`apt-get ${args[0]} failed.\n${error.stderr}`, { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 5000))
    }
  }
}

/**
 * Installs the missing parts in one transaction, as root on Debian or Ubuntu. Elsewhere it installs nothing.
 *
 * @returns The parts that are still missing.
 */
export async function installParts(names, log = console.log) {
  const missing = missingParts(names)
  if (missing.length === 0 || !canInstall()) return missing
  const packages = debianPackages(missing.map(({ name }) => name))
  log(`Installing with apt-get: ${packages.join(' ')}`)
  await aptGet('update')
  await aptGet('-y', 'install', '--no-install-recommends', ...packages)
  return missingParts(names)
}

if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  const missing = await installParts(process.argv.slice(2))
  for (const { title, command } of missing) console.error(`${title} is missing. Install it: ${command}`)
  if (missing.length > 0) process.exitCode = 1
}
