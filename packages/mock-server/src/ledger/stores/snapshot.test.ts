import { describe, expect, it } from 'vitest'
import { checkSnapshot, type Snapshot } from './snapshot.js'

const key = (id: string, hash: string) => ({
  merchant: 'ama',
  id,
  hash,
  scopes: [],
  label: null,
  created_ms: 0,
  last_used_ms: null,
  revoked_ms: null,
})
const product = (merchant: string, id: string, slug: string) => ({
  merchant,
  id,
  slug,
  name: 'Shea butter',
  description: null,
  type: 'digital',
  price_pesewas: '100',
  currency: 'GHS',
  stock: null,
  active: true,
  created_ms: 0,
})

/** Creates a snapshot of one merchant in which no part is empty, with the given changes. */
const createSnapshot = (changes: object = {}, otherFields: object = {}): Snapshot =>
  ({
    version: 1,
    merchants: {
      ama: {
        tables: { keys: [key('KEY_1', 'ab')] },
        counters: { ids: 3 },
        accounts: { 'psp:mtn': ['100', 1], 'merchant:pending': ['-5', 2] },
        entries: [['3|x', 'cd']],
        ...changes,
      },
      ...otherFields,
    },
  }) as unknown as Snapshot

describe('checkSnapshot', () => {
  it.each([
    ['with something in every part', createSnapshot()],
    ['of nobody', { version: 1, merchants: {} }],
    ['with a counter that has not begun', createSnapshot({ counters: { ids: 0 } })],
    [
      'of two who have no handle',
      createSnapshot(
        { tables: { merchants: [{ merchant: 'ama', id: 'ama', name: 'Ama', handle: null, created_ms: 0 }] } },
        {
          kofi: {
            tables: { merchants: [{ merchant: 'kofi', id: 'kofi', name: 'Kofi', handle: null, created_ms: 0 }] },
            counters: {},
            accounts: {},
            entries: [],
          },
          yaa: {
            tables: { merchants: [{ merchant: 'yaa', id: 'yaa', name: 'Yaa', created_ms: 0 }] },
            counters: {},
            accounts: {},
            entries: [],
          },
          esi: {
            tables: { merchants: [{ merchant: 'esi', id: 'esi', name: 'Esi', created_ms: 0 }] },
            counters: {},
            accounts: {},
            entries: [],
          },
        },
      ),
    ],
    [
      'of two who use one slug',
      createSnapshot(
        { tables: { products: [product('ama', 'P1', 'shea')] } },
        {
          kofi: {
            tables: { products: [product('kofi', 'P1', 'shea')] },
            counters: {},
            accounts: {},
            entries: [],
          },
        },
      ),
    ],
  ])('accepts %s', (_, snapshot) => {
    expect(() => checkSnapshot(snapshot as Snapshot)).not.toThrow()
  })

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['another version', { ...createSnapshot(), version: 2 }],
    ['no merchants', { version: 1 }],
    ['merchants in a list', { version: 1, merchants: [] }],
    ['null for merchants', { version: 1, merchants: null }],
    ['a text for merchants', { version: 1, merchants: 'ama' }],
  ])('rejects %s', (_, snapshot) => {
    expect(() => checkSnapshot(snapshot as unknown as Snapshot)).toThrow(
      new TypeError('This is not a snapshot of version 1. Take a new one.'),
    )
  })

  const noTables = 'ama must have tables.'
  const noAccounts = 'ama must have accounts.'
  const message = 'ama: psp:mtn must have a balance and a sequence.'
  const counters = 'The counters of ama must be whole numbers from 0.'
  const entries = 'The entries of ama must be texts with their hashes.'
  it.each([
    [{ tables: undefined }, noTables],
    [{ tables: [] }, noTables],
    [{ tables: { carts: [] } }, 'ama has rows of carts, and there is no such table. Leave them out.'],
    [{ tables: { entries: [] } }, 'ama has rows of entries, and there is no such table. Leave them out.'],
    [{ tables: { keys: {} } }, 'ama has rows of keys, and there is no such table. Leave them out.'],
    [{ tables: { keys: [key('KEY_1', 'a'), key('KEY_1', 'b')] } }, 'keys KEY_1 of ama occurs twice. Keep one.'],
    [
      { tables: { keys: [key('KEY_1', 'a'), key('KEY_2', 'a')] } },
      'The hash of keys KEY_2 of ama occurs twice. Keep one.',
    ],
    [
      { tables: { products: [product('ama', 'P1', 'shea'), product('ama', 'P2', 'shea')] } },
      'The slug of products P2 of ama occurs twice. Keep one.',
    ],
    [{ counters: undefined }, counters],
    [{ counters: [] }, counters],
    [{ counters: { ids: -1 } }, counters],
    [{ counters: { ids: 0.5 } }, counters],
    [{ counters: { ids: '5' } }, counters],
    [{ counters: { good: 1, bad: -1 } }, counters],
    [{ accounts: undefined }, noAccounts],
    [{ accounts: [] }, noAccounts],
    [{ accounts: { cash: ['5', 1] } }, 'ama: cash is not an account. Leave it out.'],
    [{ accounts: { toString: ['5', 1] } }, 'ama: toString is not an account. Leave it out.'],
    [{ accounts: { 'psp:mtn': {} } }, message],
    [{ accounts: { 'psp:mtn': ['5', '1'] } }, message],
    [{ accounts: { 'psp:mtn': ['5'] } }, message],
    [{ accounts: { 'psp:mtn': ['1.5', 1] } }, 'ama: psp:mtn must be a whole number of pesewas, as a string.'],
    [{ entries: undefined }, entries],
    [{ entries: {} }, entries],
    [{ entries: ['1|x'] }, entries],
    [{ entries: [['1|x']] }, entries],
    [{ entries: [['1|x', 5]] }, entries],
    [{ entries: [[5, 'ab']] }, entries],
    [{ entries: [['1|x', 'ab', 'cd']] }, entries],
    [{ entries: [['1|x', 'ab'], 5] }, entries],
  ])('rejects an invalid part with a message: %o', (changes, message) => {
    expect(() => checkSnapshot(createSnapshot(changes))).toThrow(new TypeError(message))
  })

  it('rejects a merchant that is not an object', () => {
    const snapshot = { version: 1, merchants: { ama: 5 } } as unknown as Snapshot
    expect(() => checkSnapshot(snapshot)).toThrow(new TypeError(noTables))
  })

  it('rejects a globally unique value of two merchants', () => {
    const kofi = {
      tables: { keys: [{ ...key('KEY_9', 'ab'), merchant: 'kofi' }] },
      counters: {},
      accounts: {},
      entries: [],
    }
    expect(() => checkSnapshot(createSnapshot({}, { kofi }))).toThrow(
      new TypeError('The hash of keys KEY_9 of kofi occurs twice. Keep one.'),
    )
  })

  it('accepts the same value in unique columns of two tables', () => {
    const license = {
      merchant: 'ama',
      id: 'LIC_1',
      key_hash: 'ab',
      product_id: 'P1',
      payment_ref: 'PAY_1',
      order_ref: null,
      status: 'active',
      activation_limit: null,
      activations: 0,
      instances: [],
      created_ms: 0,
      expires_ms: null,
    }
    expect(() =>
      checkSnapshot(createSnapshot({ tables: { keys: [key('KEY_1', 'ab')], licenses: [license] } })),
    ).not.toThrow()
  })
})
