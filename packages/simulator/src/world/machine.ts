import type { World } from './world.js'

/** A process that may die at every wait, and is then silent, like one that was killed. */
export interface Machine {
  readonly name: string
  isDead(): boolean
  /** Its clock, which may be wrong. */
  nowMs(): number
  /**
   * A wait, at which it may die: then this never returns.
   *
   * @param what - What it waits for.
   * @param mostMs - How long at most; with 0 no time passes.
   */
  point(what: string, mostMs?: number): Promise<void>
  kill(): void
}

/** How wrong a clock may be, either way: as much as the suite promises to tolerate. @decision 0061 */
const mostSkewMs = 240_000

/** Never returns. A separate promise each time: a shared one would keep every dead machine in memory. */
const never = (): Promise<never> => new Promise(() => {})

/**
 * Starts a machine.
 *
 * @param onDeath - Called once, when it dies. Without it, it never dies by chance.
 */
export function startMachine(world: World, name: string, onDeath?: () => void): Machine {
  const { time, chance, faults } = world
  let isDead = false
  const skewMs = faults.site(`the clock of ${name} is wrong`, 'skew')()
    ? Math.round((chance(`${name}/skew`) * 2 - 1) * mostSkewMs)
    : 0
  if (skewMs !== 0)
    world.story(name, `has a clock that is ${Math.round(Math.abs(skewMs) / 1000)} s ${skewMs > 0 ? 'ahead' : 'behind'}`)
  const crashes = new Map<string, () => boolean>()
  const isStruck = (what: string): boolean => {
    if (!onDeath || isDead) return false
    const found = crashes.get(what) ?? faults.site(`crash of ${name} at ${what}`, 'crash')
    crashes.set(what, found)
    return found()
  }
  const machine: Machine = {
    name,
    isDead: () => isDead,
    nowMs: () => time.nowMs() + skewMs,
    async point(what, mostMs = 20) {
      if (isStruck(what)) {
        world.story(name, `is killed at ${what}`)
        machine.kill()
      }
      if (isDead) return never()
      if (mostMs > 0 && world.scale.hasSlowDatabases) {
        const at = `${name} at ${what}`
        await time.sleep(Math.floor(chance(`${at}/${world.count(at)}`) * mostMs))
        if (isDead) return never()
      }
    },
    kill() {
      if (isDead) return
      isDead = true
      onDeath?.()
    },
  }
  return machine
}

/** A machine that is started again whenever it dies. */
export interface Service<Of> {
  /** The one that runs; undefined while it is down. */
  current(): Of | undefined
}

/**
 * Keeps a machine running.
 *
 * @param start - Starts its programs, each time anew: only what is stored elsewhere survives.
 */
export function keepRunning<Of>(world: World, name: string, start: (machine: Machine) => Of): Service<Of> {
  let current: Of | undefined
  function begin(): void {
    const machine = startMachine(world, name, () => {
      current = undefined
      const downMs = 500 + Math.floor(world.chance(`${name}/down ${world.count(`${name}/down`)}`) * 60_000)
      world.time.at(world.time.nowMs() + downMs, () => {
        world.story(name, 'starts again')
        begin()
      })
    })
    current = start(machine)
  }
  begin()
  return { current: () => current }
}
