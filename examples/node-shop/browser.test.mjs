// Tests the shop in Chromium: at CHROMIUM_PATH, or installed with "npx playwright-core install chromium".
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { createBuyer, startSandbox } from '@cedi/sandbox/playwright'
import { chromium } from 'playwright-core'
import { getFreePort } from './buyer.mjs'
import { createShop } from './shop.mjs'

const sandbox = await startSandbox()
const { port } = await getFreePort()
const shopUrl = `http://127.0.0.1:${port}`
/** @type {string[]} */
const logged = []
const log = (/** @type {string} */ line) => logged.push(line)
const { server } = createShop({ serviceUrl: sandbox.url, apiKey: sandbox.apiKey, shopUrl, log })
server.listen(port, '127.0.0.1')
await once(server, 'listening')
const { CHROMIUM_PATH } = process.env
const browser = await chromium.launch({
  args: ['--no-sandbox'],
  ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }),
})
after(async () => {
  await browser.close()
  server.close()
  server.closeAllConnections()
  await sandbox.close()
})

/** Opens the popup for a product. @param {string} product */
async function openCheckout(product) {
  const page = await browser.newPage()
  await page.goto(shopUrl)
  await page.getByRole('link', { name: product }).click()
  // Waits until the page and its scripts have loaded: until then, the form opens the hosted page.
  await page.waitForURL('**/products/*')
  await page.getByRole('button', { name: 'Buy now' }).click()
  return { page, buyer: createBuyer(page, sandbox) }
}

test('a buyer pays in the popup, and the shop delivers the order once', async () => {
  const { page, buyer } = await openCheckout('Kente tote')
  const { ref } = await buyer.pay({ method: 'mtn', outcome: 'approve' })
  await buyer.finish()
  await page.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor()
  assert.match(await page.locator('main').innerText(), new RegExp(ref))
  assert.equal(logged.filter((line) => line.includes('Deliver')).length, 1)
  await page.close()
})

test('after a declined card the buyer pays by mobile money in the same popup', async () => {
  const { page, buyer } = await openCheckout('Shea butter')
  await buyer.pay({ method: 'card', outcome: 'decline' })
  const popup = page.frameLocator('cedi-checkout iframe')
  await popup.getByRole('button', { name: 'Other ways to pay' }).click()
  await buyer.pay({ method: 'telecel' })
  await buyer.finish()
  await page.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor()
  await page.close()
})
