import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from './shop.js'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const forgedMessage = { jsonrpc: '2.0', method: 'ec.complete', params: { ref: 'PAY_FORGED', status: 'succeeded' } }
const ready = { jsonrpc: '2.0', id: 1, method: 'ec.ready', params: { delegate: [] } }

test('rows 1 and 2: another frame of the service, or another site in the right frame, gets no port and is ignored', async () => {
  const visit = await shop.visit({
    before: (page) =>
      page.route(
        (url) => url.href.startsWith(`${shop.service.url}/checkout?`),
        () => {},
      ),
  })
  await visit.page.click('#buy')
  // The right origin in the wrong frame, for example a storefront.
  await visit.page.evaluate(async (service) => {
    const frame = document.createElement('iframe')
    frame.src = `${service}/@evil/page`
    document.body.append(frame)
    await new Promise((done) => (frame.onload = done))
  }, shop.service.url)
  const evil = visit.page.frame({ url: /@evil/ })
  const replies = await evil?.evaluate(
    ([first, second]) =>
      new Promise<number>((done) => {
        let count = 0
        addEventListener('message', () => count++)
        parent.postMessage(first, '*')
        parent.postMessage(second, '*')
        setTimeout(() => done(count), 300)
      }),
    [ready, forgedMessage] as const,
  )
  expect(replies).toBe(0)
  // The right frame with the wrong origin.
  await visit.page.evaluate(
    ([otherOrigin]) => {
      const frame = document.querySelector('cedi-checkout')?.shadowRoot?.querySelector('iframe')
      if (frame) frame.src = `${otherOrigin}/checkout?o=x`
    },
    [shop.otherOrigin.url],
  )
  const frame = visit.page.locator('cedi-checkout iframe').contentFrame()
  await frame.locator('h1').waitFor({ state: 'attached' })
  await new Promise((done) => setTimeout(done, 300))
  expect(await visit.page.frame({ url: /checkout\?o=x/ })?.evaluate('heard.length')).toBe(0)
  expect(await visit.readEvents()).toEqual([])
})

test('row 2: messages of an origin that begins or ends like the origin of the service are ignored', async () => {
  const visit = await shop.visit({
    before: (page) =>
      page.route(
        (url) => url.href.startsWith(`${shop.service.url}/checkout?`),
        () => {},
      ),
  })
  await visit.page.click('#buy')
  await visit.page.locator('cedi-checkout iframe').waitFor({ state: 'attached' })
  const shopState = await visit.page.evaluate(
    ([base, message]) => {
      const frame = document.querySelector('cedi-checkout')?.shadowRoot?.querySelector('iframe')
      const source = frame?.contentWindow as Window
      let posts = 0
      const channel = window.MessageChannel
      window.MessageChannel = class extends channel {
        constructor() {
          super()
          posts++
        }
      }
      for (const origin of [
        `${base}.evil.example`,
        `http://evil${(base as string).slice(7)}`,
        'null',
        '',
        `${base}/`,
        (base as string).toUpperCase(),
      ])
        window.dispatchEvent(new MessageEvent('message', { data: message, origin, source }))
      // Everything is right except the source, which is missing or another window.
      window.dispatchEvent(new MessageEvent('message', { data: message, origin: base as string }))
      window.dispatchEvent(new MessageEvent('message', { data: message, origin: base as string, source: window }))
      return posts
    },
    [shop.service.url, ready] as const,
  )
  expect(shopState).toBe(0)
})

test('row 2: before the frame exists, a message from a closed window is ignored', async () => {
  const visit = await shop.visit()
  const ports = await visit.page.evaluate(
    ([base, message]) => {
      let count = 0
      const channel = window.MessageChannel
      window.MessageChannel = class extends channel {
        constructor() {
          super()
          count++
        }
      }
      ;(window as never as { openIt(): void }).openIt()
      const frame = document.querySelector('cedi-checkout')?.shadowRoot?.querySelector('iframe')
      window.dispatchEvent(new MessageEvent('message', { data: message, origin: base as string }))
      return frame ? 'the frame is there' : count
    },
    [shop.service.url, ready] as const,
  )
  expect(ports).toBe(0)
})

test('row 3: messages of a frame with the origin "null" are ignored, and a page with this origin gets a link', async () => {
  const visit = await shop.visit({
    before: (page) =>
      page.route(
        (url) => url.href.startsWith(`${shop.service.url}/checkout?`),
        () => {},
      ),
  })
  await visit.page.click('#buy')
  const count = await visit.page.evaluate(
    ([message]) =>
      new Promise((done) => {
        const frame = document.createElement('iframe')
        frame.sandbox.add('allow-scripts')
        frame.srcdoc = `<script>let n=0;onmessage=()=>n++;parent.postMessage(${JSON.stringify(message)},'*');setTimeout(()=>parent.postMessage({n},'*'),300)</script>`
        addEventListener('message', ({ data }) => data.n !== undefined && done(data.n))
        document.body.append(frame)
      }),
    [ready],
  )
  expect(count).toBe(0)
  expect(await visit.readEvents()).toEqual([])
  const requests: string[] = []
  const sandboxed = await shop.visit({
    headers: { 'content-security-policy': 'sandbox allow-scripts allow-popups' },
    before: async (page) => void page.on('request', (request) => requests.push(request.url())),
  })
  await sandboxed.page.evaluate('openIt()')
  expect(await sandboxed.page.getByRole('link', { name: 'Open the full page' }).getAttribute('href')).toBe(
    `${shop.service.url}/pay/some.token`,
  )
  // It shows the link at once, without trying a frame first.
  expect(requests.filter((url) => url.startsWith(`${shop.service.url}/checkout`))).toEqual([])
})

test('rows 1 and 10: none of 2,000 forged and junk messages is accepted, nothing throws, and no prototype changes', async () => {
  const visit = await shop.visit()
  await visit.page.click('#buy')
  const frame = await visit.checkout()
  const before = await visit.page.evaluate('Object.getOwnPropertyNames(Object.prototype).length')
  const junk = `
    const words = ['ec.ready', 'ec.complete', 'cedi.state', 'cedi.failed', '__proto__', 'constructor', 'toString', '', 'cedi.close2', 'ec.window.open_request']
    const cycle = {}; cycle.self = cycle
    const values = [null, undefined, 0, -1, NaN, 1n, '', 'x'.repeat(9000), [], {}, cycle, new Map([[1, 2]]), new Date(NaN), new Uint8Array(3),
      JSON.parse('{"__proto__":{"polluted":true}}'), { constructor: { prototype: { polluted: true } } }, { toString: 1, valueOf: 1 }]
    const pick = (list, at) => list[at % list.length]
    const make = (at) => pick([
      () => pick(values, at),
      () => ({ jsonrpc: pick(['2.0', '1.0', 2, values[at % values.length]], at), id: pick(values, at >> 2), method: pick(words, at >> 1), params: pick(values, at >> 3) }),
      () => ({ jsonrpc: '2.0', method: pick(words, at), params: { ref: pick(values, at), status: pick(values, at), state: pick([...words, ...values], at), url: pick(['javascript:alert(1)', 'http://evil.example', 'https://', 'data:text/html,x', ...values], at), height: pick(values, at) } }),
      () => JSON.parse('{"jsonrpc":"2.0","__proto__":{"method":"ec.complete","params":{"ref":"P","status":"succeeded"}}}'),
    ], at)()
  `
  // Sent to the window by the page itself and by a frame of the service. All are forged, even the well-formed ones.
  await visit.page.evaluate(`{${junk}; for (let at = 0; at < 800; at++) { const message = make(at); try { window.postMessage(message, '*') } catch { window.dispatchEvent(new MessageEvent('message', { data: message, origin: '${shop.service.url}' })) } }
    for (let at = 0; at < 200; at++) window.postMessage(${JSON.stringify(forgedMessage)}, '*') }`)
  // Sent through the port: junk from the real frame.
  await frame.evaluate(`{${junk}; for (let at = 0; at < 1000; at++) try { sayRaw(make(at)) } catch {} }`)
  // Repeated until it is the last one, because the page in the frame may also send its own height.
  await expect
    .poll(async () => {
      await frame.evaluate(`say('cedi.resize', { height: 333 })`)
      return visit.page.evaluate(
        `document.querySelector('cedi-checkout').shadowRoot.querySelector('dialog').style.getPropertyValue('--height')`,
      )
    })
    .toBe('393px')
  expect(await visit.readEvents()).toEqual(expect.not.arrayContaining([expect.stringMatching(/success/)]))
  expect(await visit.page.evaluate('Object.getOwnPropertyNames(Object.prototype).length')).toBe(before)
  expect(await visit.page.evaluate('({}).polluted')).toBeUndefined()
  expect(await visit.page.evaluate('location.href')).toBe(visit.url)
  expect(visit.errors).toEqual([])
})

test('row 10: a field from a polluted prototype is not read from a message', async () => {
  const visit = await shop.visit()
  await visit.page.click('#buy')
  const frame = await visit.checkout()
  await visit.page.evaluate(`for (const [key, value] of [['ref', 'PAY_P'], ['status', 'succeeded']])
    Object.defineProperty(Object.prototype, key, { value, configurable: true, writable: true })`)
  await frame.evaluate(`say('ec.complete', {}), say('cedi.close', { reason: 'done' })`)
  await expect.poll(() => visit.page.locator('cedi-checkout').count()).toBe(0)
  await visit.page.evaluate('delete Object.prototype.ref, delete Object.prototype.status')
  expect((await visit.readEvents()).filter((line) => line.startsWith('success'))).toEqual([])
})

test('a message of more than 8192 characters is dropped', async () => {
  const visit = await shop.visit()
  await visit.page.click('#buy')
  const frame = await visit.checkout()
  await frame.evaluate(`say('ec.complete', { ref: 'PAY_BIG', status: 'succeeded', more: 'x'.repeat(8192) })`)
  await frame.evaluate(`say('cedi.close', { reason: 'done' })`)
  await expect.poll(visit.readEvents).toContain('result:cancelled')
})

test('row 5: the dialog is in the top layer, above all elements of the page', async () => {
  const visit = await shop.visit()
  await visit.page.evaluate(
    `document.body.insertAdjacentElement('beforeend', Object.assign(document.createElement('div'), { id: 'over' })).style.cssText = 'position:fixed;inset:0;z-index:2147483647;background:red'`,
  )
  await visit.page.click('#buy', { force: true, noWaitAfter: true }).catch(() => {})
  await visit.page.evaluate('window.session ?? openIt()')
  await visit.checkout()
  expect(await visit.page.evaluate('document.elementFromPoint(180, 500).localName')).toBe('cedi-checkout')
})

test('row 6: the page sends no amount', async () => {
  const visit = await shop.visit()
  await expect(visit.page.evaluate(`openIt({ amount: 1 })`)).rejects.toThrow(/amount is not an option of checkout/)
  await visit.page.evaluate(`window.wish = { prefill: { phone: '024' } }`)
  await visit.page.click('#buy')
  const frame = await visit.checkout()
  expect(await frame.evaluate('Object.keys(heard[0].result).sort()')).toEqual([
    'accent',
    'dir',
    'locale',
    'origin',
    'prefill',
    'resume',
    'theme',
    'token',
    'v',
  ])
})

test('row 7: markup in the options stays text', async () => {
  const visit = await shop.visit()
  for (const option of [`dir: 'rtl"><q>'`, `accent: 'red;}*{display:none'`, `theme: '<q>'`])
    await expect(visit.page.evaluate(`openIt({ ${option} })`)).rejects.toThrow(/must be .* Got a string/)
  await visit.page.evaluate(`window.wish = { locale: '"><img src=x onerror=alert(1)>' }`)
  await visit.page.click('#buy')
  await visit.checkout()
  const shell = await visit.page.evaluate(`document.querySelector('cedi-checkout').shadowRoot.innerHTML`)
  expect(shell).not.toMatch(/<img|<q>|onerror/)
  expect(visit.errors).toEqual([])
})

test('row 9: the frame cannot navigate the page, only show an https link to tap', async () => {
  const visit = await shop.visit()
  await visit.page.click('#buy')
  const frame = await visit.checkout()
  for (const url of [
    'javascript:alert(1)',
    'http://evil.example/',
    'https:evil',
    '//evil.example',
    'https://user@evil.example/',
    'data:text/html,x',
    'https://evil.example\\@bank',
    'https://x.example/\n',
  ])
    await frame.evaluate(
      (address) =>
        (window as never as { say(m: string, p: object): void }).say('ec.window.open_request', { url: address }),
      url,
    )
  // A later message that has an effect, so the earlier ones have arrived.
  await expect
    .poll(async () => {
      await frame.evaluate(`say('cedi.resize', { height: 444 })`)
      return visit.page.locator('cedi-checkout dialog').evaluate((node) => node.style.getPropertyValue('--height'))
    })
    .toBe('504px')
  expect(await visit.page.locator('cedi-checkout a').count()).toBe(0)
  await frame.evaluate(`say('ec.complete', { ref: 'P', status: 'succeeded', return_url: 'https://evil.example' })`)
  await frame.evaluate(`say('ec.error', { code: 'x', continue_url: 'https://evil.example/' })`)
  await visit.page.getByText('The checkout could not start').waitFor()
  expect(await visit.page.locator('cedi-checkout a[href*=evil]').count()).toBe(0)
  await frame.evaluate(`say('ec.window.open_request', { url: 'https://bank.example/3ds?x=1' })`)
  const link = visit.page.getByRole('link', { name: 'To your bank' })
  await link.waitFor()
  expect(await link.evaluate((node: HTMLAnchorElement) => [node.target, node.rel, node.href])).toEqual([
    '_blank',
    'noopener noreferrer',
    'https://bank.example/3ds?x=1',
  ])
  expect(visit.page.url()).toBe(visit.url)
})

test('row 11: a page cannot set another base URL, and an image with the name of the script is not used as the script', async () => {
  const visit = await shop.visit({
    head: `<img name="currentScript" src="https://evil.example/service.js"><a id="cediQueue" href="x"></a><script>window.cediBase = 'https://evil.example'</script><script src="${shop.service.url}/service.js" data-base="https://evil.example"></script>`,
    before: (page) => page.route('https://evil.example/*', (route) => route.abort()),
  })
  await visit.page.click('#buy')
  expect((await visit.checkout()).url()).toMatch(shop.service.url)
  const other = await shop.visit({
    head: `<a id="cediQueue" href="x"></a><a id="Cedi" href="x"></a><script src="${shop.service.url}/service.js" data-base="https://evil.example"></script>`,
  })
  const withBaseUrl = other.page.evaluate(`openIt({ baseUrl: 'https://evil.example' })`)
  await expect(withBaseUrl).rejects.toThrow(/checkout has no option baseUrl/)
  await other.page.click('#buy')
  expect((await other.checkout()).url()).toMatch(shop.service.url)
})

test.each([
  ['a module', (url: string) => `<script type="module" src="${url}/service.js"></script>`],
  ['an import', (url: string) => `<script type="module">import('${url}/service.js')</script>`],
  ['an inline script', (_: string, code: string) => `<script>${code}</script>`],
  ['a bundle of the shop', () => '<script src="/all.min.js"></script>'],
])('%s gets an error that says how to load the script', async (_, toHead) => {
  const code = await (await fetch(`${shop.service.url}/service.js`)).text()
  const visit = await shop.visit({
    head: toHead(shop.service.url, code),
    before: (page) =>
      page.route('**/all.min.js', (route) => route.fulfill({ contentType: 'text/javascript', body: code })),
  })
  await expect.poll(() => visit.errors).toEqual([expect.stringContaining('must be loaded by its own tag')])
  expect(await visit.page.evaluate('typeof Cedi')).toBe('undefined')
})

test('row 13: in a frame of another origin the popup shows a link that opens the full page at top level', async () => {
  const inner = await shop.visit()
  const outer = await shop.visit({
    head: '',
    body: `<iframe src="${inner.url.replace('127.0.0.1', 'localhost')}" width="360" height="600"></iframe>`,
  })
  const frame = outer.page.frameLocator('iframe').first()
  await frame.locator('#buy').click()
  const link = frame.getByRole('link', { name: 'Open the full page' })
  await link.waitFor()
  expect(await link.evaluate((node: HTMLAnchorElement) => [node.href, node.target, node.rel])).toEqual([
    `${shop.service.url}/pay/some.token`,
    '_blank',
    'noopener noreferrer',
  ])
  expect(
    shop.service.requests.filter(
      ({ url, headers }) => url.startsWith('/checkout?') && headers.referer?.includes('localhost'),
    ),
  ).toEqual([])
  const [tab] = await Promise.all([outer.page.context().waitForEvent('page'), link.click()])
  expect(await tab.evaluate('window.opener')).toBe(null)
  // The buyer returns to the shop, and may have paid there.
  await frame.getByRole('button', { name: 'Close' }).click()
  const shopFrame = outer.page.frames()[1]
  await expect.poll(() => shopFrame?.evaluate('events')).toContain('result:pending')
})

test('rows 14 and 15: the popup works on a page with Cross-Origin-Opener-Policy: same-origin, and window.open is never called', async () => {
  const visit = await shop.visit({
    headers: { 'cross-origin-opener-policy': 'same-origin' },
    before: (page) => page.addInitScript('window.open = () => { throw new Error("window.open") }'),
  })
  await visit.page.click('#buy')
  const frame = await visit.checkout()
  await frame.evaluate(`say('ec.complete', { ref: 'PAY_C', status: 'succeeded' })`)
  await expect.poll(visit.readEvents).toContain('success:succeeded:PAY_C')
  expect(await (await fetch(`${shop.service.url}/service.js`)).text()).not.toMatch(
    /window\.open\(|\.open\("http|userAgent|innerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|setAttribute\("style|sessionStorage|document\.cookie/,
  )
  expect(visit.errors).toEqual([])
})

test('rows 16 and 17: neither the token nor the address of the page is in a request, a referrer, or a message to "*"', async () => {
  shop.service.requests.length = 0
  const visit = await shop.visit({
    query: '?order_token=SECRET#hash',
  })
  await visit.page.evaluate(
    `window.wish = { intent: 'secret.token', prefill: { phone: '0241234567', email: 'a@b.example' } }`,
  )
  await visit.page.click('#buy')
  const frame = await visit.checkout()
  await expect.poll(() => frame.evaluate('document.querySelector("h1").textContent')).toBe('secret.token')
  const seen = JSON.stringify(shop.service.requests)
  for (const secret of ['SECRET', 'secret.token', '0241234567', 'a@b.example', 'page-'])
    expect(seen).not.toContain(secret)
  expect(frame.url()).toBe(`${shop.service.url}/checkout?o=${encodeURIComponent(shop.url)}&lang=en`)
  expect(shop.service.requests.find(({ url }) => url.startsWith('/checkout?'))?.headers.referer).toBe(`${shop.url}/`)
  // The only message through the window carries just the port, and has a target origin.
  expect(await frame.evaluate('parentOrigin')).toBe(shop.url)
})

test('row 17: the message with the port does not reach another page that was loaded into the frame', async () => {
  const visit = await shop.visit({
    before: (page) =>
      page.route(
        (url) => url.href.startsWith(`${shop.service.url}/checkout?`),
        () => {},
      ),
  })
  await visit.page.click('#buy')
  await visit.page.locator('cedi-checkout iframe').waitFor({ state: 'attached' })
  const targets = await visit.page.evaluate(
    ([base, message]) => {
      const source = document.querySelector('cedi-checkout')?.shadowRoot?.querySelector('iframe')
        ?.contentWindow as Window
      const seen: unknown[] = []
      source.postMessage = ((_: unknown, target: unknown) => seen.push(target)) as never
      window.dispatchEvent(new MessageEvent('message', { data: message, origin: base as string, source }))
      return seen
    },
    [shop.service.url, ready] as const,
  )
  expect(targets).toEqual([shop.service.url])
})

test('row 18: a double click, and a second copy of the script, open one checkout', async () => {
  const visit = await shop.visit({
    head: `<script src="${shop.service.url}/service.js"></script><script src="${shop.service.url}/service.js?again"></script>`,
  })
  await visit.page.evaluate('window.same = openIt() === openIt()')
  expect(await visit.page.evaluate('same')).toBe(true)
  await visit.page.addScriptTag({ url: `${shop.service.url}/service.js?third` })
  await visit.page.evaluate('openIt()')
  expect(await visit.page.locator('cedi-checkout').count()).toBe(1)
})

test('row 19: Escape in the frame asks for confirmation while a payment is pending, and a second Escape closes the popup as pending', async () => {
  const visit = await shop.visit()
  await visit.page.click('#buy')
  const frame = await visit.checkout()
  await frame.evaluate(`say('cedi.state', { state: 'prompt', ref: 'PAY_19' })`)
  await frame.locator('button').focus()
  await visit.page.keyboard.press('Escape')
  await visit.page.getByRole('button', { name: 'Keep waiting' }).waitFor()
  await visit.page.keyboard.press('Escape')
  await expect.poll(visit.readEvents).toContain('result:pending:PAY_19')
})

const strict = (service: string): Record<string, string> => ({
  'content-security-policy': `default-src 'none'; script-src 'self' ${service}; frame-src ${service}; connect-src ${service}; img-src data:; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
})

test('rows 7 and 20: the script never violates a strict policy with Trusted Types and without a nonce', async () => {
  const visit = await shop.visit({
    headers: strict(shop.service.url),
    before: (page) =>
      page.addInitScript(
        `window.violations = []; document.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective + ' ' + event.blockedURI))`,
      ),
  })
  await visit.page.click('#buy')
  const frame = await visit.checkout()
  await frame.evaluate(`say('cedi.state', { state: 'prompt', ref: 'PAY_20' })`)
  await expect.poll(() => visit.page.evaluate('session.state')).toBe('prompt')
  await visit.page.click('cedi-checkout .bar button')
  await visit.page.getByRole('button', { name: 'Stop waiting' }).click()
  await expect.poll(visit.readEvents).toContain('result:pending:PAY_20')
  await visit.page.evaluate('Cedi.preconnect(), Cedi.preload()')
  await visit.page.locator('cedi-checkout iframe').waitFor({ state: 'attached' })
  expect(await visit.page.evaluate('violations')).toEqual([])
  expect(visit.errors).toEqual([])
})

test('row 20: without constructable stylesheets the nonce of the page is used, and no attribute contains it', async () => {
  const visit = await shop.visit({
    headers: { 'content-security-policy': `style-src 'nonce-abc'` },
    before: (page) =>
      page.addInitScript(
        'delete Document.prototype.adoptedStyleSheets; delete ShadowRoot.prototype.adoptedStyleSheets',
      ),
  })
  await visit.page.evaluate(`window.wish = { nonce: 'abc' }`)
  await visit.page.click('#buy')
  await visit.checkout()
  expect(await visit.page.evaluate(`getComputedStyle(document.documentElement).overflowY`)).toBe('hidden')
  expect(
    await visit.page.evaluate(
      `document.querySelector('cedi-checkout').shadowRoot.querySelector('style').getAttribute('nonce')`,
    ),
  ).toBeFalsy()
  await visit.page.click('cedi-checkout .bar button')
  expect(await visit.page.evaluate(`getComputedStyle(document.documentElement).overflowY`)).toBe('visible')
  expect(visit.errors).toEqual([])
})

test('a page that stops clicks and traps the focus cannot disable the buttons of the popup', async () => {
  const trap = `for (const type of ['click', 'mousedown', 'pointerdown', 'touchstart', 'focusin'])
    document.addEventListener(type, (event) => {
      if (event.target.id === 'buy') return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (type === 'focusin') document.querySelector('#buy').focus()
    }, true)`
  const visit = await shop.visit()
  await visit.page.evaluate(trap)
  await visit.page.click('#buy')
  const frame = await visit.checkout()
  await frame.evaluate(`say('cedi.state', { state: 'prompt', ref: 'PAY_T' })`)
  await expect.poll(() => visit.page.evaluate('session.state')).toBe('prompt')
  const popup = visit.page.locator('cedi-checkout')
  await popup.getByRole('button', { name: 'Close' }).click()
  await popup.getByRole('button', { name: 'Keep waiting' }).click()
  await expect.poll(() => popup.locator('iframe').isVisible()).toBe(true)
  await popup.getByRole('button', { name: 'Close' }).click()
  await popup.getByRole('button', { name: 'Stop waiting' }).click()
  await expect.poll(() => popup.count()).toBe(0)
})

test('a frame that may not open tabs shows the address of the checkout', async () => {
  const inner = await shop.visit()
  const outer = await shop.visit({
    head: '',
    body: `<iframe sandbox="allow-scripts" src="${inner.url}" width="360" height="600"></iframe>`,
  })
  const frame = outer.page.frameLocator('iframe').first()
  await frame.locator('#buy').click()
  await frame.getByText('If it does not open, copy this address').waitFor()
  expect(await frame.locator('cedi-checkout input').inputValue()).toBe(`${shop.service.url}/pay/some.token`)
})

test.each([
  [`intent: () => undefined`, 'Got a value of the type undefined.'],
  [`intent: async () => '<!doctype html><title>Not found</title>'`, 'Got an HTML page.'],
  [`intent: () => '{"client_token":"a.b"}'`, 'Got JSON.'],
  [`intent: () => 'sk_live_${'x'.repeat(20)}'`, 'Got an API key, which must stay on your server.'],
  [`intent: () => { throw new Error('The shop does not respond.') }`, 'intent failed: The shop does not respond.'],
])('the options { %s } report an error to the console and to onError', async (options, reason) => {
  const visit = await shop.visit()
  await visit.page.evaluate(`window.reasons = []; openIt({ ${options}, onError: (error) => reasons.push(error) })`)
  await visit.page.getByText('The checkout could not start.').waitFor()
  const reasons = (await visit.page.evaluate('reasons')) as { code: string; message: string }[]
  expect(reasons).toEqual([{ code: 'intent_failed', message: expect.stringContaining(reason) }])
  expect(JSON.stringify(reasons)).not.toContain('sk_live')
})
