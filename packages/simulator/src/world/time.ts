/** Scheduled event. Its `run` is undefined after it is cancelled. */
export interface ScheduledEvent {
  readonly ms: number
  readonly order: number
  run: (() => unknown) | undefined
}

/** Virtual time. It advances to the next event when no task is runnable. */
export interface Time {
  nowMs(): number
  /** Schedules an event. @param run - Returns false if the event causes no further work. */
  at(ms: number, run: () => unknown): ScheduledEvent
  sleep(ms: number): Promise<void>
  /** Runs events until a time, or until `isOver` returns true. @returns The number of events. */
  run(untilMs: number, isOver: () => boolean): Promise<number>
}

// Captured before the world replaces the timers of the platform.
const nextTurn = setImmediate
const { nextTick } = process

/**
 * Creates virtual time.
 *
 * Events with the same time run in the order in which they were scheduled. No real timer and no I/O affects the order,
 * so a run is reproducible.
 *
 * @param eventsInTurn - Number of events per turn of Node's event loop. A turn costs more than a small event, but Node
 *   reports unhandled rejections only at its end.
 */
export function createTime(startMs: number, eventsInTurn: number): Time {
  const heap: ScheduledEvent[] = []
  let nowMs = startMs
  let scheduled = 0
  let eventCount = 0

  const isBefore = (one: ScheduledEvent, other: ScheduledEvent): boolean =>
    one.ms < other.ms || (one.ms === other.ms && one.order < other.order)

  function push(event: ScheduledEvent): void {
    let at = heap.push(event) - 1
    while (at > 0) {
      const above = (at - 1) >> 1
      if (!isBefore(event, heap[above] as ScheduledEvent)) break
      heap[at] = heap[above] as ScheduledEvent
      at = above
    }
    heap[at] = event
  }

  function pop(): ScheduledEvent | undefined {
    const [first] = heap
    const last = heap.pop()
    if (!first || !last || heap.length === 0) return first
    let at = 0
    for (;;) {
      let below = 2 * at + 1
      if (below + 1 < heap.length && isBefore(heap[below + 1] as ScheduledEvent, heap[below] as ScheduledEvent)) below++
      if (below >= heap.length || !isBefore(heap[below] as ScheduledEvent, last)) break
      heap[at] = heap[below] as ScheduledEvent
      at = below
    }
    heap[at] = last
    return first
  }

  /** Runs events up to one that causes further work. @returns Whether no event is left. */
  function runEventsUntil(untilMs: number, isOver: () => boolean): boolean {
    while (heap[0] && heap[0].ms <= untilMs && !isOver()) {
      const event = pop() as ScheduledEvent
      if (!event.run) continue
      nowMs = event.ms
      eventCount++
      if (event.run() !== false) return false
    }
    return true
  }

  const time: Time = {
    nowMs: () => nowMs,
    at(ms, run) {
      const event = { ms: Math.max(Math.ceil(ms), nowMs), order: ++scheduled, run }
      push(event)
      return event
    },
    sleep: (ms) => new Promise((resolve) => void time.at(nowMs + ms, resolve)),
    async run(untilMs, isOver) {
      const before = eventCount
      await new Promise<void>((resolve, reject) => {
        // A tick that is scheduled in a microtask runs after all pending microtasks.
        const continueWhenSettled = (): void => nextTick(continueRun)
        function continueRun(): void {
          try {
            if (runEventsUntil(untilMs, isOver)) resolve()
            else if (eventCount % eventsInTurn === 0) nextTurn(continueRun)
            else queueMicrotask(continueWhenSettled)
          } catch (error) {
            reject(error)
          }
        }
        continueRun()
      })
      nowMs = Math.max(nowMs, isOver() ? nowMs : untilMs)
      return eventCount - before
    },
  }
  return time
}
