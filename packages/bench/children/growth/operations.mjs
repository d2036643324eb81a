// The repeated operations on a store. Each returns the CPU time of one call, in microseconds.
import { fates, ledger, madeAtMs, makeShop, merchantCount, ref } from './shop.mjs'

const page = 20

/**
 * The operations on a store with the given number of payments.
 *
 * With one merchant, pages are those that a merchant sees. With many merchants, they are those of an operator, who sees
 * all. So they are full pages, whatever the size.
 *
 * @param from - The number of the next payment.
 */
export function operationsOn(store, shape, size, from = size) {
  const shop = makeShop(store, merchantCount(shape, size))
  const owner = shape === 'one' ? 'm0' : null
  // Far apart, so that a page is not already in the caches.
  const somewhere = (call) => (call * 7_919 + 13) % size
  const filter =
    shape === 'one'
      ? { where: { status: 'pending' } }
      : { where: { late_money: 'held' }, by: 'created_ms', order: 'oldest' }
  const filtered = (call) => {
    const number = somewhere(call) - (somewhere(call) % 50) + (shape === 'one' ? fates.waits : fates.comesLate)
    return placeOf(number, filter.by)
  }
  const placeOf = (number, by) => ({
    ...(by ? { ms: madeAtMs(number) } : {}),
    id: ref(number),
    merchant: shop.merchantOf(number),
  })
  const list = (query) => store.list('payments', owner, { limit: page, ...query })
  let next = from
  return {
    paid: () => shop.pay(next++),
    read: (call) => store.get('payments', shop.merchantOf(somewhere(call)), ref(somewhere(call))),
    balance: (call) => ledger.readBalance(store, shop.merchantOf(somewhere(call))),
    byTime: () => list({ by: 'created_ms' }),
    byTimeAfter: (call) => list({ by: 'created_ms', past: placeOf(somewhere(call), 'created_ms') }),
    byFilter: () => list(filter),
    byFilterAfter: (call) => list({ ...filter, past: filtered(call) }),
  }
}

/** The merchants who have payments. */
export const merchantsAmong = (shape, size) =>
  Array.from({ length: merchantCount(shape, size) }, (_, number) => `m${number}`)

/**
 * Measures operations, some calls of each.
 *
 * @param cpuUs - Microseconds of CPU used so far, by all processes that work for the store.
 * @param calls - How many of an operation.
 */
export async function measured(operations, cpuUs, calls) {
  const figures = {}
  for (const [name, operation] of Object.entries(operations)) {
    const count = calls(name)
    for (let call = 0; call < count / 5; call++) await operation(call)
    const started = cpuUs()
    for (let call = 0; call < count; call++) await operation(call)
    figures[name] = (cpuUs() - started) / count
  }
  return figures
}
