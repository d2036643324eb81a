/** Entry of a timeline: an action and its actor. */
export interface TimelineEntry {
  /** Milliseconds since the start of the scenario. */
  readonly ms: number
  readonly actor: 'buyer' | 'shop' | 'service'
  readonly text: string
}

/** Timeline of one scenario. */
export interface Timeline {
  readonly entries: readonly TimelineEntry[]
  add(actor: TimelineEntry['actor'], text: string): void
}

export function createTimeline(nowMs: () => number = () => performance.now()): Timeline {
  const startedMs = nowMs()
  const entries: TimelineEntry[] = []
  return {
    entries,
    add: (actor, text) => void entries.push({ ms: Math.round(nowMs() - startedMs), actor, text }),
  }
}

/**
 * Combines consecutive equal entries of a timeline. If it has more lines than the limit, omits the middle.
 *
 * @param limit - Maximum number of lines.
 */
export function shorten(entries: readonly TimelineEntry[], limit = 12): string[] {
  const lines: { text: string; count: number }[] = []
  for (const { actor, text } of entries) {
    const line = `${actor}: ${text}`
    const last = lines.at(-1)
    if (last?.text === line) last.count++
    else lines.push({ text: line, count: 1 })
  }
  const all = lines.map(({ text, count }) => (count > 1 ? `${text} (${count} times)` : text))
  return all.length <= limit ? all : [...all.slice(0, 3), `… ${all.length - limit + 1} more`, ...all.slice(4 - limit)]
}
