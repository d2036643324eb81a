import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { bundleOf, openShop, type Shop, type Visit, type VisitOptions } from '@cedi/service-js/test/shop'
import { afterAll, beforeAll, expect, test } from 'vitest'

let shop: Shop
beforeAll(async () => {
  shop = await openShop(['service-js', 'embed-js'])
})
afterAll(() => shop.close())

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const tag = (moreAttributes = '', attributes = 'async'): string =>
  `<script ${attributes} src="${shop.service.url}/embed.js" data-handle="ama" data-product="ebook" ${moreAttributes}></script>`
const visit = (body: string, options: VisitOptions = {}): Promise<Visit> => shop.visit({ head: '', body, ...options })
const button = (seen: Visit) => seen.page.locator('cedi-buy-button a')
const listen = `window.heard = []; for (const name of ['open', 'prompt', 'success', 'pending', 'failed', 'close']) document.addEventListener('cedi:' + name, (event) => heard.push(name + ':' + (event.detail.outcome?.status ?? '') + ':' + event.detail.reference))`

test.each([
  ['async', 'async'],
  ['defer', 'defer'],
  ['plain', ''],
  ['a module', 'type="module" crossorigin'],
])('the tag as %s puts a real link where it stands', async (_, attributes) => {
  const seen = await visit(
    `<main><p id="before">x</p>${tag('data-label="Get it"', attributes)}<p id="after">y</p></main>`,
  )
  await button(seen).waitFor()
  expect(await button(seen).getAttribute('href')).toBe(`${shop.service.url}/@ama/ebook`)
  expect(await button(seen).textContent()).toBe('Get it')
  expect(await seen.page.locator('#before ~ cedi-buy-button ~ #after').count()).toBe(1)
  expect(seen.errors).toEqual([])
  expect(seen.warnings).toEqual([])
})

test('a tag in the head shows its button on the page, or in the element of data-target, also one added later', async () => {
  const head = await shop.visit({ head: tag('', 'async'), body: '<main>text</main>' })
  await button(head).waitFor()
  expect(await button(head).isVisible()).toBe(true)
  const target = await shop.visit({ head: tag('data-target="#later"'), body: '<main>text</main>' })
  await target.page.waitForTimeout(200)
  expect(await button(target).count()).toBe(0)
  await target.page.evaluate(
    `document.querySelector('main').append(Object.assign(document.createElement('div'), { id: 'later' }))`,
  )
  await target.page.locator('#later cedi-buy-button a').waitFor()
})

test('a target that the page redraws gets its button again, and an invalid selector gives one warning', async () => {
  const seen = await shop.visit({
    head: tag('data-target="#buy"'),
    body: '<main><div id="buy"></div></main>',
  })
  await button(seen).waitFor()
  await seen.page.evaluate(`document.querySelector('main').innerHTML = '<p>another view</p>'`)
  await seen.page.waitForTimeout(100)
  expect(await button(seen).count()).toBe(0)
  await seen.page.evaluate(`document.querySelector('main').innerHTML = '<div id="buy"></div>'`)
  await seen.page.locator('#buy cedi-buy-button a').waitFor()
  expect(await button(seen).count()).toBe(1)
  const invalidVisit = await visit(`<main></main>${tag('data-target="##buy"')}`)
  await expect.poll(() => invalidVisit.warnings.length).toBe(1)
  await invalidVisit.page.evaluate(`document.querySelector('main').append('more'), __cediEmbed.scan()`)
  expect(invalidVisit.warnings).toEqual([
    expect.stringContaining(
      '[embed.js] data-target="##buy" is not a valid selector; no button was added. Copy the tag from the portal.',
    ),
  ])
})

test('tags inserted later get their buttons, many on one page, even when the script is loaded many times', async () => {
  const seen = await visit(`<main>${tag()}${tag('data-label="Two"')}</main>`)
  await expect.poll(() => button(seen).count()).toBe(2)
  await seen.page.evaluate((src) => {
    const script = Object.assign(document.createElement('script'), { src, async: true })
    script.dataset['handle'] = 'kofi'
    script.dataset['product'] = 'kente-tote'
    document.querySelector('main')?.append(script)
  }, `${shop.service.url}/embed.js`)
  await expect.poll(() => button(seen).count()).toBe(3)
  await seen.page.evaluate('__cediEmbed.scan()')
  await seen.page.waitForTimeout(100)
  expect(await button(seen).count()).toBe(3)
})

test('a framework that mounts, unmounts and mounts again gets one button, and a changed attribute changes the link', async () => {
  const seen = await visit(`<main id="root"></main>`)
  await seen.page.evaluate((src) => {
    const mount = () => {
      const script = Object.assign(document.createElement('script'), { src })
      script.dataset['handle'] = 'ama'
      script.dataset['product'] = 'ebook'
      document.querySelector('#root')?.append(script)
      return () => script.remove()
    }
    mount()()
    mount()
  }, `${shop.service.url}/embed.js`)
  await button(seen).first().waitFor()
  await seen.page.waitForTimeout(100)
  expect(await button(seen).count()).toBe(1)
  await seen.page.evaluate(`document.querySelector('cedi-buy-button').setAttribute('data-product', 'song')`)
  expect(await button(seen).getAttribute('href')).toBe(`${shop.service.url}/@ama/song`)
})

test.each(['text/plain', 'javascript/blocked'])(
  'a script that a consent tool disabled with the type %s has no button',
  async (type) => {
    const disabled = tag('data-product="song"', `type="${type}"`)
    const seen = await visit(`<main>${disabled}</main>${tag()}`)
    await button(seen).waitFor()
    expect(await button(seen).count()).toBe(1)
  },
)

test('a consent tool that enables a script, or runs it twice beside its tag, gets one button', async () => {
  const disabled = '<script type="text/plain" src="/embed.js" data-handle="ama" data-product="ebook"></script>'
  const seen = await visit(`<main>${disabled.replace('/embed.js', `${shop.service.url}/embed.js`)}</main>`)
  await seen.page.evaluate(() => {
    const tag = document.querySelector('main script') as HTMLScriptElement
    const enabled = document.createElement('script')
    for (const { name, value } of tag.attributes) if (name !== 'type') enabled.setAttribute(name, value)
    tag.after(enabled)
  })
  await button(seen).first().waitFor()
  await seen.page.evaluate(() => {
    for (const side of ['before', 'after'] as const) {
      const tag = document.querySelector('main script:not([type])') as HTMLScriptElement
      const copy = document.createElement('script')
      for (const { name, value } of tag.attributes) copy.setAttribute(name, value)
      tag[side](copy)
    }
  })
  await seen.page.waitForTimeout(200)
  expect(await button(seen).count()).toBe(1)
})

test('a click opens the checkout with an intent made by the service, and sends no amount and no price', async () => {
  const seen = await visit(
    `${tag('data-ref="cart-7" data-quantity="2" data-amount="1" data-price="1" data-currency="USD"')}<script>${listen}</script>`,
  )
  shop.service.requests.length = 0
  await button(seen).click()
  const frame = await seen.checkout()
  await expect.poll(() => frame.evaluate('document.querySelector("h1").textContent')).toBe('made.token')
  const intentRequest = shop.service.requests.find(({ url, body }) => body && url.startsWith('/checkout/embed?'))
  expect(intentRequest && JSON.parse(intentRequest.body)).toEqual({
    handle: 'ama',
    product: 'ebook',
    quantity: 2,
    ref: 'cart-7',
    return_url: seen.url,
  })
  expect(intentRequest?.headers['content-type']).toBe('text/plain;charset=UTF-8')
  await frame.evaluate(`say('cedi.state', { state: 'prompt', ref: 'PAY_1' })`)
  await frame.evaluate(`say('cedi.failed', { ref: 'PAY_1', code: 'pin', retryable: true })`)
  await frame.evaluate(`say('cedi.pending', { ref: 'PAY_1' })`)
  await frame.evaluate(`say('ec.complete', { ref: 'PAY_1', status: 'succeeded' })`)
  await frame.evaluate(`say('cedi.close', { reason: 'done' })`)
  await expect
    .poll(() => seen.page.evaluate('heard'))
    .toEqual([
      'open::cart-7',
      'prompt::cart-7',
      'failed:failed:cart-7',
      'pending:pending:cart-7',
      'success:succeeded:cart-7',
      'close:succeeded:cart-7',
    ])
  expect(seen.errors).toEqual([])
})

test('an invalid data-ref is left out, and an invalid data-quantity counts as one piece', async () => {
  const seen = await visit(tag('data-ref="a b" data-quantity="0"'))
  await button(seen).waitFor()
  shop.service.requests.length = 0
  await button(seen).click()
  await seen.checkout()
  const intentRequest = shop.service.requests.find(({ url, body }) => body && url.startsWith('/checkout/embed?'))
  // Compared as text: the body must not have an empty reference, which the service rejects.
  expect(intentRequest?.body).toBe(`{"handle":"ama","product":"ebook","quantity":1,"return_url":"${seen.url}"}`)
})

test('a link with data-cedi-buy works without the script, opens the popup with it, and stays a link with modifier keys', async () => {
  const seen = await visit(
    `<a href="${shop.service.url}/@ama/ebook" data-cedi-buy data-handle="ama" data-product="ebook"><i>Buy</i></a><script async src="${shop.service.url}/embed.js"></script>`,
  )
  await expect.poll(() => seen.page.evaluate('typeof __cediEmbed')).toBe('object')
  const tab = seen.page.context().waitForEvent('page')
  await seen.page.locator('a i').click({ modifiers: ['ControlOrMeta'] })
  const other = await tab
  // Chromium may never report the end of a page that closes while it loads.
  await other.waitForLoadState()
  await other.close()
  expect(await seen.page.locator('cedi-checkout dialog[open]').count()).toBe(0)
  await seen.page.locator('a i').click()
  await seen.checkout()
  expect(seen.warnings).toEqual([])
})

test('cedi:open and cedi:success can be cancelled, and data-success-url opens when the popup closes', async () => {
  const stopped = await visit(
    `${tag()}<script>document.addEventListener('cedi:open', (event) => event.preventDefault())</script>`,
  )
  await button(stopped).click()
  await stopped.page.waitForTimeout(300)
  expect(await stopped.page.locator('cedi-checkout dialog[open]').count()).toBe(0)
  const pay = async (attributes: string): Promise<Visit> => {
    const seen = await visit(`${tag('data-success-url="https://shop.example/thanks"')}<script>${attributes}</script>`, {
      before: (page) => page.route('https://shop.example/*', (route) => route.fulfill({ body: 'thanks' })),
    })
    await button(seen).click()
    const frame = await seen.checkout()
    await frame.evaluate(`say('ec.complete', { ref: 'PAY_1', status: 'succeeded' })`)
    await frame.evaluate(`say('cedi.close', { reason: 'done' })`)
    return seen
  }
  await (await pay('')).page.waitForURL('https://shop.example/thanks')
  const payment = await pay(`document.addEventListener('cedi:success', (event) => event.preventDefault())`)
  await payment.page.waitForTimeout(400)
  expect(payment.page.url()).toBe(payment.url)
})

const hostile = [
  '../evil',
  '..',
  '%2e%2e',
  '%2e%2e%2fevil',
  '//evil.example',
  '\\\\evil',
  'javascript:alert(1)',
  'a\u0000b',
  'a'.repeat(10_240),
  '__proto__',
  'ama/../x',
  'ama?x=1',
  'ama#z',
  ' ',
  '．．',
  '<img src=x onerror=alert(1)>',
  'constructor/',
]

test.each(hostile.map((value) => [JSON.stringify(value.slice(0, 40)), value] as const))(
  'row 8: the handle or product %s shows no button and gives one warning that says what to do',
  async (_, value) => {
    const seen = await visit('')
    for (const name of ['handle', 'product'])
      await seen.page.evaluate(
        ([src, key, text]) => {
          const script = Object.assign(document.createElement('script'), { src })
          Object.assign(script.dataset, { handle: 'ama', product: 'ebook', [key as string]: text })
          document.body.append(script, script.cloneNode())
        },
        [`${shop.service.url}/embed.js`, name, value],
      )
    await expect.poll(() => seen.warnings.length).toBe(2)
    await seen.page.evaluate('__cediEmbed.scan()')
    expect(seen.warnings).toEqual(
      ['handle', 'product'].map((name) =>
        expect.stringMatching(
          new RegExp(
            `^\\[embed\\.js\\] data-${name}(?: is missing|=".*" must be the .*); no button was added\\. Copy the tag from the portal\\.`,
            's',
          ),
        ),
      ),
    )
    expect(await seen.page.locator('cedi-buy-button').count()).toBe(0)
    expect(await seen.page.evaluate('({}).handle')).toBeUndefined()
    expect(seen.errors).toEqual([])
  },
)

test('an embed.js of another service, such as blog comments, is not taken for this one', async () => {
  const otherOrigin = `${shop.otherOrigin.url}/embed.js`
  const seen = await visit(
    `<script>const other = document.createElement('script'); other.type = 'text/plain'; other.src = '${otherOrigin}'; document.head.append(other)</script>${tag()}`,
  )
  await button(seen).waitFor()
  expect(await button(seen).getAttribute('href')).toBe(`${shop.service.url}/@ama/ebook`)
  expect(seen.warnings).toEqual([])
})

test('as a module, which has no document.currentScript, it is not mixed up with an embed.js of another service', async () => {
  const seen = await visit(
    `<script src="${shop.otherOrigin.url}/embed.js" async></script>${tag('', 'type="module" crossorigin')}`,
    { before: (page) => page.route(`${shop.otherOrigin.url}/embed.js`, (route) => route.fulfill({ body: '' })) },
  )
  await button(seen).waitFor()
  expect(await button(seen).getAttribute('href')).toBe(`${shop.service.url}/@ama/ebook`)
  expect(seen.warnings).toEqual([])
})

test("a service below a path is found there, and the shop's own bundle with this name is not taken for it", async () => {
  const path = `${shop.service.url}/pay/cedi`
  const text = await bundleOf('embed-js')
  const script = (body: string) => ({
    contentType: 'text/javascript',
    headers: { 'access-control-allow-origin': '*' },
    body,
  })
  const tags = `<script type="module" src="/assets/embed.js"></script><script type="module" crossorigin src="${path}/embed.js" data-handle="ama" data-product="ebook" data-preload="none"></script>`
  const seen = await visit(tags, {
    async before(page) {
      await page.route('**/assets/embed.js', (route) => route.fulfill(script('')))
      await page.route(`${path}/embed.js`, (route) => route.fulfill(script(text)))
    },
  })
  await button(seen).waitFor()
  expect(await button(seen).getAttribute('href')).toBe(`${path}/@ama/ebook`)
  expect(seen.errors).toEqual([])
  expect(seen.warnings).toEqual([])
})

test("the page's styles win: ::part(button), --cedi-accent and --cedi-text override the script's look", async () => {
  const seen = await shop.visit({
    head: '<style>cedi-buy-button { --cedi-accent: #7a1fa2; --cedi-text: #ffffee } cedi-buy-button::part(button) { border-radius: 4px; display: flex }</style>',
    body: tag('data-preload="none"'),
  })
  await button(seen).waitFor()
  expect(
    await button(seen).evaluate((node) => {
      const { borderRadius, display, backgroundColor, color } = getComputedStyle(node)
      return [borderRadius, display, backgroundColor, color]
    }),
  ).toEqual(['4px', 'flex', 'rgb(122, 31, 162)', 'rgb(255, 255, 238)'])
})

test('a page that loaded the checkout script itself, with its own integrity hash, gets no second one', async () => {
  const { url } = shop.service
  const seen = await visit(`<script src="${url}/buy.js"></script>${tag()}`)
  await button(seen).waitFor()
  shop.service.requests.length = 0
  await button(seen).click()
  await seen.checkout()
  expect(shop.service.requests.map((request) => request.url)).not.toContain('/buy.js')
})

test('the clicked button shows that it is loading until the checkout opens', async () => {
  let release = (): void => {}
  const seen = await visit(tag('data-preload="none"'), {
    before: (page) =>
      page.route('**/buy.js', async (route) => {
        await new Promise<void>((resolve) => {
          release = resolve
        })
        await route.continue()
      }),
  })
  const readStyle = () =>
    seen.page
      .locator('cedi-buy-button')
      .evaluate((node) => [node.ariaBusy, getComputedStyle(node).opacity] as (string | null)[])
  await button(seen).click()
  expect(await readStyle()).toEqual(['true', '0.7'])
  release()
  await seen.checkout()
  expect(await readStyle()).toEqual([null, '1'])
})

test('two clicks while the checkout script loads count as one, and open one checkout', async () => {
  const seen = await visit(`${tag('data-preload="none"')}<script>${listen}</script>`, {
    before: (page) =>
      page.route('**/buy.js', async (route) => {
        await new Promise((done) => setTimeout(done, 500))
        await route.continue()
      }),
  })
  await button(seen).dblclick()
  const frame = await seen.checkout()
  await frame.evaluate(`say('cedi.close', { reason: 'done' })`)
  await expect.poll(() => seen.page.evaluate('heard')).toContain('close:cancelled:undefined')
  expect(await seen.page.evaluate('heard')).toEqual(['open::undefined', 'close:cancelled:undefined'])
})

test('a button that a script activates while its checkout is open opens no second one', async () => {
  const seen = await visit(`${tag()}<script>${listen}</script>`)
  await button(seen).click()
  await seen.checkout()
  shop.service.requests.length = 0
  await seen.page.evaluate('document.querySelector("cedi-buy-button").shadowRoot.querySelector("a").click()')
  await seen.page.waitForTimeout(300)
  expect(await seen.page.locator('cedi-checkout').count()).toBe(1)
  expect(await seen.page.evaluate('heard')).toEqual(['open::undefined'])
  expect(shop.service.requests.filter(({ url }) => url.startsWith('/checkout/embed?'))).toEqual([])
})

test('a later click while the checkout script hangs follows the link', async () => {
  const seen = await visit(tag('data-preload="none"'), { before: (page) => page.route('**/buy.js', () => {}) })
  await button(seen).click()
  // Longer than the time between the clicks of a double click.
  await seen.page.waitForTimeout(1000)
  expect(seen.page.url()).toBe(seen.url)
  await button(seen).click({ noWaitAfter: true })
  await seen.page.waitForURL(`${shop.service.url}/@ama/ebook`)
})

test('when the page removes the button while its checkout is open, the outcome event is dispatched on the document', async () => {
  const seen = await visit(`<main>${tag('data-ref="cart-8"')}</main><script>${listen}</script>`)
  await button(seen).click()
  const frame = await seen.checkout()
  await seen.page.evaluate(`document.querySelector('main').replaceChildren('another view')`)
  await frame.evaluate(`say('ec.complete', { ref: 'PAY_1', status: 'succeeded' })`)
  await frame.evaluate(`say('cedi.close', { reason: 'done' })`)
  await expect
    .poll(() => seen.page.evaluate('heard'))
    .toEqual(['open::cart-8', 'success:succeeded:cart-8', 'close:succeeded:cart-8'])
})

test('a page that copies its markup, as sliders do, has one working button for each tag', async () => {
  const seen = await visit(`<main><div class="slide">${tag()}</div></main>`)
  await button(seen).waitFor()
  await seen.page.evaluate(`document.querySelector('main').append(document.querySelector('.slide').cloneNode(true))`)
  const count = () => seen.page.locator('.slide').evaluateAll((all) => all.map((item) => item.children.length))
  // Copies the tag together with its button.
  await expect.poll(() => button(seen).count()).toBe(2)
  expect(await count()).toEqual([2, 2])
  await seen.page.evaluate(
    `const slide = document.querySelector('.slide'), text = slide.innerHTML; slide.innerHTML = ''; slide.innerHTML = text`,
  )
  await seen.page.waitForTimeout(100)
  expect(await count()).toEqual([2, 2])
  await button(seen).first().click()
  await seen.checkout()
})

test('a missing attribute gives the warning of the style guide', async () => {
  const seen = await visit(`<script async src="${shop.service.url}/embed.js" data-handle="ama"></script>`)
  await expect
    .poll(() => seen.warnings)
    .toEqual([
      expect.stringContaining('[embed.js] data-product is missing; no button was added. Copy the tag from the portal.'),
    ])
})

test('rows 7 and 9: markup in a label is text, and an invalid success URL, accent or quantity is ignored with a warning', async () => {
  const seen = await visit(
    tag(
      `data-label="<img src=x onerror=alert(1)>" data-success-url="javascript:alert(1)" data-accent="red;}*{display:none" data-quantity="0" data-ref="a b" data-variant='" onclick="x'`,
    ),
  )
  await button(seen).waitFor()
  expect(await button(seen).textContent()).toBe('<img src=x onerror=alert(1)>')
  expect(await seen.page.locator('cedi-buy-button img').count()).toBe(0)
  expect(seen.warnings).toHaveLength(1)
  for (const text of [
    'data-accent="red;}*{display:none" must be #rrggbb',
    'data-quantity="0" must be a whole number from 1 to 99',
    'data-ref="a b" must be 1 to 64 letters',
    'data-success-url="javascript:alert(1)" must be an https address',
    'data-variant="\\" onclick=\\"x" must be solid, outline, plain; it was left out.',
  ])
    expect(seen.warnings[0]).toContain(text)
})

test('a tag with wrong or misspelled attributes gives one warning with the values, the allowed values and the element', async () => {
  const seen = await visit(
    tag(
      'id="tag" data-mode="popup" data-preload="yes" data-theme="night" data-locale="english please" data-lable="x" data-show-price="no"',
    ),
  )
  await button(seen).waitFor()
  expect(seen.warnings).toHaveLength(1)
  for (const text of [
    'data-lable is unknown (did you mean data-label?)',
    'data-locale="english please" must be a language tag',
    'data-mode="popup" must be overlay, tab, redirect',
    'data-preload="yes" must be visible, intent, none',
    'data-theme="night" must be auto, light, dark',
    'data-show-price="no" must be no value',
  ])
    expect(seen.warnings[0]).toContain(text)
  expect(await button(seen).locator('[part=price]').count()).toBe(0)
})

test('a blank label is left out with a warning', async () => {
  const seen = await visit(tag('data-label=" &nbsp;"'))
  await button(seen).waitFor()
  expect(await button(seen).textContent()).toBe('Buy now')
  expect(seen.warnings).toEqual([expect.stringContaining('must be the text of the button; it was left out')])
})

test('data-cedi-buy on another element than a link gives a warning', async () => {
  const seen = await visit(`<button data-cedi-buy data-handle="ama" data-product="ebook">Buy</button>${tag()}`)
  await button(seen).waitFor()
  expect(seen.warnings).toEqual([expect.stringContaining('data-cedi-buy must be on a link')])
})

test('a script without its own tag gives a warning', async () => {
  const code = await (await fetch(`${shop.service.url}/embed.js`)).text()
  const seen = await visit(`<script data-handle="ama" data-product="ebook">${code}</script>`)
  expect(seen.warnings).toEqual([expect.stringContaining('[embed.js] the script must have its own tag')])
})

test('a target that the loaded page does not contain gives a warning', async () => {
  const seen = await visit(`<main></main>${tag('data-target="#buy"')}`)
  await expect.poll(() => seen.warnings.length).toBe(1)
  expect(seen.warnings[0]).toContain('data-target="#buy" matches no element; the button appears when the page adds it.')
})

test.each(['Ama', '@ama', ' ama ', '@AMA '])('the handle "%s" is read as ama', async (handle) => {
  const seen = await visit(
    `<script async src="${shop.service.url}/embed.js" data-handle="${handle}" data-product=" E-Book"></script>`,
  )
  await button(seen).waitFor()
  expect(await button(seen).getAttribute('href')).toBe(`${shop.service.url}/@ama/e-book`)
  expect(seen.warnings).toEqual([])
})

test('an unknown product has no button, and one error for the owner of the page', async () => {
  const error = { code: 'not_found', message: 'The product is not on sale.' }
  const seen = await visit(`${tag('data-show-price')}${tag()}`, {
    before: (page) =>
      page.route('**/checkout/embed?*', (route) =>
        route.fulfill({
          status: 404,
          contentType: 'application/json',
          headers: { 'access-control-allow-origin': '*' },
          body: JSON.stringify({ success: false, data: null, error }),
        }),
      ),
  })
  await expect.poll(() => seen.page.locator('cedi-buy-button').count()).toBe(2)
  await expect.poll(() => button(seen).count()).toBe(0)
})

test('an accent has a text colour with contrast', async () => {
  const seen = await visit(`${tag('data-accent="#ffcc00"')}${tag('data-accent="#5b2a86"')}`)
  await expect.poll(() => button(seen).count()).toBe(2)
  expect(await button(seen).evaluateAll((links) => links.map((link) => getComputedStyle(link).color))).toEqual([
    'rgb(0, 0, 0)',
    'rgb(255, 255, 255)',
  ])
})

test('a page over http opens the checkout in a tab, and says why in the console', async () => {
  const text = await (await fetch(`${shop.service.url}/embed.js`)).text()
  const buy = await (await fetch(`${shop.service.url}/buy.js`)).text()
  const requests: string[] = []
  const seen = await visit('', {
    before: async (page) => {
      await page.route('http://shop.example/', (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: '<script async src="https://pay.example/embed.js" data-handle="ama" data-product="ebook"></script>',
        }),
      )
      const headers = { 'access-control-allow-origin': '*' }
      await page.route('https://pay.example/embed.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: text, headers }),
      )
      await page.route('https://pay.example/buy.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: buy, headers }),
      )
      await page.route('https://pay.example/checkout/embed?*', (route) => {
        requests.push(route.request().postData() ?? '')
        const data = { token: 'made.token', price: 'GH₵25.00' }
        return route.fulfill({
          contentType: 'application/json',
          headers,
          body: JSON.stringify({ success: true, data }),
        })
      })
    },
  })
  await seen.page.goto('http://shop.example/')
  await button(seen).click()
  const link = seen.page.locator('cedi-checkout').getByRole('link', { name: 'Open the full page' })
  await link.waitFor()
  expect(await link.getAttribute('href')).toBe('https://pay.example/pay/made.token')
  expect(JSON.parse(requests.find((body) => body) ?? '{}')).not.toHaveProperty('return_url')
  expect(seen.warnings.join()).toContain('this page is not https; the checkout opens in a tab')
})

test('a strict policy with Trusted Types is not violated, from the tag to the open checkout', async () => {
  const { url } = shop.service
  const seen = await visit(tag('data-accent="#004488" data-show-price'), {
    headers: {
      'content-security-policy': `default-src 'none'; script-src ${url}; frame-src ${url}; connect-src ${url}; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'`,
    },
    before: (page) =>
      page.addInitScript(
        `window.violations = []; document.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective + ' ' + event.blockedURI))`,
      ),
  })
  await button(seen).click()
  await seen.checkout()
  expect(await seen.page.evaluate('violations')).toEqual([])
  expect(await button(seen).evaluate((node) => getComputedStyle(node).backgroundColor)).toBe('rgb(0, 68, 136)')
})

test('the service sets the price, and nothing on the page moves when it appears', async () => {
  const seen = await visit(`<main>${tag('data-show-price data-locale="en-GH"', '')}<p>below</p></main>`, {
    before: (page) =>
      page.addInitScript(
        `window.moved = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) moved += entry.value }).observe({ type: 'layout-shift', buffered: true })`,
      ),
  })
  await button(seen).waitFor()
  const width = await button(seen).evaluate((node) => node.getBoundingClientRect().width)
  await expect.poll(() => button(seen).textContent()).toBe('Buy nowGH₵25.00')
  expect(await button(seen).evaluate((node) => node.getBoundingClientRect().width)).toBe(width)
  expect(await seen.page.evaluate('moved')).toBe(0)
})

test('a long price stays inside the button', async () => {
  const seen = await visit(`<main>${tag('data-show-price')}</main>`, {
    browser: { viewport: { width: 320, height: 600 } },
    before: (page) =>
      page.route('**/checkout/embed?*', (route) =>
        route.fulfill({
          headers: { 'access-control-allow-origin': '*' },
          json: { success: true, data: { price: 'GH₵123,456.78' } },
        }),
      ),
  })
  await expect.poll(() => button(seen).textContent()).toContain('123,456')
  expect(
    await button(seen).evaluate((link) => {
      const text = document.createRange()
      text.selectNodeContents(link)
      return text.getBoundingClientRect().right <= link.getBoundingClientRect().right
    }),
  ).toBe(true)
})

test('the price on the button is for as many pieces as a click buys', async () => {
  shop.service.requests.length = 0
  const seen = await visit(tag('data-show-price data-quantity="2"') + tag('data-show-price'))
  await expect.poll(() => button(seen).last().textContent()).toContain('GH₵')
  const requestedUrls = shop.service.requests.map(({ url }) => new URL(url, shop.service.url))
  expect(
    requestedUrls
      .filter(({ pathname }) => pathname === '/checkout/embed')
      .map(({ searchParams }) => searchParams.get('quantity'))
      .sort(),
  ).toEqual(['1', '2'])
})

test('with data saving on, the script loads when the button is in view, and the checkout page at the click', async () => {
  const requestedUrls: string[] = []
  const seen = await visit(tag(), {
    before(page) {
      page.on('request', (request) => requestedUrls.push(request.url()))
      return page.addInitScript(`Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`)
    },
  })
  await button(seen).hover()
  await seen.page.waitForTimeout(1500)
  const { url } = shop.service
  expect(requestedUrls.filter((address) => address.startsWith(url))).toEqual([`${url}/embed.js`, `${url}/buy.js`])
  await button(seen).click()
  await seen.checkout()
})

test('preload: visible loads the core in view and the frame after a second, intent at a pointer, none at the click', async () => {
  const paths = () => shop.service.requests.map(({ url }) => url.replace(/\?.*/, ''))
  // Waits for the script of that page too, so that no request is still open.
  const warmed = () => expect.poll(paths).toEqual(expect.arrayContaining(['/checkout', '/fake.js']))
  shop.service.requests.length = 0
  const visible = await visit(tag())
  await expect.poll(paths).toContain('/buy.js')
  await warmed()
  await visible.page.close()
  shop.service.requests.length = 0
  const intent = await visit(tag('data-preload="intent"'))
  await button(intent).waitFor()
  await intent.page.waitForTimeout(400)
  expect(paths()).toEqual(['/embed.js'])
  await button(intent).hover()
  await warmed()
  await intent.page.close()
  shop.service.requests.length = 0
  const none = await visit(tag('data-preload="none"'))
  await button(none).hover()
  await none.page.waitForTimeout(400)
  expect(paths()).toEqual(['/embed.js'])
  await button(none).click()
  await none.checkout()
})

test('a button that stays in view warms its frame, also when another button leaves the view within the second', async () => {
  const requestedUrls: string[] = []
  const seen = await visit(
    `<div style="position:sticky;top:0">${tag()}</div><div style="padding-top:300px">${tag()}</div><div style="height:4000px"></div>`,
    {
      async before(page) {
        page.on('request', (request) => requestedUrls.push(new URL(request.url()).pathname))
      },
    },
  )
  await expect.poll(() => requestedUrls).toContain('/buy.js')
  await seen.page.evaluate('scrollTo(0, 2500)')
  await expect.poll(() => requestedUrls).toContain('/checkout')
})

test('when the core cannot load, the click goes to the product page', async () => {
  const seen = await visit(tag(), { before: (page) => page.route('**/buy.js', (route) => route.abort()) })
  await button(seen).click()
  await seen.page.waitForURL(`${shop.service.url}/@ama/ebook`)
})

test('data-mode: tab is a link to a new tab without an opener, redirect a plain link', async () => {
  const tab = await visit(tag('data-mode="tab"'))
  expect(await button(tab).evaluate((node: HTMLAnchorElement) => [node.target, node.rel])).toEqual([
    '_blank',
    'noopener noreferrer',
  ])
  const redirect = await visit(tag('data-mode="redirect"'))
  await button(redirect).click()
  await redirect.page.waitForURL(`${shop.service.url}/@ama/ebook`)
})

test('the label follows the language of the page, however it is written', async () => {
  expect(await button(await visit(tag(), { root: 'lang="FR-ca"' })).textContent()).toBe('Acheter')
})

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [360, 1280])
    test(`axe finds nothing: ${colorScheme}, ${width} px`, async () => {
      const seen = await visit(
        `<main style="display:grid;gap:16px;justify-items:start;padding:24px"><h1>Shop</h1>${['', 'data-variant="outline"', 'data-variant="plain"', 'data-size="s"', 'data-size="l" data-show-price'].map((more) => tag(`${more} data-preload="none"`, '')).join('')}</main>`,
        {
          browser: { colorScheme, viewport: { width, height: 740 } },
          root: 'lang="en" style="color-scheme: light dark; background: Canvas"',
        },
      )
      await expect.poll(() => button(seen).count()).toBe(5)
      await expect.poll(() => seen.page.locator('cedi-buy-button a').last().textContent()).toContain('25')
      await seen.page.evaluate(axe)
      expect(
        await seen.page.evaluate(
          `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
        ),
      ).toEqual([])
      const heights = await button(seen).evaluateAll((nodes) =>
        nodes.map((node) => node.getBoundingClientRect().height),
      )
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
    })

test('imported on a server it does nothing, and logs nothing', async () => {
  const { bundleOf } = await import('@cedi/service-js/test/shop')
  const run = promisify(execFile)
  const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '--eval', await bundleOf('embed-js')])
  expect([stdout, stderr]).toEqual(['', ''])
})

test('the script has the same bytes in each build, and contains nothing forbidden', async () => {
  const { bundleOf } = await import('@cedi/service-js/test/shop')
  const [first, second] = [await bundleOf('embed-js'), await bundleOf('embed-js')]
  expect(first).toBe(second)
  expect(first).not.toMatch(
    /window\.open\(|userAgent|innerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|localStorage|sessionStorage|document\.cookie|data-(?:price|amount|currency)/,
  )
})
