import { type Chance, createChance } from './chance.js'
import { createFaults, type Faults } from './faults.js'
import { createPlatform, type Platform } from './platform.js'
import type { Scale } from './scale.js'
import { createTime, type Time } from './time.js'
import { createTimeline, type Timeline } from './timeline.js'

/** Violation of an invariant. */
export interface Violation {
  readonly invariant: string
  readonly detail: string
}

/** Options of a world. */
export interface WorldOptions {
  readonly seed: number
  readonly scale: Scale
  /** Whether the entries of the timeline are stored. */
  readonly hasTimeline?: boolean
  /** Names of the allowed faults and user actions. Defaults to all. */
  readonly allowed?: ReadonlySet<string> | undefined
}

/** State that all parts of a simulated world share. */
export interface World {
  readonly startMs: number
  /** Base URL of the service. Each world has a different one, because the client counts retries by URL. */
  readonly baseUrl: string
  readonly faultsEndMs: number
  readonly time: Time
  readonly chance: Chance
  readonly faults: Faults
  readonly scale: Scale
  readonly timeline: Timeline
  readonly platform: Platform
  /** Names of the user actions. */
  readonly userActions: string[]
  /** The first violation. */
  violation: Violation | undefined
  /** Increments and returns a counter. The first result is 1. */
  count(name: string): number
  /** Returns whether a user action is part of the scenario. */
  isAllowed(action: string): boolean
  /** Logs an event of a person, a shop or a fault. */
  log(actor: string, event: string): void
  /** Logs a message between machines. */
  logDetail(actor: string, event: string): void
  /** Records a violation, which ends the run. */
  fail(invariant: string, detail: string): void
}

/** Start of each world: a Monday morning in Accra. */
const startMs = Date.UTC(2026, 0, 5, 9)

let worlds = 0

export function createWorld({ seed, scale, hasTimeline = false, allowed }: WorldOptions): World {
  const chance = createChance(seed)
  const time = createTime(startMs, scale.eventsInTurn)
  const timeline = createTimeline(hasTimeline)
  const counts = new Map<string, number>()
  const faultsEndMs = startMs + scale.faultsMs
  const userActions: string[] = []
  const baseUrl = `https://pay-${++worlds}.example`
  const add = (actor: string, event: string, isSummary: boolean): void =>
    timeline.add({ ms: time.nowMs(), actor, event: event.replaceAll(baseUrl, 'the service'), isSummary })
  const world: World = {
    startMs,
    baseUrl,
    faultsEndMs,
    time,
    chance,
    scale,
    faults: createFaults(chance, scale.faultRates(chance), { nowMs: time.nowMs, untilMs: faultsEndMs, allowed }),
    timeline,
    platform: createPlatform(
      time,
      () => chance(`Math.random ${world.count('Math.random')}`),
      (text) => {
        add('console', text, false)
        if (/sk_(?:test|issued)_|Bearer /.test(text)) world.fail('no key is logged', text)
      },
    ),
    userActions,
    violation: undefined,
    count(name) {
      const next = (counts.get(name) ?? 0) + 1
      counts.set(name, next)
      return next
    },
    isAllowed(action) {
      if (allowed && !allowed.has(action)) return false
      userActions.push(action)
      return true
    },
    log: (actor, event) => add(actor, event, true),
    logDetail: (actor, event) => add(actor, event, false),
    fail(invariant, detail) {
      if (world.violation) return
      world.violation = { invariant, detail }
      add('VIOLATION', `${invariant}: ${detail}`, true)
    },
  }
  return world
}
