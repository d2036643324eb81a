// What every push plays: the same 300 seeds, 50 new ones, a few of them twice, and a handful of planted bugs.
import { randomInt } from 'node:crypto'
import { bugs } from './bugs.mjs'
import { openWorld } from './bundle.mjs'
import { hunt } from './hunting.mjs'

const fixed = 300
const fresh = 50
const replayed = 20
/** Quick bugs, each of a different kind. */
const planted = [
  'an answer that is known is not repeated',
  'the answer goes out before the commit',
  'a lease without fencing: whoever was first is written over',
  'a clock is trusted: a shop and the service agree about the time',
  'what was reserved for a payment that failed is gone',
]

const world = await openWorld()
let [passed, failed] = [0, 0]
function count(isRight, what) {
  if (isRight) passed++
  else {
    failed++
    console.log(`FAIL ${what}`)
  }
}

const hashes = new Map()
let [orders, gifts] = [0, 0]
for (let seed = 1; seed <= fixed; seed++) {
  const { violation, hash, counts } = await world.play({ seed })
  orders += counts.orders
  gifts += counts.gifts
  hashes.set(seed, hash)
  count(!violation, `npm run simulate -- --seed ${seed} --shrink   ${violation?.law}: ${violation?.what}`)
}
for (let number = 0; number < fresh; number++) {
  const seed = randomInt(1e6, 1e9)
  const { violation } = await world.play({ seed })
  count(!violation, `npm run simulate -- --seed ${seed} --shrink   ${violation?.law}: ${violation?.what}`)
}
// Where nobody buys, every law holds.
count(gifts > orders / 3, `shops gave ${gifts} times for ${orders} orders: the world is asleep`)
// Backwards, because one world must leave nothing behind for the next.
for (let seed = replayed; seed >= 1; seed--) {
  const { hash } = await world.play({ seed })
  count(hash === hashes.get(seed), `seed ${seed} does not repeat: ${hashes.get(seed)}, then ${hash}`)
}
for (const bug of bugs.filter(({ name }) => planted.includes(name))) {
  const { violation } = await hunt(bug, 60)
  count(violation, `the planted bug "${bug.name}" is not found`)
}
const { user, system } = process.cpuUsage()
console.log(`${fixed + fresh} stories in ${((user + system) / 1e6).toFixed(1)} s of CPU`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
