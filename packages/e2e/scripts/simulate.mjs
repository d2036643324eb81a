// Runs scenarios of the simulated world: npm run simulate -- [--seed N] [--count N] [--fresh N] [--shrink]
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'

const help = `npm run simulate -- [options]

  --seed N        runs the scenario of this seed and prints its timeline
  --count N       runs N scenarios from the seed on (100 by default), and prints only violations
  --fresh N       runs N more scenarios with random seeds
  --shrink        searches for the shortest scenario with the same violation, and prints it
`
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    count: { type: 'string' },
    fresh: { type: 'string', default: '0' },
    shrink: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(help)
  process.exit(0)
}

function parseNumber(name, text) {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  console.error(`--${name} must be a whole number such as 42. Got ${text}.`)
  process.exit(2)
}

/** Bundles the simulated world with the sources of the packages. */
async function loadSimulation() {
  const root = resolve(import.meta.dirname, '../../..')
  const dir = mkdtempSync(join(tmpdir(), 'cedi-simulation-'))
  try {
    const outfile = join(dir, 'simulation.mjs')
    await build({
      entryPoints: [join(root, 'packages/e2e/src/simulation/run-scenario.ts')],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      tsconfig: join(root, 'tsconfig.base.json'),
      jsx: 'automatic',
      jsxImportSource: 'hono/jsx',
      external: ['pg', '@electric-sql/pglite', 'msw'],
      sourcemap: 'inline',
      logLevel: 'error',
    })
    return await import(pathToFileURL(outfile).href)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

const { runScenario, shrink } = await loadSimulation()
const first = parseNumber('seed', values.seed ?? '1')
const isOne = values.seed !== undefined && values.count === undefined
const count = isOne ? 1 : parseNumber('count', values.count ?? '100')
const seeds = Array.from({ length: count }, (_, index) => first + index)
for (let index = 0; index < parseNumber('fresh', values.fresh); index++) seeds.push(randomInt(1e6, 1e9))

let [failed, deliveries] = [0, 0]
for (const seed of seeds) {
  const result = values.shrink ? await shrink(seed) : await runScenario(seed)
  deliveries += result.deliveries
  if (isOne) console.log(result.timeline.join('\n'))
  if (!result.violation) continue
  failed++
  console.log(`Seed ${seed} violates an invariant. ${result.violation.invariant}: ${result.violation.detail}`)
  if (!values.shrink) console.log(`To shrink the scenario:  npm run simulate -- --seed ${seed} --shrink`)
}
const { user, system } = process.cpuUsage()
console.log(`${deliveries} deliveries in ${((user + system) / 1e6).toFixed(1)} s of CPU`)
console.log(`${seeds.length - failed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
