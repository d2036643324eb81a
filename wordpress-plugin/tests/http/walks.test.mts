// Random walks over the event table, with real parts except for the network: WordPress runs two workers, the mock service responds
// over HTTP, responses are lost after their effect, and the clocks of both advance.
//   CEDI_HTTP_WALKS sets the number of walks, CEDI_WALKS_FROM the first seed. A failing walk is reported with its steps.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openShop, type Shop } from './shop.mjs'
import { findViolations, type OrderSnapshot, type ReceivedPayment, type Walk } from './walk-invariants.mjs'

const count = Number(process.env.CEDI_HTTP_WALKS ?? 20)
const from = Number(process.env.CEDI_WALKS_FROM ?? 1)
// The time limit of the other tests, and three seconds more for each walk, for a busy machine.
vi.setConfig({ testTimeout: 900_000 + count * 3_000 })
/** Walks run at the same time. Each has its own order, and all share one clock. */
const batch = 20
const roundCount = 12
const minuteMs = 60_000

let shop: Shop
beforeAll(async () => {
  // Two workers look and pay, and a third request is the site itself.
  shop = await openShop({
    workers: 3,
    mock: { clock: 'manual' },
    muPlugins: [join(import.meta.dirname, 'mu-plugins/walks.php')],
  })
  await syncClock()
})
afterAll(() => shop?.close())

/** Sets the clock of the site to the service's clock. */
async function syncClock(): Promise<void> {
  writeFileSync(join(shop.folder, 'clock.txt'), String(Math.floor(shop.mock.clock.now().getTime() / 1000)))
}

async function advanceTime(ms: number): Promise<void> {
  await shop.mock.clock.advance(ms)
  await syncClock()
}

/** Random numbers; the same seed gives the same numbers (xorshift). */
function createRandom(seed: number): (below: number) => number {
  let state = (seed * 2654435761) >>> 0 || 1
  return (below) => {
    state ^= state << 13
    state >>>= 0
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state % below
  }
}

interface Step {
  readonly id: number
  readonly action: string
  readonly value?: string
}

const methods = ['cod', 'bacs', 'cheque', 'stripe', 'cedi_commerce'] as const
const statuses = ['pending', 'on-hold', 'processing', 'completed', 'cancelled', 'failed', 'trash', 'deleted'] as const
const actions = [
  ...['pay', 'pay', 'look', 'look', 'schedule', 'choose', 'total', 'cancel', 'move', 'job'],
  ...['card', 'card', 'declined', 'prompt', 'approve', 'refuse'],
] as const

/** Settings in which shops differ. Each batch of walks combines values by its seed. WC_HPOS=1 adds the tables of orders. */
const settings = {
  taxes: ['no', 'yes'],
  currency: ['GHS', 'USD'],
  decimals: ['2', '0'],
  buyer: ['guest', 'registered'],
  checkout: ['classic', 'block'],
  status: ['pending', 'checkout-draft', 'quote'],
  rest: ['open', 'closed'],
  /** Without WP-Cron, only buyers and the merchant's command check payments. */
  cron: ['on', 'off'],
} as const

interface Row {
  readonly id: string
  readonly status: string
  readonly metadata: { readonly order_id?: string }
}
const rows = (table: string): Row[] =>
  (shop.mock.snapshot().ledger.merchants['demo']?.tables?.[table] ?? []) as unknown as Row[]
const receivedPayments = (id: number): ReceivedPayment[] =>
  rows('payments')
    .filter(({ status, metadata }) => status === 'succeeded' && metadata.order_id === String(id))
    .map(({ id: ref }) => ({ ref }))
const countIntents = (id: number): number =>
  rows('intents').filter(({ metadata }) => metadata.order_id === String(id)).length

/** The buyer fills in a checkout that was opened. */
async function submitPayment(token: string, body: object): Promise<void> {
  await shop.mock
    .handle({
      method: 'POST',
      url: `${shop.service}/checkout/payments`,
      headers: {
        authorization: `Intent ${token}`,
        'content-type': 'application/json',
        'x-checkout-attempt': crypto.randomUUID(),
      },
      body: JSON.stringify(body),
    })
    // The connection was cut, so the buyer has paid and does not know it.
    .catch(() => undefined)
}

const card = (number: string) => ({ method: 'card', card: { number, expiry_month: 12, expiry_year: 2039, cvc: '123' } })

/** A step of the buyer at the service. */
async function runServiceStep(walk: Walk, action: string, randomNumber: number): Promise<void> {
  const token = walk.tokens.length > 0 ? walk.tokens[randomNumber % walk.tokens.length] : undefined
  if (action === 'approve' || action === 'refuse') {
    for (const { id: ref, status, metadata } of rows('payments'))
      if (status === 'pending' && metadata.order_id === String(walk.id))
        await shop.mock.control('POST', `payments/${ref}/${action === 'approve' ? 'approve' : 'decline'}`)
  } else if (token === undefined) return
  else if (action === 'card') await submitPayment(token, card('4242424242424242'))
  else if (action === 'declined') await submitPayment(token, card('4000000000000002'))
  else await submitPayment(token, { method: 'mobile_money', phone: '0244123129', network: 'mtn' })
}

/** Chooses one value of a list by a number. */
const pickItem = <Item,>(list: readonly [Item, ...Item[]], randomNumber: number): Item =>
  list[randomNumber % list.length] ?? list[0]

/** A step of the shop. */
function createShopStep(walk: Walk, action: string, randomNumber: number): Step {
  const { id } = walk
  if (action === 'choose') return { id, action, value: pickItem(methods, randomNumber) }
  if (action === 'total') return { id, action, value: randomNumber % 2 ? '45.50' : '50.00' }
  return action === 'move' ? { id, action, value: pickItem(statuses, randomNumber) } : { id, action }
}

/** Lets two workers do the steps, and returns the states of the orders. */
async function runSteps(walks: readonly Walk[], [first, second]: readonly [Step[], Step[]]): Promise<void> {
  const steps = (list: Step[]) => (list.length > 0 ? shop.callLab('steps', { steps: list }) : undefined)
  await Promise.all([steps(first), steps(second)])
  const snapshots = await shop.callLab<Record<string, OrderSnapshot>>('steps', {
    steps: walks.map(({ id }) => ({ id, action: 'after' })),
  })
  for (const walk of walks) {
    const snapshot = snapshots[walk.id]
    if (snapshot === undefined) throw new Error(`The shop returned no state of order ${walk.id}.`)
    walk.snapshot = snapshot
    if (!snapshot.isDeleted) {
      walk.tokens = snapshot.attempts.map(({ token }) => token).filter(Boolean)
      walk.recordedRefs = snapshot.attempts.filter(({ state }) => state !== 'open').map(({ ref }) => ref)
    }
  }
}

/** One round: every walk takes a step, and every fourth is taken by both workers at once. */
async function runRound(walks: readonly Walk[], number: number, nextRandom: (below: number) => number): Promise<void> {
  if (nextRandom(3) === 0) await advanceTime(([1, 10, 60, 1440][nextRandom(4)] as number) * minuteMs)
  const fault = nextRandom(3) === 0 ? (['after_commit', 'before'] as const)[nextRandom(2)] : undefined
  if (fault) shop.mock.faults.add({ match: { probability: 0.4 }, fault: { drop: fault } })
  const workers: [Step[], Step[]] = [[], []]
  const serviceSteps: Promise<void>[] = []
  const paymentSteps: { walk: Walk; before: number }[] = []
  for (const [position, walk] of walks.entries()) {
    const action = number === 0 ? 'pay' : (actions[walk.nextRandom(actions.length)] as (typeof actions)[number])
    const randomNumber = walk.nextRandom(1000)
    const isDouble = walk.nextRandom(4) === 0
    walk.trace.push(`${action} ${randomNumber}${isDouble ? ' twice' : ''}${fault ? `, ${fault}` : ''}`)
    if (['card', 'declined', 'prompt', 'approve', 'refuse'].includes(action)) {
      serviceSteps.push(runServiceStep(walk, action, randomNumber))
      // Another request checks at the same time.
      if (isDouble) workers[position % 2]?.push({ id: walk.id, action: 'look' })
      continue
    }
    const step = createShopStep(walk, action, randomNumber)
    if (action === 'move') walk.isManuallyChanged = true
    if (action === 'pay' && receivedPayments(walk.id).length > 0)
      paymentSteps.push({ walk, before: countIntents(walk.id) })
    workers[position % 2]?.push(step)
    if (isDouble) workers[(position + 1) % 2]?.push(action === 'move' ? { id: walk.id, action: 'look' } : step)
  }
  await Promise.all([runSteps(walks, workers), ...serviceSteps])
  for (const { walk, before } of paymentSteps) if (countIntents(walk.id) > before) walk.repeatedCheckouts++
  shop.mock.faults.remove()
}

/** Ends all faults and prompts, and runs every check on both workers at the same time: the scheduled ones, or the merchant's command. */
async function finishWalks(walks: readonly Walk[], cron: string | undefined): Promise<void> {
  for (const walk of walks) await runServiceStep(walk, 'refuse', 0)
  if (cron === 'off') {
    await Promise.all([shop.callLab('reconcile'), shop.callLab('reconcile')])
    await runSteps(walks, [[], []])
    return
  }
  for (let day = 0; day < 4; day++) {
    await shop.callLab('daily')
    const snapshots = walks.map(({ id }) => ({ id, action: 'schedule' }))
    await runSteps(walks, [snapshots, snapshots.toReversed()])
    await advanceTime(1440 * minuteMs)
  }
  await runSteps(walks, [walks.map(({ id }) => ({ id, action: 'schedule' })), []])
}

it('money and orders agree, no buyer pays twice, and the merchant is notified of every exception', async () => {
  const violations: string[] = []
  let paid = 0
  for (let first = from; first < from + count && violations.length < 5; first += batch) {
    const size = Math.min(batch, from + count - first)
    const walks = (await shop.orders('45.50', size)).map(
      ({ id }, position): Walk => ({
        ...{
          id,
          number: first + position,
          nextRandom: createRandom(first + position),
          trace: [],
          tokens: [],
          recordedRefs: [],
        },
        ...{ isManuallyChanged: false, repeatedCheckouts: 0, snapshot: undefined },
      }),
    )
    const nextRandom = createRandom(first * 31 + 7)
    const chosen = Object.fromEntries(
      Object.entries(settings).map(([name, values]) => [name, values[nextRandom(values.length)]]),
    )
    await shop.callLab('prepare', { settings: chosen, ids: walks.map(({ id }) => id) })
    for (let number = 0; number < roundCount; number++) await runRound(walks, number, nextRandom)
    await finishWalks(walks, chosen['cron'])
    const mails = shop.lines('mails-to-the-shop')
    for (const walk of walks) {
      const received = receivedPayments(walk.id)
      paid += received.length
      const noticeCount = mails.filter((line) =>
        new RegExp(`^(?:Payment needs a decision:|About the payment of) order #${walk.id}$`).test(line),
      ).length
      for (const violation of findViolations(walk, received, noticeCount))
        violations.push(
          `Walk ${walk.number}, order ${walk.id}: ${violation} ${JSON.stringify(chosen)} ${JSON.stringify(walk.snapshot)} ${walk.trace.join(' > ')}`,
        )
    }
  }
  expect(violations).toEqual([])
  expect(paid, 'Too few walks contain a payment.').toBeGreaterThan(count / 10)
  expect(shop.site.debugLog()).toBe('')
})
