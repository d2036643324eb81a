// Plants each bug of bugs.mjs, and expects the simulated world to find it: npm run teeth --workspace @cedi/simulator --
// [PATTERN]
import { bugs } from './bugs.mjs'
import { hunt } from './hunting.mjs'

/** Seconds of CPU for each bug. */
const most = Number(process.env['CEDI_TEETH_SECONDS'] ?? 60)
const only = new RegExp(process.argv[2] ?? '')

let [passed, failed, slowest] = [0, 0, 0]
for (const bug of bugs.filter(({ name }) => only.test(name))) {
  const { seed, seconds, violation } = await hunt(bug, most)
  if (violation) passed++
  else failed++
  slowest = Math.max(slowest, seconds)
  const how = violation ? `seed ${seed}, ${seconds.toFixed(1)} s: ${violation.law}` : `NOT FOUND in ${seed} seeds`
  console.log(`${bug.name}\n    ${how}`)
}
console.log(`slowest: ${slowest.toFixed(1)} s of CPU`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
