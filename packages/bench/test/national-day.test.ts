import { expect, test } from 'vitest'
import * as ledger from '../../ledger/src/index.js'
import * as service from '../../mock-server/src/service.js'
import { ledgerDoor, mockDoor } from '../children/national-day/doors.mjs'
import { playDay, startMs } from '../children/national-day/play.mjs'

const doors = {
  ledger: (store: ledger.MemoryStore) => ledgerDoor({ ledger, store }),
  mock: (store: ledger.MemoryStore) => mockDoor({ service, store, startMs }),
}
type Door = ReturnType<typeof doors.ledger>
type Look = { store: ledger.MemoryStore; figures: { payments: number } }

/** A small day: the same merchants and payments each time. */
const play = (
  way: keyof typeof doors,
  payments: number,
  { change = (door: Door) => door, onMinute = (_minute: number, _look: Look) => {} } = {},
) => {
  const store = ledger.createMemoryStore()
  const door = change(doors[way](store) as Door)
  return playDay({ ledger, store, door, merchants: 40, payments, part: { at: 0, of: 1 }, cpuUs: () => 0, onMinute })
}

test.each([
  ['ledger', 6_000],
  ['mock', 1_500],
] as const)(
  'after a small national day through the %s, all books are closed, verified and complete',
  async (way, payments) => {
    let most = 0
    const onMinute = (minute: number, { store }: Look) => {
      if (minute % 60 > 0) return
      const { merchants } = store.snapshot()
      most = Math.max(most, ...Object.values(merchants).map(({ entries }) => entries.length))
    }
    const day = await play(way, payments, payments > 2_000 ? {} : { onMinute })
    expect(day.payments).toBe(payments)
    expect(day.closedEntries).toBe(day.entries)
    expect(day.entries).toBeGreaterThan(1.8 * payments)
    // By the end of the day every payment and refund is over, so all of them were closed.
    expect(day.closedRecords).toBe(day.payments + day.refunds)
    expect(day.refunds).toBeGreaterThan(0)
    expect(day.replays).toBeGreaterThan(0)
    if (payments <= 2_000) expect(most).toBeLessThan(day.entries / 8)
  },
)

test('a day in a store that closes nothing, as a database, is kept whole and verified at its end', async () => {
  const all = ledger.createMemoryStore()
  const { get, list, commit } = all
  const door = ledgerDoor({ ledger, store: all })
  const day = await playDay({
    ...{ ledger, store: { get, list, commit }, door, merchants: 40, payments: 1_000 },
    ...{ part: { at: 0, of: 1 }, cpuUs: () => 0 },
  })
  expect(day).toMatchObject({ payments: 1_000, closings: 0, closedEntries: 0, closedRecords: 0 })
  const { merchants } = all.snapshot()
  const kept = Object.values(merchants).reduce((sum, { entries }) => sum + entries.length, 0)
  expect(kept).toBe(day.entries)
})

test('a lost confirmation is found, although the books were closed', async () => {
  let answers = 0
  const change = (door: Door): Door => ({
    ...door,
    answer: async (answered) => (answered.outcome === 'paid' && ++answers === 700 ? undefined : door.answer(answered)),
  })
  await expect(play('ledger', 2_000, { change })).rejects.toThrow(/^m\d+: the books have \d+ entries, not \d+\.$/)
})

test('an entry removed from the books is found when they are closed', async () => {
  const onMinute = (minute: number, { store }: Look) => {
    if (minute !== 805) return
    const saved = JSON.parse(JSON.stringify(store.snapshot()))
    saved.merchants.m0.entries.splice(-2, 1)
    store.restore(saved)
  }
  await expect(play('ledger', 3_000, { onMinute })).rejects.toThrow(
    /^m0: the law "sequence" does not hold at entry \d+\.$/,
  )
})

test('the second bookkeeper finds a payment recorded with a wrong amount', async () => {
  const change = (door: Door): Door => {
    let given = 0
    return {
      ...door,
      create: (wish) =>
        door.create(
          wish.outcome === 'paid' && ++given === 500 ? { ...wish, amountPesewas: wish.amountPesewas + 1n } : wish,
        ),
    }
  }
  await expect(play('ledger', 1_000, { change })).rejects.toThrow(
    /^m\d+: (collected|merchant:available) holds \d+, not \d+$/,
  )
})
