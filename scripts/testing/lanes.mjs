// Two lanes take the steps from one list, so that neither stands still while there is work that it may do.

/**
 * What a lane does next, and takes out of the list: its own kind of steps first, and then what the other lane has left. The
 * patient lane never takes a step in a browser, for browsers see time pass.
 *
 * @param left - The steps that nobody has begun.
 */
export function takeStep(left, isPatientLane) {
  const mayDo = (step) => !(isPatientLane && step.needsBrowser)
  const own = left.find((step) => Boolean(step.isPatient) === isPatientLane && mayDo(step))
  const step = own ?? left.find(mayDo)
  if (step) left.splice(left.indexOf(step), 1)
  return step
}

/** Makes all steps in two lanes, and gives what each said. */
export async function inLanes(steps, make) {
  const left = [...steps]
  const all = []
  const lane = async (isPatientLane) => {
    for (let step = takeStep(left, isPatientLane); step; step = takeStep(left, isPatientLane))
      all.push(await make(step))
  }
  await Promise.all([lane(false), lane(true)])
  return all
}
