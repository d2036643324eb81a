import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { launch, open, payByPhone, type SandboxServer, serve, setOffline, state } from './browser.js'

let browser: Browser
let server: SandboxServer
let page: Page
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())
beforeEach(async () => {
  server = await serve()
  const tracked = await open(browser)
  page = tracked.page
  await page.goto(await server.checkoutUrl())
  return async () => {
    expect(tracked.errors).toEqual([])
    await page.context().close()
    await server.listening.close()
  }
})

const payments = (): number => JSON.stringify(server.mock.snapshot().ledger).match(/"intent_id":"int_/g)?.length ?? 0
const focusedText = (): Promise<string> =>
  page.evaluate(() => document.activeElement?.id || document.activeElement?.getAttribute('value') || '')
/** The messages of the live region, in order. */
async function listen(): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const live = document.getElementById('live') as HTMLElement
    const heard: string[] = []
    Object.assign(globalThis, { heard })
    new MutationObserver(() => live.textContent && heard.push(live.textContent)).observe(live, { childList: true })
  })
  return () => page.evaluate('heard')
}

test('the page stays on a payment that is being sent when the connection changes', async () => {
  const shownStates: string[] = []
  await page.route('**/checkout/payments', async (route) => {
    shownStates.push((await page.getAttribute('main', 'data-state')) ?? '')
    if (shownStates.length === 3) return route.continue()
    if (shownStates.length === 1) await setOffline(page, true)
    return route.abort('connectionreset')
  })
  const seen: Promise<string[]> = page.evaluate(
    () =>
      new Promise((resolve) => {
        const states: string[] = []
        new MutationObserver(() => {
          const state = document.querySelector('main')?.dataset['state'] ?? ''
          if (states[states.length - 1] !== state) states.push(state)
          if (state === 'prompt') resolve(states)
        }).observe(document.body, { childList: true })
      }),
  )
  // The page retries automatically when its clock advances, so the clock is paused until the test is prepared.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
  await payByPhone(page, 'mtn', '0244123129')
  await state(page, 'offline')
  await setOffline(page, false)
  const stateNow = async () => {
    await page.clock.runFor(500)
    return page.getAttribute('main', 'data-state')
  }
  await expect.poll(stateNow).toBe('prompt')
  expect(await seen).toEqual(['number', 'sending', 'offline', 'sending', 'prompt'])
  expect(shownStates).toEqual(['sending', 'sending', 'sending'])
  expect(payments()).toBe(1)
})

test('a rate limit does not end the checkout', async () => {
  await payByPhone(page, 'mtn', '0244123129')
  await state(page, 'prompt')
  server.mock.faults.add({ match: { path: '/checkout/status' }, fault: { status: 429 }, times: 1 })
  await page.click('button[value=check]')
  await page.waitForSelector('.note')
  expect(await page.getAttribute('main', 'data-state')).toBe('prompt')
  expect(await page.textContent('.note')).toBe('Cedi could not be reached. Press the button again.')
})

test('a checkout that opens while the service is overloaded opens later by itself', async () => {
  server.mock.faults.add({ match: { path: '/checkout/status' }, fault: { status: 429 }, times: 1 })
  await page.reload()
  await state(page, 'method')
})

test('"Check now" shows each time that the service cannot be reached', async () => {
  await payByPhone(page, 'mtn', '0244123129')
  await state(page, 'prompt')
  const heard = await listen()
  const check = async (text: string) => {
    await page.click('button[value=check]')
    await page.waitForSelector(`.note:has-text("${text}")`)
  }
  await page.route('**/checkout/status', (route) => route.abort('connectionreset'))
  await check('could not be reached')
  await check('could not be reached')
  await page.unroute('**/checkout/status')
  await check('Not approved yet.')
  await page.waitForTimeout(200)
  await check('Not approved yet.')
  await page.waitForFunction('heard.length === 4')
  const [lostText, pendingText] = ['Cedi could not be reached. Press the button again.', 'Not approved yet.']
  expect(await heard()).toEqual([lostText, lostText, pendingText, pendingText])
})

test('a page reloaded without a network does not show that nothing was sent', async () => {
  await payByPhone(page, 'mtn', '0244123129')
  await state(page, 'prompt')
  await page.route('**/checkout/{status,events}', (route) => route.abort('connectionreset'))
  await page.reload()
  await state(page, 'offline')
  expect(await page.textContent('section')).toContain('Do not pay again')
  // It does not show that later either, while it polls.
  await setOffline(page, true)
  await page.click('button[value=check]')
  await page.waitForTimeout(3000)
  expect(await page.textContent('section')).toContain('Do not pay again')
})

test('a checkout opened without a network shows that nothing was sent', async () => {
  await page.route('**/checkout/{status,events}', (route) => route.abort('connectionreset'))
  await page.reload()
  await state(page, 'offline')
  expect(await page.textContent('section')).toContain('Nothing was sent')
})

test('a typed code stays when the connection is lost and returns, and when it could not be sent', async () => {
  await payByPhone(page, 'mtn', '0244123129')
  await state(page, 'prompt')
  await page.click('button[value=code]')
  await page.fill('#code', '123456')
  await setOffline(page, true)
  await page.click('button[value=otp]')
  await page.waitForSelector('.problem')
  expect(await page.textContent('.problem')).toBe('Cedi could not be reached. Press the button again.')
  await setOffline(page, false)
  await page.waitForTimeout(500)
  expect(await page.inputValue('#code')).toBe('123456')
  await page.click('button[value=otp]')
  await state(page, 'success')
})

test('each wrong code is announced at the field', async () => {
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

test('"Check again" shows each time that the result is still unknown', async () => {
  const still = await serve({ clock: 'manual' })
  await page.goto(await still.checkoutUrl())
  await payByPhone(page, 'mtn', '0244123129')
  await state(page, 'prompt')
  await still.mock.clock.advance('PT6M')
  await page.click('button[value=check]')
  await state(page, 'pending')
  const heard = await listen()
  for (let times = 1; times <= 2; times++) {
    await page.click('button[value=check]')
    await page.waitForFunction((times) => (globalThis as unknown as { heard: [] }).heard.length === times, times)
  }
  expect(await heard()).toEqual(['Not approved yet.', 'Not approved yet.'])
  expect(await page.textContent('section')).toContain('Not approved yet.')
  await still.listening.close()
})

test('the focus stays on the page when the focused element disappears', async () => {
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
