import { spread } from '../service/ids.js'
import { type Answer, refuse, wrap } from './answer.js'

/** Which requests a fault meets; what is left out does not matter. */
export interface FaultMatch {
  /** How it is paid, or the HTTP method. */
  readonly method?: string
  /** The path: whole, or its start when it ends with `*`. */
  readonly path?: string
  /** Only the nth request that matches, counted from 1 when the fault is added. */
  readonly nth?: number
  /** From 0 to 1; drawn from the server's seed, so that a run repeats. */
  readonly probability?: number
}

/** What goes wrong. Several can be said together. @decision 0025 */
export interface Fault {
  /** A wait before the answer, in milliseconds: one number, or a range that is drawn from. */
  readonly latency_ms?: number | readonly [number, number]
  /** Answers with this status and its error instead. */
  readonly status?: 429 | 500 | 502 | 503 | 504
  /** Cuts the connection without an answer: `before` the effect, or `after_commit`. With `latency_ms` or alone. */
  readonly drop?: 'before' | 'after_commit'
  /** With `status`: the effect happens, and only the answer is lost. */
  readonly after_commit?: boolean
  /** Sends half of the body. */
  readonly truncate?: boolean
  /** Sends the headers at once and the body so much later, in milliseconds. */
  readonly slow_body_ms?: number
  /** Sends a body that is not JSON. */
  readonly malformed_json?: boolean
}

/** A fault that was ordered. */
export interface FaultOrder {
  /** Names it; never used twice. */
  readonly id: string
  /** Which requests it strikes. */
  readonly match: FaultMatch
  /** What goes wrong. */
  readonly fault: Fault
  /** How often it still strikes; null for ever. */
  readonly times: number | null
}

/** What strikes one request. */
export interface Strike extends Omit<Fault, 'latency_ms'> {
  /** How long the answer waits, in milliseconds. */
  readonly latencyMs: number
}

/** The faults of one mock server. @decision 0025 */
export interface Faults {
  /** @throws TypeError when it is no fault, with the sentence that says why. */
  add(order: { match?: FaultMatch; fault: Fault; times?: number }): FaultOrder
  /** All of them. */
  list(): readonly FaultOrder[]
  /** Removes one, or all when no id is given. Says whether there was one. */
  remove(id?: string): boolean
  /**
   * The first fault that meets a request; it counts as used.
   *
   * @internal
   */
  strike(method: string, path: string): Strike | undefined
  /** Puts everything back to how it was at the start. */
  reset(): void
}

interface Ordered {
  id: string
  match: FaultMatch
  fault: Fault
  times: number | null
  seen: number
}

/** Faults on demand, drawn from a seed. */
export function createFaults(seed: number): Faults {
  let ordered: Ordered[] = []
  let added = 0
  let drawn = 0
  const draw = (): number => spread(`fault/${++drawn}`, seed) / 2 ** 32
  const shown = ({ id, match, fault, times }: Ordered): FaultOrder => ({ id, match, fault, times })
  return {
    add(order) {
      const read = parseFault(order)
      if (typeof read === 'string') throw new TypeError(read)
      const { match = {}, fault, times } = read
      const placed: Ordered = { id: `flt_${++added}`, match, fault, times: times ?? null, seen: 0 }
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
    strike(method, path) {
      if (ordered.length === 0) return undefined
      // All of them count the request, also those that come after the one that strikes.
      const met = ordered.filter((order) => meets(order.match, method, path))
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

function meets(match: FaultMatch, method: string, path: string): boolean {
  if (match.method !== undefined && match.method !== method) return false
  if (match.path === undefined) return true
  return match.path.endsWith('*') ? path.startsWith(match.path.slice(0, -1)) : path === match.path
}

/** Reads a fault from JSON; a sentence that says what is wrong when it is none. */
export function parseFault(value: unknown): { match?: FaultMatch; fault: Fault; times?: number } | string {
  if (!isObject(value)) return 'A fault is an object: { "match": { … }, "fault": { … }, "times": 1 }.'
  const { match = {}, fault, times, ...rest } = value
  const [unknown] = Object.keys(rest)
  if (unknown) return `${unknown} is not a part of a fault. The parts are match, fault and times.`
  if (!isObject(fault) || Object.keys(fault).length === 0)
    return 'fault must say what goes wrong, such as { "status": 503 }.'
  const wrong = firstWrong(match, matchRules, 'match') ?? firstWrong(fault, faultRules, 'fault')
  if (wrong) return wrong
  if (times !== undefined && !(Number.isSafeInteger(times) && Number(times) >= 1))
    return 'times must be a whole number from 1.'
  if (fault['after_commit'] === true && fault['status'] === undefined)
    return 'fault.after_commit goes with fault.status.'
  if (fault['drop'] && Object.keys(fault).some((name) => name !== 'drop' && name !== 'latency_ms' && fault[name]))
    return 'fault.drop goes with fault.latency_ms alone: nothing is answered on a connection that is cut.'
  return { match: match as FaultMatch, fault: fault as Fault, ...(times === undefined ? {} : { times: Number(times) }) }
}

type Rules = Readonly<Record<string, readonly [(value: unknown) => boolean, string]>>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isMs = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 3_600_000
const isRange = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && value.every(isMs) && Number(value[0]) <= Number(value[1])
const isFlag: Rules[string] = [(value) => typeof value === 'boolean', 'true or false']

const matchRules: Rules = {
  method: [(value) => typeof value === 'string' && /^[A-Z]+$/.test(value), 'a method in capitals'],
  path: [(value) => typeof value === 'string' && value.startsWith('/'), 'a path that starts with /'],
  nth: [(value) => Number.isSafeInteger(value) && Number(value) >= 1, 'a whole number from 1'],
  probability: [(value) => typeof value === 'number' && value >= 0 && value <= 1, 'a number from 0 to 1'],
}

const faultRules: Rules = {
  latency_ms: [(value) => isMs(value) || isRange(value), 'milliseconds from 0 to 3600000, or a range [from, to]'],
  status: [(value) => [429, 500, 502, 503, 504].some((status) => status === value), 'one of 429, 500, 502, 503, 504'],
  drop: [(value) => value === 'before' || value === 'after_commit', 'before or after_commit'],
  after_commit: isFlag,
  truncate: isFlag,
  slow_body_ms: [isMs, 'milliseconds from 0 to 3600000'],
  malformed_json: isFlag,
}

function firstWrong(value: unknown, rules: Rules, where: string): string | undefined {
  if (!isObject(value)) return `${where} must be an object.`
  for (const [name, part] of Object.entries(value)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
    if (!rule) return `${where}.${name} is not known. Known are ${Object.keys(rules).join(', ')}.`
    if (!rule[0](part)) return `${where}.${name} must be ${rule[1]}.`
  }
  return undefined
}

/** How long the rate limit says to wait in an ordered 429. */
const retryAfterSeconds = 1

/** The answer that a fault gives instead: the error of its status, in the envelope. */
export function answerOfFault({ status = 500 }: Partial<Strike>, requestId: string): Answer {
  const [code, message] = faultWords[status] ?? faultWords[500]
  const refusal = refuse(code, message)
  const headers = status === 429 || status === 503 ? { 'Retry-After': String(retryAfterSeconds) } : undefined
  return wrap({ ok: false, refusal: headers ? { ...refusal, headers } : refusal }, requestId)
}

const faultWords = {
  429: ['rate_limited', `Too many requests. Wait ${retryAfterSeconds} second and send it again.`],
  500: ['internal_error', 'The service failed. Send the request again with the same Idempotency-Key.'],
  502: [
    'provider_error',
    'The payment provider answered with a fault. Send the request again with the same Idempotency-Key.',
  ],
  503: [
    'provider_unavailable',
    'The payment provider cannot be reached. Send the request again later with the same Idempotency-Key.',
  ],
  504: [
    'provider_timeout',
    'The payment provider did not answer in time. The effect may have happened: send the request again with the same Idempotency-Key.',
  ],
} as const
