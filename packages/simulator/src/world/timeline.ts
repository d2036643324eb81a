import { createHash } from 'node:crypto'

/** One thing that happened. */
export interface Line {
  readonly ms: number
  readonly who: string
  readonly what: string
  /** Whether it is part of the story; other events are shown with `--all`. */
  readonly isStory: boolean
}

/** What happened in a world, in its order. */
export interface Timeline {
  add(line: Line): void
  readonly lines: readonly Line[]
  /** SHA-256 of all that happened: two runs are the same when this is. */
  hash(): string
}

/** @param isKept - Whether the lines are kept; the hash is made either way. */
export function createTimeline(isKept: boolean): Timeline {
  const hash = createHash('sha256')
  const lines: Line[] = []
  return {
    lines,
    add(line) {
      hash.update(`${line.ms} ${line.who} ${line.what}\n`)
      if (isKept) lines.push(line)
    },
    hash: () => hash.copy().digest('hex'),
  }
}

const two = (number: number): string => String(number).padStart(2, '0')

/** A time as the story shows it: the day and the time of day. */
function momentOf(ms: number, startMs: number): string {
  const days = Math.floor(ms / 86_400_000) - Math.floor(startMs / 86_400_000)
  const date = new Date(ms)
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(two).join(':')
  return `day ${days + 1} ${time}.${String(date.getUTCMilliseconds()).padStart(3, '0')}`
}

/** Writes a timeline for people. */
export function writeTimeline(lines: readonly Line[], startMs: number, isWhole: boolean): string {
  const shown = lines.filter(({ isStory }) => isWhole || isStory)
  const width = Math.max(0, ...shown.map(({ who }) => who.length))
  return shown.map(({ ms, who, what }) => `${momentOf(ms, startMs)}  ${who.padEnd(width)}  ${what}`).join('\n')
}
