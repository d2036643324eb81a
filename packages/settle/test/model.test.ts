import { expect, test } from 'vitest'
import { play, type Tally } from './model.js'

/** The nightly run sets CEDI_SETTLE_ORDERS=100000. CEDI_SETTLE_SEED sets the first seed. */
const orders = Number(process.env['CEDI_SETTLE_ORDERS'] ?? 3_000)
const first = Number(process.env['CEDI_SETTLE_SEED'] ?? 1)
const batch = 1_000

const nothing = { lost: [], twice: [], wrong: [], tooOften: [] }
const faultsOf = ({ lost, twice, wrong, tooOften }: Tally) => ({ lost, twice, wrong, tooOften })

for (let seed = first; seed < first + Math.ceil(orders / batch); seed++)
  test(`with ${2 + (seed % 3)} workers that die anywhere, each payment is given once (seed ${seed})`, async () => {
    const tally = await play({ seed, orders: Math.min(batch, orders), workers: 2 + (seed % 3), crashes: 0.01 })
    console.log(seed, JSON.stringify({ ...tally, ...nothing }))
    expect(faultsOf(tally)).toEqual(nothing)
    expect(tally.crashes).toBeGreaterThan(20)
    expect(tally.paid).toBeGreaterThan(tally.orders / 5)
    expect(tally.mostReads).toBeLessThanOrEqual(12)
  })
