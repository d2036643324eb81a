import type { Chance } from './chance.js'
import { drawFaultRates, type FaultRates } from './faults.js'

/** Size and duration of a world. */
export interface Scale {
  readonly shops: readonly string[]
  /** Duration of the faults and the purchases. */
  readonly faultsMs: number
  /** Duration after the last fault: long enough for the last check of a shop and for the availability of card payments. */
  readonly recoveryMs: number
  /** Returns the number of buyers of a shop. */
  orders(chance: Chance, shop: string): number
  faultRates(chance: Chance): FaultRates
  /** Initial stock of each product. */
  readonly stock: number
  /** Factor of the pauses between the actions of staff and operators. */
  readonly rest: number
  /** Time during which workers poll every few seconds. Later they poll every few minutes. */
  readonly busyMs: number
  /** Interval of the later polls, in ms. */
  readonly slowPollMs: number
  /** Whether database statements take time. Without it, a run has far fewer steps and fewer interleavings. */
  readonly hasSlowDatabases: boolean
  /** Number of events per turn of Node's event loop, see `createTime`. */
  readonly eventsInTurn: number
}

const hour = 3_600_000
const day = 24 * hour

/** Two shops, two hours of faults, and three days until all payments are settled. */
export const defaultScale: Scale = {
  shops: ['ama', 'kofi'],
  faultsMs: 2 * hour,
  recoveryMs: 3 * day,
  orders: (chance, shop) => 3 + Math.floor(chance(`${shop} orders`) * 5),
  faultRates: drawFaultRates,
  stock: 30,
  rest: 1,
  busyMs: 3 * hour,
  slowPollMs: 600_000,
  hasSlowDatabases: true,
  eventsInTurn: 1,
}
