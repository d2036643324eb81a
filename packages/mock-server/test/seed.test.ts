import { describe, expect, it } from 'vitest'
import { createMockServer } from '../src/index.js'
import { parseSeed } from '../src/service/seed.js'
import { createPersistentMemory, createService, wallet } from './service.js'

describe('a seed', () => {
  it('creates merchants and their products, beside existing ones', async () => {
    const service = createService()
    const seed = {
      merchants: [{ id: 'test-kofi', name: 'Kofi', handle: 'kofi', products: [{ name: 'Batik', price: '30.10' }] }],
    }
    expect((await service.control('POST', 'seed', seed)).data).toEqual({ merchants: 1, products: 1 })
    expect((await service.get('/api/v1/products', 'sk_test_kofi')).data).toMatchObject([{ name: 'Batik', price: 30.1 }])
    expect((await service.control('POST', 'seed', seed)).data).toEqual({ merchants: 0, products: 0 })
  })

  it.each([
    ['no object', 5],
    ['no list', {}],
    ['an id with a slash', { merchants: [{ id: 'a/b', name: 'x' }] }],
    ['no name', { merchants: [{ id: 'a' }] }],
    ['a name of space', { merchants: [{ id: 'a', name: ' ' }] }],
    ['a wrong handle', { merchants: [{ id: 'a', name: 'x', handle: '@a' }] }],
    ['a number for a handle', { merchants: [{ id: 'a', name: 'x', handle: 5 }] }],
    ['NUL in a name', { merchants: [{ id: 'a', name: 'x\0' }] }],
    ['a name that turns the text around it', { merchants: [{ id: 'a', name: 'A\u202ema' }] }],
    ['the same of a product', { merchants: [{ id: 'a', name: 'x', products: [{ name: 'a\u2066', price: 5 }] }] }],
    ['half a character', { merchants: [{ id: 'a', name: 'x', products: [{ name: '\ud800', price: 5 }] }] }],
    ['no products', { merchants: [{ id: 'a', name: 'x', products: {} }] }],
    ['null', { merchants: [null] }],
  ])('with %s is rejected in one sentence, whole', async (_, seed) => {
    const service = createService()
    await service.get('/api/v1/openapi.json', null)
    const before = service.ledger()
    const { status, error } = await service.send('POST', '/__mock/seed', { body: seed })
    expect([status, error.code]).toEqual([422, 'invalid_request'])
    const isBroken = /\\u0000|\\ud800|[\u202e\u2066]/.test(JSON.stringify(seed))
    if (typeof seed === 'object' && !isBroken) expect(error.message).toMatch(/^This is no seed: .{10,}$/)
    expect(service.ledger()).toBe(before)
    // A server created with this seed rejects it too, immediately or at its first request.
    await expect(
      (async () => createMockServer({ seed: seed as never }).handle({ method: 'GET', url: '/api/v1' }))(),
    ).rejects.toThrow(TypeError)
  })

  it('of the demo is a creator with a product of each type', async () => {
    const service = createService()
    const { data } = await service.get('/api/v1/products')
    const fields = ['name', 'slug', 'description', 'type', 'price', 'stock', 'active', 'image_url']
    const rest = { stock: null, active: true, image_url: null }
    expect(
      data.map((product: Record<string, unknown>) => Object.fromEntries(fields.map((name) => [name, product[name]]))),
    ).toEqual([
      {
        ...rest,
        name: 'Portrait session',
        slug: 'portrait-session',
        description: 'One hour in the studio in Osu, Accra.',
        type: 'service',
        price: 350,
      },
      {
        ...rest,
        name: 'Adinkra font',
        slug: 'adinkra-font',
        description: 'Sixty-two symbols as a font, for three machines.',
        type: 'license',
        price: 85,
      },
      {
        ...rest,
        name: 'Highlife guitar lessons',
        slug: 'highlife-guitar-lessons',
        description: 'Twelve lessons as video and tabs.',
        type: 'digital',
        price: 200,
      },
      {
        ...rest,
        name: 'Shea butter, 250 g',
        slug: 'shea-butter-250-g',
        description: 'Unrefined, from Tamale.',
        type: 'physical',
        price: 45.5,
      },
      {
        ...rest,
        name: 'Kente tote',
        slug: 'kente-tote',
        description: 'A bag of strip-woven kente from Bonwire.',
        type: 'physical',
        price: 120,
        stock: 25,
      },
    ])
    expect(service.mock.snapshot().ledger.merchants['demo']?.tables.merchants).toMatchObject([
      { id: 'demo', name: 'Ama Serwaa Studio', handle: 'ama' },
    ])
  })

  it('may have merchants without a handle, and products of one name, whose slugs differ', async () => {
    const products = [
      { name: 'Batik', price: 30 },
      { name: 'Batik', price: 40 },
      { name: 'Batik', price: 50 },
    ]
    const merchants = [
      { id: 'test-kofi', name: 'Kofi', products },
      { id: 'test-esi', name: 'Esi' },
      { id: 'test-yaw', name: 'Yaw' },
    ]
    const service = createService()
    expect((await service.control('POST', 'seed', { merchants })).data).toEqual({ merchants: 3, products: 3 })
    const { data } = await service.get('/api/v1/products', 'sk_test_kofi')
    const slugs: string[] = data.map(({ slug }: { slug: string }) => slug)
    expect(slugs.at(-1)).toBe('batik')
    expect(new Set(slugs).size).toBe(3)
    for (const slug of slugs.slice(0, 2)) expect(slug).toMatch(/^batik-[a-z0-9]{10}$/)
  })

  const anAmount = 'a number in GH₵ with at most two decimals, such as 45.5 or "45.50"'
  const second = (product: unknown) => ({
    merchants: [
      { id: 'a', name: 'x' },
      { id: 'b', name: 'x', products: [{ name: 'y', slug: 's', price: 5 }, product] },
    ],
  })
  it.each([
    ['merchants is missing. Add it.', {}],
    [
      'merchants[1].id is there twice. Choose another.',
      {
        merchants: [
          { id: 'a', name: 'x' },
          { id: 'a', name: 'y' },
        ],
      },
    ],
    [
      'merchants[2].handle is there twice. Choose another.',
      {
        merchants: [
          { id: 'a', name: 'x', handle: 'h' },
          { id: 'b', name: 'y' },
          { id: 'c', name: 'z', handle: 'h' },
        ],
      },
    ],
    ['The handle ama of the seed is taken. Choose another.', { merchants: [{ id: 'a', name: 'x', handle: 'ama' }] }],
    [`merchants[1].products[1]: price is missing. It must be ${anAmount}.`, second({ name: 'z' })],
    [
      'merchants[1].products[1]: stock must be a whole number from 0 to 1000000, or null.',
      second({ name: 'z', price: 5, stock: -1 }),
    ],
    ['merchants[1].products[1] must be an object.', second('z')],
    [`merchants[1].products[1]: price must be ${anAmount}.`, second({ name: 'z', price: 1.005 })],
    [`merchants[1].products[1]: price must be ${anAmount}.`, second({ name: 'z', price: 'a lot' })],
    [
      'merchants[1].products[1]: type must be one of digital, physical, license, service.',
      second({ name: 'z', price: 5, type: 'sock' }),
    ],
    [
      'merchants[1].products[1]: colour is not a field of this request. Find the fields in /api/v1/openapi.json.',
      second({ name: 'z', price: 5, colour: 'red' }),
    ],
    [
      'The product z of the seed was rejected: The smallest payment is GH₵1.00. Ask for more.',
      second({ name: 'z', price: 0 }),
    ],
    [
      'The product z of the seed was rejected: The slug s is taken by another product. Choose another.',
      second({ name: 'z', price: 5, slug: 's' }),
    ],
  ])('is rejected with the place and the reason: %s', async (words, seed) => {
    const service = createService()
    const { status, error } = await service.control('POST', 'seed', seed)
    expect([status, error.code, error.message]).toEqual([422, 'invalid_request', `This is no seed: ${words}`])
  })

  it('of a file is rejected in the same way', () => {
    for (const [value, words] of [
      [5, 'A seed must be an object with a list: { "merchants": [{ "id", "name", "handle", "products" }] }.'],
      [{ merchants: [{ id: 'a', name: 'x\0' }] }, 'merchants[0].name has NUL or half a character in it. Leave it out.'],
    ] as const)
      expect(() => parseSeed(value)).toThrow(new TypeError(words))
  })

  it('names the merchant that a store could not take', async () => {
    const store = createPersistentMemory()
    const busy: typeof store = {
      ...store,
      commit: async (plan) =>
        plan.inserts.some(({ table }) => table === 'merchants')
          ? { outcome: 'conflict', table: 'merchants', id: 'kofi' }
          : store.commit(plan),
    }
    const service = createService({ store: busy, seed: 'empty' })
    const { status, error } = await service.control('POST', 'seed', { merchants: [{ id: 'kofi', name: 'Kofi' }] })
    expect([status, error.message]).toEqual([
      422,
      'This is no seed: The merchant kofi of the seed was rejected: kofi in merchants kept changing. Try again.',
    ])
  })

  it('a rejected seed creates none of its merchants, and keeps concurrent changes of others', async () => {
    const service = createService()
    await service.control('GET', 'clock')
    const products = [{ name: 'Batik', price: 30 }]
    const validProducts = Array.from({ length: 9 }, (_, index) => ({
      id: `m${index}`,
      name: 'Kofi',
      handle: `kofi${index}`,
      products,
    }))
    for (const invalidSeed of [
      { id: 'z', name: 'Esi', products: [{ name: 'Shea', price: 0.5 }] },
      { id: 'z', name: 'Esi', handle: 'ama' },
    ]) {
      const rejectedSeed = service.send('POST', '/__mock/seed', {
        body: { merchants: [...validProducts, invalidSeed] },
      })
      const refs: string[] = []
      for (let index = 0; index < 20; index++) refs.push((await service.post('/api/v1/payments', wallet)).data.ref)
      expect((await rejectedSeed).error.message).toMatch(
        /^This is no seed: The (?:product Shea|handle ama) of the seed /,
      )
      expect(new Set(refs).size).toBe(20)
      for (const ref of refs) expect((await service.get(`/api/v1/payments/${ref}`)).status).toBe(200)
      expect(Object.keys(service.mock.snapshot().ledger.merchants)).toEqual(['demo'])
    }
  })
})
