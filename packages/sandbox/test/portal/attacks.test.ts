import { describe, expect, it } from 'vitest'
import { portalScript } from '../../src/generated/portal-script.js'
import { createPortalServer, formOn, type PortalServer, type Visitor } from './portal-server.js'

const ledgerOf = ({ mock }: PortalServer): string => JSON.stringify(mock.snapshot().ledger)

/** A sandbox in which Ama has one record of each kind, and Kofi is signed in. */
async function twoMerchants() {
  const server = createPortalServer()
  const products = (await server.api('GET', '/api/v1/products')).data
  await server.createPaid(500)
  const { data: orderPayment } = await server.api('POST', '/api/v1/payments', {
    product_id: products[0].id,
    method: 'mobile_money',
    phone: '0244123789',
    name: 'Efua Secret',
    email: 'efua.secret@example.com',
  })
  await server.mock.clock.advance('PT2S')
  const payment = (await server.api('GET', `/api/v1/payments/${orderPayment.ref}`)).data
  const { data: refund } = await server.api('POST', '/api/v1/refunds', {
    payment_ref: payment.ref,
    amount: 1,
    reason: 'A secret reason',
  })
  const payout = (await server.mock.control('POST', 'payouts', { amount: 5, phone: '0244123129' })) as { ref: string }
  const key = (await server.mock.control('POST', 'keys', { scopes: ['balance:read'], label: 'secret label' })) as {
    id: string
    key: string
  }
  const { data: latePayment } = await server.api('POST', '/api/v1/payments', {
    amount: 77,
    method: 'mobile_money',
    phone: '0244123139',
  })
  await server.mock.clock.advance('PT10M')
  const ids = {
    payment: payment.ref as string,
    order: payment.order_ref as string,
    product: products[0].id as string,
    refund: refund.ref as string,
    payout: payout.ref,
    key: key.id,
    latePayment: latePayment.ref as string,
  }
  return { server, ids, key: key.key, kofi: await server.merchant('test-kofi'), ama: await server.merchant() }
}

/** Every address of the portal and the desk that names a record. */
const recordsOf = (ids: Awaited<ReturnType<typeof twoMerchants>>['ids']) => ({
  portal: [
    `payments/${ids.payment}`,
    `payments/${ids.latePayment}`,
    `orders/${ids.order}`,
    `products/${ids.product}`,
    `developers/keys/${ids.key}`,
  ],
  operator: [`refunds/${ids.refund}`, `payouts/${ids.payout}`, `suspense/${ids.latePayment}`],
})

/** Every form, with fields that make it succeed. */
const forms = (ids: Awaited<ReturnType<typeof twoMerchants>>['ids']) =>
  [
    ['portal', '/portal/developers/issue', { label: 'x', scope: 'balance:read', form_id: crypto.randomUUID() }],
    ['portal', `/portal/developers/keys/${ids.key}`, {}],
    ['portal', '/portal/payouts', { amount: '5', phone: '0244123789', form_id: crypto.randomUUID() }],
    ['portal', '/portal/sign-out', {}],
    ['operator', `/operator/refunds/${ids.refund}`, { act: 'paid', tick: 'paid' }],
    ['operator', `/operator/refunds/${ids.refund}`, { act: 'rejected', tick: 'rejected', 'rejected-note': 'no' }],
    ['operator', `/operator/payouts/${ids.payout}`, { act: 'pay', tick: 'pay' }],
    ['operator', '/operator/settlements', { account: 'psp:mtn', 'id-mtn': 'x-1', tick: 'settled' }],
    ['operator', `/operator/suspense/${ids.latePayment}`, { act: 'returned', from: 'provider', tick: 'returned' }],
    ['operator', '/operator/merchants', { merchant: 'demo' }],
    ['operator', '/operator/merchants/new', { name: 'New', handle: 'new-one' }],
    ['operator', '/operator/sign-out', {}],
  ] as const

const tokenOf = async (visitor: Visitor, area: string): Promise<string> =>
  /name="form_token" value="(\w+)"/.exec((await visitor.get(`/${area}`)).body)?.[1] ?? ''

/** Removes the script of the portal, the only one that the policy allows. */
const withoutOwnScript = (body: string): string =>
  body.replace(`<script type="module">${portalScript.code}</script>`, '')

describe('a form of another site', () => {
  it("changes nothing without the session's token, with another session's token, or with two tokens", async () => {
    const { server, ids, kofi, ama } = await twoMerchants()
    const visitors = { portal: ama, operator: await server.operator() }
    const otherRequests = {
      portal: await tokenOf(kofi, 'portal'),
      operator: await tokenOf(await server.operator(), 'operator'),
    }
    for (const [area, path, fields] of forms(ids)) {
      const formToken = await tokenOf(visitors[area], area)
      const before = ledgerOf(server)
      for (const form_token of [
        undefined,
        '',
        'x',
        formToken.slice(1),
        `${formToken}0`,
        otherRequests[area],
        [formToken, formToken],
      ]) {
        const body = form_token === undefined ? fields : { ...fields, form_token }
        const response = await visitors[area].post(path, body)
        expect([path, form_token, response.status, response.text.includes('did not come from our page')]).toEqual([
          path,
          form_token,
          403,
          true,
        ])
      }
      expect(ledgerOf(server)).toBe(before)
    }
  })

  it('changes nothing when the browser reports another origin, even with the right token', async () => {
    const { server, ids, ama } = await twoMerchants()
    const visitors = { portal: ama, operator: await server.operator() }
    for (const [area, path, fields] of forms(ids)) {
      const form_token = await tokenOf(visitors[area], area)
      const before = ledgerOf(server)
      for (const headers of [
        { Origin: 'https://evil.example', 'Sec-Fetch-Site': undefined },
        { Origin: 'https://evil.example' },
        { Origin: 'null', 'Sec-Fetch-Site': undefined },
        { Origin: 'http://cedi.test.evil.example', 'Sec-Fetch-Site': undefined },
        { Origin: 'http://cedi.test:81', 'Sec-Fetch-Site': undefined },
        { Origin: undefined, 'Sec-Fetch-Site': 'cross-site' },
        { Origin: undefined, 'Sec-Fetch-Site': 'same-site' },
        { Origin: undefined, 'Sec-Fetch-Site': 'none' },
        { Origin: undefined, 'Sec-Fetch-Site': undefined },
        { 'Sec-Fetch-Site': 'cross-site' },
      ]) {
        const response = await visitors[area].post(path, { ...fields, form_token }, headers)
        expect([path, headers, response.status]).toEqual([path, headers, 403])
      }
      for (const type of ['text/plain', 'application/json', 'multipart/form-data; boundary=x', ''])
        expect((await visitors[area].post(path, { ...fields, form_token }, { 'Content-Type': type })).status).toBe(400)
      expect(ledgerOf(server)).toBe(before)
    }
  })

  it('does not sign in, because an invitation is accepted only from a page of the service', async () => {
    const server = createPortalServer()
    for (const area of ['portal', 'operator'] as const) {
      const path = await server.invitation(area)
      for (const headers of [
        { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
        { Origin: undefined, 'Sec-Fetch-Site': undefined },
      ]) {
        const response = await server.createVisitor().post(path, {}, headers)
        expect([response.status, response.headers['Set-Cookie']]).toEqual([403, undefined])
      }
      expect((await server.createVisitor().post(path, {})).status).toBe(303)
    }
  })

  it('is not read when it exceeds the maximum size', async () => {
    const { ama, server } = await twoMerchants()
    const before = ledgerOf(server)
    const form_token = await tokenOf(ama, 'portal')
    expect((await ama.post('/portal/developers/issue', { form_token, label: 'x'.repeat(140_000) })).status).toBe(400)
    expect(ledgerOf(server)).toBe(before)
  })
})

describe('records of another merchant', () => {
  it('are not found by their ids in any section of the portal', async () => {
    const { server, ids, key, kofi, ama } = await twoMerchants()
    for (const path of recordsOf(ids).portal) {
      expect([path, (await ama.get(`/portal/${path}`)).status]).toEqual([path, 200])
      const response = await kofi.get(`/portal/${path}`)
      expect([path, response.status]).toEqual([path, 404])
      expect(response.text).not.toMatch(/secret|Efua/i)
    }
    const sections = ['', '/payments', '/orders', '/products', '/refunds', '/payouts', '/developers']
    for (const section of sections)
      for (const id of Object.values(ids)) {
        const response = await kofi.get(`/portal${section}?before=${id}&merchant=demo`)
        expect(response.status).toBe(200)
        for (const other of Object.values(ids)) expect(response.body).not.toContain(other)
        expect(response.body).not.toMatch(/secret|Efua/i)
      }
    const form_token = await tokenOf(kofi, 'portal')
    const response = await kofi.post(`/portal/developers/keys/${ids.key}`, { form_token, merchant: 'demo' })
    expect(response.status).toBe(404)
    expect((await server.api('GET', '/api/v1/balance', undefined, key)).status).toBe(200)
  })

  it('cannot be reached at the operator desk by a merchant', async () => {
    const { server, ids, kofi } = await twoMerchants()
    const operator = await server.operator()
    const sections = ['', '/refunds', '/payouts', '/settlements', '/suspense', '/merchants']
    for (const path of [...sections, ...recordsOf(ids).operator.map((path) => `/${path}`)]) {
      expect([path, (await operator.get(`/operator${path}`)).status]).toEqual([path, 200])
      expect([path, (await kofi.get(`/operator${path}`)).status]).toEqual([path, 401])
      expect([path, (await kofi.get(`/portal/operator${path}`)).status]).toEqual([path, 404])
    }
  })
})

describe('typed text', () => {
  const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>\'</textarea>'

  it('is escaped on every page that shows it', async () => {
    const server = createPortalServer()
    const { data: product } = await server.api('POST', '/api/v1/products', { name: evil, price: 20, description: evil })
    await server.createPaid(900)
    const { data: orderPayment } = await server.api('POST', '/api/v1/payments', {
      product_id: product.id,
      method: 'mobile_money',
      phone: '0244123789',
      name: evil.slice(0, 100),
      metadata: { cart: evil },
    })
    await server.mock.clock.advance('PT2S')
    const payment = (await server.api('GET', `/api/v1/payments/${orderPayment.ref}`)).data
    const { data: refund } = await server.api('POST', '/api/v1/refunds', { payment_ref: payment.ref, reason: evil })
    const { data: open } = await server.api('POST', '/api/v1/refunds', {
      payment_ref: (await server.createPaid(50)).ref,
      reason: evil,
    })
    const ama = await server.merchant()
    await ama.submit('/portal/developers/issue', { label: evil, scope: 'balance:read' }, { action: 'issue' })
    const operator = await server.operator()
    await operator.submit(`/operator/refunds/${refund.ref}`, { act: 'paid', tick: 'paid', 'paid-note': evil })
    const response = await operator.submit('/operator/merchants', { name: evil, handle: 'evil' }, { action: 'new' })
    expect(response.status).toBe(201)
    const guest = server.createVisitor()
    const link = /http:\/\/cedi\.test(\/portal\/invitations\/[\w.-]+)/.exec(response.body)?.[1] ?? ''
    const pages = [response, await guest.get(link)]
    await guest.post(link, {})
    pages.push(await guest.get('/portal'))
    const keyPage = /developers\/keys\/key_\w+/.exec((await ama.get('/portal/developers')).body)?.[0]
    for (const path of [
      '',
      `/products/${product.id}`,
      '/products',
      '/orders',
      `/orders/${payment.order_ref}`,
      '/payments',
    ])
      pages.push(await ama.get(`/portal${path}`))
    for (const path of [`/payments/${payment.ref}`, '/refunds', '/developers', `/${keyPage}`])
      pages.push(await ama.get(`/portal${path}`))
    for (const path of ['', '/refunds', `/refunds/${refund.ref}`, `/refunds/${open.ref}`, '/merchants', '/settlements'])
      pages.push(await operator.get(`/operator${path}`))
    const fields = { act: 'rejected', 'rejected-note': evil }
    pages.push(await operator.submit(`/operator/refunds/${open.ref}`, fields))
    pages.push(await ama.submit('/portal/developers/issue', { label: evil }, { action: 'issue' }))
    pages.push(await ama.submit('/portal/payouts', { amount: evil.slice(0, 12), phone: evil }, { action: 'payouts' }))
    let shownCount = 0
    for (const { status, body, headers, text } of pages) {
      expect(status).not.toBe(500)
      expect(withoutOwnScript(body)).not.toMatch(/<script|<img|onerror=alert\(1\)>(?!&)/)
      expect(headers['Content-Security-Policy']).toContain(`script-src '${portalScript.hash}';`)
      if (text.includes('<script>alert(1)')) shownCount += 1
    }
    // Every page except those that show no name, reason or note.
    expect(shownCount).toBe(pages.length - 4)
  })

  it('a link that claims a payout was marked is ignored while the payout is pending', async () => {
    const server = createPortalServer()
    await server.createPaid(900)
    await server.mock.clock.advance('P2D')
    const { ref } = (await server.mock.control('POST', 'payouts', { amount: 5, phone: '0244123789' })) as {
      ref: string
    }
    const operator = await server.operator()
    const { status, text } = await operator.get(`/operator/payouts/${ref}?done=pay`)
    expect([status, text.includes('Marked as arrived.')]).toEqual([200, false])
    await server.mock.control('POST', `payouts/${ref}/pay`)
    expect((await operator.get(`/operator/payouts/${ref}?done=pay`)).text).toContain('Marked as arrived.')
  })

  it('invisible characters that change the text direction are removed from names and labels', async () => {
    const server = createPortalServer()
    const ama = await server.merchant()
    const response = await ama.submit(
      '/portal/developers/issue',
      { label: '\u202elatot\u202c', scope: 'balance:read' },
      { action: 'issue' },
    )
    expect(response.status).toBe(201)
    const operator = await server.operator()
    const fields = { name: 'Yaa\u2066\u200f Shop', handle: '\u202ayaa\u202c' }
    expect((await operator.submit('/operator/merchants', fields, { action: 'new' })).status).toBe(201)
    const { ledger } = server.mock.snapshot()
    expect(JSON.stringify(ledger)).not.toMatch(/\p{Bidi_Control}/u)
    expect(JSON.stringify(ledger)).toContain('"Yaa Shop"')
    expect(JSON.stringify(ledger)).toContain('"latot"')
  })

  it('never reaches a header, with or without line breaks', async () => {
    const { server, ids, ama } = await twoMerchants()
    const operator = await server.operator()
    const split = 'x\r\nSet-Cookie: stolen=1\r\n\r\n<script>'
    const encoded = encodeURIComponent(split)
    const responses = [
      await ama.get(`/portal?lang=${encoded}`),
      await ama.get(`/portal/payments?before=${encoded}`),
      await ama.get(`/portal/payouts?done=${encoded}`),
      await ama.get(`/portal/developers?done=${encoded}&${encoded}=1`),
      await ama.get(`/portal/payments/${encoded}`),
      await server.createVisitor().get(`/portal/invitations/${encoded}`),
      await operator.get(`/operator/settlements?done=${encoded}`),
      await operator.get(`/operator/refunds/${ids.refund}?done=${encoded}`),
      await ama.get('/portal', { 'Accept-Language': split, Origin: split, Host: split }),
      await ama.submit('/portal/developers/issue', { label: split, scope: 'balance:read' }, { action: 'issue' }),
      await ama.submit('/portal/developers/issue', { label: 'x', scope: split }, { action: 'issue' }),
      await ama.submit('/portal/payouts', { amount: split, phone: split }, { action: 'payouts' }),
      await ama.submit('/portal/payouts', { amount: '1', phone: '0244123789', form_id: split }, { action: 'payouts' }),
      await operator.submit('/operator/settlements', { 'id-mtn': split, tick: 'settled' }, { action: 'settlements' }),
      await operator.submit('/operator/merchants', { name: split, handle: split }, { action: 'new' }),
      await operator.submit('/operator/merchants', { merchant: split }, { action: 'merchants' }),
      await operator.submit(`/operator/refunds/${ids.refund}`, { act: split, tick: split }),
      await operator.submit(`/operator/refunds/${ids.refund}`, { act: 'paid', tick: 'paid', 'paid-note': split }),
    ]
    for (const { status, headers } of responses) {
      expect(status).toBeLessThan(500)
      for (const [name, value] of Object.entries(headers)) expect(`${name}: ${value}`).not.toMatch(/[\r\n]|stolen/)
    }
  })

  it('redirects nowhere else: a form leads only to pages of the same area', async () => {
    const { ama } = await twoMerchants()
    const redirectParameters = 'next=https://evil.example&return=//evil.example&url=javascript:alert(1)'
    const { hidden } = formOn((await ama.get('/portal/payouts')).body, 'payouts')
    const response = await ama.post(`/portal/payouts?${redirectParameters}`, {
      ...hidden,
      amount: '1',
      phone: '0244123789',
    })
    expect([response.status, response.headers['Location']]).toEqual([303, '/portal/payouts?done=asked'])
  })
})

describe('a malformed or unauthorized URL', () => {
  it('is not found, and never opens another area or a record', async () => {
    const { server, ids, ama, kofi } = await twoMerchants()
    const invalidPaths = [
      '/portal/../operator',
      '/portal/%2e%2e/operator',
      '/portal/..%2foperator/refunds',
      '/portal//',
      '//portal',
      '/portal//payments',
      '/portal/payments/',
      `/portal/payments//${ids.payment}`,
      `/portal/payments/./${ids.payment}`,
      `/portal/payments/%2e/${ids.payment}`,
      `/portal/payments/${ids.payment}/`,
      `/portal/payments/${ids.payment}%00`,
      `/portal/payments/${ids.payment}\0`,
      `/portal/payments/${ids.payment};a`,
      `/portal/payments/${ids.payment.toUpperCase()}`,
      '/portal/payments/__proto__',
      '/portal/payments/constructor',
      '/portal/__proto__',
      '/portal/toString',
      '/portal/developers/keys/*',
      '/portal/*',
      '/portal/GET payments',
      '/portal\\payments',
      '/portal/../../etc/passwd',
      '/portalx',
      '/portal.',
      '/PORTAL',
      '/operator/../portal',
      '/operatorx',
    ]
    for (const path of invalidPaths) {
      for (const visitor of [ama, kofi]) {
        const response = await visitor.get(path)
        expect([path, response.status >= 400 && response.status < 500]).toEqual([path, true])
        expect(response.body).not.toContain(ids.payment.slice(0, 12) + ids.payment.slice(12))
      }
    }
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])
      for (const path of ['/portal', '/portal/developers/issue', `/portal/payments/${ids.payment}`]) {
        const pageResponse = await server.mock.handle({
          method,
          url: `http://cedi.test${path}`,
          headers: { Cookie: ama.cookie },
        })
        expect([method, path, pageResponse.status]).toEqual([method, path, 405])
        expect(pageResponse.headers['Allow']).toContain('GET')
      }
  })
})

describe('every page', () => {
  it('is not cached, cannot be framed, runs one script and sends forms only to itself', async () => {
    const { server, ids, ama } = await twoMerchants()
    const operator = await server.operator()
    const { portal, operator: operatorPages } = recordsOf(ids)
    const pages = [
      await server.createVisitor().get('/portal'),
      await server.createVisitor().get(await server.invitation()),
      await server.createVisitor().get('/operator/invitations/x'),
      await ama.get('/portal/nothing'),
    ]
    for (const path of ['', '/developers/issue', ...portal.map((path) => `/${path}`)])
      pages.push(await ama.get(`/portal${path}`))
    for (const path of ['', '/settlements', ...operatorPages.map((path) => `/${path}`)])
      pages.push(await operator.get(`/operator${path}`))
    for (const { headers, body } of pages) {
      expect(headers).toMatchObject({
        'Cache-Control': 'no-store',
        'X-Frame-Options': 'DENY',
        'X-Content-Type-Options': 'nosniff',
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Resource-Policy': 'same-origin',
        'Referrer-Policy': 'same-origin',
      })
      const policy = headers['Content-Security-Policy'] ?? ''
      for (const rule of [
        "default-src 'none'",
        `script-src '${portalScript.hash}';`,
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
      ])
        expect(policy).toContain(rule)
      expect(withoutOwnScript(body)).not.toMatch(/<script|<iframe|<link [^>]*stylesheet| on\w+=| style=|javascript:/)
      for (const [, action] of body.matchAll(/<form[^>]* action="([^"]*)"/g))
        expect(action).toMatch(/^\/(?:portal|operator)/)
    }
  })
})
