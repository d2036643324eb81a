import { describe, expect, it } from 'vitest'
import { unescaped } from '../pages/hosted.js'
import { createPortalServer, formOn, type PageResponse, readTrialBalance } from './portal-server.js'

const tote = {
  name: 'Kente tote',
  price: 'GH₵ 120.00',
  type: 'physical',
  stock: '12',
  description: 'Woven in Bonwire.\r\nWashable.',
  image_url: 'https://ama.example/tote.jpg',
  active: 'true',
}
const locationOf = ({ headers }: PageResponse): string => headers['Location'] ?? ''
const idOf = (response: PageResponse): string => /products\/(prd_\w+)/.exec(locationOf(response))?.[1] ?? ''

/** Creates a shop without records, whose merchant is signed in. */
async function openShop() {
  const server = createPortalServer()
  const kofi = await server.merchant('test-kofi')
  const api = (method: string, path: string, body?: object) => server.api(method, path, body, 'sk_test_kofi')
  return { server, kofi, api }
}

describe('a merchant without code', () => {
  it('adds a product, with the fields of the API', async () => {
    const { server, kofi, api } = await openShop()
    const added = await kofi.submit('/portal/products/new', tote, { action: 'new' })
    expect([added.status, locationOf(added)]).toEqual([303, `/portal/products/${idOf(added)}?done=added`])
    expect((await kofi.get(locationOf(added))).text).toContain('The product was added.')
    expect((await api('GET', `/api/v1/products/${idOf(added)}`)).data).toMatchObject({
      name: 'Kente tote',
      slug: 'kente-tote',
      type: 'physical',
      price: 120,
      stock: 12,
      active: true,
      description: 'Woven in Bonwire.\nWashable.',
      image_url: 'https://ama.example/tote.jpg',
    })
    expect(await readTrialBalance(server, 'test-kofi')).toEqual({ verification: true, trial: 0 })
  })

  it('gets a link to share with buyers while the product is on sale', async () => {
    const ama = await createPortalServer().merchant()
    const id = idOf(await ama.submit('/portal/products/new', { ...tote, name: 'Shea soap' }, { action: 'new' }))
    const readLink = async () =>
      /<textarea id="product-link"[^>]*>([^<]*)</.exec((await ama.get(`/portal/products/${id}`)).body)?.[1]?.trim()
    expect(await readLink()).toMatch(/^https?:\/\/[^/]+\/@ama\/shea-soap$/)
    await ama.submit(`/portal/products/${id}/edit`, { ...tote, active: '' }, { action: 'edit' })
    expect(await readLink()).toBeUndefined()
  })

  it('adds one product with a form that the browser sends twice', async () => {
    const { kofi, api } = await openShop()
    const { hidden } = formOn((await kofi.get('/portal/products/new')).body, 'new')
    const first = await kofi.post('/portal/products/new', { ...hidden, ...tote })
    const second = await kofi.post('/portal/products/new', { ...hidden, ...tote })
    expect([first.status, locationOf(second)]).toEqual([303, '/portal/products?done=before'])
    expect((await api('GET', '/api/v1/products')).data).toHaveLength(1)
  })

  it.each([
    ['name', '', 'Enter a name of 1 to 120 characters.'],
    ['price', 'a lot', 'Enter an amount such as 45.50.'],
    ['price', '0.50', 'Enter a price from GH₵1.00 to GH₵1,000,000.00.'],
    ['stock', 'many', 'Enter a whole number from 0 to 1,000,000, or nothing.'],
    ['stock', '1000001', 'Enter a whole number from 0 to 1,000,000, or nothing.'],
    ['image_url', 'http://ama.example/tote.jpg', 'Enter an address that begins with https://'],
    ['description', 'ɛ'.repeat(5001), 'Enter at most 5,000 characters.'],
  ])(
    'who types the %s %j reads the reason beside the field, and keeps the other fields',
    async (field, value, text) => {
      const { kofi, api } = await openShop()
      const response = await kofi.submit('/portal/products/new', { ...tote, [field]: value }, { action: 'new' })
      expect(response.status).toBe(422)
      const problem = new RegExp(`id="${field}-problem">([^<]*)`).exec(response.body)?.[1]
      expect(problem).toContain(text)
      expect(response.body).toContain(field === 'name' ? 'value="120.00"' : 'value="Kente tote"')
      if (value.length < 100) expect(response.body).toContain(value)
      expect((await api('GET', '/api/v1/products')).data).toEqual([])
    },
  )

  it('edits and hides a product, which keeps its slug and the stock that was not edited', async () => {
    const { server, kofi, api } = await openShop()
    const id = idOf(await kofi.submit('/portal/products/new', tote, { action: 'new' }))
    const path = `/portal/products/${id}/edit`
    const form = await kofi.get(path)
    expect(form.body).toContain('value="120.00"')
    const { hidden } = formOn(form.body, 'edit')
    // A sale between the form and its submission.
    await server.createPaid(120, 'sk_test_kofi', { product_id: id, quantity: 1, amount: undefined })
    const { active: _, ...changes } = { ...tote, name: 'Kente bag', price: '99' }
    const response = await kofi.post(path, { ...hidden, ...changes })
    expect([response.status, locationOf(response)]).toEqual([303, `/portal/products/${id}?done=changed`])
    expect((await api('GET', `/api/v1/products/${id}`)).data).toMatchObject({
      name: 'Kente bag',
      slug: 'kente-tote',
      price: 99,
      stock: 11,
      active: false,
    })
    expect((await kofi.get(`/portal/products/${id}`)).text).toContain('Not on sale')
  })

  it('changes only the edited fields with a form that was opened before another change', async () => {
    const { kofi, api } = await openShop()
    const id = idOf(await kofi.submit('/portal/products/new', tote, { action: 'new' }))
    const path = `/portal/products/${id}/edit`
    const { hidden } = formOn((await kofi.get(path)).body, 'edit')
    const { active: _, ...first } = { ...tote, name: 'Kente bag', price: '200', image_url: '', stock: '' }
    expect((await kofi.post(path, { ...hidden, ...first })).status).toBe(303)
    expect((await kofi.post(path, { ...hidden, ...tote, description: 'Woven by hand.' })).status).toBe(303)
    expect((await api('GET', `/api/v1/products/${id}`)).data).toMatchObject({
      name: 'Kente bag',
      price: 200,
      image_url: null,
      stock: null,
      active: false,
      description: 'Woven by hand.',
    })
    // An edited field is stored, although another form has changed it.
    await kofi.post(path, { ...hidden, ...tote, price: '150' })
    expect((await api('GET', `/api/v1/products/${id}`)).data).toMatchObject({ name: 'Kente bag', price: 150 })
  })

  it('changes nothing with an edit form that does not contain the values it was rendered with', async () => {
    const { kofi, api } = await openShop()
    const id = idOf(await kofi.submit('/portal/products/new', tote, { action: 'new' }))
    const path = `/portal/products/${id}/edit`
    const { form_token = '' } = formOn((await kofi.get(path)).body, 'edit').hidden
    expect((await kofi.post(path, { form_token, ...tote, price: '1' })).status).toBe(400)
    expect((await api('GET', `/api/v1/products/${id}`)).data.price).toBe(120)
  })

  it('does not overwrite a stock that a sale has changed', async () => {
    const { server, kofi, api } = await openShop()
    const id = idOf(await kofi.submit('/portal/products/new', tote, { action: 'new' }))
    const path = `/portal/products/${id}/edit`
    const { hidden } = formOn((await kofi.get(path)).body, 'edit')
    await server.createPaid(120, 'sk_test_kofi', { product_id: id, quantity: 2, amount: undefined })
    const rejected = await kofi.post(path, { ...hidden, ...tote, stock: '20' })
    expect([rejected.status, rejected.text.includes('In stock now: 10')]).toEqual([422, true])
    const again = formOn(rejected.body, 'edit').hidden
    expect((await kofi.post(path, { ...again, ...tote, stock: '20' })).status).toBe(303)
    expect((await api('GET', `/api/v1/products/${id}`)).data.stock).toBe(20)
  })

  it('offers at most the available balance as a refund, because the fee is not refunded', async () => {
    const { server, kofi } = await openShop()
    const { ref } = await server.createPaid(100, 'sk_test_kofi')
    const form = await kofi.get(`/portal/payments/${ref}/refund`)
    expect(form.body).toContain('value="96.00"')
    expect(form.text).toContain('Your available balance is GH₵96.00.')
  })

  it('requests a refund, and reads why a larger one is impossible', async () => {
    const { server, kofi, api } = await openShop()
    const { ref } = await server.createPaid(100, 'sk_test_kofi')
    await server.createPaid(100, 'sk_test_kofi')
    const path = `/portal/payments/${ref}/refund`
    expect((await kofi.get(`/portal/payments/${ref}`)).body).toContain(path)
    expect((await kofi.get(path)).body).toContain('value="100.00"')
    const { hidden } = formOn((await kofi.get(path)).body, 'refund')
    const tooMuch = await kofi.post(path, { ...hidden, amount: '100.01', reason: 'Torn' })
    expect([tooMuch.status, tooMuch.text.includes('You can refund at most GH₵100.00.')]).toEqual([422, true])
    expect(tooMuch.body).toContain('value="Torn"')
    const wrong = await kofi.post(path, { ...hidden, amount: 'all', reason: '' })
    expect([wrong.status, wrong.text.includes('Enter an amount such as 45.50.')]).toEqual([422, true])
    for (const done of ['asked', 'before'])
      expect(locationOf(await kofi.post(path, { ...hidden, amount: '40', reason: 'Torn' }))).toBe(
        `/portal/payments/${ref}?done=${done}`,
      )
    expect((await kofi.get('/portal/refunds')).text).toContain('Torn')
    expect(await readTrialBalance(server, 'test-kofi')).toEqual({ verification: true, trial: 0 })
    expect((await api('GET', '/api/v1/balance')).data).toMatchObject({ reserved: 40 })
  })

  it('cannot refund more than the available balance, or a payment that has nothing left', async () => {
    const { server, kofi } = await openShop()
    const { ref } = await server.createPaid(100, 'sk_test_kofi')
    const path = `/portal/payments/${ref}/refund`
    const tooMuch = await kofi.submit(path, { amount: '100' }, { action: 'refund' })
    expect(tooMuch.text).toContain('That is more than the available balance.')
    await server.createPaid(100, 'sk_test_kofi')
    await kofi.submit(path, { amount: '100' }, { action: 'refund' })
    expect(locationOf(await kofi.get(path))).toBe(`/portal/payments/${ref}`)
    expect((await kofi.get(`/portal/payments/${ref}`)).body).not.toContain(path)
  })

  it('marks a paid order as sent, once', async () => {
    const { server, kofi, api } = await openShop()
    const id = idOf(await kofi.submit('/portal/products/new', tote, { action: 'new' }))
    const payment = await server.createPaid(120, 'sk_test_kofi', { product_id: id, amount: undefined })
    const path = `/portal/orders/${payment.order_ref}`
    const { hidden } = formOn((await kofi.get(path)).body, payment.order_ref)
    for (let time = 0; time < 2; time++) expect(locationOf(await kofi.post(path, hidden))).toBe(`${path}?done=sent`)
    expect((await api('GET', `/api/v1/orders/${payment.order_ref}`)).data.status).toBe('fulfilled')
    const page = await kofi.get(`${path}?done=sent`)
    expect(page.text).toContain('Marked as sent.')
    expect(() => formOn(page.body, payment.order_ref)).toThrow('No form')
  })

  it('cannot use the forms with another merchant’s records, or without the token of the page', async () => {
    const { server, kofi } = await openShop()
    const { data: products } = await server.api('GET', '/api/v1/products')
    const { ref, order_ref } = await server.createPaid(120, 'sk_test_all', {
      product_id: products[0].id,
      amount: undefined,
    })
    const { hidden } = formOn((await kofi.get('/portal/products/new')).body, 'new')
    for (const path of [`products/${products[0].id}/edit`, `payments/${ref}/refund`, `orders/${order_ref}`]) {
      expect((await kofi.post(`/portal/${path}`, { ...hidden, ...tote, amount: '1' })).status).toBe(404)
      expect((await kofi.post(`/portal/${path}`, { ...tote, amount: '1' })).status).toBe(403)
    }
    expect((await kofi.post('/portal/products/new', tote)).status).toBe(403)
  })

  it('designs a button, whose tag contains only valid choices, and no markup of the label', async () => {
    const { server } = await openShop()
    const ama = await server.merchant()
    const { data: products } = await server.api('GET', '/api/v1/products')
    const { id, slug } = products.find((product: { slug: string }) => product.slug === 'kente-tote')
    const path = `/portal/products/${id}/button`
    expect((await ama.get(`/portal/products/${id}`)).body).toContain(path)
    const query = new URLSearchParams({
      'data-label': '"><script>alert(1)</script>',
      'data-layout': 'card',
      'data-size': 'huge',
      'data-accent': 'red',
    })
    const response = await ama.get(`${path}?${query}`)
    expect(unescaped(/<textarea[^>]*>([^<]*)/.exec(response.body)?.[1] ?? '')).toBe(
      `<script async src="http://cedi.test/embed.js" data-handle="ama" data-product="${slug}" data-label="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;" data-layout="card"></script>`,
    )
    expect(response.body).not.toContain('<script>alert')
    const policy = response.headers['Content-Security-Policy']
    expect(policy).toContain("frame-src 'self'")
    expect((await ama.get(`/portal/products/${id}`)).headers['Content-Security-Policy']).not.toContain('frame-src')
  })
})
