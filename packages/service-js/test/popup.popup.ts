import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from './shop.js'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Blocks the checkout page until `mend` is called. After that it loads when it is requested again. */
const hang = async (page: Page): Promise<() => void> => {
  let isNetworkUp = false
  await page.route(
    (url) => url.pathname === '/checkout',
    (route) => (isNetworkUp ? route.continue() : undefined),
  )
  return () => {
    isNetworkUp = true
  }
}
const focusedScript = `(() => { let at = document.activeElement; while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement; return at?.id || at?.localName })()`

test('the popup opens in the same tick as the click, while the intent is still loading', async () => {
  const visit = await shop.visit({ before: hang })
  const seen = await visit.page.evaluate(
    `(openIt({ intent: () => new Promise(() => {}) }), document.querySelector('cedi-checkout').shadowRoot.querySelector('dialog').open)`,
  )
  expect(seen).toBe(true)
})

/** Returns the element in the middle of the popup, and whether the frame is visible and reachable. */
const behind = `(() => {
  const root = document.querySelector('cedi-checkout').shadowRoot
  const { x, y, width, height } = root.querySelector('dialog').getBoundingClientRect()
  const frame = root.querySelector('iframe')
  const { visibility } = getComputedStyle(frame)
  return {
    middle: root.elementFromPoint(x + width / 2, y + height / 2)?.closest('.layer, iframe')?.className,
    inert: frame.inert, visibility, isLaidOut: frame.getBoundingClientRect().height > 300,
  }
})()`

test('the frame is painted behind the loading text, out of reach, so that it appears at once', async () => {
  const visit = await shop.visit({ before: hang })
  await visit.page.click('#buy')
  await visit.page.locator('cedi-checkout .spinner').waitFor()
  const expected = { middle: 'layer', inert: true, visibility: 'visible', isLaidOut: true }
  await expect.poll(() => visit.page.evaluate(behind)).toEqual(expected)
  for (let press = 0; press < 3; press++) {
    await visit.page.keyboard.press('Tab')
    expect(await visit.page.evaluate(focusedScript)).not.toBe('iframe')
  }
})

test('the shop and the amount are shown while the page loads, as soon as the intent is there', async () => {
  const visit = await shop.visit({ before: hang })
  await visit.page.evaluate(
    `openIt({ intent: () => new Promise((go) => { window.bring = () => go(btoa(JSON.stringify({ n: 'Ama', a: 123450 })).replace(/=+$/, '') + '.x') }) })`,
  )
  const layer = visit.page.locator('cedi-checkout .layer')
  await expect.poll(() => layer.innerText()).toBe('Opening…')
  // Half a second after a click, the browser counts what moves.
  await visit.page.evaluate(
    `new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (window.moved = (window.moved ?? 0) + value))).observe({ type: 'layout-shift' })`,
  )
  await visit.page.waitForTimeout(700)
  await visit.page.evaluate('bring()')
  await expect.poll(() => layer.innerText()).toMatch(/^Ama\s+GH₵1,234\.50\s+Opening…$/)
  await visit.page.waitForTimeout(200)
  expect(await visit.page.evaluate('window.moved ?? 0')).toBe(0)
})

test('a preloaded frame is painted in advance, and neither seen nor reached nor clicked before the popup opens', async () => {
  const visit = await shop.visit()
  await visit.page.evaluate('Cedi.preload()')
  await expect.poll(() => visit.page.locator('cedi-checkout iframe').count()).toBe(1)
  const seen = await visit.page.evaluate(`(() => {
    const dialog = document.querySelector('cedi-checkout').shadowRoot.querySelector('dialog')
    const { opacity, position } = getComputedStyle(dialog)
    const { x, y, width, height } = dialog.getBoundingClientRect()
    const { localName } = document.elementFromPoint(x + width / 2, y + height / 2)
    return { inert: dialog.inert, open: dialog.open, opacity, position, localName }
  })()`)
  expect(seen).toEqual({
    inert: true,
    open: false,
    opacity: '0',
    position: 'fixed',
    localName: expect.not.stringContaining('cedi'),
  })
  for (let press = 0; press < 4; press++) {
    await visit.page.keyboard.press('Tab')
    expect(await visit.page.evaluate(focusedScript)).not.toMatch(/iframe|dialog/)
  }
  expect(await visit.page.evaluate('[document.documentElement.scrollHeight > innerHeight, scrollX]')).toEqual([
    false,
    0,
  ])
  await visit.page.click('#buy')
  await visit.checkout()
  await expect.poll(() => visit.page.evaluate(behind)).toMatchObject({ middle: '', inert: false })
})

test('a browser without inert does not paint a hidden frame', async () => {
  const visit = await shop.visit({
    before: async (page) => {
      await page.addInitScript('delete HTMLElement.prototype.inert')
      await hang(page)
    },
  })
  await visit.page.evaluate('Cedi.preload()')
  await expect.poll(() => visit.page.locator('cedi-checkout iframe').count()).toBe(1)
  const hidden = `['dialog', 'iframe'].map((name) => getComputedStyle(document.querySelector('cedi-checkout').shadowRoot.querySelector(name)).visibility)`
  expect(await visit.page.evaluate(hidden)).toEqual(['hidden', 'hidden'])
  await visit.page.click('#buy')
  expect(await visit.page.evaluate(hidden)).toEqual(['visible', 'hidden'])
})

test('with the keyboard, the focus moves in, the page is inert, Escape closes, and the focus returns', async () => {
  const visit = await shop.visit()
  await visit.page.keyboard.press('Tab')
  await visit.page.keyboard.press('Enter')
  await visit.checkout()
  await expect.poll(() => visit.page.evaluate(focusedScript)).toBe('iframe')
  await visit.page.keyboard.press('Shift+Tab')
  for (let step = 0; step < 6; step++) {
    expect(['buy', 'a']).not.toContain(await visit.page.evaluate(focusedScript))
    await visit.page.keyboard.press('Tab')
  }
  await visit.page.locator('cedi-checkout .bar button').focus()
  await visit.page.keyboard.press('Escape')
  await expect.poll(visit.readEvents).toContain('close:cancelled')
  expect(await visit.page.evaluate(focusedScript)).toBe('buy')
})

test('the accessibility tree has a modal dialog, a close button and a frame, each with a name', async () => {
  const visit = await shop.visit({ root: 'lang="fr"' })
  await visit.page.click('#buy')
  await visit.checkout()
  const dialog = visit.page.getByRole('dialog', { name: 'Paiement' })
  await dialog.waitFor()
  await dialog.getByRole('button', { name: 'Fermer' }).waitFor()
  expect(await dialog.locator('iframe').getAttribute('title')).toBe('Paiement')
  const box = await dialog.getByRole('button', { name: 'Fermer' }).boundingBox()
  expect([box?.width, box?.height].every((side) => (side ?? 0) >= 44)).toBe(true)
  expect(await visit.page.getByRole('heading', { name: 'Shop' }).isVisible()).toBe(true)
  expect(await dialog.evaluate((node) => node.matches(':modal'))).toBe(true)
})

test('Back closes the popup and keeps history.state and the scroll position', async () => {
  const visit = await shop.visit()
  await visit.page.evaluate(`history.replaceState({ router: 7 }, '')`)
  const length = await visit.page.evaluate<number>('history.length')
  await visit.page.evaluate('openIt({ closeOnBack: true })')
  await visit.checkout()
  expect(await visit.page.evaluate('history.state')).toEqual({ router: 7 })
  await visit.page.evaluate('history.back()')
  await expect.poll(visit.readEvents).toContain('close:cancelled')
  expect(await visit.page.evaluate('[history.state, location.pathname]')).toEqual([
    { router: 7 },
    new URL(visit.url).pathname,
  ])
  // When the button closes the popup, its history entry is removed.
  await visit.page.evaluate('openIt({ closeOnBack: true })')
  await visit.page.click('cedi-checkout .bar button')
  await expect.poll(async () => (await visit.readEvents()).filter((line) => line === 'close:cancelled').length).toBe(2)
  await visit.page.evaluate(`history.pushState(null, '', '#next')`)
  expect(await visit.page.evaluate('history.length')).toBe(length + 1)
})

test('Back asks the buyer first while a prompt is pending', async () => {
  const visit = await shop.visit()
  await visit.page.evaluate('openIt({ closeOnBack: true })')
  const frame = await visit.checkout()
  await frame.evaluate(`say('cedi.state', { state: 'prompt', ref: 'PAY_B' })`)
  await expect.poll(() => visit.page.evaluate('session.state')).toBe('prompt')
  await visit.page.evaluate('history.back()')
  await visit.page.getByRole('button', { name: 'Keep waiting' }).click()
  await visit.page.evaluate('history.back()')
  await visit.page.getByRole('button', { name: 'Stop waiting' }).click()
  await expect.poll(visit.readEvents).toContain('close:pending:PAY_B')
})

test('a history entry for Back is added by default on a touch screen, and not with a mouse', async () => {
  const touch = await shop.visit({ browser: { hasTouch: true, isMobile: true } })
  const before = await touch.page.evaluate<number>('history.length')
  await touch.page.tap('#buy')
  // The browser delays the click of a tap until it cannot be the first of a double tap.
  await touch.checkout()
  expect(await touch.page.evaluate('history.length')).toBe(before + 1)
  const mouse = await shop.visit()
  const other = await mouse.page.evaluate<number>('history.length')
  await mouse.page.click('#buy')
  await mouse.checkout()
  expect(await mouse.page.evaluate('history.length')).toBe(other)
})

test('the page does not scroll behind the popup, keeps its inline styles, and has nothing left over after closing', async () => {
  const visit = await shop.visit({
    body: '<main style="height:3000px"><button id="buy">Buy</button></main><script src="/open.js"></script>',
    root: 'lang="en" style="overflow-y: scroll; color: green"',
  })
  const style = `[document.documentElement.getAttribute('style'), document.body.getAttribute('style'), document.documentElement.outerHTML.length, document.adoptedStyleSheets.length]`
  const before = await visit.page.evaluate(style)
  const width = await visit.page.evaluate(`document.querySelector('main').getBoundingClientRect().width`)
  await visit.page.click('#buy')
  await visit.checkout()
  expect(await visit.page.evaluate(`getComputedStyle(document.documentElement).overflowY`)).toBe('hidden')
  expect(await visit.page.evaluate(`document.documentElement.getAttribute('style')`)).toBe(
    'overflow-y: scroll; color: green',
  )
  expect(await visit.page.evaluate(`document.querySelector('main').getBoundingClientRect().width`)).toBe(width)
  await visit.page.click('cedi-checkout .bar button')
  await expect.poll(visit.readEvents).toContain('close:cancelled')
  expect(await visit.page.evaluate(style)).toEqual(before)
  expect(await visit.page.evaluate(`getComputedStyle(document.documentElement).overflowY`)).toBe('scroll')
})

test('nothing on the page moves when the popup opens', async () => {
  const visit = await shop.visit({
    before: (page) =>
      page.addInitScript(
        `window.shift = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) shift += entry.value }).observe({ type: 'layout-shift', buffered: true })`,
      ),
  })
  await visit.page.evaluate('openIt()')
  await visit.checkout()
  await visit.page.waitForTimeout(200)
  expect(await visit.page.evaluate('shift')).toBe(0)
})

test('an unresponsive service is reported as slow after 8 s, and after 20 s the buyer gets two ways out', async () => {
  let restoreNetwork = (): void => {}
  const visit = await shop.visit({
    before: async (page) => {
      await page.clock.install({ time: 0 })
      restoreNetwork = await hang(page)
    },
  })
  // From here only the test moves the clock.
  await visit.page.clock.pauseAt(3_600_000)
  await visit.page.click('#buy')
  await visit.page.clock.runFor(100)
  expect(await visit.page.getByRole('status').textContent()).toBe('Opening…')
  await visit.page.clock.runFor(7_800)
  expect(await visit.page.getByRole('status').textContent()).toBe('Opening…')
  await visit.page.clock.runFor(200)
  expect(await visit.page.getByRole('status').textContent()).toContain('Slow')
  await visit.page.clock.runFor(12_000)
  expect(await visit.page.getByRole('status').textContent()).toBe('The checkout could not start.')
  expect(await visit.page.getByRole('link', { name: 'Open the full page' }).getAttribute('href')).toBe(
    `${shop.service.url}/pay/some.token`,
  )
  expect(await visit.page.evaluate(focusedScript)).toBe('button')
  restoreNetwork()
  await visit.page.clock.resume()
  await visit.page.getByRole('button', { name: 'Try again' }).click()
  const frame = await visit.checkout()
  expect(await frame.evaluate('heard[0].result.token')).toBe('some.token')
  expect(await visit.page.getByRole('status').count()).toBe(0)
})

test('each retry has the full time limit', async () => {
  const visit = await shop.visit({
    before: async (page) => {
      await page.clock.install({ time: 0 })
      await hang(page)
    },
  })
  await visit.page.clock.pauseAt(3_600_000)
  await visit.page.click('#buy')
  await visit.page.clock.runFor(7_000)
  // The connection was lost and restored.
  await visit.page.evaluate('dispatchEvent(new Event("online"))')
  await visit.page.clock.runFor(7_000)
  expect(await visit.page.getByRole('status').textContent()).toBe('Opening…')
  await visit.page.clock.runFor(1_100)
  expect(await visit.page.getByRole('status').textContent()).toBe('Slow connection.')
})

test('the popup reports that the device is offline immediately, focuses the button, and opens when the connection is back', async () => {
  const visit = await shop.visit()
  await visit.page.context().setOffline(true)
  await visit.page.click('#buy')
  await visit.page.getByText('You are offline.').waitFor()
  const retryButton = visit.page.getByRole('button', { name: 'Try again' })
  expect(await retryButton.evaluate((node) => node.matches(':focus'))).toBe(true)
  await visit.page.context().setOffline(false)
  await visit.checkout()
})

test('a session that its intent function closes leaves nothing open and throws nothing', async () => {
  const visit = await shop.visit()
  await visit.page.evaluate(
    `openIt({ intent: () => { Cedi.checkout({ intent: 'other.token' }).close(); return 'some.token' } })`,
  )
  await expect.poll(visit.readEvents).toContain('close:cancelled')
  expect(await visit.page.locator('cedi-checkout').count()).toBe(0)
})

test('a link with data-cedi-intent opens the popup, but stays a link with a modifier key, the middle button, or a page that handles it', async () => {
  const visit = await shop.visit({
    body: `<main id="place"></main>`,
  })
  await visit.page.evaluate(
    `document.querySelector('#place').innerHTML = '<a href="${shop.service.url}/pay/link.token" data-cedi-intent="link.token"><b>Pay</b></a>'`,
  )
  const tab = visit.page.context().waitForEvent('page')
  await visit.page.locator('#place b').click({ modifiers: ['ControlOrMeta'] })
  expect((await tab).url()).toContain('/pay/link.token')
  expect(await visit.page.locator('cedi-checkout').count()).toBe(0)
  const next = visit.page.context().waitForEvent('page')
  await visit.page.locator('#place b').click({ button: 'middle' })
  await (await next).close()
  expect(await visit.page.locator('cedi-checkout').count()).toBe(0)
  await visit.page.locator('#place b').click()
  const frame = await visit.checkout()
  await expect.poll(() => frame.evaluate('document.querySelector("h1").textContent')).toBe('link.token')
  const other = await shop.visit({
    body: `<a href="#taken" data-cedi-intent="link.token">Pay</a><script>document.querySelector('a').onclick = (event) => event.preventDefault()</script>`,
  })
  await other.page.click('a')
  expect(await other.page.locator('cedi-checkout').count()).toBe(0)
})

test('a link whose text is in a shadow root opens the popup too', async () => {
  const visit = await shop.visit({
    body: `<a href="#link" data-cedi-intent="link.token"><pay-words></pay-words></a><script>customElements.define('pay-words', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'open' }).append(Object.assign(document.createElement('b'), { textContent: 'Pay now' })) } })</script>`,
  })
  await visit.page.click('a')
  await visit.checkout()
  expect(visit.page.url()).toBe(visit.url)
})

test('a queued callback that throws does not stop the callbacks after it', async () => {
  const visit = await shop.visit({
    head: `<script>window.ran = []; window.cediQueue = [() => { throw new Error('mine') }, (Cedi) => ran.push(typeof Cedi.checkout)]</script><script src="${shop.service.url}/service.js"></script>`,
  })
  expect(await visit.page.evaluate('ran')).toEqual(['function'])
  expect(visit.errors).toEqual(['mine'])
})

test('callbacks queued before and after the script has loaded are run', async () => {
  const visit = await shop.visit({
    head: `<script>window.ran = []; window.cediQueue = [(Cedi) => ran.push(typeof Cedi.checkout)]</script><script async src="${shop.service.url}/service.js"></script>`,
  })
  await expect.poll(() => visit.page.evaluate('ran')).toEqual(['function'])
  await visit.page.evaluate('cediQueue.push((Cedi) => ran.push(Cedi.version))')
  expect(await visit.page.evaluate('ran')).toEqual(['function', version])
})

test('a preloaded frame opens without another request and gets the token through its port, and saveData is respected', async () => {
  const visit = await shop.visit()
  shop.service.requests.length = 0
  await visit.page.evaluate('Cedi.preload()')
  await expect.poll(() => shop.service.requests.length).toBeGreaterThan(1)
  await visit.page.waitForTimeout(200)
  const before = shop.service.requests.length
  await visit.page.click('#buy')
  const frame = await visit.checkout()
  expect(await frame.evaluate('heard[0].result.token')).toBe('some.token')
  expect(shop.service.requests.length).toBe(before)
  const saving = await shop.visit({
    before: (page) =>
      page.addInitScript(`Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`),
  })
  await saving.page.evaluate('Cedi.preload()')
  await saving.page.waitForTimeout(300)
  expect(await saving.page.locator('cedi-checkout').count()).toBe(0)
})

test('a preloaded frame that the page removed, for example by redrawing itself, is created again by the click', async () => {
  const visit = await shop.visit()
  const countRequests = () => shop.service.requests.filter(({ url }) => url.startsWith('/checkout')).length
  shop.service.requests.length = 0
  await visit.page.evaluate('Cedi.preload()')
  await expect.poll(countRequests).toBe(1)
  await visit.page.waitForTimeout(300)
  await visit.page.evaluate('document.documentElement.replaceChildren(document.head, document.body)')
  await visit.page.click('#buy')
  const frame = await visit.checkout()
  expect(await frame.evaluate('heard.map(({ result }) => result?.token)')).toEqual(['some.token'])
  expect(countRequests()).toBe(2)
  expect(await visit.page.locator('cedi-checkout dialog').evaluate((node) => node.matches(':modal'))).toBe(true)
  await visit.page.click('cedi-checkout .bar button')
  await expect.poll(visit.readEvents).toContain('close:cancelled')
  expect(await visit.page.evaluate('getComputedStyle(document.documentElement).overflowY')).not.toBe('hidden')
  expect(visit.errors).toEqual([])
})

test('a preloaded frame whose first message follows its load event is not loaded again', async () => {
  const visit = await shop.visit({
    before: (page) =>
      page.route('**/fake.js', async (route) => {
        const response = await route.fetch()
        const lateScript = `addEventListener('load', () => setTimeout(() => (0, eval)(${JSON.stringify(await response.text())}), 300))`
        await route.fulfill({ response, body: lateScript })
      }),
  })
  const countRequests = () => shop.service.requests.filter(({ url }) => url.startsWith('/checkout')).length
  shop.service.requests.length = 0
  await visit.page.evaluate('Cedi.preload()')
  await expect.poll(countRequests).toBe(1)
  await visit.page.waitForTimeout(900)
  await visit.page.click('#buy')
  const frame = await visit.checkout()
  expect(await frame.evaluate('heard[0].result.token')).toBe('some.token')
  expect(countRequests()).toBe(1)
})

test('the click reloads a preloaded frame whose page failed, and waits for one that is still loading', async () => {
  const requestedUrls: string[] = []
  const visit = await shop.visit({
    before: (page) =>
      page.route(
        (url) => url.pathname === '/checkout',
        (route) => (requestedUrls.push(route.request().url()) > 1 ? route.continue() : route.abort('connectionreset')),
      ),
  })
  await visit.page.evaluate('Cedi.preload()')
  await expect.poll(() => requestedUrls.length).toBe(1)
  await visit.page.waitForTimeout(300)
  await visit.page.click('#buy')
  const frame = await visit.checkout()
  expect(await frame.evaluate('heard[0].result.token')).toBe('some.token')
  expect(requestedUrls.length).toBe(2)
  let release = (): void => {}
  const slow = await shop.visit({
    before: (page) =>
      page.route(
        (url) => url.pathname === '/checkout',
        async (route) => {
          requestedUrls.push(route.request().url())
          await new Promise<void>((done) => {
            release = done
          })
          await route.continue()
        },
      ),
  })
  await slow.page.evaluate('Cedi.preload()')
  await expect.poll(() => requestedUrls.length).toBe(3)
  await slow.page.click('#buy')
  await slow.page.waitForTimeout(200)
  release()
  await slow.checkout()
  expect(requestedUrls.length).toBe(3)
})

const swapBody = `{
  const next = document.createElement('body')
  next.append(Object.assign(document.createElement('p'), { textContent: 'another view' }))
  document.body.replaceWith(next)
}`

test('a router that replaces the body removes neither a preloaded frame nor an open checkout', async () => {
  const visit = await shop.visit()
  shop.service.requests.length = 0
  await visit.page.evaluate('Cedi.preload()')
  await expect.poll(() => shop.service.requests.length).toBeGreaterThan(1)
  await visit.page.evaluate(swapBody)
  await visit.page.evaluate('openIt()')
  const frame = await visit.checkout()
  await visit.page.evaluate(swapBody)
  await frame.evaluate(`say('ec.complete', { ref: 'PAY_R', status: 'succeeded' })`)
  await frame.evaluate(`say('cedi.close', { reason: 'done' })`)
  await expect.poll(visit.readEvents).toContain('close:succeeded:PAY_R')
  expect(await visit.page.evaluate('getComputedStyle(document.documentElement).overflowY')).toBe('visible')
  expect(visit.errors).toEqual([])
})

test('a page that replaces the whole document, as React does when hydration fails, keeps the open popup and its payment', async () => {
  const visit = await shop.visit()
  await visit.page.click('#buy')
  const frame = await visit.checkout()
  await frame.evaluate(`say('cedi.keep', { resume: 'secret' })`)
  await frame.evaluate(`say('cedi.state', { state: 'prompt', ref: 'PAY_H' })`)
  await expect.poll(() => visit.page.evaluate('session.state')).toBe('prompt')
  await visit.page.evaluate(`{
    const html = document.documentElement.cloneNode(false)
    html.append(document.head, document.body)
    document.replaceChild(html, document.documentElement)
  }`)
  const dialog = visit.page.locator('cedi-checkout dialog')
  await expect.poll(() => dialog.evaluate((node) => node.matches(':modal')).catch(() => false)).toBe(true)
  await expect
    .poll(async () => (await visit.checkout()).evaluate('heard.map(({ result }) => result?.resume)'))
    .toEqual(['secret'])
  expect(await visit.readEvents()).not.toContain('close:pending:PAY_H')
  const reloaded = await visit.checkout()
  await reloaded.evaluate(`say('ec.complete', { ref: 'PAY_H', status: 'succeeded' })`)
  await reloaded.evaluate(`say('cedi.close', { reason: 'done' })`)
  await expect.poll(visit.readEvents).toContain('close:succeeded:PAY_H')
  expect(visit.errors).toEqual([])
})

test('a page that goes on removing the popup ends it', async () => {
  const visit = await shop.visit()
  await visit.page.click('#buy')
  await visit.checkout()
  await visit.page.evaluate(
    `new MutationObserver(() => document.querySelector('cedi-checkout')?.remove()).observe(document, { childList: true, subtree: true }), document.querySelector('cedi-checkout').remove()`,
  )
  await expect.poll(visit.readEvents).toContain('close:cancelled')
  expect(await visit.page.locator('cedi-checkout').count()).toBe(0)
  expect(visit.errors).toEqual([])
})

test('a checkout whose container is removed is over: its result settles, and the next one opens at once', async () => {
  const visit = await shop.visit({ body: '<main></main><script src="/open.js"></script>' })
  const open = `(document.querySelector('main').innerHTML = '<div id="box"></div>', openIt({ mode: 'inline', container: document.querySelector('#box') }))`
  await visit.page.evaluate(open)
  const frame = await visit.checkout()
  await frame.evaluate(`say('cedi.state', { state: 'prompt', ref: 'PAY_C' })`)
  await expect.poll(() => visit.page.evaluate('session.state')).toBe('prompt')
  await visit.page.evaluate(`document.querySelector('#box').remove()`)
  await expect.poll(visit.readEvents).toEqual(['pending:pending:PAY_C', 'result:pending:PAY_C', 'close:pending:PAY_C'])
  // All in one step, as a framework does it.
  await visit.page.evaluate(open)
  expect(await visit.page.evaluate(`{ const before = session; ${open} !== before }`)).toBe(true)
  await visit.checkout()
  expect(await visit.page.locator('cedi-checkout').count()).toBe(1)
  expect(visit.errors).toEqual([])
})

test('an inline checkout moves neither the focus nor the scroll position', async () => {
  const visit = await shop.visit({
    body: '<main><input id="mail"><div style="height:3000px"></div><div id="box"></div></main><script src="/open.js"></script>',
  })
  await visit.page.focus('#mail')
  await visit.page.evaluate(`openIt({ mode: 'inline', container: document.querySelector('#box') }), 0`)
  await visit.page.keyboard.type('ama')
  await visit.checkout()
  await visit.page.locator('cedi-checkout iframe').waitFor()
  await visit.page.keyboard.type('@shop.example')
  expect(await visit.page.inputValue('#mail')).toBe('ama@shop.example')
  expect(await visit.page.evaluate('scrollY')).toBe(0)
})

test('on a screen of 320 by 180 px the frame is not taller than the popup', async () => {
  const visit = await shop.visit({ browser: { viewport: { width: 320, height: 180 } } })
  await visit.page.click('#buy')
  await visit.checkout()
  const frame = await visit.page.locator('cedi-checkout iframe').boundingBox()
  const dialog = await visit.page.locator('cedi-checkout dialog').boundingBox()
  if (!frame || !dialog) throw new Error('nothing is drawn')
  expect(frame.height).toBeGreaterThan(50)
  expect(frame.y + frame.height).toBeLessThanOrEqual(dialog.y + dialog.height + 0.5)
})

test('the script loads, stores and observes nothing before the click', async () => {
  const visit = await shop.visit()
  shop.service.requests.length = 0
  await visit.page.waitForTimeout(300)
  expect(shop.service.requests).toEqual([])
  expect(
    await visit.page.evaluate(
      '[document.cookie, localStorage.length, sessionStorage.length, document.querySelectorAll("cedi-checkout").length]',
    ),
  ).toEqual(['', 0, 0, 0])
})

test('mode inline renders in the container, tab offers a link, and redirect leaves the page, also in an old browser', async () => {
  const inline = await shop.visit()
  await inline.page.evaluate(`openIt({ mode: 'inline', container: document.querySelector('main') })`)
  await inline.checkout()
  expect(await inline.page.locator('main > cedi-checkout').count()).toBe(1)
  expect(await inline.page.evaluate('getComputedStyle(document.documentElement).overflowY')).toBe('visible')
  const tab = await shop.visit()
  await tab.page.evaluate(`openIt({ mode: 'tab' })`)
  expect(await tab.page.getByRole('link', { name: 'Open the full page' }).getAttribute('target')).toBe('_blank')
  const redirect = await shop.visit()
  await redirect.page.evaluate(`openIt({ mode: 'redirect' }), 0`)
  await redirect.page.waitForURL(`${shop.service.url}/pay/some.token`)
  const old = await shop.visit({
    before: (page) =>
      page.addInitScript('delete HTMLDialogElement.prototype.showModal; delete window.HTMLDialogElement'),
  })
  await old.page.click('#buy')
  await old.page.waitForURL(`${shop.service.url}/pay/some.token`)
})

test('the page outside the popup announces the outcome in French as well as in English', async () => {
  const visit = await shop.visit({ before: hang, root: 'lang="fr-CI" dir="ltr"' })
  await visit.page.click('#buy')
  expect(await visit.page.getByRole('status').textContent()).toBe('Ouverture…')
  expect(await visit.page.locator('cedi-checkout dialog').getAttribute('lang')).toBe('fr')
  // The page in the frame is in that language from the start.
  expect(await visit.page.locator('cedi-checkout iframe').getAttribute('src')).toMatch(/&lang=fr$/)
})

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [360, 1280])
    test(`axe finds nothing: ${colorScheme}, ${width} px`, async () => {
      let restoreNetwork = (): void => {}
      const visit = await shop.visit({
        browser: { colorScheme, viewport: { width, height: 740 }, bypassCSP: true },
        root: 'lang="en"',
        before: async (page) => {
          await page.clock.install()
          restoreNetwork = await hang(page)
        },
      })
      const check = async (state: string): Promise<void> => {
        const found = await visit.page.evaluate(
          `axe.run({ iframes: false }).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
        )
        expect([state, found]).toEqual([state, []])
      }
      await visit.page.evaluate(axe)
      await check('shop')
      await visit.page.click('#buy')
      await check('opening')
      await visit.page.clock.runFor(9_000)
      await check('slow')
      await visit.page.clock.runFor(12_000)
      await check('unreachable')
      restoreNetwork()
      await visit.page.clock.resume()
      await visit.page.getByRole('button', { name: 'Try again' }).click()
      const frame = await visit.checkout()
      await frame.evaluate(`say('cedi.state', { state: 'prompt', ref: 'PAY_A' })`)
      await frame.evaluate(`say('cedi.resize', { height: 420 })`)
      await expect.poll(() => visit.page.evaluate('session.state')).toBe('prompt')
      await check('checkout')
      await visit.page.click('cedi-checkout .bar button')
      await check('confirmClose')
    })

test.each([
  ['dark', 'auto', 'rgb(29, 26, 22)'],
  ['light', 'auto', 'rgb(255, 253, 248)'],
  ['light', 'dark', 'rgb(29, 26, 22)'],
  ['dark', 'light', 'rgb(255, 253, 248)'],
] as const)(
  'on a %s device with the theme %s the popup has the background %s',
  async (colorScheme, theme, expected) => {
    const visit = await shop.visit({ browser: { colorScheme }, before: hang })
    await visit.page.evaluate(`window.wish = { theme: '${theme}' }`)
    await visit.page.click('#buy')
    expect(
      await visit.page.locator('cedi-checkout dialog').evaluate((node) => getComputedStyle(node).backgroundColor),
    ).toBe(expected)
  },
)

test('in forced colours the popup has a border, and with reduced motion nothing rotates', async () => {
  const visit = await shop.visit({ browser: { forcedColors: 'active' }, before: hang })
  await visit.page.click('#buy')
  await visit.page.getByText('Opening…').waitFor()
  expect(
    await visit.page
      .locator('cedi-checkout dialog')
      .evaluate((node) => [
        getComputedStyle(node).outlineStyle,
        getComputedStyle(node.querySelector('i') as Element).animationName,
      ]),
  ).toEqual(['solid', 'none'])
})

test('the npm package does nothing on a server and opens the same popup in a page', async () => {
  const { createCedi } = await import('../src/index.js').catch(() => ({ createCedi: undefined }))
  expect(createCedi).toBeTypeOf('function')
  expect(() => createCedi?.({ baseUrl: 'http://pay.example/' })).toThrow('http://pay.example must be https')
})
