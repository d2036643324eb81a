/**
 * Lets the writes of one merchant follow each other.
 *
 * The ledger would refuse what others have overtaken and plan it again; with hundreds of requests at once that costs
 * more than waiting. Writes of different merchants do not wait for each other.
 */
export type Turns = <T>(merchant: string, act: () => Promise<T>) => Promise<T>

/** Makes the turns of one server. */
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
