// Takes the pictures of the checkout, the storefront and a product for the guides, from the mock server as it is built, into docs/images.
import { join, resolve } from 'node:path'
import { createClient } from '@cedi/client'
import { send } from '@cedi/client/fetch'
import { createSandbox } from '@cedi/sandbox'
import { chromium } from 'playwright-core'
import { findChromium } from '../../scripts/browsers.mjs'

const images = resolve(import.meta.dirname, '../images')
const phone = { width: 390, height: 700 }
const mock = createSandbox()
const { url, close } = await mock.listen(0)
const cedi = createClient({ baseUrl: url, apiKey: 'sk_test_all' })
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb'],
})

/** Opens a page, does something on it, and keeps what is seen then. */
async function picture(name, path, { viewport = phone, ...look }, act = async () => {}) {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', ...look })
  const page = await context.newPage()
  await page.goto(url + path)
  await act(page)
  await page.mouse.move(0, 0)
  await page.screenshot({ path: join(images, `${name}.png`) })
  await context.close()
  console.log(name)
}

/** A checkout of its own for each picture. */
async function checkout(name, look, act) {
  const intent = await send(cedi.checkoutIntents.create({ amount: 120 }))
  await picture(name, `/pay/${intent.client_token}`, look, act)
}

const choose = (page, network) => page.locator(`button[value=${network}]`).click()
const at = (page, state) => page.locator(`[data-state=${state}]`).waitFor()
async function pay(page, network, number) {
  await choose(page, network)
  await page.locator('#phone').fill(number)
  await page.locator('button[value=pay]').click()
}

await checkout('checkout-method', {})
await checkout('checkout-number', {}, async (page) => {
  await choose(page, 'mtn')
  await page.locator('#phone').pressSequentially('0244123789')
})
for (const [name, look] of [
  ['checkout-approve', {}],
  ['checkout-approve-dark', { colorScheme: 'dark' }],
])
  await checkout(name, look, async (page) => {
    await pay(page, 'mtn', '0244123079')
    await at(page, 'prompt')
  })
await checkout('checkout-voucher', {}, async (page) => {
  await pay(page, 'telecel', '0204123129')
  await at(page, 'otp')
  await page.locator('#code').fill('123456')
})
await checkout('checkout-paid', {}, async (page) => {
  await pay(page, 'mtn', '0244123789')
  await at(page, 'prompt')
  await mock.clock.advance('PT3S')
  await at(page, 'success')
})
await checkout('checkout-failed', {}, async (page) => {
  await pay(page, 'mtn', '0244123049')
  await at(page, 'prompt')
  await mock.clock.advance('PT3S')
  await at(page, 'failed')
})
await checkout('checkout-card-right-to-left', {}, async (page) => {
  await choose(page, 'card')
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
  })
  await page.locator('#number').pressSequentially('4242424242424242')
})
await picture('storefront', '/@ama', { viewport: { width: 800, height: 600 } })
await picture('product', '/@ama/kente-tote', { viewport: { width: 1024, height: 640 } })

await browser.close()
await close()
