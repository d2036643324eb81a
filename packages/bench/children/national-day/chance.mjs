// Everything random about the day. It comes from one seed, so two runs play the same day.

/** Random numbers from 0 to 1; the same seed gives the same numbers (mulberry32). */
export function numbers(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The weight of each hour of the day, in Accra: quiet at night, busy at noon and after work. Chosen, not measured. */
const byHour = [6, 4, 3, 3, 4, 8, 18, 32, 44, 52, 57, 60, 62, 60, 57, 56, 58, 64, 68, 62, 50, 36, 22, 12]
export const minutes = 24 * 60

/** How many payments have been made at the end of each minute. */
export function curve(payments) {
  const sum = byHour.reduce((all, weight) => all + weight, 0)
  const made = []
  let weights = 0
  for (let minute = 0; minute < minutes; minute++) {
    weights += byHour[Math.floor(minute / 60)] / 60
    made.push(Math.round((payments * weights) / sum))
  }
  return made
}

/**
 * Chooses the merchant of a payment. The merchant of rank r has one r-th of the payments of the first (Zipf).
 *
 * @param part - The merchants of this process: `{ at: 1, of: 2 }` is every second merchant.
 * @returns `share`, their part of all payments; `count`, how many they are; `pick`, which chooses one for a random number.
 */
export function zipf(merchants, { at, of }) {
  const sums = []
  let [own, all] = [0, 0]
  for (let rank = 1; rank <= merchants; rank++) {
    all += 1 / rank
    if (rank % of !== at) continue
    own += 1 / rank
    sums.push(own)
  }
  const limits = Float64Array.from(sums)
  return {
    share: own / all,
    count: limits.length,
    pick(chance) {
      const sought = chance * own
      let [low, high] = [0, limits.length - 1]
      while (low < high) {
        const middle = (low + high) >>> 1
        if (limits[middle] <= sought) low = middle + 1
        else high = middle
      }
      return low
    },
  }
}

/** How payments end; each number adds the ones before it. Chosen, not measured. */
const outcomes = [
  [0.915, 'paid'],
  [0.92, 'paid twice'],
  [0.975, 'failed'],
  [1, 'expired'],
]
export const outcomeOf = (chance) => outcomes.find(([until]) => chance < until)[1]

/** The share of paid payments that are refunded. */
export const refunded = 0.004
/** The share of requests that have an Idempotency-Key. */
export const keyed = 0.01
/** The share of requests with a key that are sent a second time. */
export const sentAgain = 0.1

const networks = [
  [0.72, 'mtn'],
  [0.92, 'telecel'],
  [1, 'airteltigo'],
]
export const networkOf = (chance) => networks.find(([until]) => chance < until)[1]

/** Pesewas: usually some tens of cedis, seldom hundreds. */
export const amountOf = (chance) => BigInt(Math.floor(200 * Math.exp(6 * chance ** 1.5)))
