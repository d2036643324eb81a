const delaysSeconds = [2, 3, 5, 8, 13, 20]

/** Time after which the page stops polling. The scheduled checks of the shop continue. */
export const maxPollMs: number = 10 * 60_000

/**
 * Returns the delay before the next poll.
 *
 * @param polls - Number of earlier polls.
 * @param failures - Number of consecutive failed or rate-limited polls.
 * @param isHidden - Whether the page is hidden. It polls when it becomes visible.
 */
export function pollDelayMs(polls: number, failures: number, isHidden: boolean): number {
  const seconds = delaysSeconds[polls] ?? 30
  return Math.min(seconds * 2 ** Math.min(failures, 4) * (isHidden ? 3 : 1), 120) * 1000
}
