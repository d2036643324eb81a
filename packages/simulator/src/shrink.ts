import { type Played, play } from './story.js'

/** The shortest story that was found. */
export interface Shrunk {
  readonly played: Played
  /** The acts and faults that are necessary: without any one of them the law holds. */
  readonly needed: readonly string[]
  /** How many stories were played for this. */
  readonly tries: number
}

/**
 * Leaves out acts of people and faults while the same law still breaks: first large parts, then single ones.
 *
 * @param seed - A seed whose story breaks a law.
 * @param mostTries - How many stories to play at most.
 * @returns The shortest story that was found; undefined when the seed breaks no law.
 */
export async function shrink(seed: number, mostTries = 2_000): Promise<Shrunk | undefined> {
  const whole = await play({ seed })
  const law = whole.violation?.law
  if (law === undefined) return undefined
  let tries = 1
  const breaks = async (names: readonly string[]): Promise<boolean> => {
    tries++
    return (await play({ seed, only: new Set(names) })).violation?.law === law
  }
  let needed: readonly string[] = [...new Set([...whole.acts, ...whole.struck])]
  for (let size = Math.ceil(needed.length / 2); size >= 1 && tries < mostTries; ) {
    const before = needed.length
    for (let at = 0; at < needed.length && tries < mostTries; ) {
      const rest = [...needed.slice(0, at), ...needed.slice(at + size)]
      if (await breaks(rest)) needed = rest
      else at += size
    }
    // With single names it goes round until none of them can go.
    if (size > 1) size = Math.ceil(size / 2)
    else if (needed.length === before) break
  }
  return { played: await play({ seed, only: new Set(needed), isTold: true }), needed, tries }
}
