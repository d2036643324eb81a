import type { Chance } from './chance.js'

/** The probability of each fault in a world, from 0 to 1. */
export interface Weather {
  readonly requestLost: number
  readonly answerLost: number
  readonly cut: number
  readonly doubled: number
  readonly slow: number
  readonly crash: number
  readonly storeAway: number
  readonly serialization: number
  readonly commitUnknown: number
  readonly skew: number
  readonly outage: number
}

const rough: Weather = {
  requestLost: 0.02,
  answerLost: 0.03,
  cut: 0.03,
  doubled: 0.03,
  slow: 0.03,
  crash: 0.002,
  storeAway: 0.002,
  serialization: 0.05,
  commitUnknown: 0.02,
  skew: 0.4,
  outage: 0.5,
}

/** Each world has its own mix: frequent faults in one would hide the rare ones in another. */
export function weatherOf(chance: Chance): Weather {
  const share = (name: string): number => {
    const drawn = chance(`weather/${name}`)
    return drawn < 0.3 ? 0 : drawn < 0.8 ? 1 : 3
  }
  return Object.fromEntries(
    Object.entries(rough).map(([name, likely]) => [name, Math.min(0.6, likely * share(name))]),
  ) as unknown as Weather
}

/** Decides what fails. Every possible fault has a name. */
export interface Faults {
  /** Whether a single fault strikes: nothing else has its name. */
  strike(name: string, kind: keyof Weather): boolean
  /** The same for a repeated fault, which is counted. @returns Whether it strikes the next time. */
  site(name: string, kind: keyof Weather): () => boolean
  /** Nothing fails until then: a world is set up first. */
  begin(): void
  /** The names of what went wrong, in order. */
  readonly struck: readonly string[]
}

/**
 * @param untilMs - Nothing fails after this.
 * @param only - The names of the allowed faults, when a story is played again with fewer.
 */
export function createFaults(
  chance: Chance,
  weather: Weather,
  { nowMs, untilMs, only }: { nowMs: () => number; untilMs: number; only: ReadonlySet<string> | undefined },
): Faults {
  const struck: string[] = []
  const sites = new Map<string, () => boolean>()
  let hasBegun = false
  const isCalm = (): boolean => !hasBegun || nowMs() >= untilMs

  function openSite(name: string, kind: keyof Weather): () => boolean {
    const drawn = chance.repeated(name)
    const likely = weather[kind]
    let times = 0
    return () => {
      if (isCalm()) return false
      times++
      if (!only && drawn(times) >= likely) return false
      const full = `${name} (${times})`
      if (only && !only.has(full)) return false
      struck.push(full)
      return true
    }
  }
  const site = (name: string, kind: keyof Weather): (() => boolean) => {
    const found = sites.get(name) ?? openSite(name, kind)
    sites.set(name, found)
    return found
  }
  return {
    struck,
    site,
    begin() {
      hasBegun = true
    },
    strike(name, kind) {
      if (isCalm() || weather[kind] === 0) return false
      const isStruck = only ? only.has(name) : chance(name) < weather[kind]
      if (isStruck) struck.push(name)
      return isStruck
    },
  }
}
