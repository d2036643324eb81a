/**
 * Runs one merchant's writes one after the other.
 *
 * Without turns, the ledger would re-plan after each conflict. With hundreds of concurrent requests that
 * costs more than waiting. Writes of different merchants do not wait for each other.
 */
export type Queue = <T>(merchant: string, action: () => Promise<T>) => Promise<T>

/** Creates the queue of a server. */
export function createQueue(): Queue {
  const last = new Map<string, Promise<unknown>>()
  return (merchant, action) => {
    const turn = last.get(merchant)?.then(action, action) ?? action()
    last.set(merchant, turn)
    const removeTurn = () => {
      if (last.get(merchant) === turn) last.delete(merchant)
    }
    turn.then(removeTurn, removeTurn)
    return turn as ReturnType<typeof action>
  }
}
