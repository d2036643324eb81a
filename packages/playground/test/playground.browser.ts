import axe from 'axe-core'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Served, serve } from '../scripts/static.mjs'
import { begun, ended, entriesOf, launch, play, stopWorker, type Visit, visit } from './visit.js'

let browser: Browser
let site: Served
let seen: Visit
const paid = ['Payment received', 'Payment available']

beforeAll(async () => {
  browser = await launch()
  site = await serve()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})
afterEach(async () => {
  // Every test checks that no other host was asked, and that no error was logged.
  expect([...seen.hosts]).toEqual([new URL(site.origin).host])
  expect(seen.errors).toEqual([])
  await seen.close()
})

const open = async (hash = ''): Promise<Visit> => {
  seen = await visit(browser, site.url + hash)
  await begun(seen.page)
  return seen
}

describe('the scenarios', () => {
  test('a payment shows its order, entries, calls and money', async () => {
    const { page } = await open()
    expect(await entriesOf(page)).toEqual([])
    expect(await play(page, 'pay')).toMatch(
      /^pay_\w+ is pending\nIt is succeeded: GH₵120, fee GH₵4\.7, for you GH₵115\.3\nOrder ord_\w+ is paid\n$/,
    )
    await expect.poll(() => entriesOf(page)).toEqual(paid)
    const rows = await page.locator('#entries li').last().locator('tbody tr').allTextContents()
    expect(rows).toEqual([
      'MTN holds psp:mtnAma, not yet available merchant:pending115.30',
      'MTN holds psp:mtnFees of the service fees:income4.70',
    ])
    expect(await page.locator('#payments li').textContent()).toMatch(/^MTN GH₵120\.00 Succeeded pay_\w+$/)
    expect(await page.locator('#calls summary').allTextContents()).toEqual([
      'GET /api/v1/products?limit=20 200',
      'POST /api/v1/payments 201',
      expect.stringMatching(/^GET \/api\/v1\/payments\/pay_\w+ 200$/),
      expect.stringMatching(/^GET \/api\/v1\/orders\/ord_\w+ 200$/),
    ])
    expect(await page.locator('#said').textContent()).toBe('It ran to its end.')
  })

  test('a declined payment and an expired one move no money', async () => {
    const { page } = await open()
    expect(await play(page, 'decline')).toContain('failed insufficient_funds')
    expect(await play(page, 'expire')).toContain('expired payment_expired')
    await expect
      .poll(() => page.locator('#payments b').allTextContents())
      .toEqual(['Expired: payment_expired', 'Failed: insufficient_funds'])
    expect(await entriesOf(page)).toEqual([])
  })

  test('a refund is set aside, and paid by the operator', async () => {
    const { page } = await open()
    expect(await play(page, 'refund')).toMatch(/Refunded: GH₵40\nAvailable: GH₵56\n$/)
    await expect.poll(() => entriesOf(page)).toEqual([...paid, 'Refund requested', 'Refund paid'])
  })

  test("a card payment waits for the bank's page", async () => {
    const { page } = await open()
    expect(await play(page, 'challenge')).toMatch(
      /^redirect http.*\/cedi\/play\/service\/challenge\/.*\nsucceeded, card ending in 3155\n$/s,
    )
  })

  test('a link can open each scenario and each call of the client', async () => {
    const { page } = await open('#decline')
    await expect.poll(() => page.locator('#printed').textContent()).toContain('insufficient_funds')
    await page.evaluate(() => {
      location.hash = '#call=balance.read'
    })
    await expect.poll(() => page.locator('#printed').textContent()).toContain('"available": 0')
    expect(await page.locator('#editor').inputValue()).toContain('cedi.balance.read()')
  })

  test('an unknown link is ignored', async () => {
    const { page } = await open('#call=constructor.name')
    await expect.poll(() => page.locator('#said').textContent()).toBe('Ready.')
    expect(await page.locator('#printed').textContent()).toBe('')
  })
})

describe('the page', () => {
  test('the buy button opens the checkout over the page, and time passes by itself', async () => {
    const { page } = await open()
    await page.locator('cedi-buy-button a').click()
    const checkout = page.frameLocator('cedi-checkout iframe')
    await checkout.locator('button[value=mtn]').click()
    await checkout.locator('#phone').fill('024 412 3789')
    await checkout.locator('#name').fill('Kofi Boateng')
    await checkout.locator('#place').fill('Osu, Accra')
    await checkout.locator('button[value=pay]').click()
    await checkout.locator('[data-state=success]').waitFor()
    await expect.poll(() => entriesOf(page)).toEqual(paid)
    await checkout.locator('button[value=done]').click()
    await page.locator('cedi-checkout dialog[open]').waitFor({ state: 'hidden' })
  })

  test('the operator pays a refund at the desk, and is still signed in after the worker was stopped', async () => {
    const { page } = await open('#call=refunds.create')
    await expect.poll(() => entriesOf(page)).toEqual([...paid, 'Refund requested'])
    const [desk] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Operator desk' }).click(),
    ])
    await desk.getByRole('button', { name: 'Open the operator desk' }).click()
    await desk.waitForURL('**/service/operator')
    await stopWorker(page)
    await desk.goto(`${site.url}service/operator/refunds`)
    await desk.locator('a[href*="/operator/refunds/ref_"]').first().click()
    await desk.locator('input[name=tick][value=paid]').check()
    await desk.locator('button[value=paid]').click()
    await expect.poll(() => entriesOf(page)).toEqual([...paid, 'Refund requested', 'Refund paid'])
  })

  test('a visitor can push the clock', async () => {
    const { page } = await open()
    const at = async () => Date.parse((await page.locator('#now').textContent()) ?? '')
    const before = await at()
    await page.getByRole('button', { name: '+ 1 day' }).click()
    await expect.poll(async () => Math.round(((await at()) - before) / 3_600_000)).toBe(24)
    await stopWorker(page)
    await page.reload()
    await begun(page)
    await expect.poll(async () => Math.round(((await at()) - before) / 3_600_000)).toBe(24)
  })
})

describe('stored state', () => {
  test('shown money survives a reload and a stopped worker', async () => {
    const { page } = await open()
    await play(page, 'pay')
    await expect.poll(() => entriesOf(page)).toEqual(paid)
    await stopWorker(page)
    await page.reload()
    await begun(page)
    await expect.poll(() => page.locator('#said').textContent()).toBe('Ready.')
    // A reload does not pay again, whatever the address says.
    expect(await entriesOf(page)).toEqual(paid)
    await stopWorker(page)
    // The state continues, so the next payment has another reference.
    await play(page, 'pay')
    await expect.poll(() => entriesOf(page)).toEqual([...paid, ...paid])
    const refs = await page.locator('#payments code').allTextContents()
    expect(new Set(refs).size).toBe(2)
    const check = await page.evaluate(() => fetch('service/__mock/ledger/verify').then((answer) => answer.json()))
    expect(check).toMatchObject({ success: true })
  })

  test('two tabs see the same money', async () => {
    const { page } = await open()
    const other = await page.context().newPage()
    await other.goto(site.url)
    await begun(other)
    await play(other, 'pay')
    await expect.poll(() => entriesOf(page)).toEqual(paid)
  })

  test('everything can be started over', async () => {
    const { page } = await open('#pay')
    await expect.poll(() => entriesOf(page)).toEqual(paid)
    await page.getByRole('button', { name: 'Start over' }).click()
    await expect.poll(() => page.locator('#said').textContent()).toBe('Everything is as it was at the start.')
    expect(await entriesOf(page)).toEqual([])
    await page.evaluate(() => history.replaceState(null, '', ' '))
    await page.reload()
    await begun(page)
    expect(await entriesOf(page)).toEqual([])
    await play(page, 'pay')
    await expect.poll(() => entriesOf(page)).toEqual(paid)
  })

  test('the playground works offline after the first visit', async () => {
    const far = await serve()
    seen = await visit(browser, far.url)
    await begun(seen.page)
    await far.close()
    const { page } = seen
    await page.reload()
    await begun(page)
    expect(await play(page, 'pay')).toContain('succeeded')
    await expect.poll(() => entriesOf(page)).toEqual(paid)
    // The description of the API is available too.
    const openapi = await page.evaluate(() => fetch('service/api/v1/openapi.json').then((answer) => answer.json()))
    expect(openapi.openapi).toBe('3.1.0')
    expect([...seen.hosts]).toEqual([new URL(far.origin).host])
    seen.hosts.clear()
    seen.hosts.add(new URL(site.origin).host)
  })
})

describe('the code of a visitor', () => {
  async function runCode(code: string): Promise<string> {
    await seen.page.locator('#editor').fill(code)
    await seen.page.locator('#run').click()
    await ended(seen.page)
    return (await seen.page.locator('#printed').textContent()) ?? ''
  }

  test('can be edited and run, and its output and errors are shown', async () => {
    await open()
    expect(await runCode('console.log(1 + 1, { a: [1n] }, undefined)')).toBe(
      '2 {\n  "a": [\n    "1n"\n  ]\n} undefined\n',
    )
    expect(await runCode('const a = ;')).toMatch(/^SyntaxError: /)
    expect(await runCode("throw new TypeError('No.')")).toBe('TypeError: No.\n')
    expect(await runCode("import { send } from '@cedi/client/fetch'\nconsole.log(typeof send)")).toBe('function\n')
    expect(await runCode("import x from 'left-pad'")).toMatch(/^TypeError: .*left-pad/)
  })

  test('can be stopped when it never ends', async () => {
    const { page } = await open()
    await page.locator('#editor').fill('for (;;);')
    await page.locator('#run').click()
    await page.locator('#stop').click()
    await ended(page)
    expect(await page.locator('#printed').textContent()).toBe('Stopped.\n')
  })

  test('can call only the playground', async () => {
    const { page } = await open()
    expect(await runCode("await fetch('https://example.com/?key=1')")).toMatch(/^TypeError: /)
    seen.errors.splice(0)
    expect(await page.locator('#printed').textContent()).not.toContain('200')
  })
})

test('a page of another site cannot start over or push the clock', async () => {
  const { page } = await open('#pay')
  await ended(page)
  await expect.poll(() => entriesOf(page)).toEqual(paid)
  const other = await page.context().newPage()
  for (const path of ['start-over', 'service/__mock/reset', 'service/__mock/clock/advance']) {
    await other.setContent(`<form method="post" target="_blank" action="${site.url}${path}"><button>x</button></form>`)
    // Each answer comes to a new tab that nothing waits for: Chromium replaces an empty 404 by an error page of its own, and
    // waiting for a tab to load or to close in that moment sometimes never ends.
    const answered = page.context().waitForEvent('response', (response) => response.url() === site.url + path)
    const [answer] = await Promise.all([answered, other.locator('button').click()])
    expect([path, answer.status()]).toEqual([path, 404])
  }
  expect(await entriesOf(page)).toEqual(paid)
})

test('without service workers the page says so, and shows the recorded walk', async () => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined }))
  const page = await context.newPage()
  await page.goto(`${site.url}#refund`)
  await begun(page)
  expect(await page.locator('#start').textContent()).toBe(
    'This browser has no service workers, or hides them in private windows. So this page shows what the code did when it was recorded.',
  )
  await expect.poll(() => entriesOf(page)).toEqual([...paid, 'Refund requested', 'Refund paid'])
  await page.locator('[data-scenario="decline"]').click()
  await expect.poll(() => page.locator('#printed').textContent()).toContain('insufficient_funds')
  expect(await entriesOf(page)).toEqual([])
  await context.close()
  await open()
})

test.each([
  [360, 'light'],
  [360, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
] as const)('everybody can use it: %i px, %s', async (width, colorScheme) => {
  seen = await visit(browser, `${site.url}#refund`, { viewport: { width, height: 740 }, colorScheme, bypassCSP: true })
  const { page } = seen
  await expect.poll(() => entriesOf(page)).toHaveLength(4)
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
  await page.evaluate(axe.source)
  const found = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run())
  expect(
    found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 90)).join(' ')}`),
  ).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})
