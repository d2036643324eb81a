/** Returns the random number of a name, from 0 to 1. */
export interface Chance {
  (name: string): number
  /** Returns a generator for a repeated event. The hash of the name is computed once. */
  createSeries(name: string): (times: number) => number
}

const mix = (seed: number): number => {
  let hash = Math.imul(seed ^ (seed >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/**
 * Creates the random numbers of a seed. Each name has its own number, independent of other names, so a fault can be
 * removed from a scenario without changing the rest.
 */
export function createChance(seed: number): Chance {
  const hashName = (name: string): number => {
    let hash = 0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1)
    for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
    return mix(hash)
  }
  return Object.assign((name: string) => hashName(name) / 2 ** 32, {
    createSeries(name: string) {
      const hash = hashName(name)
      return (times: number) => mix(hash ^ Math.imul(times, 0x9e3779b1)) / 2 ** 32
    },
  })
}
