// Downloads a real WooCommerce and a real WordPress for the test suites from wordpress.org, because npm and Debian do not have them.
//   node scripts/fetch-woocommerce.mjs --woocommerce 8.4.0 --wordpress 6.6.2 >> "$GITHUB_ENV"
// prints their paths as WC_DIR=… and WP_DIR=…. "latest" is the newest version. Downloads are cached in .cache/real.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cache, createOnce } from './lab/core.mjs'
import { unzip } from './lab/unzip.mjs'

const { values } = parseArgs({
  options: {
    woocommerce: { type: 'string', default: 'latest' },
    wordpress: { type: 'string', default: 'latest' },
    // Source; another one for a mirror and for the test of this script.
    plugins: { type: 'string', default: 'https://downloads.wordpress.org/plugin' },
    core: { type: 'string', default: 'https://wordpress.org' },
    // Target folder.
    folder: { type: 'string', default: join(cache, 'real') },
  },
})

/** Downloads a zip with at most three attempts. */
async function fetchZip(url) {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url, { signal: AbortSignal.timeout(120_000) }).catch((error) => ({ error }))
    if (response.ok) return Buffer.from(await response.arrayBuffer())
    const reason = response.error?.message ?? `${response.status} ${response.statusText}`
    if (attempt === 3 || response.status === 404) throw new Error(`${url} could not be fetched: ${reason}.`)
  }
}

/** Downloads and unpacks one of them. Uses the cache, except for "latest". */
async function download({ name, version, url, file, pattern }) {
  const folder = join(values.folder, `${name}-${version}`)
  if (version === 'latest') rmSync(folder, { recursive: true, force: true })
  mkdirSync(values.folder, { recursive: true })
  if (!existsSync(folder)) {
    const zip = join(values.folder, `${name}-${version}.${process.pid}.zip`)
    try {
      writeFileSync(zip, await fetchZip(url))
      createOnce(folder, (draft) => unzip(zip, draft))
    } finally {
      rmSync(zip, { force: true })
    }
  }
  const [, foundVersion] = pattern.exec(readFileSync(join(folder, name, file), 'utf8')) ?? []
  if (!foundVersion || (version !== 'latest' && foundVersion !== version))
    throw new Error(`${url} contains ${name} ${foundVersion ?? 'without a version'} instead of ${version}.`)
  console.error(`${name} ${foundVersion}`)
  return join(folder, name)
}

const { woocommerce, wordpress, plugins, core } = values
const wcDir = await download({
  name: 'woocommerce',
  version: woocommerce,
  url: `${plugins}/woocommerce.${woocommerce === 'latest' ? 'latest-stable' : woocommerce}.zip`,
  file: 'woocommerce.php',
  pattern: /^ \* Version: (\S+)/m,
})
const wpDir = await download({
  name: 'wordpress',
  version: wordpress,
  url: `${core}/${wordpress === 'latest' ? 'latest' : `wordpress-${wordpress}`}.zip`,
  file: 'wp-includes/version.php',
  pattern: /\$wp_version = '([^']+)'/,
})
console.log(`WC_DIR=${wcDir}\nWP_DIR=${wpDir}`)
