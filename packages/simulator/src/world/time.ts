/** A future event, unless it is cancelled. */
export interface Coming {
  readonly ms: number
  readonly order: number
  run: (() => unknown) | undefined
}

/** Virtual time: it stands still while anybody has something to do, and then jumps to the next event. */
export interface Time {
  nowMs(): number
  /** @param run - Returns false when nothing can follow from it. */
  at(ms: number, run: () => unknown): Coming
  sleep(ms: number): Promise<void>
  /** Runs until then, or until `isOver` returns true. @returns How many events happened. */
  run(untilMs: number, isOver: () => boolean): Promise<number>
}

// Taken before the world replaces the timers of the platform.
const nextTurn = setImmediate

/** Everything that needs no time: settled promises, and what follows from them. */
const settle = (): Promise<void> => new Promise((resolve) => void nextTurn(resolve))

/**
 * Starts a time.
 *
 * Events at the same moment run in the order in which they were scheduled. Nothing else decides the order, neither a
 * real timer nor I/O, so a run repeats.
 */
export function createTime(startMs: number): Time {
  const heap: Coming[] = []
  let nowMs = startMs
  let asked = 0
  let happened = 0

  const isBefore = (one: Coming, other: Coming): boolean =>
    one.ms < other.ms || (one.ms === other.ms && one.order < other.order)

  function push(coming: Coming): void {
    let at = heap.push(coming) - 1
    while (at > 0) {
      const above = (at - 1) >> 1
      if (!isBefore(coming, heap[above] as Coming)) break
      heap[at] = heap[above] as Coming
      at = above
    }
    heap[at] = coming
  }

  function pop(): Coming | undefined {
    const [first] = heap
    const last = heap.pop()
    if (!first || !last || heap.length === 0) return first
    let at = 0
    for (;;) {
      let below = 2 * at + 1
      if (below + 1 < heap.length && isBefore(heap[below + 1] as Coming, heap[below] as Coming)) below++
      if (below >= heap.length || !isBefore(heap[below] as Coming, last)) break
      heap[at] = heap[below] as Coming
      at = below
    }
    heap[at] = last
    return first
  }

  const time: Time = {
    nowMs: () => nowMs,
    at(ms, run) {
      const coming = { ms: Math.max(Math.ceil(ms), nowMs), order: ++asked, run }
      push(coming)
      return coming
    },
    sleep: (ms) => new Promise((resolve) => void time.at(nowMs + ms, resolve)),
    async run(untilMs, isOver) {
      const before = happened
      while (heap[0] && heap[0].ms <= untilMs && !isOver()) {
        const coming = pop() as Coming
        if (!coming.run) continue
        nowMs = coming.ms
        happened++
        if (coming.run() !== false) await settle()
      }
      nowMs = Math.max(nowMs, isOver() ? nowMs : untilMs)
      return happened - before
    },
  }
  return time
}
