import type { Chance } from './chance.js'

/** Probability of each fault in a world, from 0 to 1. */
export interface FaultRates {
  readonly requestLost: number
  readonly responseLost: number
  readonly reset: number
  readonly duplicated: number
  readonly slow: number
  readonly crash: number
  readonly storeUnavailable: number
  readonly serialization: number
  readonly commitUnknown: number
  readonly skew: number
  readonly outage: number
}

const baseRates: FaultRates = {
  requestLost: 0.02,
  responseLost: 0.03,
  reset: 0.03,
  duplicated: 0.03,
  slow: 0.03,
  crash: 0.002,
  storeUnavailable: 0.002,
  serialization: 0.05,
  commitUnknown: 0.02,
  skew: 0.4,
  outage: 0.5,
}

/** Draws the fault rates of a world. Each world has its own mix, because frequent faults hide rare ones. */
export function drawFaultRates(chance: Chance): FaultRates {
  const share = (name: string): number => {
    const random = chance(`rate of ${name}`)
    return random < 0.3 ? 0 : random < 0.8 ? 1 : 3
  }
  return Object.fromEntries(
    Object.entries(baseRates).map(([name, rate]) => [name, Math.min(0.6, rate * share(name))]),
  ) as unknown as FaultRates
}

/** Decides which faults are injected. Every possible fault has a name. */
export interface Faults {
  /** Returns whether to inject a fault with a unique name. */
  inject(name: string, kind: keyof FaultRates): boolean
  /** Returns a function for a repeated fault. Each call counts, and returns whether to inject the fault. */
  site(name: string, kind: keyof FaultRates): () => boolean
  /** Enables the faults after the setup of the world. */
  enable(): void
  /** Names of the injected faults, in order. */
  readonly injected: readonly string[]
}

/**
 * Creates the faults of a world.
 *
 * @param untilMs - End of the faults.
 * @param allowed - Names of the allowed faults, when a scenario is run again with fewer.
 */
export function createFaults(
  chance: Chance,
  faultRates: FaultRates,
  { nowMs, untilMs, allowed }: { nowMs: () => number; untilMs: number; allowed: ReadonlySet<string> | undefined },
): Faults {
  const injected: string[] = []
  const sites = new Map<string, () => boolean>()
  let isEnabled = false
  const isDisabled = (): boolean => !isEnabled || nowMs() >= untilMs

  function openSite(name: string, kind: keyof FaultRates): () => boolean {
    const random = chance.createSeries(name)
    const rate = faultRates[kind]
    let times = 0
    return () => {
      if (isDisabled()) return false
      times++
      if (!allowed && random(times) >= rate) return false
      const full = `${name} (${times})`
      if (allowed && !allowed.has(full)) return false
      injected.push(full)
      return true
    }
  }
  const site = (name: string, kind: keyof FaultRates): (() => boolean) => {
    const found = sites.get(name) ?? openSite(name, kind)
    sites.set(name, found)
    return found
  }
  return {
    injected,
    site,
    enable() {
      isEnabled = true
    },
    inject(name, kind) {
      if (isDisabled() || faultRates[kind] === 0) return false
      const isInjected = allowed ? allowed.has(name) : chance(name) < faultRates[kind]
      if (isInjected) injected.push(name)
      return isInjected
    },
  }
}
