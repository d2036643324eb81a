// Runs in Chromium, from CHROMIUM_PATH or a usual path.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { createSandbox } from '@cedi/sandbox'
import { chromium } from 'playwright-core'
import { serveApp } from './serve.mjs'

const executablePath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path && existsSync(path),
)
const mock = createSandbox({ clock: 'real' })
/** @type {(() => unknown)[]} */
const closings = []
/** @type {import('playwright-core').Browser} */
let browser
let url = ''

before(async () => {
  assert.ok(executablePath, 'Set CHROMIUM_PATH to a Chromium.')
  const service = await mock.listen(0)
  const app = await serveApp({ serviceUrl: service.url, apiKey: 'sk_test_all', port: 0 })
  url = app.url
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  closings.push(() => browser.close(), app.close, service.close)
})
after(async () => {
  for (const close of closings) await close()
})

test('a buyer pays in the popup of the hook in strict mode, and the component shows the result', async () => {
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
  /** @type {string[]} */
  const errors = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(url)
  await page.getByRole('button', { name: /Buy for/ }).click()
  const frame = page.frameLocator('cedi-checkout iframe')
  // By keyboard, because the popup may move between locating and clicking a button.
  await frame.getByRole('button', { name: /MTN/ }).press('Enter')
  await frame.getByRole('textbox').first().fill('0244123789')
  await frame.getByRole('button', { name: /Pay/ }).press('Enter')
  await page.getByRole('status').getByText(/^Paid/).waitFor({ timeout: 60_000, state: 'attached' })
  const { data } = await (
    await mock.fetch('https://pay.example/api/v1/balance', { headers: { Authorization: 'Bearer sk_test_all' } })
  ).json()
  assert.equal(data.available, 42.92)
  assert.deepEqual(errors, [])
  await page.close()
})

test('the component renders a link that embed.js enhances once', async () => {
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
  await page.goto(url)
  await page.locator('cedi-buy-button, [data-cedi-buy]').first().waitFor()
  const button = page.getByRole('link', { name: /tote/ })
  await button.waitFor()
  assert.equal(await button.count(), 1)
  assert.match((await button.getAttribute('href')) ?? '', /\/@ama\/kente-tote$/)
  await page.close()
})
