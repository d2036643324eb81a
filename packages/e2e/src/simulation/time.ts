/** Scheduled event. Its `run` is undefined after it is cancelled. */
export interface ScheduledEvent {
  readonly ms: number
  run: (() => unknown) | undefined
}

/** Number of turns after which a request has reached its next statement, or waits for that of another request. */
const turnsInHold = 12

/** Virtual time. It advances to the next event when no code is runnable. */
export interface Time {
  nowMs(): number
  at(ms: number, run: () => unknown): ScheduledEvent
  sleep(ms: number): Promise<void>
  /** Gives a call several turns of the event loop, such as a request to the sandbox, which reads streams. */
  hold<Result>(call: () => Promise<Result>): Promise<Result>
  /** Sleeps inside a call that holds time. */
  sleepInHold(ms: number): Promise<void>
  /** Runs events until a time, or until `isOver` returns true. */
  run(untilMs: number, isOver: () => boolean): Promise<void>
}

/**
 * Creates virtual time. Events with the same time run in the order in which they were scheduled. No real timer affects
 * the order, so a run is reproducible.
 */
export function createTime(startMs: number): Time {
  const queue: ScheduledEvent[] = []
  let nowMs = startMs
  let heldCalls = 0

  function at(ms: number, run: () => unknown): ScheduledEvent {
    const event = { ms: Math.max(Math.ceil(ms), nowMs), run }
    let [low, high] = [0, queue.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((queue[middle] as ScheduledEvent).ms <= event.ms) low = middle + 1
      else high = middle
    }
    queue.splice(low, 0, event)
    return event
  }

  return {
    nowMs: () => nowMs,
    at,
    sleep: (ms) => new Promise((resolve) => void at(nowMs + ms, () => resolve())),
    async hold(call) {
      heldCalls++
      try {
        return await call()
      } finally {
        heldCalls--
      }
    },
    sleepInHold(ms) {
      heldCalls--
      return new Promise((resolve) => {
        at(nowMs + ms, () => {
          heldCalls++
          resolve()
        })
      })
    },
    async run(untilMs, isOver) {
      for (;;) {
        for (let turns = heldCalls > 0 ? turnsInHold : 1; turns > 0; turns--)
          await new Promise((resolve) => setImmediate(resolve))
        while (queue[0] && !queue[0].run) queue.shift()
        const [event] = queue
        if (isOver() || !event || event.ms > untilMs) break
        queue.shift()
        nowMs = event.ms
        event.run?.()
      }
      if (!isOver()) nowMs = untilMs
    },
  }
}
