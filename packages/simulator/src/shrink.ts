import { runScenario, type ScenarioResult } from './run-scenario.js'

/** Result of shrinking a scenario. */
export interface ShrinkResult {
  readonly result: ScenarioResult
  /** User actions and faults that are all necessary for the violation. */
  readonly required: readonly string[]
  /** Number of runs. */
  readonly attempts: number
}

/**
 * Shrinks a scenario: removes user actions and faults while the same invariant is violated, in large parts first.
 *
 * @param seed - Seed of a scenario with a violation.
 * @param maxAttempts - Maximum number of runs.
 * @returns The shortest scenario; undefined if the seed violates no invariant.
 */
export async function shrink(seed: number, maxAttempts = 2_000): Promise<ShrinkResult | undefined> {
  const original = await runScenario({ seed })
  const invariant = original.violation?.invariant
  if (invariant === undefined) return undefined
  let attempts = 1
  const isViolated = async (names: readonly string[]): Promise<boolean> => {
    attempts++
    return (await runScenario({ seed, allowed: new Set(names) })).violation?.invariant === invariant
  }
  let required: readonly string[] = [...new Set([...original.userActions, ...original.injected])]
  for (let size = Math.ceil(required.length / 2); size >= 1 && attempts < maxAttempts; ) {
    const before = required.length
    for (let index = 0; index < required.length && attempts < maxAttempts; ) {
      const remaining = [...required.slice(0, index), ...required.slice(index + size)]
      if (await isViolated(remaining)) required = remaining
      else index += size
    }
    // Repeats the pass over single names until none can be removed.
    if (size > 1) size = Math.ceil(size / 2)
    else if (required.length === before) break
  }
  return { result: await runScenario({ seed, allowed: new Set(required), hasTimeline: true }), required, attempts }
}
