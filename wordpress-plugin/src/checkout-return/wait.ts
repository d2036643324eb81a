const delaysS = [2, 3, 5, 8, 13, 20]

/** After this long the page stops asking; the shop's schedule continues. */
export const giveUpAfterMs: number = 10 * 60_000

/**
 * How long to wait before asking for the payment again.
 *
 * @param asked - How often it has been asked for already.
 * @param troubles - How often in a row there was no answer, or "too many requests".
 * @param isHidden - Whether the buyer is elsewhere, perhaps in the dialler: returning asks at once.
 */
export function waitMs(asked: number, troubles: number, isHidden: boolean): number {
  const seconds = delaysS[asked] ?? 30
  return Math.min(seconds * 2 ** Math.min(troubles, 4) * (isHidden ? 3 : 1), 120) * 1000
}
