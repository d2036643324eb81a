// Starts a real WordPress with the active plugin and the mock service, for use in a browser. The shop is a real WooCommerce: of
// WC_DIR, or the newest one of wordpress.org, which is downloaded once; --fresh downloads it again. Without a network it is the
// test double.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { plugin, versions } from './lab/core.mjs'
import { createDemoOrders } from './lab/demo-shop.mjs'
import { startMariadb } from './lab/mariadb.mjs'
import { readOptions } from './lab/options.mjs'
import { createSite } from './lab/site.mjs'

const usage = `Starts a WordPress shop with the plugin and the mock service, and prints its URLs.

  npm run wordpress
  npm run wordpress -- --fresh

  --fresh             downloads the newest WordPress and WooCommerce again
  --double            uses a test double of WooCommerce, without downloads
  --alone             starts WordPress without WooCommerce
  --version VERSION   starts a WordPress from npm, with the test double: ${Object.keys(versions).join(' or ')}
  --once              stops as soon as the shop is ready
  --help              prints this text

WC_DIR and WP_DIR select another WooCommerce and WordPress. WC_HPOS=1 stores the orders in separate tables.`
const values = readOptions(usage, {
  version: { type: 'string' },
  alone: { type: 'boolean', default: false },
  once: { type: 'boolean', default: false },
  double: { type: 'boolean', default: false },
  fresh: { type: 'boolean', default: false },
})

/** Sets WC_DIR and WP_DIR to the newest releases, or to those that were downloaded before. Returns the reason if they are not available. */
function fetchReleases() {
  try {
    const script = join(import.meta.dirname, 'fetch-woocommerce.mjs')
    const flags = values.fresh ? [] : ['--cached']
    const output = execFileSync(process.execPath, [script, ...flags], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const line of output.trim().split('\n')) {
      const [name, path] = line.split('=')
      process.env[name] ??= path
    }
    return ''
  } catch (error) {
    return /Error: (.*)/.exec(String(error.stderr))?.[1] ?? String(error.message)
  }
}

/** Starts MariaDB for a real WooCommerce; undefined if it is not installed, and the site uses SQLite. */
async function startDatabase() {
  try {
    return await startMariadb()
  } catch {
    return undefined
  }
}
const server = join(plugin, '../packages/sandbox/dist/index.js')
if (!existsSync(server)) {
  console.error('The service is not built yet. Run "npm run wordpress" in the folder above.')
  process.exit(1)
}
// Builds only the scripts, and only if they are older than their source. A zip is not needed.
const assetsFile = join(plugin, 'build/assets.json')
const sources = readdirSync(join(plugin, 'src'), { recursive: true }).map((name) => join(plugin, 'src', name))
const lastChangeMs = Math.max(...sources.map((file) => statSync(file).mtimeMs))
if (!existsSync(assetsFile) || statSync(assetsFile).mtimeMs < lastChangeMs)
  execFileSync('npx', ['wp-scripts', 'build'], { cwd: plugin, stdio: ['ignore', 'ignore', 'inherit'] })
const { createSandbox } = await import(server)
const mock = createSandbox({ clock: 'real' })
const { url: service, close } = await mock.listen(0)
const usesDouble = values.alone || values.double || Boolean(values.version)
if (usesDouble) delete process.env.WC_DIR
const problem = usesDouble || process.env.WC_DIR ? '' : fetchReleases()
if (problem) console.log(`The shop is a test double of WooCommerce. The real one could not be downloaded: ${problem}`)
const mariadb = process.env.WC_DIR && !usesDouble ? await startDatabase() : undefined
const site = await createSite({
  version: values.version,
  woocommerce: !values.alone,
  env: mariadb?.createDatabase() ?? {},
  config: `define( 'CEDI_COMMERCE_API_KEY', 'sk_test_all' );\ndefine( 'CEDI_COMMERCE_BASE_URL', '${service}' );`,
})
const link = (await site.php(join(import.meta.dirname, 'lab/demo.php'), site.core)).trim()
if (!values.alone) await createDemoOrders(site, mock)
const operator = await mock.control('POST', 'operator/invitations')
const operatorLink = service + new URL(operator.url).pathname

console.log(`
  WordPress        ${site.url}/wp-admin/            admin / password
  Buy buttons      ${link}
  Settings         ${site.url}/wp-admin/options-general.php?page=cedi-commerce${
    values.alone
      ? ''
      : `\n  Orders           ${site.url}/wp-admin/edit.php?post_type=shop_order\n  Checkout         ${site.url}/checkout/?add=45.50   ${
          process.env.WC_DIR
            ? `then ${site.url}/checkout-block/ for the Checkout block`
            : 'a test double of WooCommerce'
        }`
  }
  Mock service     ${service}                  numbers that end in 789 pay, 039 decline, 129 wait
  Operator desk    ${operatorLink}
                   marks the requested refund as paid

  Ctrl+C stops it.
`)

const stop = async () => {
  await site.remove()
  await mariadb?.stop()
  await close()
  process.exit(0)
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
if (values.once) await stop()
