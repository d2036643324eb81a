// Starts WordPress with the plugin and the test double of WooCommerce: node run.mjs REPOSITORY
import { spawn } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const { CEDI_URL, CEDI_API_KEY, PORT = '3000', DATA = 'data' } = process.env
const plugin = join(process.argv[2] ?? '.', 'wordpress-plugin')
const lab = join(plugin, 'scripts/lab')
const load = (/** @type {string} */ name) => import(pathToFileURL(join(lab, name)).href)
const [{ createSite }, { prepareCore }] = [await load('site.mjs'), await load('core.mjs')]
const folder = join(DATA, 'site')

if (!existsSync(folder)) {
  const draft = join(DATA, `site-${process.pid}`)
  const config = `define( 'CEDI_COMMERCE_BASE_URL', '${CEDI_URL}' );\ndefine( 'CEDI_COMMERCE_API_KEY', '${CEDI_API_KEY}' );`
  const muPlugins = [join(import.meta.dirname, 'shop.php')]
  mkdirSync(draft, { recursive: true })
  copyFileSync(join(lab, 'woocommerce/product.php'), join(draft, 'shop-product.php'))
  await createSite({ folder: draft, serve: false, config, muPlugins })
  const link = join(draft, 'wp-content/plugins/cedi-commerce')
  rmSync(link)
  // Links the copy of the plugin, which may contain a fault.
  symlinkSync(join(import.meta.dirname, 'plugin'), link)
  // A WordPress site has one URL, and the plugin ignores the payments of another site.
  writeFileSync(join(draft, 'url.txt'), `http://127.0.0.1:${PORT}`)
  renameSync(draft, folder)
}

const flags = ['-d', 'variables_order=EGPCS', '-S', `127.0.0.1:${PORT}`, '-t', prepareCore(), join(lab, 'router.php')]
const url = readFileSync(join(folder, 'url.txt'), 'utf8')
spawn('php', flags, {
  env: { ...process.env, CEDI_SITE: folder, CEDI_URL: url, CEDI_CORE: prepareCore(), PHP_CLI_SERVER_WORKERS: '3' },
  stdio: 'inherit',
})
