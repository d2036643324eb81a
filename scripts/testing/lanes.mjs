// Three lanes take steps from one list, so that none is idle while there is work for it. With two lanes the machine was
// idle for a third of the time: a browser waits for a page, and a page for a server.

/**
 * The lanes. Each first takes steps of its own kind, then what is left. Only the first opens browsers: they depend on
 * elapsed time, and two at once would slow each other down.
 */
export const lanes = [
  ['browsers', 'beside', 'patient'],
  ['beside', 'patient'],
  ['patient', 'beside'],
]

/**
 * A lane's next step, removed from the list.
 *
 * @param left - The steps that nobody has begun.
 * @param kinds - The kinds of steps that the lane takes, its own first.
 */
export function takeStep(left, kinds) {
  const kind = kinds.find((one) => left.some((step) => step.kind === one))
  const at = left.findIndex((step) => step.kind === kind)
  return at < 0 ? undefined : left.splice(at, 1)[0]
}

/**
 * Runs steps one after the other, and returns their results.
 *
 * @param next - Gives the next one.
 * @param note - Is told of each step that ended: its lane, its name, and from when to when it ran.
 */
async function inOrder(next, make, note, lane) {
  const all = []
  for (let step = next(); step; step = next()) {
    const fromMs = Date.now()
    all.push(await make(step))
    note({ lane, name: step.name, fromMs, toMs: Date.now() })
  }
  return all
}

/** Runs the steps that read no build, beside it: it is busy with one package after the other, and leaves room for one step. */
export function besideBuild(steps, make, note = () => {}) {
  const left = steps.filter(({ isOfSources }) => isOfSources)
  return inOrder(() => left.shift(), make, note, lanes.length)
}

/**
 * Runs all other steps in the lanes, and returns their results.
 *
 * @param note - Is told of each step that ended.
 */
export async function inLanes(steps, make, note = () => {}) {
  const left = steps.filter(({ isOfSources }) => !isOfSources)
  const lane = (kinds, at) => inOrder(() => takeStep(left, kinds), make, note, at + 1)
  return (await Promise.all(lanes.map(lane))).flat()
}
