// npm run test:laws: the property tests about money with many runs and a random seed, or with CEDI_SEED.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const { CEDI_SEED: seed = String(randomInt(1, 2 ** 31)) } = process.env
const counts = { CEDI_RUNS: '4000', CEDI_LEDGER_OPERATIONS: '20000', CEDI_SETTLE_ORDERS: '1000' }
/** Parts of the paths of the test files. */
const laws = ['money.test', 'amount-text.test', 'model.test', 'checkout/machine.test']
console.log(`CEDI_SEED=${seed}`)
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...laws, '--reporter=minimal'],
  {
    cwd: root,
    env: { ...counts, ...process.env, CEDI_SEED: seed, CEDI_SETTLE_SEED: seed },
    stdio: 'inherit',
  },
)
if (status !== 0) console.log(`Repeat it with CEDI_SEED=${seed} npm run test:laws`)
process.exitCode = status ?? 1
