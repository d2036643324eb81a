// Runs scenarios: npm run simulate -- [--seed N] [--count N] [--fresh N] [--shrink] [--all]
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { loadSimulator } from './bundle.mjs'

const help = `npm run simulate -- [options]

  --seed N        runs the scenario of this seed and prints its timeline
  --count N       runs N scenarios from the seed on (100 by default), and prints only violations
  --fresh N       runs N more scenarios with random seeds
  --shrink        searches for the shortest scenario with the same violation, and prints it
  --all           prints each message too
  --help          prints this help
`

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    count: { type: 'string' },
    fresh: { type: 'string', default: '0' },
    shrink: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

function parseNumber(name, text) {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  console.error(`--${name} must be a whole number such as 42. Got ${text}.`)
  process.exit(2)
}

const cpuSeconds = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

async function printViolation(simulator, { seed, violation }) {
  console.log(`\nSeed ${seed} violates an invariant. ${violation.invariant}: ${violation.detail}`)
  if (!values.shrink) {
    console.log(`To shrink the scenario:  npm run simulate -- --seed ${seed} --shrink`)
    return
  }
  const { result, required, attempts } = await simulator.shrink(seed)
  console.log(`\nThe shortest scenario of ${attempts} runs:\n\n${result.formatTimeline(values.all)}\n`)
  console.log(`Required user actions and faults:\n${required.map((name) => `  ${name}`).join('\n')}`)
}

function printResult(result) {
  console.log(result.formatTimeline(values.all))
  const { orders, deliveries, commits, steps } = result.counts
  console.log(
    `\n${orders} orders, ${deliveries} deliveries, ${commits} commits, ${steps} steps, ${result.injected.length} faults`,
  )
  console.log(`sha-256 of the timeline: ${result.hash}`)
}

if (values.help) {
  console.log(help)
  process.exit(0)
}
const simulator = await loadSimulator()
const first = parseNumber('seed', values.seed ?? '1')
const isOne = values.seed !== undefined && values.count === undefined
const count = isOne ? 1 : parseNumber('count', values.count ?? '100')
const seeds = Array.from({ length: count }, (_, index) => first + index)
for (let index = 0; index < parseNumber('fresh', values.fresh); index++) seeds.push(randomInt(1e6, 1e9))

let [passed, failed, orders, faults] = [0, 0, 0, 0]
const startSeconds = cpuSeconds()
for (const seed of seeds) {
  const result = await simulator.runScenario({ seed, hasTimeline: isOne })
  orders += result.counts.orders
  faults += result.injected.length
  if (result.violation) failed++
  else passed++
  if (isOne && !values.shrink) printResult(result)
  if (result.violation) await printViolation(simulator, result)
}
if (!isOne) console.log(`${orders} orders and ${faults} faults in ${(cpuSeconds() - startSeconds).toFixed(1)} s of CPU`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
