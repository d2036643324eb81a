// Builds dist/: static files that any server can serve in any folder.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, transform } from 'esbuild'
import { record } from './record.mjs'
import { textPlugin } from './text-plugin.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const packages = join(root, '..')
const dist = join(root, 'dist')
const target = 'es2022'
const hash = (text, algorithm, encoding) => createHash(algorithm).update(text).digest(encoding)
const write = (name, text) => {
  mkdirSync(dirname(join(dist, name)), { recursive: true })
  writeFileSync(join(dist, name), text)
}

/** esbuild options that resolve packages to their sources, so that no other build is needed. */
const sources = { tsconfig: join(packages, '../tsconfig.base.json'), jsx: 'automatic', jsxImportSource: 'hono/jsx' }

/** Replaces modules of the sandbox that the worker does not need. @decision 0080 */
const replacementPlugin = {
  name: 'replacements',
  setup(build) {
    build.onResolve({ filter: /\/sharing\.js$/ }, () => ({ path: join(root, 'src/worker/sharing.ts') }))
    // The worker has few requests, so the smaller router is sufficient.
    build.onResolve({ filter: /^hono$/ }, ({ resolveDir, kind }) => build.resolve('hono/tiny', { resolveDir, kind }))
    // A service worker has no HTTP server, PNG renderer or health checks, so these modules are never loaded.
    build.onResolve({ filter: /\/(?:draw-picture|picture-svg|health|transports\/node)\.js$/ }, ({ path, kind }) =>
      // A static import would stop the worker when it starts.
      kind === 'dynamic-import' ? { path, external: true } : { errors: [{ text: 'Import this module dynamically.' }] },
    )
  },
}

const bundle = async (entry, options = {}) => {
  const { outputFiles } = await build({
    ...sources,
    entryPoints: [join(root, entry)],
    bundle: true,
    minify: true,
    write: false,
    charset: 'utf8',
    format: 'esm',
    target,
    legalComments: 'none',
    ...options,
  })
  return outputFiles[0].text
}

async function buildPage() {
  const stylesheets = ['../sandbox/src/design/base.css', 'src/page/style.css'].map((name) =>
    readFileSync(join(root, name), 'utf8'),
  )
  const { code } = await transform(stylesheets.join(''), { loader: 'css', minify: true })
  const style = code.trim()
  const html = readFileSync(join(root, 'src/page/index.html'), 'utf8')
  const [, inlineScript] = /<script>(.+)<\/script>/.exec(html)
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hash(inlineScript, 'sha256', 'base64')}'`,
    `style-src 'sha256-${hash(style, 'sha256', 'base64')}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "frame-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return html
    .replace('<link rel="stylesheet" href="style.css">', () => `<style>${style}</style>`)
    .replace('{{policy}}', () => policy)
}

async function buildSite() {
  rmSync(dist, { recursive: true, force: true })
  const client = join(packages, 'client/dist')
  for (const name of readdirSync(client).filter((file) => file.endsWith('.js'))) {
    const { code } = await transform(readFileSync(join(client, name), 'utf8'), { minify: true, target })
    write(join('lib', name), code)
  }
  write('page.js', await bundle('src/page/main.ts', { plugins: [textPlugin] }))
  write('run.js', await bundle('src/run/prelude.ts'))
  write('controls.js', readFileSync(join(root, 'src/run/controls.js')))
  // The worker contains these files, so that they match its version and work offline.
  const names = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) =>
      join(file.parentPath, file.name)
        .slice(dist.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort()
  const html = await buildPage()
  const files = { '': html, ...Object.fromEntries(names.map((name) => [name, readFileSync(join(dist, name), 'utf8')])) }
  const define = { __FILES__: JSON.stringify(files) }
  write('worker.js', await bundle('src/worker/main.ts', { format: 'iife', plugins: [replacementPlugin], define }))
  write('index.html', html)
  write('recording.json', JSON.stringify(await record({ root, dist })))
}

await buildSite()
