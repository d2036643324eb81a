/** State of a payment or an order at one poll. */
export interface RecordState {
  readonly kind: 'payment' | 'order'
  readonly ref: string
  readonly status: string
  /** Refunded amount in GH₵. */
  readonly refunded: number
  /** The complete record from the API. */
  readonly record: object
}

/** Event: `payment.succeeded`, `order.fulfilled`, `payment.refunded`. */
export interface Change {
  readonly type: string
  readonly ref: string
  readonly record: object
}

/** Last state by kind, reference and time of creation. */
export interface KnownStates {
  readonly byRef: ReadonlyMap<string, Pick<RecordState, 'status' | 'refunded'>>
}

/** Maximum number of stored states. The oldest are removed first, and their later changes are not reported. */
const maxStates = 5_000

/**
 * Returns the changes between two polls. A new record is reported with its status.
 *
 * @param states - Newest first, like lists of the API.
 */
export function findChanges(
  { byRef }: KnownStates,
  states: readonly RecordState[],
): { readonly changes: readonly Change[]; readonly memory: KnownStates } {
  const next = new Map(byRef)
  const changes: Change[] = []
  for (const state of [...states].reverse()) {
    // A sandbox that starts again uses the same references.
    const { created_at = '' } = state.record as { readonly created_at?: string }
    const name = `${state.kind} ${state.ref} ${created_at}`
    const before = next.get(name)
    const report = (change: string): void =>
      void changes.push({ type: `${state.kind}.${change}`, ref: state.ref, record: state.record })
    if (before?.status !== state.status) report(state.status)
    if (before && state.refunded > before.refunded && state.kind === 'payment') report('refunded')
    next.delete(name)
    next.set(name, { status: state.status, refunded: state.refunded })
  }
  for (const name of next.keys()) {
    if (next.size <= maxStates) break
    next.delete(name)
  }
  return { changes, memory: { byRef: next } }
}
