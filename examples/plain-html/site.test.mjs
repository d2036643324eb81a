// The tags of the page work with the service: each leads a buyer to a payment, with and without scripts.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { createSandbox } from '@cedi/sandbox'
import { createSite } from './site.mjs'

/** @param {(site: { url: string, service: string, mock: ReturnType<typeof createSandbox> }) => Promise<void>} act */
async function onSite(act) {
  const mock = createSandbox()
  const service = await mock.listen(0)
  const server = createSite({
    serviceUrl: service.url,
    apiKey: 'sk_test_all',
    siteUrl: 'http://127.0.0.1:3001',
    log() {},
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  try {
    await act({ url: `http://127.0.0.1:${port}`, service: service.url, mock })
  } finally {
    server.close()
    server.closeAllConnections()
    await service.close()
  }
}

const text = async (/** @type {string} */ url) => (await fetch(url)).text()

test('each buy button of the page sells an existing product at the price in the text', () =>
  onSite(async ({ url, service }) => {
    const page = await text(url)
    const tags = [...page.matchAll(/data-handle="([^"]+)" data-product="([^"]+)"/g)]
    assert.equal(tags.length, 3)
    for (const [, handle, product] of tags) {
      const body = JSON.stringify({ handle, product, quantity: 1 })
      const response = await fetch(`${service}/checkout/embed`, { method: 'POST', body, headers: { Origin: url } })
      assert.equal(response.status, 201)
    }
    const { data } = JSON.parse(await text(`${service}/checkout/embed?handle=ama&product=kente-tote`))
    assert.ok(page.includes(`GH₵${data.amount}`))
  }))

test('every link of the page works, so that the page sells without scripts', () =>
  onSite(async ({ url, service }) => {
    const links = [...(await text(url)).matchAll(/(?:href|src)="([^"]+)"/g)].map(
      ([, link = '']) => new URL(link, url).href,
    )
    assert.ok(links.filter((link) => link.startsWith(`${service}/@ama/`)).length >= 3)
    for (const link of links) assert.equal((await fetch(link)).status, 200, link)
  }))

test('the deposit links to a checkout of GH₵100.00 with a different token for each visitor', () =>
  onSite(async ({ url }) => {
    const [first, second] = await Promise.all([text(`${url}/booking`), text(`${url}/booking`)])
    const [, href = '', token = ''] = /href="([^"]+)" data-cedi-intent="([^"]+)"/.exec(first) ?? []
    assert.ok(href.endsWith(`/pay/${token}`))
    assert.match((await text(href)).replace(/<[^>]*>/g, ''), /GH₵100\.00/)
    assert.ok(!second.includes(token))
  }))

test('a reload of the booking page has the same checkout, so that a buyer cannot pay the deposit twice', () =>
  onSite(async ({ url }) => {
    const first = await fetch(`${url}/booking`)
    const cookie = first.headers.get('set-cookie') ?? ''
    assert.match(cookie, /^booking=[\w.-]+; Path=\/booking; Max-Age=1700; HttpOnly; SameSite=Lax$/)
    const secondResponse = await fetch(`${url}/booking`, { headers: { Cookie: cookie.split(';')[0] ?? '' } })
    assert.equal(await secondResponse.text(), await first.text())
  }))

test('an unavailable service affects only the deposit', () =>
  onSite(async ({ url, mock }) => {
    await mock.control('POST', 'faults', { match: { path: '/api/v1/*' }, fault: { status: 500 } })
    assert.equal((await fetch(`${url}/booking`)).status, 503)
    assert.equal((await fetch(url)).status, 200)
  }))

test('the site serves neither its code nor its key', () =>
  onSite(async ({ url }) => {
    for (const path of [
      '/site.mjs',
      '/package.json',
      '/../package.json',
      '/booking.html',
      '/pictures/none.svg',
      '/%2e%2e/x',
    ])
      assert.equal((await fetch(url + path)).status, 404, path)
    for (const path of ['/', '/booking']) assert.ok(!(await text(url + path)).includes('sk_test'))
  }))
