import { describe, expect, it } from 'vitest'
import { type ClosedBooks, type Closing, noSums } from '../closing.js'
import { holdClosings } from './closed.js'
import { startWalk, type Walk } from './entries.js'

const january: Closing = {
  merchant: 'mer_1',
  sequence: 3,
  hash: 'hash-3',
  beforeMs: 2000,
  atMs: 1500,
  accounts: { 'psp:mtn': ['1000', 1], 'merchant:pending': ['981', 3], 'fees:income': ['19', 2] },
  sums: noSums,
  ids: {},
}
const february: Closing = { ...january, sequence: 5, hash: 'hash-5', beforeMs: 3000, atMs: 2500 }

const books = (changes: Partial<ClosedBooks> = {}): ClosedBooks => ({
  closings: [january],
  through: 3,
  unguarded: null,
  unnoted: null,
  stray: null,
  ...changes,
})

/** A walk that has come to where a closing says that the books stood. */
const walkTo = (closing: Closing, changes: Partial<Walk> = {}): Walk => ({ ...startWalk('mer_1', closing), ...changes })

describe('closings held against a walk', () => {
  it('pass when each says what the walk has found at its entry', () => {
    const held = holdClosings(books({ closings: [january, february], through: 5 }))
    for (const count of [1, 2, 4]) expect(held.sameClosing(walkTo(january, { count }))).toBeUndefined()
    for (const closing of [january, february]) expect(held.sameClosing(walkTo(closing))).toBeUndefined()
    expect(held.closedWhole()).toBeUndefined()
  })

  it('are not asked of a walk that has not come to their entry, whatever it holds', () => {
    const held = holdClosings(books())
    expect(held.sameClosing(walkTo(january, { count: 2, hash: 'another' }))).toBeUndefined()
  })

  it.each([
    ['another hash', { hash: 'another' }, 'another', 'hash-3'],
    ['another time', { atMs: 1501 }, 'at 1501', 'at 1500'],
    [
      'another balance',
      { balances: new Map(walkTo(january).balances).set('fees:income', 20n) },
      'fees:income=20 by 2',
      'fees:income=19 by 2',
    ],
    [
      'another last entry of an account',
      { touchedAt: new Map(walkTo(january).touchedAt).set('merchant:pending', 2) },
      'merchant:pending=981 by 2',
      'merchant:pending=981 by 3',
    ],
    [
      'an account that the closing does not have',
      {
        balances: new Map(walkTo(january).balances).set('suspense', 5n),
        touchedAt: new Map(walkTo(january).touchedAt).set('suspense', 3),
      },
      'suspense=5 by 3',
      'suspense=0 by 0',
    ],
  ] as const)('break the law "closing" by %s', (_, changes, expected, found) => {
    expect(holdClosings(books()).sameClosing(walkTo(january, changes))).toEqual({
      ok: false,
      law: 'closing',
      sequence: 3,
      expected,
      found,
    })
  })

  it('break it by an account of which the walk has seen nothing', () => {
    const held = holdClosings(books())
    const walk = walkTo(january, { balances: new Map(), touchedAt: new Map() })
    expect(held.sameClosing(walk)).toMatchObject({ expected: 'psp:mtn=0 by 0', found: 'psp:mtn=1000 by 1' })
  })
})

describe('closed books at the end of a walk', () => {
  /** What is left to say after the walk has come to some closings. */
  const atTheEnd = (changes: Partial<ClosedBooks>, met: readonly Closing[] = [january]) => {
    const held = holdClosings(books(changes))
    for (const closing of met) held.sameClosing(walkTo(closing))
    return held.closedWhole()
  }

  it('break the law "closing" by one at an entry that the walk has not come to', () => {
    expect(atTheEnd({ closings: [january, february], through: 5 })).toEqual({
      ok: false,
      law: 'closing',
      sequence: 5,
      expected: 'entry 5, in the order of months',
      found: 'no such entry',
    })
  })

  it('break it by closings in another order', () => {
    const missed = atTheEnd({ closings: [february, january] }, [january, february])
    expect(missed).toMatchObject({ law: 'closing', sequence: 3, found: 'no such entry' })
  })

  it.each([
    ['after the last closing', { through: 4 }, 'a closing at entry 4', 'the last is at entry 3', [january]],
    ['with no closing at all', { closings: [], through: 4 }, 'a closing at entry 4', 'the last is at entry 0', []],
  ] as const)('break it when entries are closed %s', (_, changes, expected, found, met) => {
    expect(atTheEnd(changes, met)).toEqual({ ok: false, law: 'closing', sequence: changes.through, expected, found })
  })

  it('are whole when nothing is closed', () => {
    expect(atTheEnd({ closings: [], through: 0 }, [])).toBeUndefined()
  })

  it.each([
    ['a month without its closing', { unnoted: 2 }, 'closing', 2, 'a closing of its month', 'none'],
    ['an event that could be recorded again', { unguarded: 1 }, 'unique source', 1, 'once', 'could be recorded again'],
    [
      'an event of no entry',
      { stray: 'payment_received pay_9' },
      'unique source',
      null,
      'events of closed entries',
      'payment_received pay_9, of none',
    ],
  ] as const)('break a law by %s', (_, changes, law, sequence, expected, found) => {
    expect(atTheEnd(changes)).toEqual({ ok: false, law, sequence, expected, found })
  })
})
