// Test helpers: a shop and its service on two ports, and a buyer without scripts.
import { once } from 'node:events'
import { createSandbox } from '@cedi/sandbox'
import { createShop } from './shop.mjs'

export const apiKey = 'sk_test_all'

/**
 * Opens a shop. Shop and service share a manual clock.
 *
 * @param {{ ordersFile?: string }} [overrides]
 */
export async function openShop(overrides = {}) {
  const mock = createSandbox({ clock: 'manual' })
  const service = await mock.listen(0)
  /** @type {string[]} */
  const logged = []
  const nowMs = () => mock.clock.now().getTime()
  // The shop needs its URL before it listens.
  const { port } = await getFreePort()
  const shopUrl = `http://127.0.0.1:${port}`
  const options = {
    serviceUrl: service.url,
    apiKey,
    shopUrl,
    nowMs,
    log: (/** @type {string} */ line) => logged.push(line),
  }
  const shop = createShop({ ...options, ...overrides })
  shop.server.listen(port, '127.0.0.1')
  await once(shop.server, 'listening')
  return {
    mock,
    service,
    url: shopUrl,
    logged,
    paid: () => logged.filter((line) => line.includes('Deliver')),
    sweep: () => shop.settlement.runOnce(),
    async close() {
      shop.server.close()
      shop.server.closeAllConnections()
      await service.close()
    },
  }
}

export async function getFreePort() {
  const { createServer } = await import('node:net')
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (taken.address())
  taken.close()
  await once(taken, 'close')
  return { port }
}

/** @typedef {Awaited<ReturnType<typeof openShop>>} OpenShop */
/** @typedef {{ url: string, status: number, text: string }} Page */

const entities = /** @type {Record<string, string>} */ ({
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
})
const plain = (/** @type {string} */ text) => text.replace(/&(?:amp|lt|gt|quot|#39);/g, (name) => entities[name] ?? '')

/** Creates a browser without scripts. It follows links, submits forms, and stores cookies and all responses. */
export function createBuyer() {
  /** @type {string[]} */
  const received = []
  /** The cookie of each origin. @type {Map<string, string>} */
  const cookies = new Map()
  /** @param {string} url @param {RequestInit} [init] @returns {Promise<Page>} */
  async function go(url, init = {}) {
    const { origin } = new URL(url)
    const headers = { ...init.headers, Cookie: cookies.get(origin) ?? '' }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    const [cookie] = response.headers.getSetCookie()
    if (cookie) cookies.set(origin, cookie.split(';')[0] ?? '')
    const text = await response.text()
    const location = response.headers.get('location')
    if (location) {
      received.push(JSON.stringify([...response.headers]))
      // Every redirect of the shop and of the checkout continues with GET.
      return go(new URL(location, url).href)
    }
    received.push(JSON.stringify([...response.headers]), text)
    return { url: response.url, status: response.status, text }
  }
  return {
    received,
    go,
    /**
     * Fills in the form with a button and presses it.
     *
     * @param {Page} page @param {string} label @param {Record<string, string>} [fields]
     */
    async press(page, label, fields = {}) {
      const form = [...page.text.matchAll(/<form[^>]*>[\s\S]*?<\/form>/g)].find(([markup]) =>
        [...markup.matchAll(/<button[^>]*>([\s\S]*?)<\/button>/g)].some(([, inside = '']) =>
          toText(inside).includes(label),
        ),
      )?.[0]
      if (!form) throw new Error(`There is no button "${label}" at ${page.url}:\n${toText(page.text)}`)
      const body = new URLSearchParams()
      for (const [input] of form.matchAll(/<input[^>]*>/g)) {
        const name = attribute(input, 'name')
        if (name) body.set(name, fields[name] ?? attribute(input, 'value'))
      }
      for (const [select] of form.matchAll(/<select[^>]*>/g))
        body.set(attribute(select, 'name'), fields[attribute(select, 'name')] ?? '1')
      const button = [...form.matchAll(/<button([^>]*)>([\s\S]*?)<\/button>/g)].find(([, , inside = '']) =>
        toText(inside).includes(label),
      )
      const name = attribute(button?.[0] ?? '', 'name')
      if (name) body.set(name, attribute(button?.[0] ?? '', 'value'))
      const action = attribute(form.slice(0, form.indexOf('>')), 'action')
      return go(new URL(action || page.url, page.url).href, { method: 'POST', body })
    },
    /** @param {Page} page @param {string} label */
    follow(page, label) {
      const link = [...page.text.matchAll(/<a [^>]*>([\s\S]*?)<\/a>/g)].find(([, inside = '']) =>
        toText(inside).includes(label),
      )
      if (!link) throw new Error(`There is no link "${label}" at ${page.url}:\n${toText(page.text)}`)
      return go(new URL(attribute(link[0], 'href'), page.url).href)
    },
  }
}

/** @param {string} tag @param {string} name */
const attribute = (tag, name) => plain(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '')

/** Returns the text of a page without markup. @param {string} markup */
export const toText = (markup) =>
  plain(markup.replace(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()
