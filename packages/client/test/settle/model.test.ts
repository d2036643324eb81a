import { expect, test } from 'vitest'
import { type ModelResult, runModel } from './model.js'

/** Number of orders. The nightly run sets CEDI_SETTLE_ORDERS=100000 and a first seed in CEDI_SETTLE_SEED. */
const orders = Number(process.env['CEDI_SETTLE_ORDERS'] ?? 1_000)
const firstSeed = Number(process.env['CEDI_SETTLE_SEED'] ?? 1)
const batch = 1_000

const noViolations = { notDelivered: [], deliveredTwice: [], wrongResults: [], readTooOften: [] }
const listViolations = ({ notDelivered, deliveredTwice, wrongResults, readTooOften }: ModelResult) => ({
  notDelivered,
  deliveredTwice,
  wrongResults,
  readTooOften,
})

for (let seed = firstSeed; seed < firstSeed + Math.ceil(orders / batch); seed++)
  test(`${2 + (seed % 3)} workers that crash at random deliver each paid order once (seed ${seed})`, async () => {
    const result = await runModel({ seed, orders: Math.min(batch, orders), workers: 2 + (seed % 3), crashes: 0.01 })
    console.log(seed, JSON.stringify({ ...result, ...noViolations }))
    expect(listViolations(result)).toEqual(noViolations)
    expect(result.crashes).toBeGreaterThan(20)
    expect(result.paidCount).toBeGreaterThan(result.orders / 5)
    expect(result.maxReads).toBeLessThanOrEqual(12)
  })
