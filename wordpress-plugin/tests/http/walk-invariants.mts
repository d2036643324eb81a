// Invariants that must hold at the end of every walk.

/** Payment attempt of an order. */
interface AttemptSummary {
  readonly token: string
  readonly ref: string
  readonly state: string
}

/** The state of an order. */
export type OrderSnapshot =
  | { readonly isDeleted: true; readonly deletedNotices: string }
  | {
      readonly isDeleted: false
      readonly status: string
      readonly method: string
      readonly paid: boolean
      readonly ref: string
      readonly state: string
      readonly attempts: readonly AttemptSummary[]
    }

/** A payment that succeeded. */
export interface ReceivedPayment {
  readonly ref: string
}

/** One order, and its history. */
export interface Walk {
  readonly id: number
  readonly number: number
  /** A random number from 0 to below this, the same in every run of this walk. */
  readonly nextRandom: (below: number) => number
  readonly trace: string[]
  /** The checkouts that were opened for it. */
  tokens: string[]
  /** The payments that the order had recorded when it was last read. */
  recordedRefs: string[]
  isManuallyChanged: boolean
  /** Number of checkouts that were opened after the payment. */
  repeatedCheckouts: number
  snapshot: OrderSnapshot | undefined
}

/** Returns the violated invariants of a walk. */
export function findViolations(walk: Walk, received: readonly ReceivedPayment[], noticeCount: number): string[] {
  const { snapshot } = walk
  if (snapshot === undefined) return ['The shop returned no state of the order.']
  const repeated = walk.repeatedCheckouts > 0 ? ['A second checkout was opened after the payment.'] : []
  if (snapshot.isDeleted) {
    const unreported = received.filter(
      ({ ref }) => !walk.recordedRefs.includes(ref) && !snapshot.deletedNotices.includes(ref),
    )
    return [
      ...repeated,
      ...unreported.map(({ ref }) => `The order was deleted, ${ref} was received, and the merchant was not notified.`),
    ]
  }
  return [
    ...repeated,
    ...received.flatMap(({ ref }) => findUnrecorded(snapshot.attempts, ref, noticeCount)),
    ...findMismatches(walk, snapshot, received, noticeCount),
  ]
}

/** Returns the payments that the order does not know. */
function findUnrecorded(attempts: readonly AttemptSummary[], ref: string, noticeCount: number): string[] {
  const attempt = attempts.find((each) => each.ref === ref)
  if (!attempt || attempt.state === 'open') return [`${ref} was received, and the order has not recorded it.`]
  const isException = attempt.state === 'mismatch' || attempt.state === 'duplicate'
  return isException && noticeCount === 0 ? [`${ref} is an exception, and the merchant was not notified.`] : []
}

/** Returns the differences between payments and order. */
function findMismatches(
  walk: Walk,
  snapshot: Extract<OrderSnapshot, { isDeleted: false }>,
  received: readonly ReceivedPayment[],
  noticeCount: number,
): string[] {
  const violations: string[] = []
  const isCedi = snapshot.method === 'cedi_commerce'
  const isException = snapshot.attempts.some(({ state }) => ['duplicate', 'mismatch', 'returned'].includes(state))
  if (received.length > 0 && snapshot.ref === '' && !isException)
    violations.push('A payment was received, and the order has no reference.')
  if (snapshot.ref !== '' && !received.some(({ ref }) => ref === snapshot.ref))
    violations.push(`${snapshot.ref} is recorded as the payment, and was not received.`)
  if (
    snapshot.ref !== '' &&
    !snapshot.paid &&
    snapshot.status !== 'refunded' &&
    noticeCount === 0 &&
    !walk.isManuallyChanged
  )
    violations.push(`A payment was received, the order is ${snapshot.status}, and the merchant was not notified.`)
  if (snapshot.ref !== '' && !isCedi && noticeCount === 0)
    violations.push('The order is paid by Cedi, has another method, and the merchant was not notified.')
  if (received.length === 0 && isCedi && snapshot.paid && !walk.isManuallyChanged)
    violations.push('The order is paid without a payment.')
  if (snapshot.state === 'review' && noticeCount === 0)
    violations.push('The order needs a decision, and the merchant was not notified.')
  return violations
}
