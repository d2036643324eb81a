// Three lanes take the steps from one list, so that none stands still while there is work that it may do. Two lanes left the
// machine idle for a third of the time: a browser waits for a page, and a page for a server.

/**
 * The lanes. Each takes steps of its own kind first, and then what the others have left. Only the first opens browsers: they see
 * time pass, and two at once would take it from each other.
 */
export const lanes = [
  ['browsers', 'beside', 'patient'],
  ['beside', 'patient'],
  ['patient', 'beside'],
]

/**
 * What a lane does next, and takes out of the list.
 *
 * @param left - The steps that nobody has begun.
 * @param kinds - The kinds of steps that the lane takes, its own first.
 */
export function takeStep(left, kinds) {
  const kind = kinds.find((one) => left.some((step) => step.kind === one))
  const at = left.findIndex((step) => step.kind === kind)
  return at < 0 ? undefined : left.splice(at, 1)[0]
}

/** Makes all steps in the lanes, and gives what each said. */
export async function inLanes(steps, make) {
  const left = [...steps]
  const all = []
  const lane = async (kinds) => {
    for (let step = takeStep(left, kinds); step; step = takeStep(left, kinds)) all.push(await make(step))
  }
  await Promise.all(lanes.map(lane))
  return all
}
