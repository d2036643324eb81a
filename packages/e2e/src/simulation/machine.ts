import type { World } from './world.js'

/** Process that may crash at every asynchronous step. After a crash it does nothing, like a killed process. */
export interface Machine {
  readonly name: string
  isStopped(): boolean
  /** Returns the time of its clock, which may be skewed. */
  nowMs(): number
  /** Crashes if a fault occurs at a step. @returns Whether the machine is stopped. */
  crashesAt(step: string): boolean
  /** Waits up to a time, in ms. The machine may crash: then the promise never settles. */
  step(step: string, maxMs: number): Promise<void>
  stop(): void
}

/** Maximum clock skew in each direction, which the packages tolerate. */
const maxSkewMs = 240_000

/** Never settles. A separate promise each time, because a shared one would retain every dead machine in memory. */
const never = (): Promise<never> => new Promise(() => {})

/**
 * Starts a machine.
 *
 * @param onStop - Called once when it crashes. Without it, faults do not crash the machine.
 */
export function startMachine(world: World, name: string, onStop?: () => void): Machine {
  const { time, random } = world
  const skewMs =
    onStop && world.inject('clock skew', name) ? Math.round((random(`${name} skew`) * 2 - 1) * maxSkewMs) : 0
  let isStopped = false
  const machine: Machine = {
    name,
    isStopped: () => isStopped,
    nowMs: () => time.nowMs() + skewMs,
    crashesAt(step) {
      if (onStop && !isStopped && world.inject('crash', `${name} at ${step}`)) machine.stop()
      return isStopped
    },
    async step(step, maxMs) {
      const place = `${name} at ${step}`
      if (machine.crashesAt(step)) return never()
      await time.sleep(Math.floor(random(`${place} ${world.count(place)}`) * maxMs))
      if (isStopped) return never()
    },
    stop() {
      if (isStopped) return
      isStopped = true
      onStop?.()
    },
  }
  return machine
}

/**
 * Starts a machine, and restarts it after each crash.
 *
 * @param start - Starts its program without any state of the previous run.
 * @returns A function that returns the running program; undefined while the machine is down.
 */
export function supervise<Program>(
  world: World,
  name: string,
  start: (machine: Machine) => Program,
): () => Program | undefined {
  let current: Program | undefined
  function restart(): void {
    const machine = startMachine(world, name, () => {
      current = undefined
      const downMs = 500 + Math.floor(world.random(`${name} down ${world.count(`${name} down`)}`) * 60_000)
      world.time.at(world.time.nowMs() + downMs, restart)
    })
    current = start(machine)
  }
  restart()
  return () => current
}
