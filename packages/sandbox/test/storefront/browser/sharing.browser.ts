import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { launch, open, type SandboxServer, serve } from '../../pages/browser/browser.js'

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

test('a phone that can share shows a button, which shares the plain address', async () => {
  const { page, errors } = await open(browser)
  await page.addInitScript(stubShare('works'))
  await page.goto(`${server.url}/@ama/kente-tote?lang=fr`)
  expect(await shares(page)).toEqual({ button: true, link: false })
  await page.click('[data-share]')
  expect(await page.evaluate('window.shared')).toEqual([
    { title: 'Kente tote, 120,00\u00a0GH₵', text: 'Kente tote, 120,00\u00a0GH₵', url: `${server.url}/@ama/kente-tote` },
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
