// Runs each recipe with its framework, which is installed into a temporary project, and pays in its popup in Chromium.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { createBuyer, startSandbox } from '@cedi/sandbox/playwright'
import { chromium } from 'playwright-core'
import { createProject } from '../guides/project.mjs'

/**
 * Project of each recipe: path of the recipe, build and start commands, and files of an empty project of the framework. `cedi new`
 * uses it, too.
 *
 * @type {Readonly<Record<string, { file: string, build?: string, start: string, files?: Readonly<Record<string, string>> }>>}
 */
const projects = JSON.parse(readFileSync(join(import.meta.dirname, 'projects.json'), 'utf8'))

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

const { CHROMIUM_PATH } = process.env
const browser = await chromium.launch({
  args: ['--no-sandbox'],
  ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }),
})
after(() => browser.close())

for (const [name, { file, build, start, files = {} }] of Object.entries(projects))
  test(`a buyer pays in the shop with ${name}, and the order is delivered`, async (context) => {
    const recipe = join(import.meta.dirname, `${name}.mjs`)
    const folder = createProject(readFileSync(recipe, 'utf8'))
    for (const path of [file, ...Object.keys(files)]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      if (path === file) cpSync(recipe, join(folder, path))
      else writeFileSync(join(folder, path), files[path] ?? '')
    }
    const PATH = `${join(folder, 'node_modules/.bin')}:${process.env.PATH}`
    if (build) {
      // Images and CI jobs are built without the variables.
      const [builder = '', ...flags] = build.split(' ')
      execFileSync(builder, flags, { cwd: folder, env: { PATH, NEXT_TELEMETRY_DISABLED: '1' }, stdio: 'inherit' })
    }
    const sandbox = await startSandbox()
    const port = await getFreePort()
    const shopUrl = `http://127.0.0.1:${port}`
    const env = {
      PATH,
      NEXT_TELEMETRY_DISABLED: '1',
      CEDI_URL: sandbox.url,
      CEDI_API_KEY: sandbox.apiKey,
      SHOP_URL: shopUrl,
    }
    const [program = '', ...args] = start.replace('3000', port).split(' ')
    const shop = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    shop.stdout.on('data', (chunk) => (output += chunk))
    const exitEvent = once(shop, 'exit')
    context.after(async () => {
      shop.kill()
      await exitEvent
      await sandbox.close()
    })
    await waitForText(shopUrl, `<script src="${sandbox.url}/service.js"></script>`)
    const page = await browser.newPage()
    await page.goto(shopUrl)
    await page.click('#buy')
    const { ref } = await createBuyer(page, sandbox).pay()
    await page.getByRole('heading', { name: 'Your order is paid' }).waitFor()
    const order = new URL(page.url()).searchParams.get('order')
    await page.close()
    assert.match(output, new RegExp(`Deliver order ${order}: ${ref}`))
  })
