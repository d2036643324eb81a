import { createTime, type Time } from './time.js'

/** Probability of each fault, from 0 to 1. Each world multiplies them by its own factors. */
const faultRates = {
  'request lost': 0.02,
  'response lost': 0.03,
  'connection reset': 0.03,
  'request duplicated': 0.03,
  'message delayed': 0.03,
  crash: 0.004,
  'clock skew': 0.4,
  'database unavailable': 0.004,
  'commit not acknowledged': 0.02,
  'page not loaded': 0.03,
}
export type FaultKind = keyof typeof faultRates

/** Unusual inputs, which each world may contain. */
export type RareInput = 'payment of another amount' | 'refund while one is pending' | 'key reused with another amount'

/** Violation of an invariant. */
export interface Violation {
  readonly invariant: string
  readonly detail: string
}

/** State that all parts of a simulated world share. */
export interface World {
  readonly time: Time
  readonly startMs: number
  /** Time of the last fault and of the last purchase. */
  readonly faultsEndMs: number
  /** Base URL of the service. Each world has a different one, because the client counts retries by URL. */
  readonly baseUrl: string
  /** Names of the faults and the user actions that occurred, in order. */
  readonly steps: string[]
  readonly rareInputs: Set<RareInput>
  /** Events, one line each. */
  readonly timeline: string[]
  /** The first violation. */
  violation: Violation | undefined
  /** Returns the random number of a name, from 0 to 1. It does not depend on other names, so steps can be removed. */
  random(name: string): number
  /** Increments and returns a counter. The first result is 1. */
  count(name: string): number
  /** Decides whether a fault occurs at a place. Counts the calls, and logs the fault. */
  inject(kind: FaultKind, place: string): boolean
  /** Decides whether a user action takes place. @param probability - From 0 to 1; by default 1. */
  act(action: string, probability?: number): boolean
  log(actor: string, event: string): void
  /** Records a violation, which ends the run. */
  fail(invariant: string, detail: string): void
}

/** A Monday morning in Accra. */
const startMs = Date.UTC(2026, 0, 5, 9)
const faultsMs = 7_200_000

let worlds = 0

/** @param allowed - Names of the allowed faults and user actions. Defaults to all. */
export function createWorld(seed: number, allowed?: ReadonlySet<string>): World {
  const time = createTime(startMs)
  const counts = new Map<string, number>()
  const baseUrl = `https://pay-${++worlds}.example`
  const world: World = {
    time,
    startMs,
    faultsEndMs: startMs + faultsMs,
    baseUrl,
    steps: [],
    rareInputs: new Set(),
    timeline: [],
    violation: undefined,
    random(name) {
      let hash = 0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1)
      for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
      hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
      hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
      return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
    },
    count(name) {
      const next = (counts.get(name) ?? 0) + 1
      counts.set(name, next)
      return next
    },
    inject(kind, place) {
      const now = time.nowMs()
      if (now < startMs + 1_000 || now >= world.faultsEndMs) return false
      const step = `${kind}, ${place} (${world.count(`${kind}, ${place}`)})`
      const share = world.random(`rate of ${kind}`)
      // Each world has its own mix, because frequent faults hide rare ones.
      const rate = faultRates[kind] * (share < 0.3 ? 0 : share < 0.8 ? 1 : 3)
      const isInjected = world.random(step) < rate && world.act(step)
      if (isInjected) world.log('fault', step)
      return isInjected
    },
    act(action, probability = 1) {
      if (world.random(`act ${action}`) >= probability || (allowed && !allowed.has(action))) return false
      world.steps.push(action)
      return true
    },
    log(actor, event) {
      const timestamp = new Date(time.nowMs()).toISOString().slice(5, 23).replace('T', ' ')
      world.timeline.push(`${timestamp}  ${actor.padEnd(12)}  ${event.replaceAll(baseUrl, 'the service')}`)
    },
    fail(invariant, detail) {
      if (world.violation) return
      world.violation = { invariant, detail }
      world.log('VIOLATION', `${invariant}: ${detail}`)
    },
  }
  return world
}
