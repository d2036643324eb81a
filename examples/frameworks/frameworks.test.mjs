// Runs each recipe with its framework, which is installed into a temporary project, and pays.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { createSandbox } from '@cedi/sandbox'
import { createProject } from '../guides/project.mjs'

/**
 * @typedef {object} Framework
 * @property {string} file Path of the recipe in the project.
 * @property {(port: string) => string[]} args Arguments of Node.
 * @property {Readonly<Record<string, string>>} [files] Files of an empty project of the framework.
 */
/** @type {Readonly<Record<string, Framework>>} */
const frameworks = {
  express: { file: 'express.mjs', args: () => ['express.mjs'] },
  fastify: { file: 'fastify.mjs', args: () => ['fastify.mjs'] },
  hono: { file: 'hono.mjs', args: () => ['hono.mjs'] },
  next: {
    file: 'app/[[...path]]/route.js',
    args: (port) => ['node_modules/next/dist/bin/next', 'dev', '--port', port, '--hostname', '127.0.0.1'],
  },
  sveltekit: {
    file: 'src/routes/[...path]/+server.js',
    args: (port) => ['node_modules/vite/bin/vite.js', 'dev', '--port', port, '--host', '127.0.0.1'],
    files: {
      'src/app.html': '<!doctype html><html><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>',
      'vite.config.js': "import { sveltekit } from '@sveltejs/kit/vite'\nexport default { plugins: [sveltekit()] }\n",
    },
  },
}

/** Returns a port that no program uses. */
async function getFreePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  server.close()
  await once(server, 'close')
  return String(port)
}

/** Requests a page until it contains a text. @param {string} url @param {string} text */
async function waitForText(url, text) {
  let body = ''
  for (const endMs = Date.now() + 180_000; Date.now() < endMs; await new Promise((done) => setTimeout(done, 500))) {
    body = await fetch(url).then(
      (response) => response.text(),
      (error) => String(error.cause),
    )
    if (body.includes(text)) return
  }
  assert.fail(`${url} does not contain "${text}": ${body.slice(0, 500)}`)
}

/** Pays as the checkout page does. @param {string} service @param {string} token */
async function pay(service, token) {
  const attempt = token.slice(-20)
  const headers = {
    Authorization: `Intent ${token}`,
    'Content-Type': 'application/json',
    'Idempotency-Key': attempt,
    'X-Checkout-Attempt': attempt,
  }
  const body = JSON.stringify({ method: 'mobile_money', network: 'mtn', phone: '0244123789' })
  const response = await fetch(`${service}/checkout/payments`, { method: 'POST', headers, body })
  assert.equal(response.status, 201)
  return (await response.json()).data.ref
}

for (const [name, { file, args, files = {} }] of Object.entries(frameworks))
  test(`a buyer pays in the shop with ${name}, and the order is delivered`, async (context) => {
    const recipe = join(import.meta.dirname, `${name}.mjs`)
    const folder = createProject(readFileSync(recipe, 'utf8'))
    for (const path of [file, ...Object.keys(files)]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      if (path === file) cpSync(recipe, join(folder, path))
      else writeFileSync(join(folder, path), files[path] ?? '')
    }
    const sandbox = await createSandbox({ clock: 'real', approvalDelayMs: 500 }).listen(0)
    const port = await getFreePort()
    const shopUrl = `http://127.0.0.1:${port}`
    const env = {
      PATH: process.env.PATH,
      NEXT_TELEMETRY_DISABLED: '1',
      CEDI_URL: sandbox.url,
      CEDI_API_KEY: 'sk_test_all',
      SHOP_URL: shopUrl,
    }
    const shop = spawn(process.execPath, args(port), { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    shop.stdout.on('data', (chunk) => (output += chunk))
    const exitEvent = once(shop, 'exit')
    context.after(async () => {
      shop.kill()
      await exitEvent
      await sandbox.close()
    })
    await waitForText(shopUrl, `<script src="${sandbox.url}/service.js"></script>`)
    const response = await fetch(`${shopUrl}/checkout`, { method: 'POST' })
    const { token, thanks } = await response.json()
    await waitForText(thanks, 'Your order is open')
    const ref = await pay(sandbox.url, token)
    await waitForText(`${thanks}&ref=${ref}`, 'Your order is paid')
    assert.match(output, new RegExp(`Deliver order ${new URL(thanks).searchParams.get('order')}: ${ref}`))
  })
