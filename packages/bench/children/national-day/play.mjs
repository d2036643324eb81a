// Plays one day of payments through a door, into a store in memory whose books are closed during the day.
import { amountOf, curve, keyed, minutes, networkOf, numbers, outcomeOf, refunded, sentAgain, zipf } from './chance.mjs'
import { heldAgainst, makeTally } from './tally.mjs'

export const startMs = Date.UTC(2026, 0, 5)
const minuteMs = 60_000
/** Younger payments stay open, because refunds are requested within half an hour. */
const openMinutes = 30
const sweepMinutes = 10
/** A merchant's books are closed after so many new payments. */
const closeAfter = 16
/** The last payments get their answers and refunds after midnight. */
const lastMinute = minutes + 60

/**
 * Plays the day, and verifies its books.
 *
 * @param settings - `ledger`, `store`, `door`; the number of `merchants` and `payments`; the `part` of this process
 *   (`{ at, of }`); `cpuUs`, which returns the CPU time used so far; `onMinute`, called after each minute of the day;
 *   `earlier`, called before the day, for what lies behind it; `verifying`, options of `verify`.
 * @returns What the day cost, and how many payments, refunds, entries and closings there were.
 * @throws Error that names the merchant whose books are wrong, and what is wrong.
 */
export async function playDay(settings) {
  const { door, payments, part, seed = 1, cpuUs, onMinute = () => {}, earlier = () => {} } = settings
  const shares = zipf(settings.merchants, part)
  const made = curve(Math.round(payments * shares.share))
  const day = {
    ...settings,
    shares,
    random: numbers(seed * 977 + part.at),
    tally: makeTally(shares.count),
    /** The payments of each merchant since the books were last closed. */
    since: new Int32Array(shares.count),
    /** For each minute, what happens in it. */
    coming: Array.from({ length: lastMinute }, () => []),
    figures: { payments: 0, refunds: 0, replays: 0, closedEntries: 0, closedRecords: 0, closings: 0, closeUs: 0 },
  }
  const { figures, coming } = day
  await earlier(day)
  const paces = pacesOf(day, made.at(-1))
  const fromUs = cpuUs()
  for (let minute = 0; minute < lastMinute; minute++) {
    const nowMs = startMs + minute * minuteMs
    await door.advance(nowMs)
    for (const act of coming[minute]) await act(nowMs, minute)
    coming[minute] = []
    const [before, until] = [figures.payments, made[minute] ?? figures.payments]
    while (figures.payments < until)
      await pay(day, minute, nowMs + Math.floor(((figures.payments - before) * minuteMs) / (until - before)))
    if (minute % sweepMinutes === sweepMinutes - 1) closeBooks(day, nowMs - openMinutes * minuteMs, closeAfter)
    paces.look()
    await onMinute(minute, day)
  }
  const payUs = cpuUs() - fromUs - figures.closeUs
  closeBooks(day, startMs + (lastMinute + 1) * minuteMs, 0)
  const verifiedFromUs = cpuUs()
  await audit(day)
  const verifyUs = cpuUs() - verifiedFromUs
  return { ...figures, payUs, verifyUs, merchants: shares.count, ...paces.ends(), ...day.tally.sum() }
}

/** Creates a payment, and plans its answer and its refund for later minutes. */
async function pay(day, minute, nowMs) {
  const { shares, random, door, figures, since, coming, tally } = day
  const number = shares.pick(random())
  const merchant = door.nameOf(number)
  const amountPesewas = amountOf(random())
  const outcome = outcomeOf(random())
  const network = networkOf(random())
  const key = random() < keyed ? `key-${figures.payments}` : undefined
  const wish = { merchant, nowMs, amountPesewas, network, outcome, key }
  const ref = await door.create(wish)
  figures.payments++
  since[number]++
  if (key !== undefined && random() < sentAgain) {
    if ((await door.create(wish)) !== ref) throw new Error(`${merchant}: ${key} made a second payment.`)
    figures.replays++
  }
  // The buyer answers in the next minute. A payment that nobody answers expires after five.
  coming[minute + (outcome === 'expired' ? 6 : 1)].push((at) => door.answer({ merchant, ref, outcome, nowMs: at }))
  if (outcome === 'failed' || outcome === 'expired') return
  tally.paid(number, Number(amountPesewas))
  if (random() >= refunded) return
  const back = amountPesewas > 400n && random() < 0.5 ? amountPesewas / 2n : amountPesewas
  coming[minute + 3 + Math.floor(random() * 20)].push((at, then) => giveBack(day, then, { number, ref, back, at }))
}

/** Requests a refund, which the operator pays four minutes later. */
async function giveBack({ store, door, figures, tally, coming }, minute, { number, ref, back, at }) {
  const merchant = door.nameOf(number)
  const account = await store.get('accounts', merchant, 'merchant:available')
  // The service keeps its fee, so the balance may be less than the payment, and the refund would be refused.
  if ((account?.balance_pesewas ?? 0n) < back) return
  const refund = await door.refund({ merchant, ref, amountPesewas: back, nowMs: at })
  figures.refunds++
  tally.asked(number, Number(back))
  coming[minute + 4].push(async (nowMs) => {
    await door.payRefund({ merchant, ref: refund, nowMs })
    tally.gaveBack(number, Number(back))
  })
}

/** Closes the books of every merchant with enough new payments. The cost counts as verifying. */
function closeBooks({ store, door, since, figures, cpuUs }, beforeMs, least) {
  // A database closes whole months, and so nothing of the day.
  if (!store.close) return
  const fromUs = cpuUs()
  for (let number = 0; number < since.length; number++) {
    if (since[number] < least) continue
    const name = door.nameOf(number)
    const closed = store.close(name, beforeMs)
    if (!closed.ok) throw new Error(`${name}: the law "${closed.law}" does not hold at entry ${closed.sequence}.`)
    since[number] = 0
    figures.closings++
    figures.closedEntries += closed.entries.length
    for (const rows of Object.values(closed.rows)) figures.closedRecords += rows.length
  }
  figures.closeUs += cpuUs() - fromUs
}

/** Verifies the books of every merchant, and compares them with the second bookkeeper. */
async function audit({ ledger, store, door, tally, since, verifying = {} }) {
  for (let number = 0; number < since.length; number++) {
    const name = door.nameOf(number)
    const verdict = await ledger.verify(store, name, [], verifying)
    if (!verdict.ok) throw new Error(`${name}: the law "${verdict.law}" does not hold at entry ${verdict.sequence}.`)
    const expected = tally.entriesOf(number)
    if (verdict.entries !== expected)
      throw new Error(`${name}: the books have ${verdict.entries} entries, not ${expected}.`)
    const wrong = await heldAgainst(tally, number, name, store)
    if (wrong) throw new Error(wrong)
  }
}

/** Measures what a payment costs in each tenth of the day's payments, without verifying. */
function pacesOf({ cpuUs, figures }, payments) {
  const spentUs = () => cpuUs() - figures.closeUs
  const paces = []
  let begun = { payments: 0, us: spentUs() }
  return {
    look() {
      const count = figures.payments - begun.payments
      if (count < payments / 10 && (figures.payments < payments || count === 0)) return
      paces.push((spentUs() - begun.us) / count)
      begun = { payments: figures.payments, us: spentUs() }
    },
    ends: () => ({ first: paces[0], second: paces[1], last: paces.at(-1) }),
  }
}
