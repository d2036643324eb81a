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
 * Runs all steps in the lanes, and returns their results.
 *
 * @param note - Is told of each step that ended: its lane, its name, and from when to when it ran.
 */
export async function inLanes(steps, make, note = () => {}) {
  const left = [...steps]
  const all = []
  const lane = async (kinds, at) => {
    for (let step = takeStep(left, kinds); step; step = takeStep(left, kinds)) {
      const fromMs = Date.now()
      all.push(await make(step))
      note({ lane: at + 1, name: step.name, fromMs, toMs: Date.now() })
    }
  }
  await Promise.all(lanes.map(lane))
  return all
}
