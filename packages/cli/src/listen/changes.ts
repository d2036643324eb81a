/** The part of a payment or an order that is compared. */
export interface Seen {
  readonly kind: 'payment' | 'order'
  readonly ref: string
  readonly status: string
  /** What has been paid back, in GH₵. */
  readonly refunded: number
  /** The whole record, as the API gave it. */
  readonly record: object
}

/** Something that happened: `payment.succeeded`, `order.fulfilled`, `payment.refunded`. */
export interface Change {
  readonly type: string
  readonly ref: string
  readonly record: object
}

/** What was seen before, by kind and reference. */
export interface Memory {
  readonly byRef: ReadonlyMap<string, Pick<Seen, 'status' | 'refunded'>>
}

/** How many are remembered. The oldest are forgotten first, and their later changes are not reported. */
const mostRemembered = 5_000

/**
 * What changed between two checks. A record that is seen for the first time is reported with its status.
 *
 * @param seen - Newest first, as lists are.
 */
export function changesOf(
  { byRef }: Memory,
  seen: readonly Seen[],
): { readonly changes: readonly Change[]; readonly memory: Memory } {
  const next = new Map(byRef)
  const changes: Change[] = []
  for (const one of [...seen].reverse()) {
    const name = `${one.kind} ${one.ref}`
    const before = next.get(name)
    const tell = (what: string): void =>
      void changes.push({ type: `${one.kind}.${what}`, ref: one.ref, record: one.record })
    if (before?.status !== one.status) tell(one.status)
    if (before && one.refunded > before.refunded && one.kind === 'payment') tell('refunded')
    next.delete(name)
    next.set(name, { status: one.status, refunded: one.refunded })
  }
  for (const name of next.keys()) {
    if (next.size <= mostRemembered) break
    next.delete(name)
  }
  return { changes, memory: { byRef: next } }
}
