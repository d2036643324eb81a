import axe from 'axe-core'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type StaticServer, serve } from '../scripts/static-server.mjs'
import {
  launchBrowser,
  openPage,
  type PageVisit,
  readEntryTitles,
  runScenario,
  stopWorker,
  waitForRunEnd,
  waitForStart,
} from './visit.js'

let browser: Browser
let site: StaticServer
let visit: PageVisit
const paidEntries = ['Payment received', 'Payment available']

beforeAll(async () => {
  browser = await launchBrowser()
  site = await serve()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})
afterEach(async () => {
  // Every test asserts that only the playground was requested and that no error was logged.
  expect([...visit.hosts]).toEqual([new URL(site.origin).host])
  expect(visit.errors).toEqual([])
  await visit.close()
})

const open = async (hash = ''): Promise<PageVisit> => {
  visit = await openPage(browser, site.url + hash)
  await waitForStart(visit.page)
  return visit
}

describe('the scenarios', () => {
  test('a payment shows its order, entries, calls and amounts', async () => {
    const { page } = await open()
    expect(await readEntryTitles(page)).toEqual([])
    expect(await runScenario(page, 'pay')).toMatch(
      /^pay_\w+ is pending\nIt is succeeded: GH₵120, fee GH₵4\.7, for you GH₵115\.3\nOrder ord_\w+ is paid\n$/,
    )
    await expect.poll(() => readEntryTitles(page)).toEqual(paidEntries)
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
    // On a phone the page scrolls to the ledger.
    expect(await page.locator('#ledger h2').evaluate((title) => title.getBoundingClientRect().top)).toBeLessThan(740)
  })

  test('a declined payment and an expired one move no money', async () => {
    const { page } = await open()
    expect(await runScenario(page, 'decline')).toContain('failed insufficient_funds')
    expect(await runScenario(page, 'expire')).toContain('expired payment_expired')
    await expect
      .poll(() => page.locator('#payments b').allTextContents())
      .toEqual(['Expired: payment_expired', 'Failed: insufficient_funds'])
    expect(await readEntryTitles(page)).toEqual([])
  })

  test('a refund is reserved and then paid by the operator', async () => {
    const { page } = await open()
    expect(await runScenario(page, 'refund')).toMatch(/Refunded: GH₵40\nAvailable: GH₵56\n$/)
    await expect.poll(() => readEntryTitles(page)).toEqual([...paidEntries, 'Refund requested', 'Refund paid'])
  })

  test("a card payment waits for the bank's page", async () => {
    const { page } = await open()
    expect(await runScenario(page, 'challenge')).toMatch(
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
  test('the buy button opens the checkout, and a payment succeeds without advancing the clock', async () => {
    const { page } = await open()
    await page.locator('cedi-buy-button a').click()
    const checkout = page.frameLocator('cedi-checkout iframe')
    await checkout.locator('button[value=mtn]').click()
    await checkout.locator('#phone').fill('024 412 3789')
    await checkout.locator('#name').fill('Kofi Boateng')
    await checkout.locator('#place').fill('Osu, Accra')
    await checkout.locator('button[value=pay]').click()
    await checkout.locator('[data-state=success]').waitFor()
    await expect.poll(() => readEntryTitles(page)).toEqual(paidEntries)
    await checkout.locator('button[value=done]').click()
    await page.locator('cedi-checkout dialog[open]').waitFor({ state: 'hidden' })
  })

  test('the operator stays signed in after a worker restart and pays a refund', async () => {
    const { page } = await open('#call=refunds.create')
    await expect.poll(() => readEntryTitles(page)).toEqual([...paidEntries, 'Refund requested'])
    const [operatorPage] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Operator desk' }).click(),
    ])
    await operatorPage.getByRole('button', { name: 'Open the operator desk' }).click()
    await operatorPage.waitForURL('**/service/operator')
    await stopWorker(page)
    await operatorPage.goto(`${site.url}service/operator/refunds`)
    await operatorPage.locator('a[href*="/operator/refunds/ref_"]').first().click()
    await operatorPage.locator('input[name=tick][value=paid]').check()
    await operatorPage.locator('button[value=paid]').click()
    await expect.poll(() => readEntryTitles(page)).toEqual([...paidEntries, 'Refund requested', 'Refund paid'])
  })

  test('a visitor can advance the clock', async () => {
    const { page } = await open()
    const readClock = async () => Date.parse((await page.locator('#now').textContent()) ?? '')
    const before = await readClock()
    await page.getByRole('button', { name: '+ 1 day' }).click()
    await expect.poll(async () => Math.round(((await readClock()) - before) / 3_600_000)).toBe(24)
    await stopWorker(page)
    await page.reload()
    await waitForStart(page)
    await expect.poll(async () => Math.round(((await readClock()) - before) / 3_600_000)).toBe(24)
  })
})

describe('stored state', () => {
  test('displayed payments survive a reload and a stopped worker', async () => {
    const { page } = await open()
    await runScenario(page, 'pay')
    await expect.poll(() => readEntryTitles(page)).toEqual(paidEntries)
    await stopWorker(page)
    await page.reload()
    await waitForStart(page)
    await expect.poll(() => page.locator('#said').textContent()).toBe('Ready.')
    // A reload does not pay again.
    expect(await readEntryTitles(page)).toEqual(paidEntries)
    await stopWorker(page)
    // The state continues, so the next payment has another reference.
    await runScenario(page, 'pay')
    await expect.poll(() => readEntryTitles(page)).toEqual([...paidEntries, ...paidEntries])
    const refs = await page.locator('#payments code').allTextContents()
    expect(new Set(refs).size).toBe(2)
    const check = await page.evaluate(() => fetch('service/__mock/ledger/verify').then((response) => response.json()))
    expect(check).toMatchObject({ success: true })
  })

  test('two tabs show the same entries', async () => {
    const { page } = await open()
    const otherPage = await page.context().newPage()
    await otherPage.goto(site.url)
    await waitForStart(otherPage)
    await runScenario(otherPage, 'pay')
    await expect.poll(() => readEntryTitles(page)).toEqual(paidEntries)
  })

  test('Start over deletes all data', async () => {
    const { page } = await open('#pay')
    await expect.poll(() => readEntryTitles(page)).toEqual(paidEntries)
    await page.getByRole('button', { name: 'Start over' }).click()
    await expect.poll(() => page.locator('#said').textContent()).toBe('Everything is as it was at the start.')
    expect(await readEntryTitles(page)).toEqual([])
    await page.evaluate(() => history.replaceState(null, '', ' '))
    await page.reload()
    await waitForStart(page)
    expect(await readEntryTitles(page)).toEqual([])
    await runScenario(page, 'pay')
    await expect.poll(() => readEntryTitles(page)).toEqual(paidEntries)
  })

  test('the playground works offline after the first visit', async () => {
    const otherSite = await serve()
    visit = await openPage(browser, otherSite.url)
    await waitForStart(visit.page)
    await otherSite.close()
    const { page } = visit
    await page.reload()
    await waitForStart(page)
    expect(await runScenario(page, 'pay')).toContain('succeeded')
    await expect.poll(() => readEntryTitles(page)).toEqual(paidEntries)
    // The OpenAPI document is available too.
    const openapi = await page.evaluate(() => fetch('service/api/v1/openapi.json').then((response) => response.json()))
    expect(openapi.openapi).toBe('3.1.0')
    expect([...visit.hosts]).toEqual([new URL(otherSite.origin).host])
    visit.hosts.clear()
    visit.hosts.add(new URL(site.origin).host)
  })
})

describe('the code of a visitor', () => {
  async function runCode(code: string): Promise<string> {
    await visit.page.locator('#editor').fill(code)
    await visit.page.locator('#run').click()
    await waitForRunEnd(visit.page)
    return (await visit.page.locator('#printed').textContent()) ?? ''
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

  test('can be stopped during an endless loop', async () => {
    const { page } = await open()
    await page.locator('#editor').fill('for (;;);')
    await page.locator('#run').click()
    await page.locator('#stop').click()
    await waitForRunEnd(page)
    expect(await page.locator('#printed').textContent()).toBe('Stopped.\n')
  })

  test('can send requests only to the playground', async () => {
    const { page } = await open()
    expect(await runCode("await fetch('https://example.com/?key=1')")).toMatch(/^TypeError: /)
    visit.errors.splice(0)
    expect(await page.locator('#printed').textContent()).not.toContain('200')
  })

  test('can neither change caches of the host nor start a worker with another policy', async () => {
    await open()
    expect(await runCode('console.log(typeof caches)')).toBe('undefined\n')
    const nested = `if (self.name === 'nested') postMessage('started')
else
  console.log(await new Promise((done) => {
    try {
      const worker = new Worker(import.meta.url, { type: 'module', name: 'nested' })
      worker.onmessage = () => done('started')
      worker.onerror = () => done('rejected')
    } catch {
      done('rejected')
    }
  }))`
    expect(await runCode(nested)).toBe('rejected\n')
    visit.errors.splice(0)
  })
})

test('the first visit, a checkout and a second visit download each file once', async () => {
  const ownSite = await serve()
  visit = await openPage(browser, ownSite.url)
  const { page } = visit
  await waitForStart(page)
  await page.locator('cedi-buy-button a').click()
  await page.locator('cedi-checkout dialog[open]').waitFor()
  await page.goto(ownSite.url)
  await waitForStart(page)
  await runScenario(page, 'pay')
  expect(ownSite.requestedPaths.map((path) => path.slice('/cedi/play/'.length)).sort()).toEqual([
    '',
    'page.js',
    'worker.js',
  ])
  await visit.close()
  await ownSite.close()
  await open()
})

test('a page of another site cannot start over or advance the clock', async () => {
  const { page } = await open('#pay')
  await waitForRunEnd(page)
  await expect.poll(() => readEntryTitles(page)).toEqual(paidEntries)
  const otherPage = await page.context().newPage()
  for (const [path, status] of [
    ['start-over', 404],
    ['service/__mock/reset', 401],
    ['service/__mock/clock/advance', 401],
  ] as const) {
    await otherPage.setContent(
      `<form method="post" target="_blank" action="${site.url}${path}"><button>x</button></form>`,
    )
    // Waits for the response only: Chromium replaces an empty 404 by an error page, and waiting for this tab to load or
    // close may never end.
    const responseEvent = page.context().waitForEvent('response', (response) => response.url() === site.url + path)
    const [response] = await Promise.all([responseEvent, otherPage.locator('button').click()])
    expect([path, response.status()]).toEqual([path, status])
  }
  expect(await readEntryTitles(page)).toEqual(paidEntries)
})

test('without service workers the page shows an explanation and the recording', async () => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined }))
  const page = await context.newPage()
  await page.goto(`${site.url}#refund`)
  await waitForStart(page)
  expect(await page.locator('#start').textContent()).toBe(
    'This browser has no service workers, or hides them in private windows. So this page shows what the code did when it was recorded.',
  )
  await expect.poll(() => readEntryTitles(page)).toEqual([...paidEntries, 'Refund requested', 'Refund paid'])
  await page.locator('[data-scenario="decline"]').click()
  await expect.poll(() => page.locator('#printed').textContent()).toContain('insufficient_funds')
  expect(await readEntryTitles(page)).toEqual([])
  await context.close()
  await open()
})

test.each([
  [360, 'light'],
  [360, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
] as const)('the page has no accessibility violation at %i px, %s', async (width, colorScheme) => {
  visit = await openPage(browser, `${site.url}#refund`, {
    viewport: { width, height: 740 },
    colorScheme,
    bypassCSP: true,
  })
  const { page } = visit
  await expect.poll(() => readEntryTitles(page)).toHaveLength(4)
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
  await page.evaluate(axe.source)
  const results = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run())
  expect(
    results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 90)).join(' ')}`),
  ).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})
