import { expect, test } from 'vitest'
import { runScenario } from './run-scenario.js'

test('twenty fixed seeds violate no invariant, deliver orders and contain each rare input', async () => {
  const rareInputs = new Set<string>()
  let deliveries = 0
  for (let seed = 1; seed <= 20; seed++) {
    const result = await runScenario(seed)
    expect(result.violation, `npm run simulate -- --seed ${seed}`).toBe(undefined)
    for (const input of result.rareInputs) rareInputs.add(input)
    deliveries += result.deliveries
  }
  expect([...rareInputs].sort()).toEqual([
    'key reused with another amount',
    'payment of another amount',
    'refund while one is pending',
  ])
  expect(deliveries).toBeGreaterThan(50)
})

test('a scenario is reproducible', async () => {
  const [first, second] = [await runScenario(1), await runScenario(1)]
  expect(second.timeline).toEqual(first.timeline)
})
