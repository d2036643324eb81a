import type { Server } from 'node:http'
import type { Browser, Frame } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { launch, open, type SandboxServer, serve, shop, state, type TrackedPage } from './browser.js'

/** A shop page that frames the checkout and connects to it as service.js does. It can also misbehave. */
const shopPage = `<!doctype html><html lang="en"><title>Shop</title><body><h1>Shop</h1><script>
window.receivedMessages = []; window.readyOrigins = []
window.show = (base, origin = location.origin) => {
  const frame = document.createElement('iframe'); frame.title = 'Checkout'; frame.width = 380; frame.height = 700
  frame.src = base + '/checkout?o=' + encodeURIComponent(origin); document.body.append(frame); window.frame = frame }
window.answerHandshake = (base, opening, answer = {}) => addEventListener('message', (event) => {
  if (event.source !== window.frame.contentWindow || event.data.method !== 'ec.ready') return
  window.ready = event.data
  const channel = new MessageChannel(); window.port = channel.port1
  channel.port1.onmessage = ({ data }) => {
    if (data.method === 'ec.ready') channel.port1.postMessage({ jsonrpc: '2.0', id: data.id, result: { v: 1, origin: location.origin, locale: 'en', dir: '', theme: 'auto', accent: '', prefill: {}, ...opening } })
    else window.receivedMessages.push(data) }
  window.frame.contentWindow.postMessage({ jsonrpc: '2.0', id: event.data.id, result: { upgrade: { port: true } }, ...answer }, base, [channel.port2])
})</script>`

let browser: Browser
let server: SandboxServer
let shopServer: Server
let origin: string
let tracked: TrackedPage
beforeAll(async () => {
  browser = await launch()
  server = await serve()
  ;({ server: shopServer, origin } = await shop(shopPage))
})
afterAll(async () => {
  await browser.close()
  shopServer.close()
  await server.listening.close()
})
beforeEach(async () => {
  tracked = await open(browser, { viewport: { width: 500, height: 900 } })
  await tracked.page.goto(`${origin}/basket?order_token=secret-of-the-shop`)
})
afterEach(async () => {
  expect(tracked.errors).toEqual([])
  await tracked.page.context().close()
})

interface Message {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}
const readMessages = (): Promise<Message[]> => tracked.page.evaluate('window.receivedMessages')
const methods = async (): Promise<string[]> => (await readMessages()).map(({ method }) => method)
const createToken = async (body: object = {}): Promise<string> =>
  (await server.api('POST', '/api/v1/checkout/intent', { amount: 120, allowed_origins: [origin], ...body }))
    .client_token

/** Opens the frame on the shop page, and returns it. */
async function openFrame(opening: object, response: object = {}): Promise<Frame> {
  const { page } = tracked
  await page.evaluate(
    ([base, opening, response]) => {
      // biome-ignore lint/suspicious/noExplicitAny: the globals are defined by the script of the shop page.
      const shop = globalThis as any
      shop.answerHandshake(base, opening, response)
      shop.show(base)
    },
    [server.url, opening, response] as const,
  )
  const element = await page.waitForSelector('iframe')
  const frame = await element.contentFrame()
  if (!frame) throw new Error('There is no frame.')
  return frame
}

test('a buyer pays in the frame, and the shop gets each message once', async () => {
  const frame = await openFrame({ token: await createToken(), prefill: { phone: '0244123789', network: 'mtn' } })
  // The shop knows number and network, so the buyer does not choose a method first.
  await frame.waitForSelector('[data-state=number]')
  expect(await frame.inputValue('#phone')).toBe('024 412 3789')
  await frame.click('button[value=pay]')
  await frame.waitForSelector('[data-state=success]')
  await expect.poll(methods).toContain('ec.complete')
  const messages = await readMessages()
  expect(messages.find(({ method }) => method === 'ec.start')?.params).toMatchObject({ amount: 120, currency: 'GHS' })
  const states = messages.filter(({ method }) => method === 'cedi.state').map(({ params }) => params['state'])
  expect(states).toEqual(expect.arrayContaining(['number', 'sending', 'prompt', 'success']))
  expect(messages.filter(({ method }) => method === 'ec.complete')).toHaveLength(1)
  expect(JSON.stringify(messages)).not.toContain('0244123789')
  expect(messages.every((message) => JSON.stringify(message).length < 8192)).toBe(true)
  await frame.click('button[value=done]')
  await tracked.page.waitForFunction(`window.receivedMessages.some(({ method }) => method === 'cedi.close')`)
  const close = (await readMessages()).find(({ method }) => method === 'cedi.close')
  expect(close?.params).toEqual({ reason: 'done' })
})

test('the page does not request a language that the checkout does not have', async () => {
  await tracked.page.route('**/checkout/words*', () => {})
  const frame = await openFrame({ token: await createToken(), locale: 'tw-GH' })
  await frame.waitForSelector('[data-state=method]')
  expect(await frame.getAttribute('html', 'lang')).toBe('en')
})

test('a token that arrives later is accepted, and name and amount are shown before the first request to the service', async () => {
  const frame = await openFrame({ token: null })
  await frame.waitForSelector('[data-state=loading]')
  await tracked.page.route('**/checkout/status', () => {})
  await tracked.page.evaluate(
    // biome-ignore lint/suspicious/noExplicitAny: the port of the page above.
    (token) => (globalThis as any).port.postMessage({ jsonrpc: '2.0', method: 'cedi.token', params: { token } }),
    await createToken(),
  )
  await frame.waitForSelector('.amount')
  expect(await frame.textContent('.amount')).toBe('GH₵120.00')
  expect(await frame.textContent('.merchant')).toBe('Ama Serwaa Studio')
})

describe('the checkout on an origin that the intent does not allow', () => {
  const expectNoPayment = async (frame: Frame) => {
    await frame.waitForSelector('[data-state=blocked]')
    expect(await frame.locator('input, button.main, .way').count()).toBe(0)
    const link = frame.locator('a.main')
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
    expect(await link.getAttribute('target')).toBe('_blank')
    expect(await link.getAttribute('href')).toMatch(/^\/pay\//)
    await expect.poll(methods).toContain('ec.error')
  }

  test('shows no way to pay', async () => {
    await expectNoPayment(await openFrame({ token: await createToken({ allowed_origins: ['https://other.example'] }) }))
    await tracked.page.evaluate('window.receivedMessages = []; document.querySelector("iframe").remove()')
  })

  test('shows no way to pay when it claims another origin', async () => {
    await expectNoPayment(
      await openFrame({
        token: await createToken({ allowed_origins: ['https://other.example'] }),
        origin: 'https://other.example',
      }),
    )
  })

  test('receives no data from the service when it adds itself to the token', async () => {
    const [payload = '', signature = ''] = (await createToken({ allowed_origins: ['https://other.example'] })).split(
      '.',
    )
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const forgedToken = Buffer.from(JSON.stringify({ ...claims, o: [origin], a: 1 })).toString('base64url')
    const frame = await openFrame({ token: `${forgedToken}.${signature}` })
    await frame.waitForSelector('[data-state=expired]')
    expect(await frame.locator('input, .way').count()).toBe(0)
  })

  test('cannot frame the page', async () => {
    await tracked.page.evaluate(
      // biome-ignore lint/suspicious/noExplicitAny: the globals are defined by the script of the shop page.
      ([base]) => (globalThis as any).show(base, 'https://other.example'),
      [server.url] as const,
    )
    await expect.poll(() => tracked.errors).toEqual([expect.stringContaining('frame-ancestors')])
    await tracked.page.waitForTimeout(500)
    expect(await tracked.page.evaluate('window.ready')).toBeUndefined()
    expect(tracked.errors.splice(0)).toHaveLength(1)
  })
})

test('the full page cannot be framed at all', async () => {
  const url = await server.checkoutUrl()
  await tracked.page.evaluate((url) => {
    const frame = document.createElement('iframe')
    frame.src = url
    document.body.append(frame)
  }, url)
  await expect.poll(() => tracked.errors).toEqual([expect.stringContaining('frame-ancestors')])
  await tracked.page.waitForTimeout(500)
  const [, frame] = tracked.page.frames()
  expect(await frame?.locator('[data-state]').count()).toBe(0)
  expect(tracked.errors.splice(0)).toHaveLength(1)
})

test('ten thousand invalid messages change nothing, before and after the handshake', async () => {
  const frame = await openFrame({ token: null })
  await frame.waitForSelector('[data-state=loading]')
  const sendInvalidMessages = async () =>
    tracked.page.evaluate(() => {
      // biome-ignore lint/suspicious/noExplicitAny: the globals are defined by the script of the shop page.
      const { frame, port } = globalThis as any
      const cycle: Record<string, unknown> = {}
      cycle['self'] = cycle
      const values: unknown[] = [
        null,
        undefined,
        0,
        '',
        'ec.ready',
        [],
        {},
        cycle,
        new Map(),
        10n,
        new Date(),
        new Uint8Array(9),
        { jsonrpc: '2.0' },
        { jsonrpc: '2.0', id: 1 },
        { jsonrpc: '2.0', id: 2, result: null },
        { jsonrpc: '2.0', id: 1, result: { upgrade: { port: true } } },
        JSON.parse(
          '{"__proto__":{"polluted":1},"jsonrpc":"2.0","method":"cedi.token","params":{"__proto__":{"token":"x"}}}',
        ),
        { type: '__proto__' },
        { jsonrpc: '2.0', method: '__proto__', params: {} },
        { jsonrpc: '2.0', method: 'constructor', params: {} },
        { jsonrpc: '2.0', method: 'cedi.token', params: { token: 7 } },
        { jsonrpc: '2.0', method: 'cedi.token', params: null },
        { jsonrpc: '2.0', method: 'ec.complete', params: { ref: 'pay_x', status: 'succeeded' } },
        { jsonrpc: '2.0', method: 'cedi.token', params: { token: 'x'.repeat(10_000) } },
        { jsonrpc: '2.0', method: 'cedi.state', params: { state: 'success' } },
      ]
      for (let index = 0; index < 10_000; index++) {
        const value = values[index % values.length]
        if (index % 2) frame.contentWindow.postMessage(value, '*')
        else port.postMessage(value)
      }
    })
  await sendInvalidMessages()
  await tracked.page.waitForTimeout(500)
  expect(await frame.getAttribute('main', 'data-state')).toBe('loading')
  expect(await frame.evaluate(() => Reflect.ownKeys(Object.prototype).length)).toBe(12)
  await tracked.page.evaluate(
    // biome-ignore lint/suspicious/noExplicitAny: the port of the page above.
    (token) => (globalThis as any).port.postMessage({ jsonrpc: '2.0', method: 'cedi.token', params: { token } }),
    await createToken(),
  )
  await frame.waitForSelector('[data-state=method]')
  await sendInvalidMessages()
  await tracked.page.waitForTimeout(500)
  expect(await frame.getAttribute('main', 'data-state')).toBe('method')
  expect(await methods()).not.toContain('ec.complete')
})

test('only messages of the parent are handled, not those of another frame', async () => {
  const { page } = tracked
  await page.evaluate(
    // biome-ignore lint/suspicious/noExplicitAny: the globals are defined by the script of the shop page.
    (base) => (globalThis as any).show(base),
    server.url,
  )
  const frame = (await (await page.waitForSelector('iframe')).contentFrame()) as Frame
  await frame.waitForSelector('[data-state=loading]')
  await page.evaluate(
    (token) => {
      const other = document.createElement('iframe')
      other.srcdoc = '<p>other</p>'
      document.body.append(other)
      const script = (other.contentWindow as Window & { eval(code: string): void }).eval.bind(other.contentWindow)
      script(`const c = new MessageChannel(); c.port1.onmessage = ({ data }) => c.port1.postMessage({ jsonrpc: '2.0', id: data.id, result: { v: 1, token: ${JSON.stringify(token)}, origin: '${location.origin}', prefill: {} } });
      parent.frames[0].postMessage({ jsonrpc: '2.0', id: 1, result: { upgrade: { port: true } } }, '*', [c.port2])`)
    },
    await createToken(),
  )
  await page.waitForTimeout(500)
  expect(await frame.getAttribute('main', 'data-state')).toBe('loading')
})

describe('the checkout of an allowed shop', () => {
  const expectBlocked = async () => {
    await expect.poll(() => tracked.errors).toEqual([expect.stringContaining('frame-ancestors')])
    const frame = tracked.page.frames().at(-1) as Frame
    expect(await frame.locator('[data-state]').count()).toBe(0)
    expect(tracked.errors.splice(0)).toHaveLength(1)
  }

  test('is blocked if a page of another origin frames the shop', async () => {
    const { page } = tracked
    const outer = await shop(`<!doctype html><title>Outer</title><iframe src="${origin}/basket"></iframe>`)
    await page.goto(outer.origin)
    const inner = (await (await page.waitForSelector('iframe')).contentFrame()) as Frame
    await inner.waitForSelector('h1')
    // biome-ignore lint/suspicious/noExplicitAny: the globals are defined by the script of the shop page.
    await inner.evaluate((base) => (globalThis as any).show(base), server.url)
    await expectBlocked()
    outer.server.close()
  })

  test('is blocked in a sandboxed frame of the shop, which has no origin', async () => {
    await tracked.page.evaluate(
      ([base, origin]) => {
        const frame = document.createElement('iframe')
        frame.sandbox.add('allow-scripts')
        frame.srcdoc = `<iframe src="${base}/checkout?o=${encodeURIComponent(origin)}"></iframe>`
        document.body.append(frame)
      },
      [server.url, origin] as const,
    )
    await expectBlocked()
  })
})

test("only the shop's origin reaches the service, and the token is in no URL", async () => {
  const token = await createToken()
  const frame = await openFrame({ token })
  await frame.waitForSelector('[data-state=method]')
  const toService = tracked.requests.filter(({ url }) => url.startsWith(server.url))
  expect(toService.map(({ url }) => url).join(' ')).not.toContain(token.slice(0, 30))
  const log = JSON.stringify(server.mock.requests.list())
  expect(log).not.toContain('secret-of-the-shop')
  expect(await frame.evaluate(() => document.referrer)).not.toContain('secret-of-the-shop')
})

test('the page uses the colours and the language of the shop, with the text direction of that language', async () => {
  const frame = await openFrame({
    token: await createToken(),
    dir: 'rtl',
    theme: 'dark',
    accent: '#ffdd00',
    locale: 'fr-GH',
  })
  await frame.waitForSelector('[data-state=method]')
  await frame.click('button[value=card]')
  await frame.waitForSelector('button.main')
  expect(await frame.evaluate(() => [document.documentElement.dir, document.documentElement.lang])).toEqual([
    'ltr',
    'fr',
  ])
  const button = await frame.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.querySelector('button.main') as Element)
    return [backgroundColor, color]
  })
  expect(button).toEqual(['rgb(255, 221, 0)', 'rgb(0, 0, 0)'])
})

test.each(['red', '#fff', 'url(//evil.example)', '#12345g', '</style>'])(
  'the invalid accent colour %s is ignored',
  async (accent) => {
    const frame = await openFrame({ token: await createToken(), accent })
    await frame.waitForSelector('[data-state=method]')
    expect(await frame.evaluate(() => document.documentElement.getAttribute('style'))).toBeNull()
  },
)

test('the shop is notified of Escape in the frame, and receives "pending" when the buyer leaves while money may be moving', async () => {
  const frame = await openFrame({ token: await createToken() })
  await frame.click('button[value=mtn]')
  await frame.press('#phone', 'Escape')
  await tracked.page.waitForFunction(`window.receivedMessages.some(({ method }) => method === 'cedi.escape')`)
  await frame.fill('#phone', '0244123129')
  await frame.click('button[value=pay]')
  await frame.waitForSelector('[data-state=prompt]')
  await tracked.page.evaluate(`window.port.postMessage({ jsonrpc: '2.0', method: 'cedi.close_requested', params: {} })`)
  await tracked.page.waitForFunction(`window.receivedMessages.some(({ method }) => method === 'cedi.close')`)
  const last = (await readMessages()).filter(({ method }) => method === 'cedi.pending' || method === 'cedi.close')
  expect(last).toMatchObject([{ method: 'cedi.pending' }, { method: 'cedi.close', params: { reason: 'done' } }])
})

test('a reloaded frame continues the payment', async () => {
  const frame = await openFrame({ token: await createToken() })
  await frame.click('button[value=mtn]')
  await frame.fill('#phone', '0244123129')
  await frame.click('button[value=pay]')
  await frame.waitForSelector('[data-state=prompt]')
  await frame.evaluate(() => {
    document.documentElement.dataset['before'] = ''
    setTimeout(() => location.reload())
  })
  await frame.waitForSelector('html:not([data-before]) [data-state=prompt]')
  expect(await frame.textContent('h1')).toBe('Approve on 024\u00a0•••\u00a03129')
})

test('the page of the frame, opened alone, shows that it must be opened from a shop', async () => {
  const { page } = tracked
  await page.goto(`${server.url}/checkout?o=${origin}`)
  await state(page, 'blocked')
  expect(await page.locator('input, .way, a.main').count()).toBe(0)
})
