// Test shops for `cedi examine`: correct shops, and copies with one fault each.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * @typedef {object} Shop
 * @property {string} name
 * @property {string} folder Contains the program and its adapter, `shop.examine.mjs`, unless `adapter` names one.
 * @property {string} [adapter] Adapter that the command contains.
 * @property {string} command Starts the shop, in its folder.
 * @property {readonly string[]} [packages] npm packages that the shop imports, with their versions.
 * @property {string} [program] Program other than Node that must be installed.
 * @property {Readonly<Record<string, string>>} [parts] Folders of the repository that are copied into the folder, by name.
 * @property {boolean} [isExample] Whether it is an example, which runs in its folder and has no faults.
 */

/** @typedef {{ name: string, shop: string, file: string, find: string, replace: string, invariant: string, scenario: string }} Fault */

/** Environment of the adapters that the command contains. */
export const adapterEnvironment = { WORDPRESS_USER: 'admin', WORDPRESS_APP_PASSWORD: 'examine' }

const here = import.meta.dirname
const repository = resolve(here, '../../../../..')

/** Correct shops. @type {readonly Shop[]} */
export const shops = [
  { name: 'node', folder: join(here, 'node'), command: 'node server.mjs' },
  { name: 'worker', folder: join(here, 'worker'), command: 'node run.mjs' },
  { name: 'php', folder: join(here, 'php'), command: 'php -S 127.0.0.1:$PORT router.php', program: 'php' },
  { name: 'express', folder: join(here, 'express'), command: 'node server.mjs', packages: ['express@5.1.0'] },
  {
    name: 'wordpress',
    folder: join(here, 'wordpress'),
    command: `node run.mjs '${repository}'`,
    program: 'php',
    adapter: 'wordpress',
    parts: { plugin: join(repository, 'wordpress-plugin') },
  },
]

const examples = join(repository, 'examples')
/** Examples, which are correct shops, too. @type {readonly Shop[]} */
export const exampleShops = [
  {
    name: 'node-shop',
    folder: join(examples, 'node-shop'),
    command: 'ORDERS_FILE=$DATA/orders.txt node index.mjs',
    isExample: true,
  },
]

/**
 * Copies a shop to a temporary folder with its packages, and plants a fault in the copy. Examples are not copied.
 *
 * @param {Shop} shop
 * @param {Fault} [fault]
 * @returns {{ folder: string, remove: () => void }}
 */
export function copyShop(shop, fault) {
  if (shop.isExample) return { folder: shop.folder, remove: () => {} }
  const parent = mkdtempSync(join(tmpdir(), `cedi-shop-${shop.name}-`))
  const folder = join(parent, 'shop')
  cpSync(shop.folder, folder, { recursive: true })
  cpSync(join(here, 'files.mjs'), join(parent, 'files.mjs'))
  for (const [name, from] of Object.entries(shop.parts ?? {}))
    for (const part of ['cedi-commerce.php', 'includes', 'languages', 'build'].filter((part) =>
      existsSync(join(from, part)),
    ))
      cpSync(join(from, part), join(folder, name, part), { recursive: true })
  const scope = join(parent, 'node_modules/@cedi')
  mkdirSync(scope, { recursive: true })
  for (const pinned of shop.packages ?? []) {
    const [name = ''] = pinned.split('@')
    symlinkSync(install(pinned, name), join(parent, 'node_modules', name), 'dir')
  }
  for (const name of ['client']) symlinkSync(resolve(here, '../../../..', name), join(scope, name), 'dir')
  if (fault) plantFault(folder, fault)
  return { folder, remove: () => rmSync(parent, { recursive: true, force: true }) }
}

/** Returns a free port of this machine. @returns {Promise<number>} */
export const findFreePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
      server.close(() => done(port))
    })
  })

/** Folders of packages that this process has installed. @type {Map<string, string>} */
const installed = new Map()

/** Installs a package in a temporary folder, once for each process. @param {string} pinned @param {string} name */
function install(pinned, name) {
  const known = installed.get(pinned)
  if (known) return known
  const folder = mkdtempSync(join(tmpdir(), `cedi-${name}-`))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--prefix', folder]
  execFileSync('npm', ['install', ...flags, pinned], { stdio: ['ignore', 'ignore', 'inherit'] })
  const path = join(folder, 'node_modules', name)
  installed.set(pinned, path)
  return path
}

/** Returns the path of a source file of a shop in the repository. @param {Shop} shop @param {string} file */
export function findSource({ folder, parts = {} }, file) {
  const [name = '', ...rest] = file.split('/')
  return parts[name] ? join(parts[name], ...rest) : join(folder, file)
}

/** @param {string} folder @param {Fault} fault */
function plantFault(folder, { name, file, find, replace }) {
  const path = join(folder, file)
  const [before = '', after, ...more] = readFileSync(path, 'utf8').split(find)
  if (after === undefined || more.length > 0)
    throw new Error(`The text to replace must occur once in ${file}: fault "${name}".`)
  writeFileSync(path, before + replace + after)
}
