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

test('the button builder shows the real button, and its tag follows each choice', async () => {
  const { page, errors } = await open(browser, { viewport: { width: 1280, height: 900 } })
  await enter(page, server, 'portal')
  await page.click('nav a:has-text("Products")')
  await page.click('a.what:has-text("Kente tote")')
  await page.click('a:has-text("Customise the button")')
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
