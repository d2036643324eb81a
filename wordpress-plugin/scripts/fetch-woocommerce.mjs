// Downloads a real WooCommerce and a real WordPress from wordpress.org, because npm and Debian do not have them.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cache, createOnce } from './lab/core.mjs'
import { readOptions } from './lab/options.mjs'
import { unzip } from './lab/unzip.mjs'

const usage = `Downloads WooCommerce and WordPress, verifies their checksums and prints their paths as WC_DIR=… and WP_DIR=….

  node scripts/fetch-woocommerce.mjs --woocommerce 8.4.0 --wordpress 6.6.2 >> "$GITHUB_ENV"

  --woocommerce VERSION   default: latest
  --wordpress VERSION     default: latest
  --folder PATH           target folder, which is also the cache; default: .cache/real
  --plugins URL           source of WooCommerce; default: https://downloads.wordpress.org/plugin
  --core URL              source of WordPress; default: https://wordpress.org
  --cached                uses an earlier download of the latest version
  --help                  prints this text`

const values = readOptions(usage, {
  woocommerce: { type: 'string', default: 'latest' },
  wordpress: { type: 'string', default: 'latest' },
  // Source; another one for a mirror and for the test of this script.
  plugins: { type: 'string', default: 'https://downloads.wordpress.org/plugin' },
  core: { type: 'string', default: 'https://wordpress.org' },
  // Target folder.
  folder: { type: 'string', default: join(cache, 'real') },
  cached: { type: 'boolean', default: false },
})

/** Downloads a file with at most three attempts. */
async function fetchBytes(url) {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url, { signal: AbortSignal.timeout(120_000) }).catch((error) => ({ error }))
    if (response.ok) return Buffer.from(await response.arrayBuffer())
    const reason = response.error?.message ?? `${response.status} ${response.statusText}`
    if (attempt === 3 || response.status === 404) throw new Error(`${url} could not be fetched: ${reason}.`)
  }
}

const hash = (algorithm, bytes) => createHash(algorithm).update(bytes).digest('hex')

/** Verifies the files of a plugin with the checksums that wordpress.org publishes for its version. */
async function verifyPlugin(folder, name, version) {
  const { files } = JSON.parse(await fetchBytes(`${values.plugins}-checksums/${name}/${version}.json`))
  const changed = Object.entries(files).filter(([file, { sha256 }]) => {
    const path = join(folder, file)
    return !existsSync(path) || ![sha256].flat().includes(hash('sha256', readFileSync(path)))
  })
  if (changed.length > 0)
    throw new Error(`${name} ${version} has ${changed.length} files with a wrong checksum, such as ${changed[0][0]}.`)
}

/** Verifies a zip of WordPress with the checksum beside it. */
async function verifyCore(bytes, url) {
  const expected = (await fetchBytes(`${url}.sha1`)).toString().trim()
  if (hash('sha1', bytes) !== expected) throw new Error(`${url} has a wrong checksum. Run the command again.`)
}

/** Downloads, verifies and unpacks one of them. Uses the cache, except for "latest" without `--cached`. */
async function download({ name, version, url, file, pattern }) {
  const folder = join(values.folder, `${name}-${version}`)
  if (!existsSync(join(folder, '.verified')) || (version === 'latest' && !values.cached))
    rmSync(folder, { recursive: true, force: true })
  mkdirSync(values.folder, { recursive: true })
  if (!existsSync(folder)) {
    const zip = join(values.folder, `${name}-${version}.${process.pid}.zip`)
    try {
      const bytes = await fetchBytes(url)
      if (name === 'wordpress') await verifyCore(bytes, url)
      writeFileSync(zip, bytes)
      createOnce(folder, (draft) => unzip(zip, draft))
    } finally {
      rmSync(zip, { force: true })
    }
  }
  const isNew = !existsSync(join(folder, '.verified'))
  const [, foundVersion] = pattern.exec(readFileSync(join(folder, name, file), 'utf8')) ?? []
  if (!foundVersion || (version !== 'latest' && foundVersion !== version))
    throw new Error(`${url} contains ${name} ${foundVersion ?? 'without a version'} instead of ${version}.`)
  if (isNew) {
    try {
      if (name === 'woocommerce') await verifyPlugin(join(folder, name), name, foundVersion)
    } catch (error) {
      rmSync(folder, { recursive: true, force: true })
      throw error
    }
    writeFileSync(join(folder, '.verified'), '')
  }
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
