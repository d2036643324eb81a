import type { World } from './world.js'

/** Process that may crash at every asynchronous step. After a crash it does nothing, like a killed process. */
export interface Machine {
  readonly name: string
  isStopped(): boolean
  /** Returns the time of its clock, which may be skewed. */
  nowMs(): number
  /**
   * Waits. The machine may crash here: then the promise is never settled.
   *
   * @param step - Name of the step.
   * @param maxMs - Maximum wait, in ms; with 0 no time passes.
   */
  step(step: string, maxMs?: number): Promise<void>
  stop(): void
}

/** Maximum clock skew in each direction, which the packages tolerate. @decision 0061 */
const maxSkewMs = 240_000

/** Never settles. A separate promise each time, because a shared one would retain every dead machine in memory. */
const never = (): Promise<never> => new Promise(() => {})

/**
 * Starts a machine.
 *
 * @param onStop - Called once when it crashes. Without it, faults do not crash the machine.
 */
export function startMachine(world: World, name: string, onStop?: () => void): Machine {
  const { time, chance, faults } = world
  let isStopped = false
  const skewMs = faults.site(`clock skew of ${name}`, 'skew')()
    ? Math.round((chance(`${name}/skew`) * 2 - 1) * maxSkewMs)
    : 0
  if (skewMs !== 0)
    world.log(name, `has a clock that is ${Math.round(Math.abs(skewMs) / 1000)} s ${skewMs > 0 ? 'ahead' : 'behind'}`)
  const crashes = new Map<string, () => boolean>()
  const crashesNow = (step: string): boolean => {
    if (!onStop || isStopped) return false
    const found = crashes.get(step) ?? faults.site(`crash of ${name} at ${step}`, 'crash')
    crashes.set(step, found)
    return found()
  }
  const machine: Machine = {
    name,
    isStopped: () => isStopped,
    nowMs: () => time.nowMs() + skewMs,
    async step(step, maxMs = 20) {
      if (crashesNow(step)) {
        world.log(name, `is killed at ${step}`)
        machine.stop()
      }
      if (isStopped) return never()
      if (maxMs > 0 && world.scale.hasSlowDatabases) {
        const at = `${name} at ${step}`
        await time.sleep(Math.floor(chance(`${at}/${world.count(at)}`) * maxMs))
        if (isStopped) return never()
      }
    },
    stop() {
      if (isStopped) return
      isStopped = true
      onStop?.()
    },
  }
  return machine
}

/** Machine that is restarted after each crash. */
export interface SupervisedProgram<Program> {
  /** Returns the running program; undefined while the machine is down. */
  current(): Program | undefined
}

/**
 * Starts a machine, and restarts it after each crash.
 *
 * @param start - Starts its program without any state of the previous run.
 */
export function supervise<Program>(
  world: World,
  name: string,
  start: (machine: Machine) => Program,
): SupervisedProgram<Program> {
  let current: Program | undefined
  function startAgain(): void {
    const machine = startMachine(world, name, () => {
      current = undefined
      const downMs = 500 + Math.floor(world.chance(`${name}/down ${world.count(`${name}/down`)}`) * 60_000)
      world.time.at(world.time.nowMs() + downMs, () => {
        world.log(name, 'restarts')
        startAgain()
      })
    })
    current = start(machine)
  }
  startAgain()
  return { current: () => current }
}
