import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { launch, open, payByPhone, type SandboxServer, serve, state } from './browser.js'

let browser: Browser
let server: SandboxServer
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())
beforeEach(async () => {
  server = await serve()
  return () => server.listening.close()
})

const payments = (): number => JSON.stringify(server.mock.snapshot().ledger).match(/"intent_id":"int_/g)?.length ?? 0

test('a buyer pays by phone with one request for the page, none to other hosts, and no error', async () => {
  const { page, errors, requests } = await open(browser)
  await page.goto(await server.checkoutUrl({ amount: 120, return_url: 'https://shop.example/thanks' }))
  expect(requests).toHaveLength(1)
  await payByPhone(page, 'mtn', '024 412 3789')
  await state(page, 'success')
  expect(await page.textContent('h1')).toBe('Paid')
  expect(await page.getAttribute('a.main', 'href')).toBe('https://shop.example/thanks')
  expect(new Set(requests.map(({ url }) => new URL(url).origin))).toEqual(new Set([server.url]))
  expect(errors).toEqual([])
  expect(await page.context().cookies()).toEqual([])
  expect(payments()).toBe(1)
})

test('the token is removed from the address bar, and a reload continues where the buyer was', async () => {
  const { page, requests } = await open(browser)
  const url = await server.checkoutUrl()
  const token = url.split('/pay/')[1] ?? ''
  await page.goto(url)
  await payByPhone(page, 'mtn', '0244123129')
  await state(page, 'prompt')
  expect(page.url()).toBe(`${server.url}/pay?from=ama&lang=en`)
  await page.reload()
  await state(page, 'prompt')
  expect(await page.textContent('h1')).toBe('Approve on 024\u00a0•••\u00a03129')
  expect(requests.slice(1).every((request) => !request.url.includes(token.slice(0, 30)))).toBe(true)
  const storageJson = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
  expect(storageJson).not.toContain(token.slice(0, 30))
  expect(payments()).toBe(1)
})

test('a storefront with a long word in a name fits on a small phone', async () => {
  const name = 'Adinkrahandwovenbagsofbonwire'
  const products = [{ name, price: 12, type: 'physical' as const, slug: 'bag' }]
  const { listening } = await serve({ seed: { merchants: [{ id: 'long', name, handle: 'long', products }] } })
  try {
    const { page } = await open(browser, { viewport: { width: 320, height: 640 } })
    for (const path of ['/@long', '/@long/bag']) {
      await page.goto(`${listening.url}${path}`)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320)
    }
  } finally {
    await listening.close()
  }
})

test('a license key fits on one line of a small phone', async () => {
  const products = await server.api('GET', '/api/v1/products')
  const { id } = products.find(({ type }: { type: string }) => type === 'license')
  const { page } = await open(browser, { viewport: { width: 320, height: 640 } })
  await page.goto(await server.checkoutUrl({ product_id: id }))
  await payByPhone(page, 'mtn', '0244123789')
  await state(page, 'success')
  expect(await page.textContent('code')).toMatch(/^CEDI(-\w{5}){4}$/)
  expect(await page.evaluate(() => document.querySelector('code')?.getClientRects().length)).toBe(1)
})

test('a repeated status does not render the page again, so a button does not move under the finger', async () => {
  const { page } = await open(browser)
  await page.goto(await server.checkoutUrl())
  await page.evaluate(() => {
    const drawn: string[] = []
    Object.assign(globalThis, { drawn })
    new MutationObserver(() => drawn.push(document.querySelector('main')?.dataset['state'] ?? '')).observe(
      document.body,
      { childList: true },
    )
  })
  const eventsResponse = page.waitForResponse('**/checkout/events')
  await payByPhone(page, 'mtn', '0244123129')
  await eventsResponse
  await page.waitForTimeout(1500)
  const drawn: string[] = await page.evaluate('drawn')
  expect(drawn.filter((state) => state === 'prompt')).toHaveLength(1)
})

test('a prefix suggests a network and does not force it', async () => {
  const { page } = await open(browser)
  await page.goto(await server.checkoutUrl())
  await page.click('button[value=mtn]')
  await page.locator('#phone').pressSequentially('0204123129')
  expect(await page.inputValue('#phone')).toBe('020 412 3129')
  expect(await page.textContent('#suggest')).toContain('This number looks like Telecel Cash.')
  await page.keyboard.press('Enter')
  await state(page, 'prompt')
  expect(await page.textContent('ol')).toContain('MTN MoMo')
  await page.click('button[value=change]')
  await page.fill('#phone', '0204123780')
  await page.click('#suggest button')
  expect(await page.textContent('h1')).toContain('Telecel Cash')
  expect(await page.inputValue('#phone')).toBe('020 412 3780')
})

test('a buyer can pay with only the keyboard, and the focus is on the heading of each step', async () => {
  const { page } = await open(browser)
  await page.goto(await server.checkoutUrl())
  await page.focus('button[value=mtn]')
  await page.keyboard.press('Enter')
  await state(page, 'number')
  const focusedId = () => page.evaluate(() => document.activeElement?.id)
  expect(await focusedId()).toBe('title')
  await page.keyboard.press('Tab')
  expect(await focusedId()).toBe('phone')
  await page.keyboard.type('0244123129')
  await page.keyboard.press('Enter')
  await state(page, 'prompt')
  expect(await focusedId()).toBe('title')
  const expectedActions = new Set(['check', 'code', 'change', 'fr'])
  // A response that arrives now may move the focus back to the heading.
  for (let index = 0; index < 30 && expectedActions.size > 0; index++) {
    await page.keyboard.press('Tab')
    expectedActions.delete(await page.evaluate(() => document.activeElement?.getAttribute('value') ?? ''))
  }
  expect([...expectedActions]).toEqual([])
})

test('the countdown is not a live region, and each change is announced once', async () => {
  const { page } = await open(browser)
  await page.goto(await server.checkoutUrl())
  await payByPhone(page, 'mtn', '0244123079')
  await state(page, 'prompt')
  const clock = page.locator('#clock')
  expect(await clock.evaluate((element) => element.closest('[aria-live], [role=status], [role=alert]'))).toBeNull()
  const before = await clock.textContent()
  await page.waitForFunction((text) => document.getElementById('clock')?.textContent !== text, before)
  await page.click('button[value=check]')
  await page.waitForSelector('.note')
  expect(await page.textContent('#live')).toBe('Not approved yet.')
})

test('a page that is rendered again still suggests the network of the typed number', async () => {
  const { page, errors } = await open(browser)
  await page.goto(await server.checkoutUrl())
  await page.click('button[value=mtn]')
  await page.locator('#phone').pressSequentially('0204123789')
  expect(await page.textContent('#suggest')).toContain('Telecel Cash')
  await page.click('button[value=fr]')
  await page.waitForSelector('html[lang=fr]')
  expect(await page.textContent('#suggest')).toContain('Est-ce un numéro Telecel Cash')
  await page.click('#suggest button')
  expect(await page.textContent('h1')).toBe('Votre numéro Telecel Cash')
  expect(await page.inputValue('#phone')).toBe('020 412 3789')
  await page.click('button[value=other]')
  await page.click('button[value=card]')
  await page.locator('#number').pressSequentially('4242')
  await page.click('button[value=en]')
  await page.waitForSelector('html[lang=en]')
  expect(await page.textContent('#number-hint')).toBe('Visa')
  expect(errors).toEqual([])
})

test('a change of language without a response shows an error, and can be retried', async () => {
  const { page, errors } = await open(browser)
  await page.goto(await server.checkoutUrl())
  // The card form appears after the page has loaded its remaining texts.
  await page.click('button[value=card]')
  await page.waitForSelector('#number')
  await page.route('**/checkout/words*', (route) => route.abort(), { times: 1 })
  await page.click('button[value=fr]')
  await page.waitForSelector('.problem')
  expect(await page.textContent('.problem')).toBe('That did not work. Try again.')
  await page.click('button[value=fr]')
  await page.waitForSelector('html[lang=fr]')
  expect(errors).toEqual([])
})

test('the page waits for messages that arrive late, and requests lost ones again', async () => {
  const { page, errors } = await open(browser)
  await page.goto(await server.checkoutUrl())
  const requests: string[] = []
  await page.route('**/checkout/words*', async (route) => {
    requests.push(route.request().url())
    if (requests.length === 1) return route.abort('connectionreset')
    await new Promise((resolve) => setTimeout(resolve, 300))
    return route.continue()
  })
  await page.click('button[value=card]')
  await page.waitForSelector('.spin')
  await page.waitForSelector('#number')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('title')
  expect(requests).toHaveLength(2)
  expect(errors).toEqual([])
})

test('Back leads from a form to the payment methods, and from there out of the checkout', async () => {
  const { page } = await open(browser)
  await page.goto(`${server.url}/@ama`)
  await page.goto(await server.checkoutUrl())
  await page.click('button[value=mtn]')
  await page.fill('#phone', '0244123789')
  await page.goBack()
  await state(page, 'method')
  await page.click('button[value=mtn]')
  expect(await page.inputValue('#phone')).toBe('024 412 3789')
  await page.reload()
  await state(page, 'method')
  await page.goBack()
  await page.goBack()
  expect(page.url()).toBe(`${server.url}/@ama`)
})

test('the last used network is listed first', async () => {
  const { page } = await open(browser)
  await page.goto(await server.checkoutUrl())
  await payByPhone(page, 'airteltigo', '0264123789')
  await state(page, 'success')
  await page.goto(await server.checkoutUrl())
  await page.waitForFunction(() => document.querySelector('.way')?.getAttribute('value') === 'airteltigo')
})

test('each wrong code is announced at the field', async () => {
  const { page } = await open(browser)
  await page.goto(await server.checkoutUrl())
  await payByPhone(page, 'telecel', '0204123789')
  await state(page, 'otp')
  for (const code of ['111111', '222222']) {
    await page.fill('#code', code)
    await page.focus('button[value=otp]')
    const otpResponse = page.waitForResponse('**/checkout/otp')
    await page.keyboard.press('Enter')
    await otpResponse
    await page.waitForFunction(() => document.activeElement?.id === 'code')
    expect(await page.textContent('#code-problem')).toContain('wrong')
  }
})

test('the focus stays on the page when the focused element disappears', async () => {
  const { page } = await open(browser)
  await page.goto(await server.checkoutUrl())
  const focusedText = () =>
    page.evaluate(() => document.activeElement?.id || document.activeElement?.getAttribute('value') || '')
  await page.click('button[value=mtn]')
  await page.locator('#phone').pressSequentially('0204123780')
  await page.focus('#suggest button')
  await page.keyboard.press('Enter')
  await page.waitForSelector('h1:has-text("Telecel Cash")')
  expect(await focusedText()).toBe('title')
  await page.focus('button[value=fr]')
  await page.keyboard.press('Enter')
  await page.waitForSelector('html[lang=fr]')
  expect(await focusedText()).toBe('title')
})
