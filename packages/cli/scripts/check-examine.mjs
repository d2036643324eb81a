// Runs `cedi examine` on correct shops and on shops with one fault each, and prints the results.
// Usage: node scripts/check-examine.mjs [NAME…]   Runs all without a name. Needs a built package, and PHP for some shops.
import { execFile, execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { faults } from '../test/examine/shops/faults.mjs'
import { adapterEnvironment, copyShop, exampleShops, findFreePort, shops } from '../test/examine/shops/shops.mjs'

const program = resolve(import.meta.dirname, '../dist/main.js')
/** Number of concurrent examinations, which mostly wait. Each runs up to three copies of the shop. */
const parallel = 2
/** Maximum duration of an examination. */
const maxSeconds = 300
/** Scenarios that need a database. The examples store orders in memory. */
const databaseScenarios = ['restart', 'two-workers']
const scenarioNames = execFileSync(process.execPath, [program, 'examine', '--list'], { encoding: 'utf8' })
  .split('\n')
  .flatMap((line) => /^([\w-]+):/.exec(line)?.[1] ?? [])

/** Examines a copy of a shop. @param {import('../test/examine/shops/shops.mjs').Shop} shop @param {any} [fault] */
async function examine(shop, fault) {
  const { folder, remove } = copyShop(shop, fault)
  const args = [`http://127.0.0.1:${await findFreePort()}`, '--shop', shop.adapter ?? join(folder, 'shop.examine.mjs')]
  args.push('--start', shop.command, '--port', '0', '--json')
  if (shop.isExample)
    args.push(...scenarioNames.filter((name) => !databaseScenarios.includes(name)).flatMap((name) => ['--only', name]))
  // The examination cannot see that a shop has separate orders in memory.
  const startMs = performance.now()
  try {
    const output = await new Promise((done) => {
      execFile(
        process.execPath,
        [program, 'examine', ...args],
        { cwd: folder, maxBuffer: 2 ** 26, env: { ...process.env, ...adapterEnvironment } },
        (error, stdout, stderr) => done(stdout || JSON.stringify({ scenarios: [], error: stderr || error?.message })),
      )
    })
    const seconds = Math.round((performance.now() - startMs) / 1_000)
    return { ...JSON.parse(output), seconds }
  } finally {
    remove()
  }
}

const chosen = process.argv.slice(2)
const subjects = [
  ...[...shops, ...exampleShops].map((shop) => ({ name: `right ${shop.name}`, shop, fault: undefined })),
  ...faults.map((fault) => ({ name: fault.name, shop: shops.find(({ name }) => name === fault.shop), fault })),
].filter(({ name }) => chosen.length === 0 || chosen.includes(name))

let wrong = 0
const queue = [...subjects]
await Promise.all(
  Array.from({ length: parallel }, async () => {
    for (let subject = queue.shift(); subject; subject = queue.shift()) {
      const { name, shop, fault } = subject
      if (!shop) throw new Error(`There is no shop ${fault?.shop}.`)
      const { scenarios, error, seconds } = await examine(shop, fault)
      const failed = scenarios.filter((/** @type {any} */ { verdict }) => verdict === 'failed')
      const unclear = scenarios.filter((/** @type {any} */ { verdict }) => verdict === 'unclear')
      const isNamed = fault
        ? failed.some((/** @type {any} */ { invariant }) => invariant === fault.invariant)
        : scenarios.length > 0 && failed.length + unclear.length === 0
      const isExpected = isNamed && seconds <= maxSeconds
      if (!isExpected) wrong++
      console.log(
        `${isExpected ? 'ok   ' : 'WRONG'} ${name} (${seconds} s)${fault ? `, expected ${fault.invariant}` : ''}${error ? ` ${error}` : ''}`,
      )
      for (const scenario of [...failed, ...unclear])
        console.log(`        ${scenario.verdict} ${scenario.name}: ${scenario.invariant ?? ''} ${scenario.message}`)
    }
  }),
)
console.log(`${subjects.length - wrong} of ${subjects.length} right`)
process.exitCode = wrong ? 1 : 0
