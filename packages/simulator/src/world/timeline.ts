import { createHash } from 'node:crypto'

/** One event of a world. */
export interface TimelineEntry {
  readonly ms: number
  readonly actor: string
  readonly event: string
  /** Whether the event is shown without `--all`. */
  readonly isSummary: boolean
}

/** Events of a world, in order. */
export interface Timeline {
  add(entry: TimelineEntry): void
  readonly entries: readonly TimelineEntry[]
  /** Returns the SHA-256 of all events. It is equal for two equal runs. */
  hash(): string
}

/** @param keepsEntries - Whether the entries are stored. The hash is computed in both cases. */
export function createTimeline(keepsEntries: boolean): Timeline {
  const hash = createHash('sha256')
  const entries: TimelineEntry[] = []
  return {
    entries,
    add(entry) {
      hash.update(`${entry.ms} ${entry.actor} ${entry.event}\n`)
      if (keepsEntries) entries.push(entry)
    },
    hash: () => hash.copy().digest('hex'),
  }
}

const pad = (number: number): string => String(number).padStart(2, '0')

/** Formats a time as the day of the run and the time of day. */
function formatTime(ms: number, startMs: number): string {
  const days = Math.floor(ms / 86_400_000) - Math.floor(startMs / 86_400_000)
  const date = new Date(ms)
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(pad).join(':')
  return `day ${days + 1} ${time}.${String(date.getUTCMilliseconds()).padStart(3, '0')}`
}

/** Formats a timeline, one line per event. */
export function formatTimeline(entries: readonly TimelineEntry[], startMs: number, isVerbose: boolean): string {
  const shown = entries.filter(({ isSummary }) => isVerbose || isSummary)
  const width = Math.max(0, ...shown.map(({ actor }) => actor.length))
  return shown.map(({ ms, actor, event }) => `${formatTime(ms, startMs)}  ${actor.padEnd(width)}  ${event}`).join('\n')
}
