// Invariants that must hold at the end of every walk.

/** Payment attempt of an order. */
interface Shown {
  readonly token: string
  readonly ref: string
  readonly state: string
}

/** The state of an order. */
export type Stand =
  | { readonly gone: true; readonly lost: string }
  | {
      readonly gone: false
      readonly status: string
      readonly method: string
      readonly paid: boolean
      readonly ref: string
      readonly state: string
      readonly attempts: readonly Shown[]
    }

/** A payment that succeeded. */
export interface Money {
  readonly ref: string
}

/** One order, and its history. */
export interface Walk {
  readonly id: number
  readonly number: number
  /** A random number from 0 to below this, the same in every run of this walk. */
  readonly roll: (below: number) => number
  readonly story: string[]
  /** The checkouts that were opened for it. */
  tokens: string[]
  /** The payments that the order had recorded when it was last read. */
  seen: string[]
  isMoved: boolean
  /** Number of checkouts that were opened after the payment. */
  askedTwice: number
  stand: Stand | undefined
}

/** Returns the violated invariants of a walk. */
export function broken(walk: Walk, came: readonly Money[], told: number): string[] {
  const { stand } = walk
  if (stand === undefined) return ['Nobody says how the order stands.']
  const twice = walk.askedTwice > 0 ? ['A buyer whose money had come was sent to another checkout.'] : []
  if (stand.gone) {
    const untold = came.filter(({ ref }) => !walk.seen.includes(ref) && !stand.lost.includes(ref))
    return [...twice, ...untold.map(({ ref }) => `The order is gone, ${ref} has come, and nobody was told.`)]
  }
  return [
    ...twice,
    ...came.flatMap(({ ref }) => unknown(stand.attempts, ref, told)),
    ...disagreements(walk, stand, came, told),
  ]
}

/** Returns the payments that the order does not know. */
function unknown(attempts: readonly Shown[], ref: string, told: number): string[] {
  const attempt = attempts.find((each) => each.ref === ref)
  if (!attempt || attempt.state === 'open') return [`${ref} has come, and the order does not know it.`]
  const isSurprise = attempt.state === 'mismatch' || attempt.state === 'duplicate'
  return isSurprise && told === 0 ? [`${ref} is a surprise, and the merchant was not told.`] : []
}

/** Returns the differences between payments and order. */
function disagreements(
  walk: Walk,
  stand: Extract<Stand, { gone: false }>,
  came: readonly Money[],
  told: number,
): string[] {
  const wrong: string[] = []
  const isOurs = stand.method === 'cedi_commerce'
  const isSurprise = stand.attempts.some(({ state }) => ['duplicate', 'mismatch', 'returned'].includes(state))
  if (came.length > 0 && stand.ref === '' && !isSurprise) wrong.push('Money has come, and the order does not carry it.')
  if (stand.ref !== '' && !came.some(({ ref }) => ref === stand.ref))
    wrong.push(`${stand.ref} has paid the order, and has not come.`)
  if (stand.ref !== '' && !stand.paid && stand.status !== 'refunded' && told === 0 && !walk.isMoved)
    wrong.push(`Money has come, the order is ${stand.status}, and nobody was told.`)
  if (stand.ref !== '' && !isOurs && told === 0)
    wrong.push('Cedi has paid the order, it names another method, and nobody was told.')
  if (came.length === 0 && isOurs && stand.paid && !walk.isMoved)
    wrong.push('No money has come, and the order is paid.')
  if (stand.state === 'review' && told === 0) wrong.push('Something is to be decided, and the merchant was not told.')
  return wrong
}
