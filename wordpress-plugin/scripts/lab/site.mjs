// One WordPress site: its own database, its own wp-content, and PHP's web server on a free port of this machine.
import { execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findPart } from '../../../scripts/system-packages.mjs'
import { cache, plugin, prepareCore, sqlitePlugin } from './core.mjs'
import { installedSite } from './installed.mjs'

const run = promisify(execFile)
const labFolder = import.meta.dirname

/**
 * Compiles WordPress once for all sites and processes. Changed files are compiled again. Only WordPress uses the file cache,
 * because PHP 8.2 confuses classes of a real WooCommerce there and crashes.
 */
function opcacheFlags(isCached) {
  const { WC_DIR, WP_DIR, WP_ZIP } = process.env
  const folder = !isCached || WC_DIR || WP_DIR || WP_ZIP ? '' : join(cache, 'opcache')
  if (folder) mkdirSync(folder, { recursive: true })
  const settings = { enable_cli: 1, revalidate_freq: 0, file_cache: folder }
  return Object.entries(settings).flatMap(([name, value]) => ['-d', `opcache.${name}=${value}`])
}

/**
 * Returns a free port below the ephemeral range (32768 and up on Linux), so that no other process receives it before PHP
 * listens on it.
 */
async function findFreePort() {
  const port = randomInt(20_000, 32_000)
  const isFree = await new Promise((done) => {
    const server = createServer()
    server.once('error', () => done(false))
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
  })
  return isFree ? port : findFreePort()
}

/** Warnings about update checks, which fail because the lab has no network. */
const updateWarnings = /^.*\bwp_(?:version_check|update_plugins|update_themes)\(\): An unexpected error.*\n/gm

/**
 * Returns the log lines about the plugin. A real WooCommerce logs other errors, because SQLite does not support some of its
 * queries.
 */
const filterPluginEntries = (log) =>
  log
    .split(/^(?=\[\d\d-\w{3}-\d{4} )/m)
    .filter((entry) => {
      // A query belongs to the file that makes it, not to its callers.
      const [, file] = /^#\d+ (.*)\(\d+\): wpdb->/m.exec(entry) ?? []
      return /cedi.commerce|wordpress-plugin\/(?:includes|build|uninstall)/i.test(file ?? entry)
    })
    .join('')

/** Constants of a network in wp-config.php. */
const networkConstants = (url) =>
  Object.entries({
    MULTISITE: 'true',
    SUBDOMAIN_INSTALL: 'false',
    DOMAIN_CURRENT_SITE: `'${new URL(url).host}'`,
    PATH_CURRENT_SITE: "'/'",
    SITE_ID_CURRENT_SITE: '1',
    BLOG_ID_CURRENT_SITE: '1',
  })
    .map(([name, value]) => `define( '${name}', ${value} );`)
    .join('\n')

/** Folder of the site's WooCommerce: a real one (`WC_DIR`), the test double, or none. */
const woocommerceFolder = (woocommerceOption) =>
  woocommerceOption === false ? undefined : resolve(process.env.WC_DIR ?? join(plugin, 'tests/doubles/woocommerce'))

/**
 * Creates a WordPress with the active plugin.
 *
 * @param {object} [options]
 * @param {string} [options.version] - A WordPress of npm.
 * @param {boolean} [options.woocommerce] - `false` leaves WooCommerce out.
 * @param {boolean} [options.active] - `false` installs the plugin and does not activate it.
 * @param {string[]} [options.muPlugins] - PHP files that always run.
 * @param {string} [options.config] - PHP for wp-config.php: constants.
 * @param {string} [options.folder] - Where the site lives; a temporary folder otherwise.
 * @param {boolean} [options.network] - Whether it is the first site of a network, in whose folders the others live.
 * @param {boolean} [options.serve] - `false` makes a site for PHP on the command line only.
 * @param {boolean} [options.isCompiledOnce] - `false` compiles for this site alone, as hosts do: a class that comes out of a
 *   file takes memory in every request, and one that PHP has compiled itself takes none.
 * @param {number} [options.workers] - How many requests PHP answers at once.
 * @param {Record<string, string>} [options.env] - For PHP, such as `CEDI_DB_HOST`; without one the database is a file.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the steps of an installation in their order.
export async function createSite(options = {}) {
  const { version, muPlugins = [], config = '', workers = 3, active = true, network = false } = options
  const { php, phpunit } = findPart('php')
  const flags = opcacheFlags(options.isCompiledOnce ?? true)
  const core = prepareCore(version)
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'cedi-site-'))
  const content = join(folder, 'wp-content')
  for (const name of ['plugins', 'mu-plugins', 'uploads', 'languages'])
    mkdirSync(join(content, name), { recursive: true })
  mkdirSync(join(folder, 'database'), { recursive: true })
  symlinkSync(join(core, 'wp-content/themes'), join(content, 'themes'))
  symlinkSync(plugin, join(content, 'plugins/cedi-commerce'))
  const woocommerce = woocommerceFolder(options.woocommerce)
  const isReal = woocommerce !== undefined && Boolean(process.env.WC_DIR)
  if (woocommerce && !existsSync(join(woocommerce, 'woocommerce.php')))
    throw new Error(`There is no WooCommerce in ${woocommerce}: woocommerce.php is missing.`)
  if (woocommerce) symlinkSync(woocommerce, join(content, 'plugins/woocommerce'))
  for (const file of isReal ? [...muPlugins, join(labFolder, 'woocommerce/cart.php')] : muPlugins)
    symlinkSync(resolve(file), join(content, 'mu-plugins', file.split('/').at(-1)))
  if (!options.env?.CEDI_DB_HOST) {
    const driver = sqlitePlugin()
    const text = readFileSync(join(driver, 'db.copy'), 'utf8')
    writeFileSync(join(content, 'db.php'), text.replace('{SQLITE_IMPLEMENTATION_FOLDER_PATH}', driver))
  }
  writeFileSync(join(folder, 'config.php'), `<?php\n${config}\n`)

  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const env = { ...process.env, ...options.env, CEDI_SITE: folder, CEDI_URL: url, CEDI_CORE: core }
  const site = {
    url,
    folder,
    core,
    env,
    /** PHPUnit, a file of PHP. */
    phpunit,
    /** Command that runs it with the PHP of this machine. */
    runner: [php, ...flags, phpunit],
    /** Runs a PHP file of the lab, or any other, with this site's environment. */
    async php(file, ...args) {
      // Stops a hanging script.
      const limits = { maxBuffer: 1 << 26, timeout: 240_000 }
      const { stdout } = await run(php, [...flags, '-d', 'error_reporting=E_ALL', file, ...args], { env, ...limits })
      return stdout
    },
    activate: (...names) => site.php(join(labFolder, 'activate.php'), core, ...names),
    debugLog() {
      const file = join(folder, 'debug.log')
      const log = existsSync(file) ? readFileSync(file, 'utf8').replace(updateWarnings, '') : ''
      return isReal ? filterPluginEntries(log) : log
    },
    serverLog: () => '',
    /** Stops and deletes the site. */
    async remove() {
      await site.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  // A real WooCommerce also has files, a network has its address in its tables, and MariaDB is not a file.
  const canCopy = !isReal && !network && !options.env?.CEDI_DB_HOST
  const kind = [core, Boolean(woocommerce), active, /WPLANG.*/.exec(config)?.[0]]
  const installed = canCopy ? installedSite(kind) : undefined
  const database = join(folder, 'database')
  if (!installed?.copyTo(database)) {
    await site.php(join(labFolder, 'install.php'), core)
    if (network) {
      await site.php(join(labFolder, 'network.php'), core)
      writeFileSync(join(folder, 'config.php'), `<?php\n${config}\n${networkConstants(url)}\n`)
    }
    const plugins = [woocommerce && 'woocommerce/woocommerce.php', active && 'cedi-commerce/cedi-commerce.php']
    // A separate process for each: what one activates is loaded before the next is.
    for (const name of plugins.filter(Boolean)) await site.activate(name)
    if (isReal) await site.php(join(labFolder, 'woocommerce/set-up.php'), core)
    installed?.store(database)
  }

  site.stop = async () => {}
  if (options.serve === false) return site
  const server = spawn(
    php,
    [...flags, '-d', 'variables_order=EGPCS', '-S', `127.0.0.1:${port}`, '-t', core, join(labFolder, 'router.php')],
    {
      env: { ...env, PHP_CLI_SERVER_WORKERS: String(workers) },
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    },
  )
  const logChunks = []
  server.stderr.on('data', (chunk) => logChunks.push(chunk) > 200 && logChunks.shift())
  site.serverLog = () => Buffer.concat(logChunks).toString()
  const terminate = () => {
    try {
      // Kills the process group, which includes the workers.
      process.kill(-server.pid, 'SIGTERM')
    } catch {
      // The process has already exited.
    }
  }
  process.once('exit', terminate)
  site.stop = async () => {
    process.off('exit', terminate)
    const exited =
      server.exitCode === null && server.signalCode === null && new Promise((done) => server.once('exit', done))
    terminate()
    await exited
  }
  for (let attempt = 0; ; attempt++) {
    // Another server on this port does not log this line.
    const isStarted = /Development Server \(.*\) started/.test(site.serverLog())
    const response =
      isStarted && (await fetch(`${url}/wp-includes/js/wp-emoji.js`, { method: 'HEAD' }).catch(() => undefined))
    if (response) return site
    if (attempt > 100 || server.exitCode !== null)
      throw new Error(`php -S does not answer on ${url}.\n${site.serverLog()}`)
    await wait(50)
  }
}
