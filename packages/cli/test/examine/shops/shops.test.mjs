// Tests that every shop takes payments, also with a fault: a realistic fault does not break a normal purchase.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { createSandbox } from '@cedi/sandbox'
import { createWordPressShop } from '../../../dist/examine/wordpress.js'
import { faults } from './faults.mjs'
import { adapterEnvironment, copyShop, exampleShops, findFreePort, findSource, shops } from './shops.mjs'

/** @typedef {import('./shops.mjs').Shop} Shop */
/** @typedef {import('./shops.mjs').Fault} Fault */

/** @type {ReturnType<typeof createSandbox>} */
let sandbox
/** @type {{ url: string, close: () => Promise<void> }} */
let service
before(async () => {
  sandbox = createSandbox({ clock: 'real', approvalDelayMs: 800 })
  service = await sandbox.listen(0)
})
after(() => service.close())

/** Starts a program of a shop, and waits until it responds. @param {Shop} shop @param {string} folder @param {string} data */
async function start({ name, command }, folder, data) {
  const port = await findFreePort()
  const env = { ...process.env, CEDI_URL: service.url, CEDI_API_KEY: 'sk_test_all', PORT: String(port), DATA: data }
  const child = spawn(command, { cwd: folder, env, shell: true, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const exited = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; ; tries++) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) break
    assert.ok(tries < 150 && child.exitCode === null, `The shop ${name} does not respond: ${output}`)
    await wait(100)
  }
  return {
    url,
    getOutput: () => output,
    /** Ends the shell and the program that it has started. */
    async stop() {
      if (child.exitCode === null && child.signalCode === null)
        process.kill(-(/** @type {number} */ (child.pid)), 'SIGKILL')
      await exited
    },
  }
}

/** Creates a `fetch` for one shop that stores cookies and follows no redirect. @param {string} url */
function createFetch(url) {
  /** @type {Map<string, string>} */
  const cookies = new Map()
  return async (/** @type {string} */ path, /** @type {RequestInit} */ init = {}) => {
    const headers = new Headers(init.headers)
    if (cookies.size > 0) headers.set('Cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
    const response = await fetch(new URL(path, url), { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name = '', ...value] = pair.split('=')
      cookies.set(name, value.join('='))
    }
    return response
  }
}

async function readProduct() {
  const headers = { Authorization: 'Bearer sk_test_all' }
  const response = await fetch(`${service.url}/api/v1/products?limit=100`, { headers })
  const { data } = await response.json()
  return data.find((/** @type {any} */ { active, stock, type }) => active && stock !== 0 && type !== 'digital')
}

/** Pays in the checkout, as its page does. @param {string} checkoutUrl @param {string} phone @returns {Promise<string>} The ref. */
async function payInCheckout(checkoutUrl, phone) {
  const token = new URL(checkoutUrl).pathname.split('/').at(-1)
  const send = (/** @type {object} */ details) => {
    const headers = {
      Authorization: `Intent ${token}`,
      'Content-Type': 'application/json',
      'X-Checkout-Attempt': crypto.randomUUID(),
    }
    const body = JSON.stringify({ method: 'mobile_money', network: 'mtn', phone, ...details })
    return fetch(`${service.url}/checkout/payments`, { method: 'POST', headers, body })
  }
  const delivery = { name: 'Kofi Boateng', place: 'Kumasi', phone }
  const first = await send({ delivery })
  // A checkout for an amount has no product to deliver.
  const response = first.status === 422 ? await send({}) : first
  assert.equal(response.status, 201, await response.clone().text())
  return (await response.json()).data.ref
}

/** Places and pays an order. The phone number determines the outcome. @param {any} adapter @param {string} url @param {string} phone */
async function buy(adapter, url, phone) {
  const product = await readProduct()
  const person = { name: 'Kofi Boateng', email: 'kofi@example.com', phone, quantity: 2, product: product.id }
  const buyer = { ...person, fetch: createFetch(url) }
  const { orderId, pay } = await adapter.order(buyer)
  const ref = pay.ref ?? (await payInCheckout(pay.checkoutUrl, phone))
  assert.match(ref, /^pay_/)
  await wait(1_200)
  return { orderId, ref, buyer }
}

/** Reads the state until it is the expected one, at most for 25 seconds. @param {any} adapter @param {string} orderId @param {string} url @param {RegExp} expected */
async function readState(adapter, orderId, url, expected) {
  for (let tries = 0; ; tries++) {
    const state = await adapter.state(orderId, { fetch: createFetch(url) })
    if (expected.test(state.state) || tries === 25) return state
    await wait(1_000)
  }
}

/** @param {Shop} shop @param {string} folder */
const loadAdapter = async ({ adapter }, folder) =>
  adapter === 'wordpress'
    ? createWordPressShop(adapterEnvironment)
    : (await import(pathToFileURL(join(folder, 'shop.examine.mjs')).href)).default

/** Copies and starts a shop, and runs a test with it. @param {Shop} shop @param {Fault | undefined} fault @param {(context: { adapter: any, url: string, restart: () => Promise<string>, getOutput: () => string }) => Promise<void>} act */
async function inShop(shop, fault, act) {
  const { folder, remove } = copyShop(shop, fault)
  const data = mkdtempSync(join(tmpdir(), 'cedi-shop-data-'))
  let running = await start(shop, folder, data)
  try {
    const adapter = await loadAdapter(shop, folder)
    const restart = async () => {
      await running.stop()
      running = await start(shop, folder, data)
      return running.url
    }
    await act({ adapter, url: running.url, restart, getOutput: () => running.getOutput() })
  } catch (error) {
    console.error(running.getOutput())
    throw error
  } finally {
    await running.stop()
    rmSync(data, { recursive: true, force: true })
    remove()
  }
}

/** Pays an order, and returns to the shop. @param {any} adapter @param {string} url */
async function takePayment(adapter, url) {
  const { orderId, ref, buyer } = await buy(adapter, url, '0244123789')
  for (let tries = 0; tries < 2; tries++) {
    await adapter.return(orderId, new URLSearchParams({ ref }), buyer)
    await wait(tries * 1_000)
  }
  assert.deepEqual(await readState(adapter, orderId, url, /^(?:paid|review)$/), { state: 'paid', delivered: 1 })
  return { orderId, ref, buyer }
}

for (const shop of [...shops, ...exampleShops]) {
  test(`the shop ${shop.name} delivers a paid order once, also after a restart`, () =>
    inShop(shop, undefined, async ({ adapter, url, restart }) => {
      const { orderId, ref, buyer } = await takePayment(adapter, url)
      const page = await adapter.return(orderId, new URLSearchParams({ ref }), buyer)
      assert.equal(page.status, 200)
      assert.match(page.text, /Thank you/)
      const { delivered } = await readState(adapter, orderId, await restart(), /^paid/)
      assert.equal(delivered, 1)
    }))

  test(`the shop ${shop.name} delivers nothing for a declined payment`, () =>
    inShop(shop, undefined, async ({ adapter, url }) => {
      const { orderId, ref, buyer } = await buy(adapter, url, '0244123039')
      await adapter.return(orderId, new URLSearchParams({ ref }), buyer)
      const { state, delivered } = await readState(adapter, orderId, url, /failed/)
      assert.match(state, /^(?:failed|unpaid)$/)
      assert.equal(delivered, 0)
    }))
}

test('each of the 24 faults has a different name, and replaces a text that occurs once', () => {
  const names = faults.map(({ name }) => name)
  assert.deepEqual([names.length, new Set(names).size], [24, 24])
  const counts = faults.map(({ name, shop, file, find, replace }) => {
    const found = /** @type {Shop} */ (shops.find((other) => other.name === shop))
    const parts = readFileSync(findSource(found, file), 'utf8').split(find)
    return { name, count: parts.length - 1, isChanged: find !== replace }
  })
  assert.deepEqual(
    counts,
    names.map((name) => ({ name, count: 1, isChanged: true })),
  )
})

for (const fault of faults) {
  const shop = /** @type {Shop} */ (shops.find(({ name }) => name === fault.shop))
  test(`the shop ${fault.shop} with the fault "${fault.name}" starts and takes a payment`, () =>
    inShop(shop, fault, async ({ adapter, url }) => {
      await takePayment(adapter, url)
    }))
}
