// Plays stories of the simulated world: npm run simulate -- [--seed N] [--count N] [--fresh N] [--shrink] [--all] [--planted NAME]
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { bugs } from './bugs.mjs'
import { openWorld } from './bundle.mjs'

const help = `npm run simulate -- [options]

  --seed N        plays the story of this seed and tells it
  --count N       plays so many stories, from the seed on (1 when left out), and tells only what breaks a law
  --fresh N       plays so many stories besides whose seeds nobody has played before
  --shrink        looks for the shortest story that breaks the same law, and tells it
  --year          plays a year of a busy shop instead: fifty payments a day
  --all           tells of each message too
  --planted TEXT  plants the bug whose name holds this text first (scripts/bugs.mjs)
  --help          shows this
`

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    count: { type: 'string' },
    fresh: { type: 'string', default: '0' },
    shrink: { type: 'boolean', default: false },
    year: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    planted: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

function numberOf(name, text) {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  console.error(`--${name} is a whole number such as 42, and not ${text}.`)
  process.exit(2)
}

function plantedBug(text) {
  const found = bugs.filter(({ name }) => name.includes(text))
  if (found.length === 1) return found[0]
  console.error(`${found.length === 0 ? 'No bug has' : 'More than one bug has'} "${text}" in its name. There are:`)
  for (const { name } of found.length === 0 ? bugs : found) console.error(`  ${name}`)
  process.exit(2)
}

const spent = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

async function tell(world, played) {
  const { seed, violation } = played
  console.log(`\nSeed ${seed} breaks a law. ${violation.law}: ${violation.what}`)
  if (values.year) return
  if (!values.shrink) {
    console.log(`How it came about:  npm run simulate -- --seed ${seed} --shrink`)
    return
  }
  const { played: short, needed, tries } = await world.shrink(seed)
  console.log(`\nThe shortest story, of ${tries} that were played:\n\n${short.told(values.all)}\n`)
  console.log(`What has to happen for it:\n${needed.map((name) => `  ${name}`).join('\n')}`)
}

if (values.help) {
  console.log(help)
  process.exit(0)
}
const bug = values.planted === undefined ? undefined : plantedBug(values.planted)
const world = await openWorld(bug ? (bug.edits ?? [bug]) : [])
const first = numberOf('seed', values.seed ?? '1')
const isOne = values.seed !== undefined && values.count === undefined
const count = isOne ? 1 : numberOf('count', values.count ?? '100')
const seeds = Array.from({ length: count }, (_, at) => first + at)
for (let at = 0; at < numberOf('fresh', values.fresh); at++) seeds.push(randomInt(1e6, 1e9))

let [passed, failed, orders, faults] = [0, 0, 0, 0]
const begun = spent()
for (const seed of seeds) {
  const played = await world.play({
    seed,
    isTold: isOne && !values.year,
    ...(values.year ? { scale: world.year } : {}),
  })
  orders += played.counts.orders
  faults += played.struck.length
  if (played.violation) failed++
  else passed++
  if (isOne && !values.shrink) {
    console.log(played.told(values.all))
    const { gifts, commits, steps } = played.counts
    console.log(
      `\n${played.counts.orders} orders, ${gifts} given, ${commits} commits, ${steps} steps, ${played.struck.length} faults`,
    )
    console.log(`sha-256 of the timeline: ${played.hash}`)
  }
  if (played.violation) await tell(world, played)
}
if (!isOne) console.log(`${orders} orders and ${faults} faults in ${(spent() - begun).toFixed(1)} s of CPU`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
