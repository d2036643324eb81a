import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { openShop, type Shop, type Visit, type VisitOptions } from '@cedi/service-js/test/shop'
import { afterAll, beforeAll, expect, test } from 'vitest'

let shop: Shop
beforeAll(async () => {
  shop = await openShop(['service-js', 'embed-js'])
})
afterAll(() => shop.close())

const tag = (attributes = '', loading = 'async'): string =>
  `<script ${loading} src="${shop.service.url}/embed.js" data-handle="ama" data-product="ebook" ${attributes}></script>`
const visit = (body: string, options: VisitOptions = {}): Promise<Visit> => shop.visit({ head: '', body, ...options })
const button = (seen: Visit) => seen.page.locator('cedi-buy-button a')

const cors = { 'access-control-allow-origin': '*' }
/** Token of a checkout intent over GH₵50.00. */
const token = `${Buffer.from(JSON.stringify({ n: 'Ama', a: 5000 })).toString('base64url')}.x`

/** Lets the service respond to the button with these records. */
const respond =
  ({ product = {}, intent = {} }: { product?: object; intent?: object }) =>
  (page: Visit['page']) =>
    page.route('**/checkout/embed?*', (route) =>
      route.fulfill({
        headers: cors,
        json: { success: true, data: route.request().method() === 'POST' ? intent : product },
      }),
    )

/** Clicks the button and completes the payment. */
async function pay(seen: Visit): Promise<void> {
  await button(seen).click()
  const frame = await seen.checkout()
  await frame.evaluate(`say('ec.complete', { ref: 'PAY_1', status: 'succeeded' })`)
  await frame.evaluate(`say('cedi.close', { reason: 'done' })`)
  await expect.poll(() => seen.page.locator('cedi-checkout dialog[open]').count()).toBe(0)
}

test('data-email, data-phone and data-name reach the checkout, and an invalid one is left out with a warning', async () => {
  const seen = await visit(tag('data-email="efua@mail.example" data-phone="024 412 3789" data-name="Efua Mensah"'))
  await button(seen).click()
  const frame = await seen.checkout()
  const readPrefill = `heard.find(({ result }) => result)?.result.prefill`
  expect(await frame.evaluate(readPrefill)).toMatchObject({
    email: 'efua@mail.example',
    phone: '024 412 3789',
    name: 'Efua Mensah',
  })
  const wrong = await visit(tag('data-email="efua" data-phone="soon"'))
  await button(wrong).click()
  expect(await (await wrong.checkout()).evaluate(`JSON.stringify(${readPrefill})`)).toBe('{}')
  expect(wrong.warnings).toEqual([
    expect.stringMatching(/data-email="efua" must be an e-mail address; data-phone="soon" must be a phone number/),
  ])
})

test('events carry product, amount, currency, quantity and the reference of the payment', async () => {
  const seen = await visit(
    `${tag('data-quantity="2" data-ref="cart-7"')}<script>window.details = []
    for (const name of ['open', 'success']) document.addEventListener('cedi:' + name, ({ detail }) => details.push(detail))</script>`,
    { before: respond({ intent: { token, amount: 50, currency: 'GHS' } }) },
  )
  await pay(seen)
  const [open, success] = (await seen.page.evaluate('details')) as object[]
  expect(open).toEqual({ product: 'ebook', reference: 'cart-7' })
  expect(success).toMatchObject({
    product: 'ebook',
    amount: 50,
    currency: 'GHS',
    quantity: 2,
    ref: 'PAY_1',
    reference: 'cart-7',
  })
})

test('the script of the guide reports a purchase with consent, and once per payment', async () => {
  const guide = readFileSync(new URL('../../../docs/guides/analytics.md', import.meta.url), 'utf8')
  const script = /```html\n(.*?)```/s.exec(guide)?.[1]
  const analytics = `<script>window.dataLayer = []; window.fbqCalls = []
    function gtag() { dataLayer.push([...arguments]) } function fbq() { fbqCalls.push([...arguments]) }</script>`
  // The second payment is a stored one: the service returns its token without an amount.
  const seen = await visit(`${analytics}${script}${tag()}`, {
    before: respond({ intent: { token, amount: 50, currency: 'GHS' } }),
  })
  const readCalls = () => seen.page.evaluate('[dataLayer, fbqCalls]')
  await pay(seen)
  expect(await readCalls()).toEqual([[], []])
  await seen.page.evaluate(`localStorage.setItem('consent', 'yes')`)
  const purchase = {
    transaction_id: 'PAY_1',
    value: 50,
    currency: 'GHS',
    items: [{ item_id: 'ebook', quantity: 1 }],
  }
  const metaPurchase = { value: 50, currency: 'GHS', content_ids: ['ebook'], content_type: 'product', num_items: 1 }
  for (let time = 0; time < 2; time++) {
    await pay(seen)
    expect(await readCalls()).toEqual([
      [['event', 'purchase', purchase]],
      [['track', 'Purchase', metaPurchase, { eventID: 'PAY_1' }]],
    ])
  }
  await seen.page.reload()
  await pay(seen)
  expect(await readCalls()).toEqual([[], []])
})

test('a pending payment from an earlier visit has an amount and no quantity', async () => {
  const seen = await visit(
    `${tag('data-quantity="2"')}<script>document.addEventListener('cedi:success', ({ detail }) => (window.detail = detail))</script>`,
    { before: respond({ intent: { token } }) },
  )
  await pay(seen)
  const detail = await seen.page.evaluate('detail')
  expect(detail).toMatchObject({ amount: 50, currency: 'GHS' })
  expect(detail).not.toHaveProperty('quantity')
})

const kente = { price: 'GH₵120.00', name: 'Kente tote <b>', image_url: 'https://ama.example/tote.svg' }
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="6"><rect width="8" height="6" fill="green"/></svg>'
const readCard = `[...document.querySelector('cedi-buy-button').shadowRoot.querySelectorAll('[part]')]
  .map((node) => node.part + ': ' + (node.part == 'card' ? '' : node.textContent))`

test('a pending payment that the buyer returns to after a question has an amount and no quantity', async () => {
  const question = { text: 'You have a payment.', show: 'See that payment', pay_again: 'Pay again' }
  const seen = await visit(
    `${tag()}<script>document.addEventListener('cedi:success', ({ detail }) => (window.detail = detail))</script>`,
    { before: respond({ intent: { question } }) },
  )
  await seen.page.evaluate(
    ([name, payment]) => localStorage.setItem(name as string, payment as string),
    [`cedi:${shop.service.url}/@ama/ebook`, JSON.stringify({ token, resume: 'one' })],
  )
  await button(seen).click()
  await seen.page.getByRole('button', { name: 'See that payment' }).click()
  const frame = await seen.checkout()
  await frame.evaluate(`say('ec.complete', { ref: 'PAY_1', status: 'succeeded' })`)
  await expect.poll(() => seen.page.evaluate('detail')).toMatchObject({ amount: 50, currency: 'GHS' })
  expect(await seen.page.evaluate('detail')).not.toHaveProperty('quantity')
})

test('a card shows picture, name, price and button, and nothing on the page moves', async () => {
  const seen = await visit(`<main>${tag('data-layout="card"', '')}<p>below</p></main>`, {
    async before(page) {
      await page.addInitScript(
        `window.moved = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) moved += entry.value }).observe({ type: 'layout-shift', buffered: true })`,
      )
      await respond({ product: kente })(page)
      await page.route('https://ama.example/*', (route) =>
        route.fulfill({ contentType: 'image/svg+xml', body: picture }),
      )
    },
  })
  await seen.page.locator('cedi-buy-button img').waitFor()
  expect(await seen.page.evaluate(readCard)).toEqual([
    'card: ',
    'picture: ',
    'name: Kente tote <b>',
    'price: GH₵120.00',
    'button: Buy now',
  ])
  expect(await seen.page.evaluate('moved')).toBe(0)
  expect(await seen.page.locator('cedi-buy-button img').getAttribute('referrerpolicy')).toBe('no-referrer')
  await button(seen).click()
  await seen.checkout()
})

test('a card without a picture, or whose picture is blocked, shows the first letter of the name', async () => {
  for (const image_url of [null, 'https://ama.example/gone.png']) {
    const seen = await visit(tag('data-layout="card"'), {
      async before(page) {
        await respond({ product: { ...kente, image_url } })(page)
        await page.route('https://ama.example/*', (route) => route.abort())
      },
    })
    await expect.poll(() => seen.page.evaluate(readCard)).toContain('picture: K')
    expect(await seen.page.locator('cedi-buy-button img').count()).toBe(0)
  }
})

test.each([320, 1280])('a card fits on a page of %d px, and axe finds nothing', async (width) => {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  const seen = await visit(`<main><h1>Shop</h1>${tag('data-layout="card"')}</main>`, {
    browser: { viewport: { width, height: 700 } },
    before: respond({ product: { ...kente, image_url: null, name: 'Adinkrahandwovenbagsofbonwire'.repeat(3) } }),
  })
  await expect.poll(() => seen.page.evaluate(readCard)).toContain('picture: A')
  expect(await seen.page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await seen.page.evaluate(axe)
  expect(await seen.page.evaluate('axe.run().then(({ violations }) => violations.map(({ id }) => id))')).toEqual([])
})
