// Tracked orders for tests.
import { applyChange, emptyOrder, startTracking, type TrackInput } from '../../src/settle/track.js'
import type { TrackedOrder } from '../../src/settle/tracked-order.js'

/** Returns an order that is tracked from now on, or tracked again. */
export function trackedOrder(input: TrackInput, before: TrackedOrder | undefined, nowMs: number): TrackedOrder {
  const tracked = before ?? emptyOrder(input.order, nowMs)
  return applyChange(tracked, startTracking(tracked, input, nowMs), nowMs)
}
