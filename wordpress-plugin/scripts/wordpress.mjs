// Starts a real WordPress with the active plugin and the mock service, for use in a browser.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { plugin } from './lab/core.mjs'
import { createSite } from './lab/site.mjs'

const { values } = parseArgs({
  options: {
    version: { type: 'string' },
    alone: { type: 'boolean', default: false },
    once: { type: 'boolean', default: false },
  },
})
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
const site = await createSite({
  version: values.version,
  woocommerce: !values.alone,
  config: `define( 'CEDI_COMMERCE_API_KEY', 'sk_test_all' );\ndefine( 'CEDI_COMMERCE_BASE_URL', '${service}' );`,
})
const link = (await site.php(join(import.meta.dirname, 'lab/demo.php'), site.core)).trim()

console.log(`
  WordPress        ${site.url}/wp-admin/            admin / password
  Buy buttons      ${link}
  Settings         ${site.url}/wp-admin/options-general.php?page=cedi-commerce${
    values.alone
      ? ''
      : `\n  Checkout         ${site.url}/checkout/?add=45.50   ${
          process.env.WC_DIR
            ? `then ${site.url}/checkout-block/ for the Checkout block`
            : 'a small stand-in for WooCommerce; WC_DIR takes a real one'
        }`
  }
  Mock service     ${service}                  numbers that end in 789 pay, 039 decline, 129 wait

  Ctrl+C stops it.
`)

const stop = async () => {
  await site.remove()
  await close()
  process.exit(0)
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
if (values.once) await stop()
