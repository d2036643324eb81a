// Entries for tests.
import { asked, blank, changed, type ToFollow } from '../src/entry.js'
import type { Waiting } from '../src/waiting.js'

/** An order that is followed from now on, or again. */
export function followed(toFollow: ToFollow, before: Waiting | undefined, nowMs: number): Waiting {
  const entry = before ?? blank(toFollow.order, nowMs)
  return changed(entry, asked(entry, toFollow, nowMs), nowMs)
}
