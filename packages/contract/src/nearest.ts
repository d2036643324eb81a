/**
 * Finds the known word that is most similar to a misspelled one, ignoring case.
 *
 * @returns Undefined if more than a third of its letters differ.
 */
export function findNearest(word: string, knownNames: readonly string[]): string | undefined {
  const start = word.slice(0, 40)
  const [nearest] = knownNames
    .map((name) => ({ name, distance: distance(start.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(name.length / 3)))
    .sort((a, b) => a.distance - b.distance)
  return nearest?.name
}

/** Returns the Levenshtein distance, in which two swapped letters count once. */
function distance(from: string, to: string): number {
  let before: number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const substitutionCost = from[i - 1] === to[j - 1] ? 0 : 1
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + substitutionCost, swapped)
    }
    before = row
    row = next
  }
  return row[to.length] ?? 0
}
