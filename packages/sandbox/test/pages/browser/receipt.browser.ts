import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findViolations } from './accessibility.js'
import { launch, open, type SandboxServer, serve } from './browser.js'

/** Folder for optional screenshots. */
const folder = process.env['LOOKS']

let browser: Browser
let server: SandboxServer
let address = ''
beforeAll(async () => {
  browser = await launch()
  server = await serve()
  const products: { id: string; slug: string }[] = await server.api('GET', '/api/v1/products')
  const font = products.find(({ slug }) => slug === 'adinkra-font')
  const card = { number: '4242424242424242', expiry_month: 8, expiry_year: 2029, cvc: '123' }
  const payment = await server.api('POST', '/api/v1/payments', {
    product_id: font?.id,
    method: 'card',
    card,
    quantity: 2,
  })
  address = (await server.api('GET', `/api/v1/orders/${payment.order_ref}`)).receipt_url
})
afterAll(async () => {
  await browser.close()
  await server.listening.close()
})

const picture = async (page: Page, name: string): Promise<void> => {
  if (folder) await page.screenshot({ path: `${folder}/receipt-${name}.png`, fullPage: true })
}

describe.each([
  ['320', { width: 320, height: 568 }, {}],
  ['390-fr-dark', { width: 390, height: 844 }, { locale: 'fr', colorScheme: 'dark' }],
  ['1280', { width: 1280, height: 800 }, {}],
  ['320-forced-colours', { width: 320, height: 568 }, { forcedColors: 'active' }],
] as const)('the receipt at %s', (name, viewport, options) => {
  test('is accessible, and needs no sideways scrolling', async () => {
    const { page, errors } = await open(browser, { viewport, ...options })
    for (const kind of ['receipt', 'proof']) {
      await page.goto(kind === 'receipt' ? address : ((await page.getAttribute('.proof a', 'href')) ?? ''))
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width)
      // The receipt clips wide content, so the width of the page alone does not show an overflow.
      const sheet = await page.evaluate(() => {
        const { scrollWidth = 0, clientWidth = 0 } = document.querySelector('main') ?? {}
        return scrollWidth - clientWidth
      })
      expect([kind, sheet]).toEqual([kind, 0])
      expect([kind, await findViolations(page)]).toEqual([kind, []])
      await picture(page, `${name}-${kind}`)
    }
    expect(errors).toEqual([])
    await page.context().close()
  })
})

test('text at twice its size is not clipped', async () => {
  const { page } = await open(browser, { viewport: { width: 390, height: 844 } })
  await page.goto(address)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  const amount = await page.locator('.sum .money').boundingBox()
  expect(amount?.height).toBeLessThan(90)
  await picture(page, '390-200')
  await page.context().close()
})

test('the key is copied, or selected where copying is not allowed', async () => {
  const { page, errors } = await open(browser, { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto(address)
  const keys = await page.textContent('#keys')
  await page.click('[data-act=copy]')
  await page.waitForFunction(() => document.querySelector('#live')?.textContent === 'Copied.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(keys)
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('No.', 'NotAllowedError'))
  })
  await page.click('[data-act=copy]')
  await page.waitForFunction(() => document.querySelector('#live')?.textContent?.startsWith('It is selected'))
  expect(await page.evaluate(() => String(getSelection()))).toBe(keys)
  expect(errors).toEqual([])
  await page.context().close()
})

test('the share button shares the proof, never the page with the key', async () => {
  const { page } = await open(browser, { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto(address)
  const proof = await page.getAttribute('.proof a', 'href')
  await page.evaluate(() => {
    navigator.share = async (what) => {
      document.title = String(what?.url)
    }
  })
  await page.click('[data-act=share]')
  await page.waitForFunction((url) => document.title === url, proof)
  // A browser that cannot share copies the address. Cancelling the share copies nothing.
  for (const [error, copied] of [
    ['AbortError', 'nothing'],
    ['NotAllowedError', proof],
  ] as const) {
    await page.evaluate(async (name) => {
      await navigator.clipboard.writeText('nothing')
      navigator.share = () => Promise.reject(new DOMException('No.', name))
    }, error)
    await page.click('[data-act=share]')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(copied)
  }
  await page.context().close()
})

test.each([
  ['A4', { format: 'A4' }],
  ['a roll of 58 mm', { width: '58mm', height: '297mm' }],
] as const)('it is printed on one sheet of %s, with the public URL of its proof', async (name, paper) => {
  const { page } = await open(browser)
  await page.goto(address)
  const pdf = await page.pdf({ ...paper, preferCSSPageSize: false })
  expect(String(pdf.toString('latin1')).match(/\/Type\s*\/Page[^s]/g)).toHaveLength(1)
  await page.emulateMedia({ media: 'print' })
  const width = name === 'A4' ? 794 : 204
  await page.setViewportSize({ width, height: 900 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  expect(await page.isVisible('.proof bdi')).toBe(true)
  for (const hidden of ['.acts', '[data-act=copy]', 'footer [hreflang]'])
    expect(await page.isVisible(hidden)).toBe(false)
  await picture(page, `print-${name.replaceAll(' ', '-')}`)
  await page.context().close()
})
