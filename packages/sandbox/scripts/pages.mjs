// Makes src/generated/ from the script and the styles of the hosted pages, and from the built browser scripts.
// With --check it compares instead of writing.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, transform } from 'esbuild'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const source = join(root, 'src')
const contract = join(root, '../contract/src')
const header = '// Made by "node scripts/pages.mjs". Do not edit: change what it is made from and run it again.\n'
const digest = (text, algorithm = 'sha256') => `${algorithm}-${createHash(algorithm).update(text).digest('base64')}`
const text = (value) => JSON.stringify(value)
const style = async (...names) => {
  const sheets = names.map((name) => readFileSync(join(source, 'design', `${name}.css`), 'utf8')).join('')
  const { code } = await transform(sheets, { loader: 'css', minify: true })
  // esbuild leaves the spaces in custom properties and beside slashes.
  return code.trim().replace(/(?<=[:,]) | (?=\/)|(?<=\/) /g, '')
}

/** Bundles the script of a folder's pages. */
async function bundleScript(folder) {
  const { outputFiles } = await build({
    entryPoints: [join(source, folder, 'client/main.ts')],
    bundle: true,
    minify: true,
    write: false,
    charset: 'utf8',
    format: 'esm',
    target: 'es2020',
    legalComments: 'none',
    alias: {
      '@cedi/contract/buy-button-tag': join(contract, 'buy-button-tag.ts'),
      '@cedi/contract/checkout-protocol': join(contract, 'checkout-protocol.ts'),
      // Of the mock server, pages use the payment instruments only.
      '@cedi/mock-server/internal': join(root, '../mock-server/src/service/instruments/index.ts'),
    },
  })
  return outputFiles[0].text.trim()
}

const script = await bundleScript('checkout')
const exported = (name, what, value) =>
  `/** ${what} */\nexport const ${name}: { readonly code: string; readonly hash: string } = {\n  code: ${text(value)},\n  hash: ${text(digest(value))},\n}\n`

const files = new Map([
  ['checkout-script.ts', header + exported('checkoutScript', 'The script of the checkout.', script)],
  [
    'receipt-script.ts',
    header + exported('receiptScript', 'The script of the receipt.', await bundleScript('receipt')),
  ],
  ['portal-script.ts', header + exported('portalScript', 'The script of the portal.', await bundleScript('kit'))],
  [
    'storefront-script.ts',
    header + exported('storefrontScript', 'The script of the storefront.', await bundleScript('storefront')),
  ],
  [
    'styles.ts',
    header +
      exported('checkoutStyle', 'The style of the checkout.', await style('base', 'checkout')) +
      exported(
        'laterStyle',
        'What the first view of the checkout does not show.',
        await style('facts', 'wash', 'later'),
      ) +
      exported('storefrontStyle', 'The style of the storefront.', await style('base', 'wash', 'band', 'storefront')) +
      exported('receiptStyle', 'The style of the receipt.', await style('base', 'facts', 'receipt')) +
      exported(
        'portalStyle',
        'The style of the portal and of the operator desk.',
        await style('base', 'facts', 'wash', 'band', 'portal', 'lists'),
      ),
  ],
])

const browserScripts = []
for (const [name, folder] of [
  ['service.js', 'service-js'],
  ['embed.js', 'embed-js'],
  ['buy.js', 'embed-js'],
]) {
  const file = join(root, '..', folder, 'dist', name)
  if (!existsSync(file)) continue
  const code = readFileSync(file, 'utf8')
  const { version } = JSON.parse(readFileSync(join(root, '..', folder, 'package.json'), 'utf8'))
  const bytes = Buffer.byteLength(code)
  const gzip = gzipSync(code, { level: 9 }).length
  browserScripts.push({ name, version, bytes, gzip, integrity: digest(code, 'sha384'), code })
}
const before = join(source, 'generated/browser-scripts.ts')
// Keeps the existing file if the scripts are not built.
if (browserScripts.length === 3 || !existsSync(before))
  files.set(
    'browser-scripts.ts',
    `${header}/** A script for the pages of merchants, byte for byte as in its package. */
export interface BrowserScript {
  readonly name: string
  readonly version: string
  readonly bytes: number
  /** Bytes after gzip -9. */
  readonly gzip: number
  /** For the attribute \`integrity\` of a script tag. */
  readonly integrity: string
  readonly code: string
}

/** The scripts that are served at the base address. */
export const browserScripts: readonly BrowserScript[] = ${JSON.stringify(browserScripts, null, 2)}
`,
  )

const pathOf = (name) => join(source, 'generated', name)
const changed = [...files].filter(
  ([name, content]) => !existsSync(pathOf(name)) || readFileSync(pathOf(name), 'utf8') !== content,
)
if (process.argv.includes('--check')) {
  if (changed.length > 0) {
    console.error(
      `${changed.map(([name]) => name).join(', ')} of src/generated: not up to date. Run "node scripts/pages.mjs".`,
    )
    process.exitCode = 1
  } else console.log(`${files.size} generated files of the pages are up to date`)
} else {
  mkdirSync(join(source, 'generated'), { recursive: true })
  for (const [name, content] of changed) writeFileSync(pathOf(name), content)
  const size = (value) => `${gzipSync(value, { level: 9 }).length} B gz`
  console.log(
    `${changed.length} of ${files.size} files changed · script ${size(script)} · style ${size(await style('base', 'checkout'))}`,
  )
}
