import type { Frame } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop, type Visit } from './shop.js'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const open = async (options = '{}'): Promise<[Visit, Frame]> => {
  const visit = await shop.visit()
  await visit.page.evaluate(`window.wish = ${options}`)
  await visit.page.click('#buy')
  return [visit, await visit.checkout()]
}
const say = (frame: Frame, method: string, params: object = {}): Promise<unknown> =>
  frame.evaluate(`say(${JSON.stringify(method)}, ${JSON.stringify(params)})`)

test('a successful payment resolves the result immediately, and the popup stays open until the buyer closes it', async () => {
  const [visit, frame] = await open()
  await say(frame, 'cedi.state', { state: 'prompt', ref: 'PAY_1' })
  await say(frame, 'ec.complete', { ref: 'PAY_1', status: 'succeeded' })
  await expect.poll(visit.readEvents).toEqual(['success:succeeded:PAY_1', 'result:succeeded:PAY_1'])
  expect(await visit.page.locator('cedi-checkout').count()).toBe(1)
  await say(frame, 'cedi.close', { reason: 'done' })
  await expect
    .poll(visit.readEvents)
    .toEqual(['success:succeeded:PAY_1', 'result:succeeded:PAY_1', 'close:succeeded:PAY_1'])
  expect(await visit.page.locator('cedi-checkout').count()).toBe(0)
  expect(visit.errors).toEqual([])
})

test('an intent for another origin is reported in the console and to onError', async () => {
  const [visit, frame] = await open('{ onError: (error) => (window.reported = error) }')
  await say(frame, 'ec.error', { code: 'origin_not_allowed', continue_url: null })
  const message = `The intent needs a return_url of this page's origin, ${new URL(visit.url).origin}.`
  await expect.poll(() => visit.page.evaluate('reported')).toEqual({ code: 'origin_not_allowed', message })
  expect(visit.errors).toEqual([`[service.js] ${message}`])
})

test('an intent may be a promise or a function, which is called in the click, and reaches the frame through the port', async () => {
  const [visit, frame] = await open(
    `{ intent: () => { window.called = true; return new Promise((done) => (window.bring = done)) } }`,
  )
  expect(await visit.page.evaluate('called')).toBe(true)
  expect(await frame.evaluate('heard[0].result.token')).toBe(null)
  await visit.page.evaluate("bring('late.token')")
  await expect.poll(() => frame.evaluate('document.querySelector("h1").textContent')).toBe('late.token')
  const [, early] = await open(`{ intent: Promise.resolve('soon.token') }`)
  await expect.poll(() => early.evaluate('document.querySelector("h1").textContent')).toBe('soon.token')
})

test.each(["() => { throw new Error('no') }", "() => Promise.reject(new Error('no'))", "''", 'undefined', "'../evil'"])(
  'the intent %s offers another try, and the result never rejects',
  async (intent) => {
    const visit = await shop.visit()
    await visit.page.evaluate(`window.wish = { intent: ${intent} }`)
    await visit.page.click('#buy')
    await visit.page.getByRole('button', { name: 'Try again' }).waitFor()
    await visit.page.click('cedi-checkout .bar button')
    await expect
      .poll(() => visit.page.evaluate('session.result'))
      .toEqual({ status: 'failed', code: 'intent_failed', via: 'event' })
    expect(visit.errors).toEqual([expect.stringMatching(/^\[service\.js\] intent /)])
  },
)

test('"Try again" calls the intent function of the page again', async () => {
  const visit = await shop.visit()
  await visit.page.evaluate(
    `window.tries = 0; window.wish = { intent: () => (tries++ ? 'second.token' : Promise.reject()) }`,
  )
  await visit.page.click('#buy')
  const first = await visit.checkout()
  await visit.page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => first.isDetached()).toBe(true)
  const frame = await visit.checkout()
  await expect.poll(() => frame.evaluate('document.querySelector("h1").textContent')).toBe('second.token')
  await visit.page.click('cedi-checkout .bar button')
  await expect.poll(visit.readEvents).toContain('result:cancelled')
})

test('"Try again" by keyboard keeps the focus in the popup while the next intent is loading', async () => {
  const visit = await shop.visit()
  await visit.page.evaluate(
    `window.tries = 0; window.wish = { intent: () => (tries++ ? new Promise(() => {}) : Promise.reject()) }`,
  )
  await visit.page.click('#buy')
  await visit.page.getByRole('button', { name: 'Try again' }).waitFor()
  await visit.page.keyboard.press('Enter')
  await visit.page.getByText('Opening…').waitFor()
  expect(await visit.page.getByRole('button', { name: 'Close' }).evaluate((node) => node.matches(':focus'))).toBe(true)
})

test('a "Try again" that fails after the first intent has arrived changes nothing, and a second token is ignored', async () => {
  for (const end of ['no()', "ok('second.token')"]) {
    const visit = await shop.visit({ before: (page) => page.clock.install() })
    await visit.page.evaluate(
      'window.asked = []; openIt({ intent: () => new Promise((ok, no) => asked.push({ ok, no })) }), 0',
    )
    const first = await visit.checkout()
    await visit.page.clock.runFor(21_000)
    await visit.page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => first.isDetached()).toBe(true)
    const frame = await visit.checkout()
    await visit.page.evaluate("asked[0].ok('first.token')")
    await expect.poll(() => frame.evaluate('document.querySelector("h1").textContent')).toBe('first.token')
    await frame.evaluate(`say('cedi.state', { state: 'prompt', ref: 'PAY_T' })`)
    await expect.poll(() => visit.page.evaluate('session.state')).toBe('prompt')
    await visit.page.evaluate(`asked[1].${end}`)
    await visit.page.waitForTimeout(100)
    expect(await visit.page.locator('cedi-checkout iframe').isVisible()).toBe(true)
    await frame.evaluate(`say('ec.error', { code: 'x' })`)
    const full = visit.page.getByRole('link', { name: 'Open the full page' })
    expect(await full.getAttribute('href')).toBe(`${shop.service.url}/pay/first.token`)
    await visit.page.evaluate('session.close()')
    await expect
      .poll(visit.readEvents)
      .toEqual(['pending:pending:PAY_T', 'result:pending:PAY_T', 'close:pending:PAY_T'])
  }
})

test('the signal closes the popup, also if it was aborted before opening', async () => {
  const [visit] = await open(`{ signal: (window.controller = new AbortController()).signal }`)
  await visit.page.evaluate('controller.abort()')
  await expect.poll(visit.readEvents).toContain('result:cancelled')
  const other = await shop.visit()
  await other.page.evaluate('openIt({ signal: AbortSignal.abort() })')
  await expect.poll(other.readEvents).toContain('result:cancelled')
  expect(await other.page.evaluate('(openIt(), document.querySelectorAll("cedi-checkout").length)')).toBe(1)
})

test('callbacks that throw do not stop the checkout', async () => {
  const [visit, frame] = await open(
    `{ onEvent() { throw new Error('mine') }, onSuccess() { throw new Error('mine') } }`,
  )
  await say(frame, 'ec.complete', { ref: 'PAY_8', status: 'succeeded' })
  await say(frame, 'cedi.close', { reason: 'done' })
  await expect.poll(visit.readEvents).toEqual(['result:succeeded:PAY_8', 'close:succeeded:PAY_8'])
})

test('event listeners receive the same outcomes as callbacks', async () => {
  const [visit, frame] = await open()
  await visit.page.evaluate(
    `window.names = []; for (const name of ['state', 'prompt', 'success', 'close']) session.addEventListener(name, ({ detail }) => names.push(name + ':' + detail.state))`,
  )
  await say(frame, 'cedi.state', { state: 'prompt', ref: 'PAY_9' })
  await say(frame, 'ec.complete', { ref: 'PAY_9', status: 'succeeded' })
  await say(frame, 'cedi.close', { reason: 'done' })
  await expect
    .poll(() => visit.page.evaluate('names'))
    .toEqual(['state:prompt', 'prompt:prompt', 'success:prompt', 'close:prompt'])
  expect(await visit.page.evaluate('session.ref')).toBe('PAY_9')
})

const names = ['open', 'state', 'error', 'failed', 'close']
test.each([
  ['offline', `Object.defineProperty(navigator, 'onLine', { value: false }), {}`, ['open', 'error']],
  ['without a token', `{ intent: '' }`, ['open', 'failed', 'error']],
  ['with a signal that was aborted before', `{ signal: AbortSignal.abort() }`, ['open', 'close']],
])('%s, listeners that are added in the same tick receive all events in order', async (_, options, expected) => {
  const visit = await shop.visit()
  await visit.page.evaluate(`window.heard = []; window.called = []; window.wish = (${options})`)
  await visit.page.evaluate(
    `openIt({ ...wish, onEvent: ({ type }) => called.push(type) }); for (const name of ${JSON.stringify(names)}) session.addEventListener(name, () => heard.push(name))`,
  )
  await expect.poll(() => visit.page.evaluate('[heard, called]')).toEqual([expected, expected])
})

test('a page that closes the popup in the same tick gets an open and then a close event', async () => {
  const visit = await shop.visit()
  await visit.page.evaluate(
    `window.heard = []; openIt(); for (const name of ${JSON.stringify(names)}) session.addEventListener(name, () => heard.push(name)); session.close()`,
  )
  await expect.poll(() => visit.page.evaluate('heard')).toEqual(['open', 'close'])
})

test.each([
  ['pageshow', 'window.dispatchEvent(new Event("pageshow"))'],
  ['visibilitychange', 'document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))'],
  ['online', 'window.dispatchEvent(new Event("online"))'],
])('on %s the checkout fetches the status from the service', async (_, event) => {
  const [visit, frame] = await open()
  await visit.page.evaluate(event)
  await expect.poll(() => frame.evaluate('heard.at(-1).method')).toBe('cedi.sync')
  await say(frame, 'ec.complete', { ref: 'PAY_10', status: 'succeeded' })
  await expect.poll(() => visit.page.evaluate('session.result')).toMatchObject({ via: 'status-check' })
})

test('a reloaded page in the frame gets a new port', async () => {
  const [visit, frame] = await open()
  await say(frame, 'cedi.state', { state: 'redirect', ref: 'PAY_11' })
  await frame.evaluate('location.reload()').catch(() => {})
  const secondResponse = await visit.checkout()
  await expect.poll(() => secondResponse.evaluate('heard[0].result.token')).toBe('some.token')
  await say(secondResponse, 'ec.complete', { ref: 'PAY_11', status: 'succeeded' })
  await expect.poll(visit.readEvents).toContain('result:succeeded:PAY_11')
})
