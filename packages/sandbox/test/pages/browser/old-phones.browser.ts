import { transform } from 'esbuild'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkoutScript } from '../../../src/generated/checkout-script.js'
import { launch, open, payByPhone, type SandboxServer, serve, state } from './browser.js'

/** Features that Chrome 80, Firefox 78 or Safari 14 lack. */
const newerApis = `
  delete SubmitEvent.prototype.submitter
  delete Crypto.prototype.randomUUID
  delete AbortSignal.any
  delete AbortSignal.timeout
  delete AbortSignal.abort
  delete AbortSignal.prototype.reason
  delete AbortSignal.prototype.throwIfAborted
  delete Element.prototype.replaceChildren
  delete Element.prototype.checkVisibility
  delete DocumentFragment.prototype.replaceChildren
  delete HTMLFormElement.prototype.requestSubmit
  delete HTMLDialogElement.prototype.showModal
  delete String.prototype.replaceAll
  delete Object.hasOwn
  delete Object.groupBy
  delete Promise.any
  delete Promise.withResolvers
  delete URL.canParse
  delete URLSearchParams.prototype.size
  for (const kind of [String, Array, Object.getPrototypeOf(Uint8Array)])
    for (const name of ['at', 'findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced', 'with'])
      delete kind.prototype[name]
  for (const name of ['TextDecoderStream', 'structuredClone', 'reportError', 'WeakRef', 'FinalizationRegistry',
    'CSSStyleSheet', 'scheduler', 'navigation'])
    delete globalThis[name]
`

let browser: Browser
let server: SandboxServer
beforeAll(async () => {
  browser = await launch()
  server = await serve()
})
afterAll(async () => {
  await browser.close()
  await server.listening.close()
})

async function openOldPhone() {
  const tracked = await open(browser)
  await tracked.page.addInitScript(newerApis)
  await tracked.page.goto(await server.checkoutUrl())
  return tracked
}

test('a phone of 2020 pays by mobile money', async () => {
  const { page, errors, requests } = await openOldPhone()
  await payByPhone(page, 'mtn', '0244123789')
  await state(page, 'success')
  expect(errors).toEqual([])
  // It does not request a script that it cannot read.
  expect(requests.filter(({ url }) => url.endsWith('/events'))).toEqual([])
})

test('on a phone of 2020, Enter sends a voucher, and the network that fits the number can be chosen', async () => {
  const { page, errors } = await openOldPhone()
  await page.click('button[value=mtn]')
  await page.locator('#phone').pressSequentially('0204123789')
  await page.click('#suggest button')
  await page.press('#phone', 'Enter')
  await state(page, 'otp')
  await page.fill('#code', '123456')
  await page.press('#code', 'Enter')
  await state(page, 'success')
  expect(errors).toEqual([])
})

test('the script uses no syntax newer than phones of 2020', async () => {
  const compileFor = (target: string) => transform(checkoutScript.code, { target, charset: 'utf8' })
  expect((await compileFor('es2020')).code).toBe((await compileFor('esnext')).code)
})

test('a phone without light and dark colours shows borders around buttons and fields', async () => {
  const { page } = await open(browser, { bypassCSP: true })
  await page.route('**/pay/*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace(/light-dark/g, 'not-known') })
  })
  await page.goto(await server.checkoutUrl())
  const line = (css: string) => page.locator(css).evaluate((element) => getComputedStyle(element).border)
  // The page is drawn again when its texts arrive, so an element found earlier may be gone.
  await expect.poll(() => line('button[value=mtn]')).toMatch(/^1px solid/)
  await page.click('button[value=mtn]')
  await expect.poll(() => line('#phone')).toMatch(/^1px solid/)
  await page.click('button[value=pay]')
  await expect.poll(() => line('#phone')).toMatch(/^2px solid/)
})
