import { checkedOrder } from '../generated/validators.js'
import { hashNumber } from '../service/ids.js'
import { findProblem } from '../service/schema-check.js'

/** Requests that a fault matches. A missing member matches all. */
export interface FaultMatch {
  /** The HTTP method. */
  readonly method?: string
  /** The path, or a prefix of it that ends with `*`. */
  readonly path?: string
  /** Only the nth matching request, counted from 1 since the fault was added. */
  readonly nth?: number
  /** From 0 to 1. Derived from the server's seed, so that runs are reproducible. */
  readonly probability?: number
}

/** The effects of a fault. Several may be combined. @decision 0023 */
export interface Fault {
  /** Delay of the response in milliseconds: a number, or a range. */
  readonly latency_ms?: number | readonly [number, number]
  /** Responds with this status and its error instead. */
  readonly status?: 429 | 500 | 502 | 503 | 504
  /**
   * Drops the connection without a response: `before` the effect, or `after_commit`. May be combined with `latency_ms`.
   */
  readonly drop?: 'before' | 'after_commit'
  /** With `status`: the request takes effect, and only its response is replaced. */
  readonly after_commit?: boolean
  /** Sends half of the body. */
  readonly truncate?: boolean
  /** Delay between the headers and the body in milliseconds. */
  readonly slow_body_ms?: number
  /** Sends a body that is not JSON. */
  readonly malformed_json?: boolean
}

/** A fault that was added. */
export interface FaultRule {
  /** Unique id. */
  readonly id: string
  /** Requests that it matches. */
  readonly match: FaultMatch
  /** Effects. */
  readonly fault: Fault
  /** Remaining number of matches; null means unlimited. */
  readonly times: number | null
}

/** The fault that is injected into one request. */
export interface InjectedFault extends Omit<Fault, 'latency_ms'> {
  /** Delay of the response in milliseconds. */
  readonly latencyMs: number
}

/** The faults of one mock server. @decision 0023 */
export interface Faults {
  /** Adds a fault. @throws TypeError that describes the error if the fault is invalid. */
  add(order: { match?: FaultMatch; fault: Fault; times?: number }): FaultRule
  /** Returns all faults. */
  list(): readonly FaultRule[]
  /** Removes one fault, or all without an id. Returns whether any was removed. */
  remove(id?: string): boolean
  /** Removes all faults. */
  clear(): void
  /**
   * Returns the first fault that matches a request, and counts the match.
   *
   * @internal
   */
  match(method: string, path: string): InjectedFault | undefined
  /** Restores the state at the start. */
  reset(): void
}

interface ActiveRule {
  id: string
  match: FaultMatch
  fault: Fault
  times: number | null
  seen: number
}

/** Creates the faults of a server. Random choices derive from the seed. */
export function createFaults(seed: number): Faults {
  let rules: ActiveRule[] = []
  let ruleCount = 0
  let drawCount = 0
  const nextRandom = (): number => hashNumber(`fault/${++drawCount}`, seed) / 2 ** 32
  const toRule = ({ id, match, fault, times }: ActiveRule): FaultRule => ({ id, match, fault, times })
  return {
    add(order) {
      const read = parseFault(order)
      if (typeof read === 'string') throw new TypeError(read)
      const { match = {}, fault, times } = read
      const rule: ActiveRule = { id: `flt_${++ruleCount}`, match, fault, times: times ?? null, seen: 0 }
      rules.push(rule)
      return toRule(rule)
    },
    list: () => rules.map(toRule),
    remove(id) {
      const before = rules.length
      rules = id === undefined ? [] : rules.filter((order) => order.id !== id)
      return rules.length < before
    },
    clear() {
      rules = []
    },
    reset() {
      rules = []
      ruleCount = 0
      drawCount = 0
    },
    match(method, path) {
      if (rules.length === 0) return undefined
      // Every fault counts the request, even those after the injected one.
      const matching = rules.filter((order) => matches(order.match, method, path))
      for (const order of matching) order.seen++
      for (const order of matching) {
        if (order.match.nth !== undefined && order.seen !== order.match.nth) continue
        if (order.match.probability !== undefined && nextRandom() >= order.match.probability) continue
        if (order.times !== null && --order.times <= 0) rules = rules.filter((other) => other !== order)
        const { latency_ms: latency = 0, ...fault } = order.fault
        const latencyMs = typeof latency === 'number' ? latency : latency[0] + nextRandom() * (latency[1] - latency[0])
        return { ...fault, latencyMs }
      }
      return undefined
    },
  }
}

function matches(match: FaultMatch, method: string, path: string): boolean {
  if (match.method !== undefined && match.method !== method) return false
  if (match.path === undefined) return true
  return match.path.endsWith('*') ? path.startsWith(match.path.slice(0, -1)) : path === match.path
}

/** Parses a fault. Returns an error message if it is invalid. */
export function parseFault(value: unknown): { match?: FaultMatch; fault: Fault; times?: number } | string {
  const problem = findProblem(checkedOrder, value, 'A fault')
  if (problem) return problem
  const order = value as { match?: FaultMatch; fault: Fault; times?: number }
  const { latency_ms: latency, status, drop, after_commit, ...others } = order.fault
  // Combinations that a schema cannot express.
  if (Array.isArray(latency) && latency[0] > latency[1])
    return 'fault.latency_ms must be milliseconds from 0 to 3600000, or a range [from, to], the smaller first.'
  if (after_commit && status === undefined) return 'fault.after_commit needs a fault.status. Add one.'
  if (drop && (status || after_commit || Object.values(others).some(Boolean)))
    return 'fault.drop can stand only with fault.latency_ms: a connection that is cut answers nothing. Leave out the others.'
  return order
}
