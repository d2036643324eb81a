/** Says how chance falls on something that is named: a number from 0 to 1. */
export type Chance = (name: string) => number

/**
 * Makes the chance of a seed. Each name has its own number, whatever else was asked before: so one fault can be left out
 * of a story, and the rest of it stays as it was.
 */
export function createChance(seed: number): Chance {
  return (name) => {
    let hash = 0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1)
    for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193)
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
  }
}
