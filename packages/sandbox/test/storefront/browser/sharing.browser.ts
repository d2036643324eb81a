import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { launch, open, type SandboxServer, serve, state } from '../../pages/browser/browser.js'

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

const shares = (page: Page): Promise<{ button: boolean; link: boolean }> =>
  page.evaluate(() => ({
    button: document.querySelector('[data-share]')?.checkVisibility() ?? false,
    link: document.querySelector('a[href^="https://wa.me/"]')?.checkVisibility() ?? false,
  }))

/** A phone that can share, and the shared data. */
const stubShare = (behavior: 'works' | 'turned back' | 'not allowed') => `
  window.shared = []
  Object.defineProperty(Navigator.prototype, 'share', { configurable: true, value: async (data) => {
    window.shared.push(data)
    if (${JSON.stringify(behavior)} === 'turned back') throw new DOMException('no', 'AbortError')
    if (${JSON.stringify(behavior)} === 'not allowed') throw new DOMException('no', 'NotAllowedError')
  } })`
const removeShare = 'delete Navigator.prototype.share'

test('a buyer needs three taps and one typed number from the link in a chat to the payment', async () => {
  const { page, errors, requests } = await open(browser, { hasTouch: true, isMobile: true })
  const { page: chat } = await open(browser, { hasTouch: true, isMobile: true })
  await chat.goto(`${server.url}/@ama/highlife-guitar-lessons`)
  const message = new URL((await chat.getAttribute('a[href^="https://wa.me/"]', 'href')) ?? '').searchParams.get('text')
  const link = message?.split('\n').at(-1) ?? ''
  // The chat opens the link at the end of its message. Taps are counted from here.
  await page.goto(link)
  await page.evaluate(() => sessionStorage.setItem('taps', '0'))
  await page.addInitScript(() => {
    addEventListener('pointerdown', () => sessionStorage.setItem('taps', String(Number(sessionStorage.taps) + 1)), true)
  })
  await page.evaluate(() =>
    addEventListener(
      'pointerdown',
      () => sessionStorage.setItem('taps', String(Number(sessionStorage.taps) + 1)),
      true,
    ),
  )
  await page.tap('form button.main')
  await state(page, 'method')
  await page.tap('button[value=mtn]')
  await page.tap('#phone')
  // Typing, and the Enter key after it, are not taps on the page.
  await page.keyboard.type('0244123789')
  await page.keyboard.press('Enter')
  await state(page, 'success')
  expect(await page.evaluate(() => sessionStorage.taps)).toBe('3')
  const [payment] = (await server.mock.control('GET', 'payments')) as { amount: number }[]
  expect(payment?.amount).toBe(200)
  expect(new Set(requests.map(({ url }) => new URL(url).origin))).toEqual(new Set([server.url]))
  expect(errors).toEqual([])
})

test('a phone that can share shows a button, which shares the plain address', async () => {
  const { page, errors } = await open(browser)
  await page.addInitScript(stubShare('works'))
  await page.goto(`${server.url}/@ama/kente-tote?lang=fr`)
  expect(await shares(page)).toEqual({ button: true, link: false })
  await page.click('[data-share]')
  expect(await page.evaluate('window.shared')).toEqual([
    { title: 'Kente tote, GH₵120,00', text: 'Kente tote, GH₵120,00', url: `${server.url}/@ama/kente-tote` },
  ])
  expect(errors).toEqual([])
})

test('the button stays after a cancelled share, and becomes a WhatsApp link where sharing is not allowed', async () => {
  for (const [behavior, button] of [
    ['turned back', true],
    ['not allowed', false],
  ] as const) {
    const { page } = await open(browser)
    await page.addInitScript(stubShare(behavior))
    await page.goto(`${server.url}/@ama`)
    await page.click('[data-share]')
    await expect.poll(() => shares(page)).toEqual({ button, link: !button })
  }
})

test('the WhatsApp link is shown without a share function or without JavaScript', async () => {
  const { page } = await open(browser)
  await page.addInitScript(removeShare)
  await page.goto(`${server.url}/@ama/kente-tote`)
  expect(await shares(page)).toEqual({ button: false, link: true })
  const { page: bare } = await open(browser, { javaScriptEnabled: false })
  await bare.goto(`${server.url}/@ama/kente-tote`)
  expect(await bare.isVisible('a[href^="https://wa.me/"]')).toBe(true)
  expect(await bare.isVisible('[data-share]')).toBe(false)
})

test("the data for search engines does not violate the page's policy, and no other script runs", async () => {
  const { page, errors } = await open(browser)
  await page.addInitScript(() =>
    addEventListener('securitypolicyviolation', (event) => console.error(`refused: ${event.violatedDirective}`)),
  )
  for (const path of ['/@ama', '/@ama/kente-tote']) {
    await page.goto(server.url + path)
    expect(await page.locator('script[type="application/ld+json"]').count()).toBe(1)
  }
  expect(errors).toEqual([])
  // The policy is active, because it blocks another script.
  await page.evaluate(() => {
    const script = document.createElement('script')
    try {
      script.append('window.injected = true')
      document.body.append(script)
    } catch {
      // Trusted Types block it before the script policy does.
    }
  })
  expect(await page.evaluate('window.injected')).toBe(undefined)
})

test('prints as a poster: one A4 page with name, price, QR code and how to pay, and no buttons', async () => {
  const { page } = await open(browser, { colorScheme: 'dark' })
  for (const lang of ['en', 'fr']) {
    await page.goto(`${server.url}/@ama/kente-tote?lang=${lang}`)
    await page.emulateMedia({ media: 'print' })
    const seen = await page.evaluate(() => {
      const visible = (selector: string): boolean =>
        [...document.querySelectorAll(selector)].some((element) => element.checkVisibility())
      return {
        shown: ['h1', '.seller', '.price', '.qr', '.address', '.share ol li'].map(visible),
        hidden: ['form', 'button', 'a', '.stock'].map(visible),
        steps: document.querySelectorAll('.share ol li').length,
        paper: getComputedStyle(document.querySelector('h1') as Element).color,
      }
    })
    // Print is dark on light, also when the screen is in dark mode.
    expect(seen).toEqual({
      shown: [true, true, true, true, true, true],
      hidden: [false, false, false, false],
      steps: 4,
      paper: 'rgb(33, 28, 21)',
    })
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: false })
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)
    expect(pdf.toString('latin1')).toMatch(/\/MediaBox\s*\[\s*0 0 59[45](?:\.\d+)? 84[12](?:\.\d+)?\s*\]/)
    await page.emulateMedia({ media: null })
  }
})
