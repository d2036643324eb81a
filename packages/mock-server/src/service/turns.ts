/**
 * Runs one merchant's writes one after the other.
 *
 * Without turns, the ledger would re-plan after each conflict. With hundreds of concurrent requests that
 * costs more than waiting. Writes of different merchants do not wait for each other.
 */
export type Turns = <T>(merchant: string, act: () => Promise<T>) => Promise<T>

/** Makes one server's turns. */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>()
  return (merchant, act) => {
    const turn = last.get(merchant)?.then(act, act) ?? act()
    last.set(merchant, turn)
    const leave = () => {
      if (last.get(merchant) === turn) last.delete(merchant)
    }
    turn.then(leave, leave)
    return turn as ReturnType<typeof act>
  }
}
