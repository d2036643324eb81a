// Random walks over the event table, with real parts except for the network: WordPress runs two workers, the mock service responds
// over HTTP, responses are lost after their effect, and the clocks of both advance.
//   CEDI_HTTP_WALKS sets the number of walks, CEDI_WALKS_FROM the first seed. A failing walk is reported with its steps.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openShop, type Shop } from './shop.mjs'
import { broken, type Money, type Stand, type Walk } from './walk-laws.mjs'

const count = Number(process.env.CEDI_HTTP_WALKS ?? 60)
const from = Number(process.env.CEDI_WALKS_FROM ?? 1)
// The time limit of the other tests, and three seconds more for each walk, for a busy machine.
vi.setConfig({ testTimeout: 900_000 + count * 3_000 })
/** Walks run at the same time. Each has its own order, and all share one clock. */
const batch = 20
const rounds = 12
const minuteMs = 60_000

let shop: Shop
beforeAll(async () => {
  // Two workers look and pay, and a third request is the site itself.
  shop = await openShop({
    workers: 3,
    mock: { clock: 'manual' },
    muPlugins: [join(import.meta.dirname, 'mu-plugins/walks.php')],
  })
  await keepTime()
})
afterAll(() => shop?.close())

/** Sets the clock of the site to the service's clock. */
async function keepTime(): Promise<void> {
  writeFileSync(join(shop.folder, 'clock.txt'), String(Math.floor(shop.mock.clock.now().getTime() / 1000)))
}

async function pass(ms: number): Promise<void> {
  await shop.mock.clock.advance(ms)
  await keepTime()
}

/** Random numbers; the same seed gives the same numbers (xorshift). */
function dice(seed: number): (below: number) => number {
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
  readonly act: string
  readonly value?: string
}

const methods = ['cod', 'bacs', 'cheque', 'stripe', 'cedi_commerce'] as const
const statuses = ['pending', 'on-hold', 'processing', 'completed', 'cancelled', 'failed', 'trash', 'deleted'] as const
const acts = [
  ...['pay', 'pay', 'look', 'look', 'schedule', 'choose', 'total', 'cancel', 'move', 'job'],
  ...['card', 'card', 'declined', 'prompt', 'approve', 'refuse'],
] as const

interface Row {
  readonly id: string
  readonly status: string
  readonly metadata: { readonly order_id?: string }
}
const rows = (table: string): Row[] =>
  (shop.mock.snapshot().ledger.merchants['demo']?.tables?.[table] ?? []) as unknown as Row[]
const moneyOf = (id: number): Money[] =>
  rows('payments')
    .filter(({ status, metadata }) => status === 'succeeded' && metadata.order_id === String(id))
    .map(({ id: ref }) => ({ ref }))
const intentsOf = (id: number): number =>
  rows('intents').filter(({ metadata }) => metadata.order_id === String(id)).length

/** The buyer fills in a checkout that was opened. */
async function payIn(token: string, body: object): Promise<void> {
  await shop.mock
    .handle({
      method: 'POST',
      url: `${shop.service}/checkout/payments`,
      headers: {
        authorization: `Intent ${token}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify(body),
    })
    // The connection was cut, so the buyer has paid and does not know it.
    .catch(() => undefined)
}

const card = (number: string) => ({ method: 'card', card: { number, expiry_month: 12, expiry_year: 2039, cvc: '123' } })

/** A step of the buyer at the service. */
async function atTheService(walk: Walk, act: string, chance: number): Promise<void> {
  const token = walk.tokens.length > 0 ? walk.tokens[chance % walk.tokens.length] : undefined
  if (act === 'approve' || act === 'refuse') {
    for (const { id: ref, status, metadata } of rows('payments'))
      if (status === 'pending' && metadata.order_id === String(walk.id))
        await shop.mock.control('POST', `payments/${ref}/${act === 'approve' ? 'approve' : 'decline'}`)
  } else if (token === undefined) return
  else if (act === 'card') await payIn(token, card('4242424242424242'))
  else if (act === 'declined') await payIn(token, card('4000000000000002'))
  else await payIn(token, { method: 'mobile_money', phone: '0244123129', network: 'mtn' })
}

/** Chooses one value of a list by a number. */
const pick = <Item,>(list: readonly [Item, ...Item[]], chance: number): Item => list[chance % list.length] ?? list[0]

/** A step of the shop. */
function inTheShop(walk: Walk, act: string, chance: number): Step {
  const { id } = walk
  if (act === 'choose') return { id, act, value: pick(methods, chance) }
  if (act === 'total') return { id, act, value: chance % 2 ? '45.50' : '50.00' }
  return act === 'move' ? { id, act, value: pick(statuses, chance) } : { id, act }
}

/** Lets two workers do the steps, and returns the states of the orders. */
async function work(walks: readonly Walk[], [first, second]: readonly [Step[], Step[]]): Promise<void> {
  const steps = (list: Step[]) => (list.length > 0 ? shop.act('steps', { steps: list }) : undefined)
  await Promise.all([steps(first), steps(second)])
  const looks = await shop.act<Record<string, Stand>>('steps', { steps: walks.map(({ id }) => ({ id, act: 'after' })) })
  for (const walk of walks) {
    const look = looks[walk.id]
    if (look === undefined) throw new Error(`Nobody says how order ${walk.id} stands.`)
    walk.stand = look
    if (!look.gone) {
      walk.tokens = look.attempts.map(({ token }) => token).filter(Boolean)
      walk.seen = look.attempts.filter(({ state }) => state !== 'open').map(({ ref }) => ref)
    }
  }
}

/** One round: every walk takes a step, and every fourth is taken by both workers at once. */
async function round(walks: readonly Walk[], number: number, roll: (below: number) => number): Promise<void> {
  if (roll(3) === 0) await pass(([1, 10, 60, 1440][roll(4)] as number) * minuteMs)
  const fault = roll(3) === 0 ? (['after_commit', 'before'] as const)[roll(2)] : undefined
  if (fault) shop.mock.faults.add({ match: { probability: 0.4 }, fault: { drop: fault } })
  const workers: [Step[], Step[]] = [[], []]
  const outside: Promise<void>[] = []
  const paying: { walk: Walk; before: number }[] = []
  for (const [place, walk] of walks.entries()) {
    const act = number === 0 ? 'pay' : (acts[walk.roll(acts.length)] as (typeof acts)[number])
    const chance = walk.roll(1000)
    const isDouble = walk.roll(4) === 0
    walk.story.push(`${act} ${chance}${isDouble ? ' twice' : ''}${fault ? `, ${fault}` : ''}`)
    if (['card', 'declined', 'prompt', 'approve', 'refuse'].includes(act)) {
      outside.push(atTheService(walk, act, chance))
      // Another request checks at the same time.
      if (isDouble) workers[place % 2]?.push({ id: walk.id, act: 'look' })
      continue
    }
    const step = inTheShop(walk, act, chance)
    if (act === 'move') walk.isMoved = true
    if (act === 'pay' && moneyOf(walk.id).length > 0) paying.push({ walk, before: intentsOf(walk.id) })
    workers[place % 2]?.push(step)
    if (isDouble) workers[(place + 1) % 2]?.push(act === 'move' ? { id: walk.id, act: 'look' } : step)
  }
  await Promise.all([work(walks, workers), ...outside])
  for (const { walk, before } of paying) if (intentsOf(walk.id) > before) walk.askedTwice++
  shop.mock.faults.remove()
}

/** Ends all faults and prompts, and runs every scheduled check on both workers at the same time. */
async function settleDown(walks: readonly Walk[]): Promise<void> {
  for (const walk of walks) await atTheService(walk, 'refuse', 0)
  for (let day = 0; day < 4; day++) {
    await shop.act('daily')
    const looks = walks.map(({ id }) => ({ id, act: 'schedule' }))
    await work(walks, [looks, looks.toReversed()])
    await pass(1440 * minuteMs)
  }
  await work(walks, [walks.map(({ id }) => ({ id, act: 'schedule' })), []])
}

it('money and orders agree, no buyer pays twice, and the merchant is notified of every exception', async () => {
  const wrong: string[] = []
  let paid = 0
  for (let first = from; first < from + count && wrong.length < 5; first += batch) {
    const size = Math.min(batch, from + count - first)
    const walks = (await shop.orders('45.50', size)).map(
      ({ id }, place): Walk => ({
        ...{ id, number: first + place, roll: dice(first + place), story: [], tokens: [], seen: [] },
        ...{ isMoved: false, askedTwice: 0, stand: undefined },
      }),
    )
    const roll = dice(first * 31 + 7)
    for (let number = 0; number < rounds; number++) await round(walks, number, roll)
    await settleDown(walks)
    const mails = shop.lines('mails-to-the-shop')
    for (const walk of walks) {
      const came = moneyOf(walk.id)
      paid += came.length
      const told = mails.filter((line) => line === `Payment needs a decision: order #${walk.id}`).length
      for (const what of broken(walk, came, told))
        wrong.push(
          `Walk ${walk.number}, order ${walk.id}: ${what} ${JSON.stringify(walk.stand)} ${walk.story.join(' > ')}`,
        )
    }
  }
  expect(wrong).toEqual([])
  expect(paid, 'Walks on which nobody pays prove nothing.').toBeGreaterThan(count / 4)
  expect(shop.site.debugLog()).toBe('')
})
