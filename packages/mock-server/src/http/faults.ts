import { checkedOrder } from '../generated/validators.js'
import { problemOf } from '../service/checked.js'
import { hashNumber } from '../service/ids.js'

/** Requests that a fault matches. A missing member matches all. */
export interface FaultMatch {
  /** The HTTP method. */
  readonly method?: string
  /** The path: whole, or its start when it ends with `*`. */
  readonly path?: string
  /** Only the nth matching request, counted from 1 when the fault is added. */
  readonly nth?: number
  /** From 0 to 1. It is drawn from the server's seed, so that runs repeat. */
  readonly probability?: number
}

/** The effects of a fault. Several may be combined. @decision 0025 */
export interface Fault {
  /** A wait before the answer, in milliseconds: a number, or a range to draw from. */
  readonly latency_ms?: number | readonly [number, number]
  /** Answers with this status and its error instead. */
  readonly status?: 429 | 500 | 502 | 503 | 504
  /**
   * Cuts the connection without an answer: `before` the effect, or `after_commit`. May be combined with `latency_ms`.
   */
  readonly drop?: 'before' | 'after_commit'
  /** With `status`: the effect happens, and only the answer is lost. */
  readonly after_commit?: boolean
  /** Sends half of the body. */
  readonly truncate?: boolean
  /** Sends the headers at once and the body this much later, in milliseconds. */
  readonly slow_body_ms?: number
  /** Sends a body that is not JSON. */
  readonly malformed_json?: boolean
}

/** A fault that was added. */
export interface FaultRule {
  /** Its id; never used twice. */
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

/** The faults of one mock server. @decision 0025 */
export interface Faults {
  /** @throws TypeError when it is not a fault; the message says why. */
  add(order: { match?: FaultMatch; fault: Fault; times?: number }): FaultRule
  /** All of them. */
  list(): readonly FaultRule[]
  /** Removes one, or all without an id. Returns whether there was one. */
  remove(id?: string): boolean
  /**
   * The first fault that matches a request; this counts as a use.
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

/** Faults on demand, drawn from a seed. */
export function createFaults(seed: number): Faults {
  let ordered: ActiveRule[] = []
  let added = 0
  let drawn = 0
  const draw = (): number => hashNumber(`fault/${++drawn}`, seed) / 2 ** 32
  const shown = ({ id, match, fault, times }: ActiveRule): FaultRule => ({ id, match, fault, times })
  return {
    add(order) {
      const read = parseFault(order)
      if (typeof read === 'string') throw new TypeError(read)
      const { match = {}, fault, times } = read
      const placed: ActiveRule = { id: `flt_${++added}`, match, fault, times: times ?? null, seen: 0 }
      ordered.push(placed)
      return shown(placed)
    },
    list: () => ordered.map(shown),
    remove(id) {
      const before = ordered.length
      ordered = id === undefined ? [] : ordered.filter((order) => order.id !== id)
      return ordered.length < before
    },
    reset() {
      ordered = []
      added = 0
      drawn = 0
    },
    match(method, path) {
      if (ordered.length === 0) return undefined
      // Every fault counts the request, even those after the one that strikes.
      const met = ordered.filter((order) => matches(order.match, method, path))
      for (const order of met) order.seen++
      for (const order of met) {
        if (order.match.nth !== undefined && order.seen !== order.match.nth) continue
        if (order.match.probability !== undefined && draw() >= order.match.probability) continue
        if (order.times !== null && --order.times <= 0) ordered = ordered.filter((other) => other !== order)
        const { latency_ms: latency = 0, ...fault } = order.fault
        const latencyMs = typeof latency === 'number' ? latency : latency[0] + draw() * (latency[1] - latency[0])
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
  const problem = problemOf(checkedOrder, value, 'A fault')
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
