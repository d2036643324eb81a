// The payments of the growth suite: number n, of whichever store.
import { importBuilt } from '../../peers.mjs'

export const ledger = await importBuilt('ledger', 'index.js')

const startMs = Date.UTC(2026, 0, 5, 9)

/** When payment number n is made: a second after the one before. */
export const madeAtMs = (number) => startMs + number * 1000

export const ref = (number) => `PAY_${String(number).padStart(8, '0')}`

/** Every fiftieth payment waits for its buyer, and every fiftieth expires before its money comes. */
export const fates = { waits: 0, comesLate: 1 }
export const fateOf = (number) => number % 50

/** How many merchants share the payments, in turn. */
export const merchantCount = (shape, size) => (shape === 'one' ? 1 : Math.min(size, 10_000))

/**
 * The operations on a store's payments.
 *
 * @param count - How many merchants there are.
 */
export function makeShop(store, count) {
  const merchantOf = (number) => `m${number % count}`
  const must = async (planner) => {
    const result = await ledger.transact(store, planner)
    if (!result.ok) throw new Error(`${result.code}: ${result.message}`)
  }
  const paymentOf = async (reader, number) => ({
    payment: await reader.get('payments', merchantOf(number), ref(number)),
  })
  const create = (number) =>
    must(() =>
      ledger.paymentCreated(
        {
          ...{ merchant: merchantOf(number), id: ref(number), amountPesewas: 4_550n, method: 'mobile_money' },
          ...{ network: 'mtn', phone: null, cardLast4: null, email: null, name: null, productId: null, quantity: 1 },
          ...{ orderId: null, intentId: null, nextAction: null, metadata: {}, expiresMs: null },
          nowMs: madeAtMs(number),
        },
        {},
      ),
    )
  const confirm = (number) =>
    must(async (reader) => ledger.paymentReceived({ nowMs: madeAtMs(number) }, await paymentOf(reader, number)))
  const expire = (number) => must(async (reader) => ledger.paymentExpired(await paymentOf(reader, number)))
  const late = (number) =>
    must(async (reader) => ledger.lateMoneyReceived({ nowMs: madeAtMs(number) }, await paymentOf(reader, number)))

  return {
    merchantOf,
    /** Creates a payment and confirms it: two commits. */
    async pay(number) {
      await create(number)
      await confirm(number)
    },
    /** Makes a payment, however it ends. */
    async make(number) {
      await create(number)
      if (fateOf(number) === fates.waits) return
      if (fateOf(number) !== fates.comesLate) return confirm(number)
      await expire(number)
      await late(number)
    },
  }
}
