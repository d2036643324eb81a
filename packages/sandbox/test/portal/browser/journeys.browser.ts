import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { launch, open, type SandboxServer, serve } from '../../pages/browser/browser.js'
import { enter } from './seeded-sandbox.js'

let browser: Browser
let server: SandboxServer
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())
beforeEach(async () => {
  server = await serve({ clock: 'manual' })
  return () => server.listening.close()
})

/** Describes the focused element. */
const focusedText = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const on = document.activeElement as HTMLInputElement
    return on.labels?.[0]?.textContent || on.textContent || on.name || on.tagName
  })

/** Waits for text and returns it, because a click does not wait for the next page. */
const reads = (page: Page, css: string) => expect.poll(() => page.textContent(css))

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, label: string | RegExp): Promise<void> {
  const seen: string[] = []
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press('Tab')
    const words = await focusedText(page)
    seen.push(words)
    if (typeof label === 'string' ? words === label : label.test(words)) return
  }
  throw new Error(`Tab never came to ${label}: ${seen.join(' | ')}`)
}

test('a merchant issues a key with the keyboard alone, copies it, uses it and revokes it', async () => {
  const { page, errors } = await open(browser)
  const { url } = (await server.mock.control('POST', 'portal/invitations')) as { url: string }
  await page.goto(url)
  await tabTo(page, 'Open the portal')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/portal')
  await page.keyboard.press('Tab')
  expect(await focusedText(page)).toBe('Skip to the content')
  await tabTo(page, 'Developers')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/portal/developers')
  await tabTo(page, 'Issue a key')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/developers/issue')
  await tabTo(page, 'What is it for?')
  await page.keyboard.type('web shop')
  await tabTo(page, /^balance:read/)
  await page.keyboard.press('Space')
  await tabTo(page, 'Issue a key')
  await page.keyboard.press('Enter')
  await page.waitForSelector('#key')
  // The browser puts the focus there when it draws the page.
  await expect.poll(() => focusedText(page)).toMatch(/^Your new key/)
  const selected = await page.evaluate(() => {
    const field = document.activeElement as HTMLTextAreaElement
    return { value: field.value, all: [field.selectionStart, field.selectionEnd] }
  })
  expect(selected.value).toMatch(/^sk_issued_[0-9a-f]{40}$/)
  await page.keyboard.press('Control+A')
  const key = await page.evaluate(() => {
    const { value, selectionStart, selectionEnd } = document.activeElement as HTMLTextAreaElement
    return value.slice(selectionStart, selectionEnd)
  })
  expect(key).toBe(selected.value)
  const readBalance = () => fetch(`${server.url}/api/v1/balance`, { headers: { Authorization: `Bearer ${key}` } })
  expect((await readBalance()).status).toBe(200)

  // A reload sends the form again. The page shows that, and no second key is issued.
  await page.reload()
  await reads(page, 'h1').toBe('The key was issued already')
  expect(await page.content()).not.toContain(key)

  await page.goto(`${server.url}/portal/developers`)
  await tabTo(page, 'Revoke: web shop')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/developers/keys/*')
  await tabTo(page, 'Revoke the key')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/developers?done=revoked')
  await reads(page, '[role=status]').toContain('The key is revoked')
  expect((await readBalance()).status).toBe(401)
  expect(await server.mock.control('GET', 'keys')).toHaveLength(1)
  expect(errors).toEqual([])
})

test('an operator marks a refund as paid with the keyboard alone', async () => {
  const payment = await server.api('POST', '/api/v1/payments', {
    amount: 100,
    method: 'mobile_money',
    phone: '0244123789',
  })
  await server.mock.clock.advance('PT2S')
  const refund = await server.api('POST', '/api/v1/refunds', {
    payment_ref: payment.ref,
    amount: 40,
    reason: 'A seam.',
  })
  const { page, errors } = await open(browser)
  await enter(page, server, 'operator')
  await tabTo(page, 'Refunds')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/operator/refunds')
  await tabTo(page, 'Ama Serwaa Studio')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/operator/refunds/${refund.ref}*`)
  await tabTo(page, /^I have sent GH₵40\.00 to MTN MoMo 024 ••• 3789/)
  await page.keyboard.press('Space')
  await tabTo(page, 'Note for the merchant')
  await page.keyboard.type('MoMo 4431')
  await tabTo(page, 'Mark as paid')
  await page.keyboard.press('Enter')
  await page.waitForURL('**&done=paid')
  await reads(page, '[role=status]').toBe('Marked as paid.')
  expect(await server.mock.control('GET', 'refunds')).toMatchObject([{ status: 'paid', note: 'MoMo 4431' }])
  expect((await server.api('GET', `/api/v1/payments/${payment.ref}`)).refunded_amount).toBe(40)
  expect(await server.mock.control('GET', 'ledger/verify')).toMatchObject({ ok: true })
  expect(errors).toEqual([])
})

test('a link in an e-mail opens the portal, and requests from other sites do not carry the session', async () => {
  const { page } = await open(browser)
  const { url } = (await server.mock.control('POST', 'portal/invitations')) as { url: string }
  const otherOrigin = server.url.replace('127.0.0.1', 'localhost')
  // A page of another site with the link, like a mail program on the web.
  await page.route(`${otherOrigin}/mail`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<a id="in" href="${url}">Come in</a><a id="on" href="${server.url}/portal">Go on</a><form method="post" action="${server.url}/portal/sign-out"><button>Win</button></form>`,
    }),
  )
  await page.goto(`${otherOrigin}/mail`)
  await page.click('#in')
  await page.click('button.main')
  await page.waitForURL('**/portal')
  await reads(page, 'h1').toBe('Overview')
  // A link from another site needs one more click, so that it cannot be used against the merchant.
  await page.goto(`${otherOrigin}/mail`)
  await page.click('#on')
  await reads(page, 'h1').toBe('By invitation only')
  await page.click('a.button')
  await reads(page, 'h1').toBe('Overview')
  await page.goto(`${otherOrigin}/mail`)
  await page.click('button')
  await page.waitForURL('**/sign-out')
  await page.goto(`${server.url}/portal`)
  await reads(page, 'h1').toBe('Overview')
  const cookies = await page.context().cookies()
  expect(cookies.map(({ name, path, httpOnly, sameSite }) => ({ name, path, httpOnly, sameSite }))).toEqual([
    { name: 'cedi_portal', path: '/portal', httpOnly: true, sameSite: 'Strict' },
  ])
  expect(await page.evaluate(() => document.cookie)).toBe('')
  await page.click('.top button')
  await reads(page, 'h1').toBe('By invitation only')
  expect(await page.context().cookies()).toEqual([])
})

test('everything works without JavaScript', async () => {
  const { page } = await open(browser, { javaScriptEnabled: false })
  await enter(page, server, 'operator')
  await page.click('nav a:has-text("Merchants")')
  await page.fill('#name', 'Kofi’s Beads')
  await page.fill('#handle', 'kofi')
  await page.click('.stack button')
  const link = await page.inputValue('#link')
  await page.goto(link)
  await reads(page, 'h1').toBe('Welcome, Kofi’s Beads')
  await page.click('button.main')
  await page.waitForURL('**/portal')
  await reads(page, '.who').toBe('Kofi’s Beads')
  await page.click('text=Issue a key')
  await page.check('[value="products:write"]')
  await page.click('.stack button')
  const key = await page.inputValue('#key')
  const response = await fetch(`${server.url}/api/v1/products`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Krobo beads', price: 60 }),
  })
  expect(response.status).toBe(201)
  await page.click('nav a:has-text("Products")')
  await page.click('a.what')
  const code = await page.inputValue('#button-code')
  expect(code).toBe(
    `<script async src="${server.url}/embed.js" data-handle="kofi" data-product="krobo-beads" data-label="Buy now"></script>`,
  )
})

test('a merchant sells a product, sends it and refunds it without code and without JavaScript', async () => {
  const { page } = await open(browser, { javaScriptEnabled: false })
  await enter(page, server, 'portal')
  await page.click('nav a:has-text("Products")')
  await page.click('a.button:has-text("Add a product")')
  await page.fill('#name', 'Krobo beads')
  await page.fill('#price', '60,5')
  await page.check('[name=type][value=physical]')
  await page.click('main form button')
  await reads(page, '#price-problem').toBe('Write an amount such as 45.50.')
  expect(await page.inputValue('#name')).toBe('Krobo beads')
  await page.fill('#price', '60.50')
  await page.click('main form button')
  await reads(page, '.notice').toBe('The product was added.')
  const id = page.url().match(/prd_\w+/)?.[0]
  await page.goto(`${server.url}/@ama/krobo-beads`)
  await reads(page, 'h1').toBe('Krobo beads')
  const payment = await server.api('POST', '/api/v1/payments', {
    product_id: id,
    method: 'mobile_money',
    phone: '0244123789',
  })
  await server.mock.clock.advance('PT3S')
  await page.goto(`${server.url}/portal/orders`)
  await page.click('a.what:has-text("Krobo beads")')
  await page.click('main form button:has-text("Mark as sent")')
  await reads(page, '.notice').toBe('Marked as sent.')
  await page.goto(`${server.url}/portal/payments/${payment['ref']}`)
  await page.click('a:has-text("Request a refund")')
  await page.fill('#amount', '20')
  await page.click('main form button')
  await reads(page, '.notice').toContain('The refund was requested.')
})

test('the button builder shows the real button, and its tag follows each choice', async () => {
  const { page, errors } = await open(browser, { viewport: { width: 1280, height: 900 } })
  await enter(page, server, 'portal')
  await page.click('nav a:has-text("Products")')
  await page.click('a.what:has-text("Kente tote")')
  await page.click('a:has-text("Design the button")')
  const link = page.locator('cedi-buy-button a')
  await link.getByText('Buy now').waitFor()
  await page.fill('[name=data-label]', 'Get "it" & go')
  await page.check('[name=data-layout][value=card]')
  await page.fill('[name=data-accent]', '#ffcc00')
  await expect.poll(() => page.locator('cedi-buy-button [part=name]').textContent()).toBe('Kente tote')
  expect(await link.textContent()).toBe('Get "it" & go')
  expect(await page.inputValue('#button-code')).toBe(
    `<script async src="${server.url}/embed.js" data-handle="ama" data-product="kente-tote" data-label="Get &quot;it&quot; &amp; go" data-layout="card" data-accent="#ffcc00"></script>`,
  )
  await page.check('[name=data-layout][value=""]')
  await expect.poll(() => page.locator('cedi-buy-button [part=name]').count()).toBe(0)
  await link.click()
  await page.waitForSelector('cedi-checkout dialog[open]')
  expect(errors).toEqual([])
})

test('the buy button of the portal opens a checkout on another site', async () => {
  const { page, errors } = await open(browser, { viewport: { width: 800, height: 700 } })
  await enter(page, server, 'portal')
  await page.click('nav a:has-text("Products")')
  await page.click('a.what:has-text("Kente tote")')
  const code = await page.inputValue('#button-code')
  await page.route('**/blog', (route) => route.fulfill({ contentType: 'text/html', body: `<p>My tote</p>${code}` }))
  await page.goto(`${server.url}/blog`)
  await page.locator('cedi-buy-button').getByText('Buy now').click()
  await page.waitForSelector('dialog[open]')
  expect(errors).toEqual([])
})

test('a merchant on a phone sees all sections in both languages, and copies a command with a button', async () => {
  const { page, errors } = await open(browser, { viewport: { width: 390, height: 800 } })
  const { url } = (await server.mock.control('POST', 'portal/invitations')) as { url: string }
  await page.goto(url)
  await page.click('button.main')
  await page.waitForURL('**/portal')
  for (const lang of ['fr', 'en']) {
    await page.goto(new URL(`/portal/developers?lang=${lang}`, page.url()).href)
    const sections = await page.locator('nav a').all()
    expect(sections).toHaveLength(7)
    for (const section of sections) {
      const { x, width } = (await section.boundingBox()) ?? { x: Number.NaN, width: Number.NaN }
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x + width).toBeLessThanOrEqual(390)
    }
  }
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.click('[data-copy=call]')
  await expect.poll(() => page.textContent('[data-copy=call]')).toBe('Copied')
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await page.inputValue('#call'))
  expect(errors).toEqual([])
})
