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
const { nextTick } = process

/**
 * Starts a time.
 *
 * Events at the same moment run in the order in which they were scheduled. Nothing else decides the order, neither a
 * real timer nor I/O, so a run repeats.
 *
 * @param eventsInTurn - How many events happen in one turn of Node's event loop. A turn costs more than a small event,
 *   but only at its end does Node tell of a promise that failed unheard.
 */
export function createTime(startMs: number, eventsInTurn: number): Time {
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

  /** Lets events happen up to one from which something can follow. @returns Whether none is left. */
  function happenUntil(untilMs: number, isOver: () => boolean): boolean {
    while (heap[0] && heap[0].ms <= untilMs && !isOver()) {
      const coming = pop() as Coming
      if (!coming.run) continue
      nowMs = coming.ms
      happened++
      if (coming.run() !== false) return false
    }
    return true
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
      await new Promise<void>((resolve, reject) => {
        // A tick that is asked for among the promises comes after all of them, and what follows from them.
        const goOnWhenSettled = (): void => nextTick(goOn)
        function goOn(): void {
          try {
            if (happenUntil(untilMs, isOver)) resolve()
            else if (happened % eventsInTurn === 0) nextTurn(goOn)
            else queueMicrotask(goOnWhenSettled)
          } catch (error) {
            reject(error)
          }
        }
        goOn()
      })
      nowMs = Math.max(nowMs, isOver() ? nowMs : untilMs)
      return happened - before
    },
  }
  return time
}
