// Everything that decides how the day goes, from one seed, so that two runs are the same day.

/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
export function numbers(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** How much of the day falls into each hour, in Accra: quiet at night, most at noon and after work. Chosen, not measured. */
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
 * Whose payment it is: the merchant of rank r has one r-th of what the first has (Zipf).
 *
 * @param part - With several processes each has every so manyth merchant: `{ at, of }`.
 * @returns The share of all payments that these merchants have, how many they are, and one of them at random.
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

/** What becomes of a payment. Chosen, not measured. */
const outcomes = [
  [0.915, 'paid'],
  [0.92, 'paid twice'],
  [0.975, 'failed'],
  [1, 'expired'],
]
export const outcomeOf = (chance) => outcomes.find(([until]) => chance < until)[1]

/** Of so many payments that were paid, money is asked back; of so many requests, one has an Idempotency-Key. */
export const refunded = 0.004
export const keyed = 0.01
/** Of requests with a key, so many are sent a second time. */
export const sentAgain = 0.1

const networks = [
  [0.72, 'mtn'],
  [0.92, 'telecel'],
  [1, 'airteltigo'],
]
export const networkOf = (chance) => networks.find(([until]) => chance < until)[1]

/** Pesewas: mostly some ten cedis, seldom a thousand. */
export const amountOf = (chance) => BigInt(Math.floor(200 * Math.exp(6 * chance ** 1.5)))
