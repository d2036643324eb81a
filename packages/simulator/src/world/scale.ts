import type { Chance } from './chance.js'
import { type Weather, weatherOf } from './faults.js'

/** How large a world is, and how long it lives. */
export interface Scale {
  readonly shops: readonly string[]
  /** How long faults go on, and people buy. */
  readonly stormMs: number
  /** How long it runs after the last fault: every shop has its last check, and every card its money. */
  readonly settlingMs: number
  /** How many want to buy something of a shop. */
  orders(chance: Chance, shop: string): number
  weather(chance: Chance): Weather
  /** How many pieces of each product there are. */
  readonly stock: number
  /** How much longer than in a storm staff and operators rest between two actions. */
  readonly rest: number
  /** How long workers check what is due every few seconds; later every few minutes. */
  readonly youngMs: number
  /** How often workers check later, in ms. */
  readonly lookMs: number
  /** Whether database statements take time. Without it there are far fewer steps, and fewer interleavings. */
  readonly hasSlowDatabases: boolean
  /** How many events happen in one turn of Node's event loop: see `createTime`. */
  readonly eventsInTurn: number
}

const hour = 3_600_000
const day = 24 * hour

/** Two shops, two hours of storm, and the days until all is settled. */
export const storm: Scale = {
  shops: ['ama', 'kofi'],
  stormMs: 2 * hour,
  settlingMs: 3 * day,
  orders: (chance, shop) => 3 + Math.floor(chance(`${shop} orders`) * 5),
  weather: weatherOf,
  stock: 30,
  rest: 1,
  youngMs: 3 * hour,
  lookMs: 600_000,
  hasSlowDatabases: true,
  eventsInTurn: 1,
}

/** How often things fail in a year, relative to a storm. */
const breeze = 0.1

/** A year of a busy shop, with fifty payments a day, and ordinary faults. */
export const year: Scale = {
  ...storm,
  shops: ['ama'],
  stormMs: 365 * day,
  orders: () => 50 * 365,
  weather: (chance) =>
    Object.fromEntries(
      Object.entries(weatherOf(chance)).map(([name, likely]) => [name, likely * breeze]),
    ) as unknown as Weather,
  stock: 1_000_000,
  rest: 12,
  youngMs: 0,
  lookMs: 1_800_000,
  hasSlowDatabases: false,
  eventsInTurn: 256,
}
