// Runs 350 fixed seeds, some of them twice. Each push runs this check; the nightly run adds random seeds.
import { loadSimulator } from './bundle.mjs'

const seeds = 350
const repeatedSeeds = 20
const simulator = await loadSimulator()
let [passed, failed] = [0, 0]
function count(isPassed, message) {
  if (isPassed) passed++
  else {
    failed++
    console.log(`FAIL ${message}`)
  }
}

const hashes = new Map()
let [orders, deliveries] = [0, 0]
for (let seed = 1; seed <= seeds; seed++) {
  const { violation, hash, counts } = await simulator.runScenario({ seed })
  orders += counts.orders
  deliveries += counts.deliveries
  hashes.set(seed, hash)
  count(!violation, `npm run simulate -- --seed ${seed} --shrink   ${violation?.invariant}: ${violation?.detail}`)
}
// Without deliveries, the invariants hold trivially.
count(deliveries > orders / 3, `only ${deliveries} of ${orders} orders are delivered`)
// In reverse order, because a world must not affect the next one.
for (let seed = repeatedSeeds; seed >= 1; seed--) {
  const { hash } = await simulator.runScenario({ seed })
  count(hash === hashes.get(seed), `seed ${seed} is not reproducible: ${hashes.get(seed)}, then ${hash}`)
}
const { user, system } = process.cpuUsage()
console.log(`${seeds} scenarios in ${((user + system) / 1e6).toFixed(1)} s of CPU`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
