import { type Chance, createChance } from './chance.js'
import { createFaults, type Faults } from './faults.js'
import { createPlatform, type Platform } from './platform.js'
import type { Scale } from './scale.js'
import { createTime, type Time } from './time.js'
import { createTimeline, type Timeline } from './timeline.js'

/** A broken law. */
export interface Violation {
  readonly law: string
  readonly what: string
}

/** How a world is made. */
export interface WorldOptions {
  readonly seed: number
  readonly scale: Scale
  /** Whether the lines of the timeline are kept. */
  readonly isTold?: boolean
  /** The names of the allowed faults and acts; by default all. */
  readonly only?: ReadonlySet<string> | undefined
}

/** What everything in a simulated world shares. */
export interface World {
  readonly startMs: number
  /** The service's address. Each world has its own, because the client counts retries by address. */
  readonly baseUrl: string
  readonly calmFromMs: number
  readonly time: Time
  readonly chance: Chance
  readonly faults: Faults
  readonly scale: Scale
  readonly timeline: Timeline
  readonly platform: Platform
  /** What people do in it, by name. */
  readonly acts: string[]
  /** The first law that did not hold. */
  violation: Violation | undefined
  /** Counts by name: the first time is 1. */
  count(name: string): number
  /** Whether an act belongs to this story. */
  has(act: string): boolean
  /** Tells what a person, a shop or a fault did. */
  story(who: string, what: string): void
  /** Tells what machines say to each other. */
  detail(who: string, what: string): void
  /** A law is broken: the world ends. */
  fail(law: string, what: string): void
}

/** A Monday morning in Accra. */
const startMs = Date.UTC(2026, 0, 5, 9)

let worlds = 0

export function createWorld({ seed, scale, isTold = false, only }: WorldOptions): World {
  const chance = createChance(seed)
  const time = createTime(startMs, scale.eventsInTurn)
  const timeline = createTimeline(isTold)
  const counts = new Map<string, number>()
  const calmFromMs = startMs + scale.stormMs
  const acts: string[] = []
  const baseUrl = `https://pay-${++worlds}.example`
  const add = (who: string, what: string, isStory: boolean): void =>
    timeline.add({ ms: time.nowMs(), who, what: what.replaceAll(baseUrl, 'the service'), isStory })
  const world: World = {
    startMs,
    baseUrl,
    calmFromMs,
    time,
    chance,
    scale,
    faults: createFaults(chance, scale.weather(chance), { nowMs: time.nowMs, untilMs: calmFromMs, only }),
    timeline,
    platform: createPlatform(
      time,
      () => chance(`Math.random ${world.count('Math.random')}`),
      (text) => {
        add('console', text, false)
        if (/sk_(?:test|issued)_|Bearer /.test(text)) world.fail('no key is shown', text)
      },
    ),
    acts,
    violation: undefined,
    count(name) {
      const next = (counts.get(name) ?? 0) + 1
      counts.set(name, next)
      return next
    },
    has(act) {
      if (only && !only.has(act)) return false
      acts.push(act)
      return true
    },
    story: (who, what) => add(who, what, true),
    detail: (who, what) => add(who, what, false),
    fail(law, what) {
      if (world.violation) return
      world.violation = { law, what }
      add('LAW', `${law}: ${what}`, true)
    },
  }
  return world
}
