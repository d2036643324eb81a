// Runs 350 fixed seeds, some of them twice, and a few planted bugs. Each push runs this check; the nightly run adds random seeds.
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { bugs } from './bugs.mjs'
import { loadSimulator } from './bundle.mjs'
import { findBug } from './find-bug.mjs'

const seeds = 350
const repeatedSeeds = 20
/** Bugs of different kinds that are found quickly. */
const bugScenarios = [
  'an answer that is known is not repeated',
  'the answer goes out before the commit',
  'an order is saved without a version check',
  'clock skew is not tolerated',
  'what was reserved for a payment that failed is gone',
]

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
count(
  bugs.filter(({ name }) => bugScenarios.includes(name)).length === bugScenarios.length,
  'a planted bug has another name',
)
// The other bugs are planted by `npm run check:bugs`. Here, their source must still exist.
for (const { name, edits, ...edit } of bugs)
  for (const { file, find } of edits ?? [edit]) {
    const source = await readFile(resolve(import.meta.dirname, '../../..', file), 'utf8').catch(() => '')
    count(source.split(find).length === 2, `the planted bug "${name}" no longer matches ${file}`)
  }
for (const bug of bugs.filter(({ name }) => bugScenarios.includes(name))) {
  const { violation } = await findBug(bug, 60)
  count(violation, `the planted bug "${bug.name}" is not found`)
}
const { user, system } = process.cpuUsage()
console.log(`${seeds} scenarios in ${((user + system) / 1e6).toFixed(1)} s of CPU`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
