// Plants each bug of bugs.mjs, and checks that the simulator finds it:
// npm run check:bugs --workspace @cedi/simulator -- [PATTERN]
import { bugs } from './bugs.mjs'
import { findBug } from './find-bug.mjs'

/** Maximum CPU time of each bug, in seconds. */
const maxSeconds = Number(process.env['CEDI_BUG_SECONDS'] ?? 60)
const only = new RegExp(process.argv[2] ?? '')

let [passed, failed, slowest] = [0, 0, 0]
for (const bug of bugs.filter(({ name }) => only.test(name))) {
  const { seed, seconds, violation } = await findBug(bug, maxSeconds)
  if (violation) passed++
  else failed++
  slowest = Math.max(slowest, seconds)
  const result = violation
    ? `seed ${seed}, ${seconds.toFixed(1)} s: ${violation.invariant}`
    : `NOT FOUND in ${seed} seeds`
  console.log(`${bug.name}\n    ${result}`)
}
console.log(`slowest: ${slowest.toFixed(1)} s of CPU`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
